"""What computers make of a deal: the points of every level, par, and perfect sight.

`Spread.to_dict` is what the site stores. It tells a lot about the dice of a deal, so nobody may see
it before their own try has ended.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, Final

from farkle.ai.players import LEVELS, WITH_CHANCE, Decision, decide
from farkle.engine.deal import dealt_dice
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from .foresight import NoCeiling, perfect_turns

RUNS: Final = 1000
"""Number of runs of a level with chance in its play."""


@dataclass(frozen=True, slots=True)
class LevelSpread:
    """The results of a level: its number of `runs`, their `mean`, and pairs of total `points` and
    the number of runs that ended with them, by rising points."""

    runs: int
    mean: float
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The results of computers in a deal.

    `levels` has those of each level (a key of `farkle.ai.players.LEVELS`), in the order of their
    strength. `par` is the total of the player that expects most points, and `perfect` the highest
    total that any play has, None if there is no ceiling. `par_turns` and `perfect_turns` are their
    changes of the score by turn.
    """

    levels: Mapping[str, LevelSpread]
    par: int
    par_turns: tuple[int, ...]
    perfect: int | None
    perfect_turns: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the spread as data for JSON, with lists for tuples:

        {"levels": {"pip": {"runs": 1, "mean": 4050.0, "points": [[4050, 1]]}, ...},
        "par": 5200, "par_turns": [0, 350, ...], "perfect": 9850, "perfect_turns": [...]}
        """
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]


def spread_of(rules: RuleSet, seed: bytes, runs: int = RUNS) -> Spread:
    """Return the spread of the deal with these rules (`rules_of_deal`) and this seed."""
    from .points_best import PointsBest  # numpy comes with it, and readers of a spread need none

    par = play_turns(rules, seed, PointsBest(rules).decide)
    try:
        perfect = perfect_turns(rules, seed)
    except NoCeiling:
        perfect = ()
    return Spread(
        {key: _spread_of_level(rules, seed, key, runs) for key in LEVELS},
        sum(par),
        par,
        sum(perfect) if perfect else None,
        perfect,
    )


def play_turns(
    rules: RuleSet, seed: bytes, play: Callable[[GameState], Decision]
) -> tuple[int, ...]:
    """Return the change of the score by turn of a player in a deal."""
    state, _ = GameState.start(rules, 1, lambda _: ())
    totals = [0] * (rules.rounds + 1)
    while state.phase != "over":
        turn = state.round
        state, _ = state.apply(play(state), dealt_dice(seed, state))
        totals[turn] = state.scores[0]
    return tuple(after - before for before, after in pairwise(totals))


def _spread_of_level(rules: RuleSet, seed: bytes, level: str, runs: int) -> LevelSpread:
    runs = runs if level in WITH_CHANCE else 1
    counts: Counter[int] = Counter()
    for run in range(runs):
        play = partial(decide, level=level, rng=Random(run))
        counts[sum(play_turns(rules, seed, play))] += 1
    mean = sum(points * count for points, count in counts.items()) / runs
    return LevelSpread(runs, round(mean, 1), tuple(sorted(counts.items())))
