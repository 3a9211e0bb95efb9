"""Identify the visitor and the room of a new socket, before it reaches the hub.

Wrong codes are counted against guessing. A valid code skips that limit, unless the address has
recently sent a wrong one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.db.statements import find
from games.people import identity, known
from games.people.throttle import ROOM_CODES

_ROOM = "SELECT id, head FROM games_room WHERE code = %s"


class Guessing(Exception):
    """The address has sent too many wrong codes."""


class Arrival(NamedTuple):
    """The room's key, the number of its newest event, the person, and their account's session."""

    room: int
    head: int
    person: int | None
    session: str | None
    is_known: bool


def arrive(
    scope: Mapping[str, Any], code: str, address: str, *, is_suspect: bool
) -> Arrival | None:
    """Return the visitor and the room; count a wrong code and return None. Raise Guessing.
    `is_suspect`: the address has recently sent a wrong code."""
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


def is_known(scope: Mapping[str, Any], code: str) -> bool:
    """Return whether the visitor is known, or has a seat in the room."""
    person = identity.person_in_scope(scope)
    return bool(known.key_of(person)) or known.has_seat(person, code)
