"""What `play` does with the rule sets that a person keeps under names."""

from django.db import IntegrityError, transaction

from farkle import RuleSet
from games import clock
from games.models import Person, SavedRules
from games.protocol.errors import Refused
from games.services.refusals import reporting
from games.validators import ROOM_NAME_LENGTH, UnfitName, fit_name

MOST_SAVED = 100


@reporting("SaveRules")
def save(
    person: Person, name: str, rules: RuleSet, base: str, *, replace: bool = False
) -> SavedRules:
    """Keep `rules` under `name`; in the place of others of that name only with `replace`.

    Raises Refused.
    """
    name = _name(name)
    with transaction.atomic():
        # Whoever saves twice at once waits for himself, so that the count below is true.
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
def rename(one: SavedRules, name: str) -> None:
    """Call it something else. Raises Refused."""
    one.name = _name(name)
    try:
        with transaction.atomic():
            one.save(update_fields=["name"])
    except IntegrityError as error:
        raise Refused("name_taken", name=one.name) from error


def discard(one: SavedRules) -> None:
    """Keep it no longer."""
    one.delete()


def _name(raw: str) -> str:
    try:
        return fit_name(raw, longest=ROOM_NAME_LENGTH)
    except UnfitName as error:
        raise Refused("bad_name", longest=ROOM_NAME_LENGTH) from error
