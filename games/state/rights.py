"""The rights of a host who is not the founder.

A room belongs to its founder, who opened it. While the founder has a seat, any other host is a
stand-in, who may only keep the game going. Everything that lasts is left to the founder, who later
gets a list of the stand-in's acts.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from games.models import FOUNDER, Player
from games.protocol.commands import (
    Body,
    LetIn,
    PauseGame,
    Rematch,
    Remove,
    RemoveNew,
    Resume,
    Start,
    StartWithout,
)
from games.protocol.events import Stored

STAND_IN_MAY: Final[frozenset[type[Body]]] = frozenset(
    {Start, StartWithout, Rematch, PauseGame, Resume, LetIn, Remove, RemoveNew}
)
"""The host's commands that a stand-in may give; `Remove` and `RemoveNew` only for newcomers."""

NEWCOMER_FOR: Final = timedelta(hours=1)
"""The time for which a player counts as a newcomer."""

_MOST_ROWS: Final = 30
_LISTED: Final[Mapping[str, str]] = {"sat": "player", "removed": "player", "game": "number"}
"""The events that the founder's list has, each with the field that names its subject."""


def is_bound(players: Mapping[int, Player]) -> bool:
    """Return True if a host other than the founder is a stand-in, because the founder has a seat
    among `players`."""
    founder = players.get(FOUNDER)
    return founder is not None and not founder.left


def is_newcomer(player: Player, now: datetime, within: timedelta = NEWCOMER_FOR) -> bool:
    """Return True if the player is a person who first sat down `within` that time."""
    if player.level:
        return False
    # A time in the future was stored before the clock was set back.
    return timedelta() <= now - player.since < within


def rows_for_founder(
    rows: Iterable[list[Any]], events: Iterable[Stored], host: int
) -> list[list[Any]]:
    """Return the rows of stand-ins' acts, with those of `host` by these events."""
    more = [
        [event["e"], host, event[_LISTED[event["e"]]]] for event in events if event["e"] in _LISTED
    ]
    declined = [
        ["declined", host, event["knock"]]
        for event in events
        if event["e"] == "answered" and not event["yes"]
    ]
    return [*rows, *more, *declined][-_MOST_ROWS:]
