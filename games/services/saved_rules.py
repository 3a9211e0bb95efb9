"""The named rule sets that people save."""

from django.db import IntegrityError, transaction

from farkle import RuleSet
from games import clock
from games.models import Person, Player, Room, SavedRules
from games.people.names import ROOM_NAME_LENGTH
from games.protocol.errors import Refused
from games.rules.catalogue import preset_of, rules_of
from games.rules.choices import variant_of
from games.services.tables.refusals import reporting, require_fit

MOST_SAVED = 100


@reporting("SaveRules")
def save(
    person: Person, name: str, rules: RuleSet, base: str, *, replace: bool = False
) -> SavedRules:
    """Save `rules` under `name`. Overwrite others of that name only if `replace`. Raise Refused."""
    name = require_fit(name, longest=ROOM_NAME_LENGTH)
    with transaction.atomic():
        # One save of a person at a time, so that the count below is right.
        Person.objects.select_for_update().get(pk=person.pk)
        kept = SavedRules.objects.filter(person=person)
        same = kept.filter(name=name).first()
        if same is None:
            if kept.count() >= MOST_SAVED:
                raise Refused("too_many_saved", most=MOST_SAVED)
            same = SavedRules(person=person, name=name)
        elif not replace and (same.rules, same.base) != (rules.to_dict(), base):
            raise Refused("name_taken", name=name)
        same.rules, same.base, same.saved = rules.to_dict(), base, clock.now()
        same.save()
    return same


@reporting("RenameRules")
def rename(saved: SavedRules, name: str) -> None:
    """Rename saved rules. Raise Refused."""
    saved.name = require_fit(name, longest=ROOM_NAME_LENGTH)
    try:
        with transaction.atomic():
            saved.save(update_fields=["name"])
    except IntegrityError as error:
        raise Refused("name_taken", name=saved.name) from error


def discard(saved: SavedRules) -> None:
    saved.delete()


def name_in(room: Room, rules: RuleSet) -> str:
    """Return the name under which the host of `room` has saved these rules, or "". The rule sets
    that the site offers keep their own names."""
    if room.host is None or preset_of(rules) or variant_of(rules):
        return ""
    host = Player.objects.filter(room=room, seat=room.host).holdings()
    saved = SavedRules.objects.filter(person__in=[person for person, _, _ in host])
    rows = saved.order_by("-saved").values_list("name", "rules")
    return next((name for name, data in rows if rules_of(data) == rules), "")
