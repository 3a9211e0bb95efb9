"""The settings of a room: what its host may choose, and the defaults."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.models import Room
from games.people.presence import AWAY_AFTER_SECONDS

MIN_SEATS: Final = 2
MAX_SEATS: Final = 1000

PACE_MS: Final[Mapping[str, int]] = MappingProxyType({"slow": 2500, "normal": 1200, "quick": 400})
"""How long a computer player waits before each move, by pace."""

PAST: Final = ("link", "players")
"""Who may look at the past games of a room: anybody who has the link, or only its players."""

AWAY: Final = ("bank", "computer", "skip")
"""What happens when the player at turn runs out of time."""

LATE: Final = ("wait", "play")
"""Whether a player who sits down during a game waits for the next or joins in the next round."""

STARTS: Final = ("rules", "rotate", "winner", "loser")
"""Who starts a rematch."""

DOOR: Final = ("open", "knock", "locked")
"""Whether new players sit down by themselves, ask the host first, or cannot."""

LONG_SECONDS: Final = 60 * 60
"""With turns this long, nobody is expected to stay at the table."""

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
        "odds": False,
        "abandon_days": 7,
        "holiday_days": 14,
        # The operator of the site keeps the room off the home page, or its chat off.
        "unlisted": False,
        "silenced": False,
    }
)

_FIT: Final[Mapping[str, Callable[[Any], bool]]] = MappingProxyType(
    {
        "listed": lambda value: isinstance(value, bool),
        "seats": lambda value: MIN_SEATS <= value <= MAX_SEATS,
        "pace": lambda value: value in PACE_MS,
        "past": lambda value: value in PAST,
        "away": lambda value: value in AWAY,
        "away_after": lambda value: value == 0 or 10 <= value <= 3600,
        "late": lambda value: value in LATE,
        "starts": lambda value: value in STARTS,
        "talk": lambda value: isinstance(value, bool),
        "timer": lambda value: value == 0 or 30 <= value <= LONGEST_TIMER_SECONDS,
        "hints": lambda value: isinstance(value, bool),
        "door": lambda value: value in DOOR,
        "spectators": lambda value: isinstance(value, bool),
        "odds": lambda value: isinstance(value, bool),
        "abandon_days": lambda value: 1 <= value <= MOST_ABANDON_DAYS,
        "holiday_days": lambda value: 0 <= value <= MOST_HOLIDAY_DAYS,
        "unlisted": lambda value: isinstance(value, bool),
        "silenced": lambda value: isinstance(value, bool),
    }
)


def settings_of(room: Room) -> dict[str, Any]:
    """Return every setting of the room by name."""
    return {**DEFAULTS, **room.settings}


def settings_with(room: Room, changes: object) -> dict[str, Any]:
    """Return the room's settings with the values that `changes` has as attributes; None leaves a
    setting as it is. Raise ValueError for a value that is not allowed."""
    settings = settings_of(room)
    for name in DEFAULTS:
        value = getattr(changes, name, None)
        if value is not None:
            if not is_fit(name, value):
                raise ValueError(name)
            settings[name] = value
    return settings


def is_fit(name: str, value: Any) -> bool:
    """Return whether the setting may have this value, whose type is right already."""
    return _FIT[name](value)


def counts_down(settings: Mapping[str, Any]) -> bool:
    """Return whether an absent player's turn has a countdown."""
    return bool(settings["away_after"] and settings["timer"] < LONG_SECONDS)
