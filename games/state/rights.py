"""The rights of a host who is not the founder.

While the founder has a seat, any other host is a stand-in, who may only keep the game going and
cannot change anything for good. The founder later gets a list of the stand-in's acts.
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
"""Host commands that a stand-in may send; `Remove` and `RemoveNew` only affect newcomers."""

NEWCOMER_FOR: Final = timedelta(hours=1)
"""Time for which a player counts as a newcomer."""

_MOST_ROWS: Final = 30
_LISTED: Final[Mapping[str, str]] = {"sat": "player", "removed": "player", "game": "number"}
"""Events in the founder's list, each with the field for its subject."""


def founder_is_seated(players: Mapping[int, Player]) -> bool:
    """Return True if the founder has a seat, so that any other host is a stand-in."""
    founder = players.get(FOUNDER)
    return founder is not None and not founder.left


def is_newcomer(player: Player, now: datetime, within: timedelta = NEWCOMER_FOR) -> bool:
    """Return True if the player is a person who sat down less than `within` ago."""
    if player.level:
        return False
    # A time in the future was stored before the clock was set back.
    return timedelta() <= now - player.since < within


def rows_for_founder(
    rows: Iterable[list[Any]], events: Iterable[Stored], host: int
) -> list[list[Any]]:
    """Return the newest rows of stand-ins' acts, with those of `host` in these events appended."""
    more = [
        [event["e"], host, event[_LISTED[event["e"]]]] for event in events if event["e"] in _LISTED
    ]
    declined = [
        ["declined", host, event["knock"]]
        for event in events
        if event["e"] == "answered" and not event["yes"]
    ]
    return [*rows, *more, *declined][-_MOST_ROWS:]
