"""Who opens a socket, and of which room: all that is read before the room is known to the hub.

Wrong codes are counted, so that nobody guesses them. Only whoever has tried a wrong one here
lately is asked about before a right one is believed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.people import identity, known
from games.people.throttle import ROOM_CODES
from games.statements import find

_ROOM = "SELECT id, head FROM games_room WHERE code = %s"


class Guessing(Exception):
    """Too many wrong codes were tried for this socket to be let in."""


class Arrival(NamedTuple):
    """The key of the room and the number of its newest event, who connects, and that account's
    session."""

    room: int
    head: int
    person: int | None
    session: str | None
    is_known: bool


def arrive(
    scope: Mapping[str, Any], code: str, address: str, *, is_suspect: bool
) -> Arrival | None:
    """Return what is to be known of who connects; None, and counted, if there is no such room.

    `is_suspect`: a wrong code has come from this address lately. Raises Guessing.
    """
    rooms = find(_ROOM, code)
    person, session = identity.visitor_in_scope(scope)
    key = known.key_of(person)
    if is_suspect or not rooms:
        is_reached = ROOM_CODES.is_reached(address, lambda: key)
        if is_reached and not known.has_seat(person, code):
            raise Guessing
    if not rooms:
        ROOM_CODES.hit(address, key)
        return None
    [(room, head)] = rooms
    return Arrival(room, head, None if person is None else person.pk, session, bool(key))
