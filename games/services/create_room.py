"""Open a room. This is not a command, since there is no room to lock yet."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from farkle import DEFAULT_PRESET
from farkle.ai.players import LEVELS
from games import broadcast, clock
from games.models import Deal, Person, Player, Room
from games.people.names import CODE_ALPHABET, CODE_LENGTH
from games.protocol.commands import Command, Sit, Start
from games.protocol.errors import Refused
from games.rules.catalogue import preset_of
from games.selectors.room_list import practice_of
from games.services.commands import game, tries
from games.services.commands.computers import begin_practice
from games.services.commands.rules import read, require_playable
from games.services.commands.seats import sit
from games.services.commands.settings import room_name
from games.services.tables.persistence import store
from games.services.tables.refusals import reporting
from games.services.tables.table import Table
from games.state.room_settings import DEFAULTS


@reporting("OpenRoom")
def open_room(
    person: Person,
    request_id: str,
    *,
    name: str,
    rules: str | Mapping[str, Any] = DEFAULT_PRESET,
    base: str = "",
    title: str = "",
    listed: bool = False,
    own_dice: bool = False,
    against: str = "",
    origin: str = "",
    deal: Deal | None = None,
) -> Room:
    """Return a new room, whose host is `person` under the name `name`. Raise Refused.

    `title` names the room. With `own_dice`, players choose named dice. With a level in `against`, a
    game against that computer begins at once; if the person already has one, its room is returned.
    With a `deal`, which decides the rules, a try of it begins at once. `origin` tells addresses
    apart. The same `request_id` returns the same room again.
    """
    code = code_for(person, request_id)
    preset, rule_set = read(rules if deal is None else deal.rules, base)
    require_playable(rule_set)
    if against and against not in LEVELS:
        raise Refused("no_computer")
    opened = Room.objects.filter(code=code, opened_by=person)
    try:
        with transaction.atomic():
            before = opened.first()
            if before is None and against:
                before = _practice_room(person)
            elif before is None and deal is not None:
                before = _deal_room(person, deal)
            if before is not None:
                return before
            is_newcomer = against and not Player.objects.ever_held_by(person).exists()
            room = Room.objects.create(
                code=code,
                name=room_name(title),
                opened_by=person,
                opened_from=origin,
                language=get_language() or settings.LANGUAGE_CODE,
                rules=rule_set.to_dict(),
                preset=preset_of(rule_set),
                base=preset,
                deal=deal,
                settings={**DEFAULTS, "listed": listed, "own_dice": own_dice},
                created=clock.now(),
            )
            table = Table(room)
            table.command = Command(code, person.pk, request_id, Sit(name))
            game.prepare_next_game(table)
            sit(table, Sit(name))
            if against:
                table.command = Command(code, person.pk, "practice", Start(1))
                begin_practice(table, against, host_begins=bool(is_newcomer))
            if deal is not None:
                table.change_room(settings={**room.settings, **tries.SETTINGS})
                table.command = Command(code, person.pk, "try", Start(1))
                table.record(game.begin_game(table), player=1)
            store([table])
    except IntegrityError:
        first = opened.first()  # another request with this id was faster
        if first is None:
            raise
        return first
    update = broadcast.RoomUpdate(room.pk, [], room.due_at)  # for the scheduler alone
    broadcast.current.publish([update])
    return room


def code_for(person: Person, request_id: str, length: int = CODE_LENGTH) -> str:
    """Return the code of what this request makes, derived with the site's key."""
    digest = salted_hmac("games.play_open", f"{person.pk}:{request_id}", algorithm="sha256")
    number = int.from_bytes(digest.digest(), "big")
    code = ""
    for _ in range(length):
        number, at = divmod(number, len(CODE_ALPHABET))
        code += CODE_ALPHABET[at]
    return code


def _practice_room(person: Person) -> Room | None:
    """Return the room of the person's game against a computer, or None. The lock keeps two requests
    at the same time from beginning two games."""
    Person.objects.select_for_update().get(pk=person.pk)
    going_on = practice_of(person)
    return None if going_on is None else Room.objects.get(code=going_on.code)


def _deal_room(person: Person, deal: Deal) -> Room | None:
    """Return the open room in which the person plays this deal, or None. The lock keeps two
    requests at the same time from beginning two tries."""
    Person.objects.select_for_update().get(pk=person.pk)
    return Room.objects.open().filter(deal=deal, opened_by=person).order_by("-pk").first()
