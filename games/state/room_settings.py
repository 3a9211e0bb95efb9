"""The settings of a room: the values its host may choose, and the defaults."""

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.models import Room
from games.people.presence import AWAY_AFTER_SECONDS

MIN_SEATS: Final = 2
MAX_SEATS: Final = 1000

PACE_MS: Final[Mapping[str, int]] = MappingProxyType({"slow": 2500, "normal": 1200, "quick": 400})
"""Pause of a computer player before each move, by pace."""

PAST: Final = ("link", "players")
"""Readers of a room's past games: all who have the link, or only its players."""

AWAY: Final = ("bank", "computer", "skip")
"""Action taken for the current player when time is up."""

LATE: Final = ("wait", "play")
"""Players who sit down during a game wait for the next one, or join in the next round."""

STARTS: Final = ("rules", "rotate", "winner", "loser")
"""The first player of a rematch."""

DOOR: Final = ("open", "knock", "locked")
"""The door: new players sit down by themselves, ask the host first, or cannot join."""

LONG_SECONDS: Final = 60 * 60
"""With turns this long, players are not expected to stay at the table."""

LONGEST_TIMER_SECONDS: Final = 14 * 24 * 60 * 60

MOST_ABANDON_DAYS: Final = 90

MOST_HOLIDAY_DAYS: Final = 90

DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "listed": False,
        "seats": MAX_SEATS,
        "pace": "normal",
        "hints": False,
        "past": "link",
        "away": "bank",
        "away_after": AWAY_AFTER_SECONDS,
        "timer": 0,
        "talk": True,
        "late": "wait",
        "starts": "rules",
        "door": "open",
        "spectators": True,
        # Spectators react, too, where there is talk.
        "spectators_react": True,
        "odds": False,
        # All seats play at the same time, with the same dice.
        "together": False,
        # Each player chooses named dice.
        "own_dice": False,
        "abandon_days": 7,
        "holiday_days": 14,
        # The operator of the site keeps the room off the home page, or its chat off.
        "unlisted": False,
        "silenced": False,
    }
)

_ALLOWED: Final[Mapping[str, Container[Any]]] = MappingProxyType(
    {
        "seats": range(MIN_SEATS, MAX_SEATS + 1),
        "pace": PACE_MS,
        "past": PAST,
        "away": AWAY,
        "away_after": range(10, 3600 + 1),
        "timer": range(30, LONGEST_TIMER_SECONDS + 1),
        "late": LATE,
        "starts": STARTS,
        "door": DOOR,
        "abandon_days": range(1, MOST_ABANDON_DAYS + 1),
        "holiday_days": range(MOST_HOLIDAY_DAYS + 1),
    }
)
"""Values of the settings that are not booleans."""
_MAY_BE_OFF: Final = ("away_after", "timer")
"""Settings that may also be 0."""


def settings_of(room: Room) -> dict[str, Any]:
    return {**DEFAULTS, **room.settings}


def settings_with(room: Room, changes: object) -> dict[str, Any]:
    """Return the room's settings with the attributes of `changes` that are not None. Raise
    ValueError for a value that is not allowed."""
    settings = settings_of(room)
    for name in DEFAULTS:
        value = getattr(changes, name, None)
        if value is not None:
            if not is_fit(name, value):
                raise ValueError(name)
            settings[name] = value
    return settings


def is_fit(name: str, value: Any) -> bool:
    """Return True if the setting may have this value, which has the right type."""
    if name not in _ALLOWED:
        return isinstance(value, bool)
    return value in _ALLOWED[name] or (value == 0 and name in _MAY_BE_OFF)


def counts_down(settings: Mapping[str, Any]) -> bool:
    """Return True if an absent player's turn has a countdown."""
    return bool(settings["away_after"] and settings["timer"] < LONG_SECONDS)
