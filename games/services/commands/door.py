"""The door of a room: open, closed to those who do not knock first, or locked.

`Room.knocks` has an entry per person who knocked: {"id", "person", "name", "from"}. "from" tells
addresses apart, which take turns in line, so that one cannot hold up the others. In a declined
entry, "no", the host's seat, replaces the name; a stand-in's "no" holds only while the stand-in is
host. Ids are never reused. Entries last as long as newcomers must knock.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.models import FOUNDER, Player, Room
from games.protocol.commands import SetDoor
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands.settings import new_settings, settings_event
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.room_settings import settings_of

MOST_WAITING: Final = 30
MOST_DECLINED: Final = 200

Knock = Mapping[str, Any]


@handles(SetDoor, by="host")
def set_door(table: Table, body: SetDoor, _host: Player) -> list[Stored]:
    table.change_room(settings=new_settings(table, body))
    if settings_of(table.room)["door"] != "knock":
        table.change_room(knocks=[])
    return [settings_event(table)]


def must_knock(table: Table) -> bool:
    """Return True if the person must knock; members need not. Raise Refused if the room is
    locked."""
    door = settings_of(table.room)["door"]
    person, seats = table.asker, table.seats_of(table.asker)
    returns = bool(seats) and all(player.left for player in seats)
    if door == "open" or returns or table.is_founder(person) or table.is_asked_by_host:
        return False
    if door == "locked":
        raise Refused("locked")
    return not seats


def knock(table: Table, name: str) -> PendingEvent | None:
    """Add a knock under this name. Return None if the person is already waiting."""
    before = knock_of(table.room, table.asker)
    if before is not None:
        if "no" in before:
            raise Refused("declined")
        return None
    newcomer = {"id": table.room.head + 1, "person": table.asker, "name": name}
    newcomer["from"] = table.command.origin
    line, events = waiting(table.room), list[Stored]()
    if len(line) >= MOST_WAITING:
        dropped = _knock_to_drop(line, newcomer)
        if dropped is None:
            raise Refused("many_knock")
        line.remove(dropped)
        events.append({"e": "answered", "knock": dropped["id"], "yes": False})
    place = _place_in(line, newcomer)
    line.insert(place, newcomer)
    declined = [
        knock for knock in table.room.knocks if "no" in knock and knock["person"] != table.asker
    ]
    table.change_room(knocks=[*declined, *line])
    events.append({"e": "knocked", "knock": newcomer["id"], "at": place})
    return table.record(events, player=None)


def _origin(knock: Knock) -> str:
    return str(knock["from"] or knock["person"])


def _knock_to_drop(line: list[Knock], newcomer: Knock) -> Knock | None:
    """Return the knock that makes way for the newcomer: the last from the address with the most in
    line. None if the newcomer's address has as many."""
    counts = Counter(map(_origin, line))
    origin, most = counts.most_common(1)[0]
    if counts[_origin(newcomer)] + 1 >= most:
        return None
    return next(knock for knock in reversed(line) if _origin(knock) == origin)


def _place_in(line: list[Knock], newcomer: Knock) -> int:
    turn = sum(_origin(knock) == _origin(newcomer) for knock in line)
    seen = Counter[str]()
    for place, origin in enumerate(map(_origin, line)):
        if seen[origin] > turn:
            return place
        seen[origin] += 1
    return len(line)


def require_waiting(table: Table, number: int) -> Knock:
    """Return this knock if it is waiting for an answer. Raise Refused."""
    for knock in waiting(table.room):
        if knock["id"] == number:
            return knock
    raise Refused("no_knock")


def answer(table: Table, answered: Knock, *, yes: bool) -> None:
    """Remove the knock. Unless `yes`, keep an entry that the host declined."""
    others = [knock for knock in table.room.knocks if knock["id"] != answered["id"]]
    declined = [knock for knock in others if "no" in knock]
    if not yes:
        no = {"id": answered["id"], "person": answered["person"], "no": table.room.host}
        declined = [*declined, no][-MOST_DECLINED:]
    table.change_room(knocks=[*declined, *(knock for knock in others if "no" not in knock)])


def withdraw(table: Table, person: int) -> list[Stored]:
    """Remove the person's waiting knock, and return the event; [] if there is none."""
    for knock in waiting(table.room):
        if knock["person"] == person:
            table.change_room(knocks=[other for other in table.room.knocks if other is not knock])
            return [{"e": "answered", "knock": knock["id"], "yes": False}]
    return []


def waiting(room: Room) -> list[Knock]:
    """Return the knocks that wait for an answer, in order."""
    return [knock for knock in room.knocks if "no" not in knock]


def knock_of(room: Room, person: int | None) -> Knock | None:
    """Return the person's knock if it is waiting, or if the host's refusal still holds."""
    for knock in room.knocks:
        if knock["person"] == person and knock.get("no", FOUNDER) in (FOUNDER, room.host):
            return knock  # type: ignore[no-any-return]  # JSON
    return None
