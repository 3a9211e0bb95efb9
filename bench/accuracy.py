"""Measure how accurately each level plays, and how many games it takes to tell two levels apart.

    python bench/accuracy.py               500 games of two for each level, against itself
    python bench/accuracy.py --games 50
    python bench/accuracy.py --rules kcd

It prints the average chance to win given away a decision, the average accuracy of a game and how
widely it varies, and for each level against Abacus after how many games its accuracy and its
results are lower with 95 % certainty.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count
from math import ceil, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from farkle import PRESETS, GameState, Record
from farkle.ai.chance.files import find_chances
from farkle.ai.players import LEVELS, decide
from farkle.ai.review.winning import winning

_ONE_SIDED = 1.645
"""So many standard errors make 95 % certain."""


def played(name: str, levels: tuple[str, str], seed: int) -> Record:
    """Return the record of a game."""
    random = Random(seed)

    def source(number: int) -> list[int]:
        return [random.randint(1, 6) for _ in range(number)]

    state, batch = GameState.start(PRESETS[name], 2, source)
    record = Record(PRESETS[name], 2, batch)
    while state.phase != "over":
        action = decide(state, levels[state.current], random)
        state, batch = state.apply(action, source)
        record = record.and_then(action, batch)
    return record


def measure(name: str, level: str, games: int) -> tuple[list[float], float, float]:
    """Return the accuracies of a level in games against Abacus, its average loss a decision, and
    the share of the games that it won."""
    chances, found, wins = find_chances(PRESETS[name]), [], 0
    loss = decided = 0.0
    for seed in range(games):
        seat = seed % 2
        levels = (level, "abacus") if seat == 0 else ("abacus", level)
        record = played(name, levels, seed)
        result = winning(record, chances)
        if result is None:
            raise ValueError("A game of two always has chances.")
        mine = result.accuracies[seat]
        loss, decided = loss + mine.loss, decided + mine.decided
        if mine.percent is not None:
            found.append(mine.percent)
        wins += result.accounts[seat].end == 1
    return found, loss / decided, wins / games


def needed(gap: float, spread: float) -> int | None:
    """Return how many games make a gap of averages certain, if each game varies by `spread`."""
    if gap <= 0:
        return None
    return next(n for n in count(1) if _ONE_SIDED * spread / sqrt(n) <= gap)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rules", default="kcd", choices=sorted(PRESETS))
    options = parser.parse_args()
    rows = {level: measure(options.rules, level, options.games) for level in LEVELS}
    best, _, _ = rows["abacus"]
    print("level    given a decision  accuracy  varies by  wins  games by accuracy  by results")
    for level, (found, loss, won) in rows.items():
        spread = sqrt(stdev(found) ** 2 + stdev(best) ** 2)
        by_accuracy = needed(fmean(best) - fmean(found), spread)
        by_results = needed(ceil(1000 * (0.5 - won)) / 1000, 0.5)
        print(
            f"{level:8} {100 * loss:14.2f} %  {fmean(found):8.1f}  {stdev(found):9.1f}  "
            f"{100 * won:3.0f}%  {by_accuracy or '-':>17}  {by_results or '-':>10}",
            flush=True,
        )


if __name__ == "__main__":
    main()
