"""How a room is run: what its host may set, and what holds where nothing was set."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.models import Room

MIN_SEATS: Final = 2
MAX_SEATS: Final = 1000

PACE_MS: Final[Mapping[str, int]] = MappingProxyType({"slow": 2500, "normal": 1200, "quick": 400})
"""How long a computer player waits before each move."""

PAST: Final = ("link", "players")
"""Who may look at the games of a room: whoever has the link, or its players only."""

AWAY: Final = ("bank", "computer", "skip")
"""What happens when the time of the player at turn is up."""

LATE: Final = ("wait", "play")
"""Who sits down while a game is on waits for the next one, or plays from the next round on."""

STARTS: Final = ("rules", "rotate", "winner", "loser")
"""Who begins a rematch."""

LONG_SECONDS: Final = 60 * 60
"""Where a turn may take so long, nobody is expected to sit there."""

DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "listed": False,
        "seats": MAX_SEATS,
        "pace": "normal",
        "hints": False,
        "past": "link",
        "away": "bank",
        "away_after": 30,
        "timer": 0,
        "talk": True,
        "late": "wait",
        "starts": "rules",
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
        "timer": lambda value: value == 0 or 30 <= value <= 24 * 60 * 60,
        "hints": lambda value: isinstance(value, bool),
    }
)


def settings_of(room: Room) -> dict[str, Any]:
    """Every setting of the room, by name."""
    return {**DEFAULTS, **room.settings}


def is_fit(name: str, value: Any) -> bool:
    """Whether the setting may have this value, which is of its type already."""
    return _FIT[name](value)


def counts_down(settings: Mapping[str, Any]) -> bool:
    """Whether the turn of a player who is not there is counted down."""
    return bool(settings["away_after"] and settings["timer"] < LONG_SECONDS)
