"""The door of a room: who may join directly, who must knock first, and who is waiting.

`Room.knocks` has an entry for each person who knocked: {"id", "person", "name", "from"}, where
"from" tells addresses apart. They are in the order in which the host sees them: addresses take
turns, so that one does not keep the others waiting. Once the host has declined, "no", the host's
seat, takes the place of the name. What a stand-in for the founder declined holds only as long as
the stand-in is host. Ids are never used again. Entries last as long as newcomers must knock.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.models import FOUNDER, Person, Room
from games.protocol.commands import Command, SetDoor, ShowOdds
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands.settings import change_settings, new_settings, record_settings
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.room_settings import settings_of

MOST_WAITING: Final = 30
MOST_DECLINED: Final = 200

Knock = Mapping[str, Any]


@handles(ShowOdds)
def show_odds(table: Table, command: Command, body: ShowOdds) -> PendingEvent:
    """Show everybody's chance to win to those who watch, for the host."""
    return change_settings(table, command, body.player, body)


@handles(SetDoor)
def set_door(table: Table, command: Command, body: SetDoor) -> PendingEvent:
    """Set who may come in and who may watch, for the host."""
    host = table.require_host(command, body.player)
    table.change_room(settings=new_settings(table, body))
    if settings_of(table.room)["door"] != "knock":
        table.change_room(knocks=[])
    return record_settings(table, command, host)


def must_knock(table: Table, command: Command) -> bool:
    """Return whether the person must knock before taking a first or a further seat here. Raise
    Refused if the room is locked. Anybody who had a seat before need not knock."""
    door = settings_of(table.room)["door"]
    person = command.person or 0
    mine = [one for one in table.players.values() if table.is_held_by(one, person)]
    returns = bool(mine) and all(one.left for one in mine)
    if door == "open" or returns or table.is_founder(person) or table.is_asked_by_host(command):
        return False
    if door == "locked":
        raise Refused("locked")
    return not mine


def knock(table: Table, command: Command, name: str) -> PendingEvent | None:
    """Ask to be let in under this name. Return None if the person waits already."""
    before = knock_of(table.room, command.person)
    if before is not None:
        if "no" in before:
            raise Refused("declined")
        return None
    made = {"id": table.room.head + 1, "person": command.person, "name": name}
    made["from"] = command.origin
    line, events = waiting(table.room), list[Stored]()
    if len(line) >= MOST_WAITING:
        crowded = _crowded_out(line, made)
        if crowded is None:
            raise Refused("many_knock")
        line.remove(crowded)
        events.append({"e": "answered", "knock": crowded["id"], "yes": False})
    at = _place_in(line, made)
    line.insert(at, made)
    declined = [one for one in table.room.knocks if "no" in one]
    declined = [one for one in declined if one["person"] != command.person]
    table.change_room(knocks=[*declined, *line])
    events.append({"e": "knocked", "knock": made["id"], "at": at})
    return table.record(command, events, player=None)


def _origin(found: Knock) -> str:
    return str(found["from"] or found["person"])


def _crowded_out(line: list[Knock], newcomer: Knock) -> Knock | None:
    """Return who makes way for the newcomer: the last one from the address with the most in line.
    None if the newcomer's own has as many."""
    counts = Counter(map(_origin, line))
    origin, most = counts.most_common(1)[0]
    if counts[_origin(newcomer)] + 1 >= most:
        return None
    return next(one for one in reversed(line) if _origin(one) == origin)


def _place_in(line: list[Knock], newcomer: Knock) -> int:
    """Return the newcomer's place in line: addresses take turns."""
    turn = sum(_origin(one) == _origin(newcomer) for one in line)
    seen = Counter[str]()
    for at, one in enumerate(line):
        if seen[_origin(one)] > turn:
            return at
        seen[_origin(one)] += 1
    return len(line)


def require_waiting(table: Table, number: int) -> Knock:
    """Return this knock, which must not be answered yet. Raise Refused."""
    found = next((one for one in waiting(table.room) if one["id"] == number), None)
    if found is None:
        raise Refused("no_knock")
    return found


def answer(table: Table, found: Knock, *, yes: bool) -> None:
    """Forget the knock if the person is let in; otherwise remember that the host declined."""
    others = [one for one in table.room.knocks if one["id"] != found["id"]]
    declined = [one for one in others if "no" in one]
    if not yes:
        no = {"id": found["id"], "person": found["person"], "no": table.room.host}
        declined = [*declined, no][-MOST_DECLINED:]
    table.change_room(knocks=[*declined, *(one for one in others if "no" not in one)])


def withdraw(table: Table, person: int) -> list[Stored]:
    """Forget the knock of this person, if it waits; [] if there is none."""
    found = next((one for one in waiting(table.room) if one["person"] == person), None)
    if found is None:
        return []
    others = [one for one in table.room.knocks if one is not found]
    table.change_room(knocks=others)
    return [{"e": "answered", "knock": found["id"], "yes": False}]


def exists(person: int) -> bool:
    """Return whether the person still exists: a waiting guest may have logged in meanwhile."""
    return Person.objects.filter(pk=person).exists()


def waiting(room: Room) -> list[Knock]:
    """Return the knocks that wait for an answer, in their order."""
    return [one for one in room.knocks if "no" not in one]


def knock_of(room: Room, person: int | None) -> Knock | None:
    """Return the knock of this person, if it waits or the host's answer still holds."""
    return next(
        (
            one
            for one in room.knocks
            if one["person"] == person and one.get("no", FOUNDER) in (FOUNDER, room.host)
        ),
        None,
    )
