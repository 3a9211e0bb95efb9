"""Play games of exact play against exact play, and compare who wins with the solved chance.

    python bench/exact_play.py                       a million games under `kcd`: some minutes
    python bench/exact_play.py --games 20000         a quick look
    python bench/exact_play.py --target 2000         to another target

Both players take the best choice of every throw by the solved table. The dice are thrown die by
die, and what they score comes from the score table of the rules, not from the solver. Rules are
`kcd`, which has no opening score and in which the first to reach the target wins.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from farkle import PRESETS, RuleSet, keeps
from farkle.ai.chance.files import chances_of
from farkle.ai.chance.throws import ThrowValues
from farkle.ai.chance.walk import Manner, Walk

AT_ONCE: Final = 50_000
Array = Any


class Turns:
    """The best play from every pair of totals, and what every throw offers."""

    def __init__(self, rules: RuleSet) -> None:
        chances = chances_of(rules)
        self.chance = chances.to_move(0, 0, entered=(True, True))
        grid, win = chances.grid, chances.inside[:, :, 0]
        self.target = size = len(win)
        mine, theirs = (index.ravel() for index in np.indices((size, size)))
        totals = mine + np.arange(size + 1)[:, None]
        bank = np.where(totals < size, 1 - win[theirs, np.minimum(totals, size - 1)], 1.0)
        lost = 1 - win[theirs, mine]
        self.bank = bank
        self.roll = Walk(ThrowValues(rules, grid), bank, lost, Manner()).rolls
        self.offers = [self._offers(rules, grid, dice) for dice in range(1, 7)]

    @staticmethod
    def _offers(rules: RuleSet, grid: int, dice: int) -> Array:
        """Return (rows, dice left) for each choice of each throw, by the number of the throw."""
        found = np.full((6**dice, 6, 2), -1)
        for number, faces in enumerate(product(range(1, 7), repeat=dice)):
            best: dict[int, int] = {}
            for keep, points in keeps(rules, faces).items():
                left = dice - len(keep) or 6
                best[left] = max(points // grid, best.get(left, 0))
            for at, (left, rows) in enumerate(best.items()):
                found[number, at] = rows, left
        return found


def wins(turns: Turns, games: int, rng: np.random.Generator) -> int:
    """Play so many games at once. Return how many the player who begins wins."""
    size = turns.target
    mine, theirs = np.zeros(games, int), np.zeros(games, int)
    risk, dice = np.zeros(games, int), np.full(games, 6)
    first, won = np.ones(games, bool), 0
    while len(mine):
        offered = np.full((len(mine), 6, 2), -1)
        for count in range(1, 7):
            some = np.flatnonzero(dice == count)
            number = np.zeros(len(some), int)
            for _ in range(count):
                number = 6 * number + rng.integers(0, 6, len(some))
            offered[some] = turns.offers[count - 1][number]
        pair = mine * size + theirs
        rows, left = offered[:, :, 0], offered[:, :, 1]
        then = np.minimum(risk[:, None] + rows, size)
        bank = turns.bank[then, pair[:, None]]
        roll = turns.roll[left, then, pair[:, None]]
        worth = np.where(rows < 0, -1.0, np.maximum(bank, roll))
        best = worth.argmax(axis=1)
        at = np.arange(len(mine))
        farkle = rows[:, 0] < 0
        banks = ~farkle & (bank[at, best] >= roll[at, best])
        risk = then[at, best]
        mine = np.where(banks, mine + risk, mine)
        over = mine >= size
        won += int((over & first).sum())
        passes = farkle | banks
        mine, theirs = np.where(passes, theirs, mine), np.where(passes, mine, theirs)
        first = first ^ passes
        risk = np.where(passes, 0, risk)
        dice = np.where(passes, 6, left[at, best])
        on = ~over
        mine, theirs, risk, dice, first = (some[on] for some in (mine, theirs, risk, dice, first))
    return won


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--target", type=int, default=4000)
    options = parser.parse_args()
    turns = Turns(replace(PRESETS["kcd"], target=options.target))
    rng, won, start = np.random.default_rng(16), 0, time.process_time()
    for done in range(0, options.games, AT_ONCE):
        won += wins(turns, min(AT_ONCE, options.games - done), rng)
    share = won / options.games
    error = sqrt(share * (1 - share) / options.games)
    off = (share - turns.chance) / error
    print(
        f"The first player wins {100 * share:.3f} % of {options.games:,} games; the solver gives "
        f"{100 * turns.chance:.3f} %: {off:+.2f} standard errors of {100 * error:.3f} %. "
        f"{time.process_time() - start:.0f} s."
    )
    return 0 if abs(off) < 3 else 1


if __name__ == "__main__":
    sys.exit(main())
