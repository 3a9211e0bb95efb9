"""What a host may do who is not the founder.

A room belongs to its founder, who opened it. While the founder has a seat, any other host is a
stand-in, who may only keep the game going. Everything that lasts is left to the founder, and the
founder is told what a stand-in has done meanwhile.
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
"""For how long a player counts as a newcomer."""

_MOST_ROWS: Final = 30
_TOLD: Final[Mapping[str, str]] = {"sat": "player", "removed": "player", "game": "number"}
"""The events of which the founder is told, each with the field that says whom or what it is
about."""


def is_bound(players: Mapping[int, Player]) -> bool:
    """Return whether a host other than the founder is a stand-in, because the founder has a seat
    among `players`."""
    founder = players.get(FOUNDER)
    return founder is not None and not founder.left


def is_newcomer(player: Player, now: datetime, within: timedelta = NEWCOMER_FOR) -> bool:
    """Return whether the player is a person who first sat down no longer ago than that."""
    if player.level:
        return False
    # A time in the future was stored before the clock was set back.
    return timedelta() <= now - player.since < within


def rows_for_founder(
    rows: Iterable[list[Any]], events: Iterable[Stored], host: int
) -> list[list[Any]]:
    """Return the rows of what stand-ins have done, with what `host` did by these events."""
    more = [[event["e"], host, event[_TOLD[event["e"]]]] for event in events if event["e"] in _TOLD]
    declined = [
        ["declined", host, event["knock"]]
        for event in events
        if event["e"] == "answered" and not event["yes"]
    ]
    return [*rows, *more, *declined][-_MOST_ROWS:]
