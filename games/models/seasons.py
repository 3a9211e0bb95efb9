"""The seasons of a room: each has a number, a name and the game it begins with."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from games.models.rooms import Room

MOST_SEASONS: Final = 200


class Season(NamedTuple):
    """Season `number` of a room. It lasts from game number `first` to the next season's."""

    number: int
    name: str
    first: int


_FIRST: Final = Season(1, "", 0)


def seasons_of(room: Room) -> list[Season]:
    """Return the seasons, oldest first. The first one began by itself; the last one is on."""
    return [Season(*one) for one in room.seasons] or [_FIRST]


def as_stored(seasons: Iterable[Season]) -> list[list[Any]]:
    """Return the value of `Room.seasons`."""
    return [list(one) for one in seasons]
