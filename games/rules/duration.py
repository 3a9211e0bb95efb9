"""How long a game takes, for the choice of rules."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from farkle import PRESETS, RuleSet

_MINUTES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "absolute": (11, 16, 19, 24, 28, 31, 36),
        "classic": (10, 14, 17, 21, 24, 28, 32),
        "specials": (8, 10, 14, 16, 19, 22, 24),
        "entry": (12, 18, 22, 27, 32, 38, 42),
        "family": (10, 14, 19, 22, 25, 29, 33),
        "4iam": (10, 13, 18, 22, 25, 29, 33),
        "patch": (9, 13, 17, 20, 24, 26, 30),
        "kcd": (3, 4, 5, 6, 7, 8, 9),
    }
)
"""Minutes by preset for two to eight players. `bench/durations.py` measures them."""

_FEWEST: Final = 2
_EXACT_BELOW: Final = 10
_STEP: Final = 5


def minutes(rules: RuleSet, base: str) -> tuple[int, ...]:
    """Return how many minutes a game takes with two, three and up to eight players.

    Changes to the preset `base` count only as far as they change the winning score. Empty for a
    number of rounds or a winning score that cannot be compared.
    """
    preset = PRESETS[base]
    if rules.rounds or preset.rounds or rules.target <= 0:
        return ()
    return tuple(max(1, round(one * rules.target / preset.target)) for one in _MINUTES[base])


def about(found: tuple[int, ...], players: int) -> int:
    """Return the minutes for so many players, as coarse as they are known; 0 if they are not.

    `static/js/lib/time.js` does the same for players who come and go.
    """
    if not found:
        return 0
    more = max(0, players - _FEWEST - len(found) + 1)
    at = min(max(0, players - _FEWEST), len(found) - 1)
    value = found[at] + more * (found[-1] - found[-2])
    return value if value < _EXACT_BELOW else (value + _STEP // 2) // _STEP * _STEP
