"""Read the people who may be in a room, and the holders of its seats.

All sockets of a room share one `Places` until the room's next event, since only an event changes
seats, holders, removals and settings of an open room.
"""

from collections.abc import Mapping
from typing import NamedTuple

import orjson

from games.db.statements import find
from games.models import FOUNDER, Person, Player, Room
from games.people.blocks import NO_BLOCKS, Blocks, blocks_in
from games.state.room_settings import DEFAULTS, settings_of

_ROOM = (
    "SELECT r.code, r.settings, r.status, r.host, COALESCE(r.race_id, d.id) FROM games_room r"
    " LEFT JOIN games_deal d ON d.id = r.deal_id AND d.kind = 'room' WHERE r.id = %s"
)
_SEATS = 'SELECT person_id, before_id, seat, "left", removed FROM games_player WHERE room_id = %s'
_HOLDERS = (
    'SELECT h.person_id, p.seat, p."left", p.removed'
    " FROM games_holder h JOIN games_player p ON p.id = h.player_id WHERE p.room_id = %s"
)


class Seats(NamedTuple):
    """The seats that a person holds now, and those that were given to other people."""

    held: list[int]
    lost: list[int]


NO_SEATS = Seats([], [])


class Places(NamedTuple):
    """The seats and bars of a room at one moment."""

    code: str
    seats: Mapping[int, Seats]
    """By person."""
    removed: frozenset[int]
    """Persons removed by the host, unless they hold another seat or are the founder."""
    may_watch: bool
    """True if people without a seat may be in the room."""
    hints: bool
    is_closed: bool
    odds: bool = False
    """True if spectators see chances to win."""
    blocks: Blocks = NO_BLOCKS
    race: int | None = None
    """The deal of the race that is on, whose board everybody in the room sees."""

    def of(self, person: int | None) -> Seats:
        return NO_SEATS if person is None else self.seats.get(person, NO_SEATS)

    def bar_reason(self, person: int | None, code: str) -> str:
        """Return the `why` of the `bye` for a person who came by this code; "" if admitted."""
        if code != self.code:
            return "new_link"
        if person in self.removed:
            return "removed"
        if person in self.blocks.unwelcome and not self.of(person).held:
            return "unavailable"
        return "" if self.may_watch or person in self.seats else "no_spectators"


def places_in(room_id: int) -> Places:
    """Read the places of a room; empty ones if the room has expired."""
    rooms = find(_ROOM, room_id)
    if not rooms:
        return Places("", {}, frozenset(), may_watch=True, hints=False, is_closed=True)
    [(code, stored, status, host, race)] = rooms
    chosen = {**DEFAULTS, **orjson.loads(stored)}
    seats: dict[int, Seats] = {}
    removed, stay = set[int](), set[int]()
    held: dict[int, set[int]] = {}

    def hold(person: int, seat: int, left: object, was_removed: object) -> None:
        held.setdefault(seat, set()).add(person)
        if not left:
            seats.setdefault(person, Seats([], [])).held.append(seat)
        if was_removed:
            removed.add(person)
        if not left or seat == FOUNDER:
            stay.add(person)

    for person, before, seat, left, was_removed in find(_SEATS, room_id):
        if person is not None:
            hold(person, seat, left, was_removed)
        if before is not None:
            seats.setdefault(before, Seats([], [])).lost.append(seat)
    for person, seat, left, was_removed in find(_HOLDERS, room_id):
        hold(person, seat, left, was_removed)
    for of_person in seats.values():
        of_person.held[:] = sorted(set(of_person.held))
        of_person.lost.sort()
    here = {seat for of_person in seats.values() for seat in of_person.held}
    founders = held.get(FOUNDER, set())
    blocks = blocks_in(held, {FOUNDER if FOUNDER in here else host} & here)
    return Places(
        code,
        seats,
        frozenset(removed - stay),
        may_watch=bool(chosen["spectators"]),
        hints=bool(chosen["hints"]),
        is_closed=status == Room.Status.CLOSED,
        odds=bool(chosen["odds"]),
        blocks=blocks._replace(unwelcome=blocks.unwelcome - founders),
        race=race,
    )


def may_enter(room: Room, person: Person | int | None) -> bool:
    """Return True if this person may see the table: as a spectator, or because they hold or held a
    seat."""
    if settings_of(room)["spectators"]:
        return True
    seats = Player.objects.filter(room=room).seated()
    return person is not None and seats.ever_held_by(person).exists()
