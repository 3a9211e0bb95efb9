"""Measure how well a few days of deals tell good players from weak ones, beside ordinary games.

    python bench/deals/skill.py                     500 players, ten days: some minutes
    python bench/deals/skill.py --players 100       a quick look

A player's strength is known. There are two kinds of populations, evenly from the best play down:

- of errors: every choice is the one worth most after an error was added to the worth of each. The
  size of the errors goes up to `--most` times the points of an average turn.
- of blunders (`--most 0`): a share of the choices, up to all of them, is any legal one.

Deals are those of the site's days, under the rules of each weekday. In ordinary
games everybody has dice of their own: ten games of ten turns, each against another player.

Printed is the rank correlation of the strength with each result: the mean against par, what the
choices gave away, the mean points of ordinary games, and the games won.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from farkle import PRESETS, GameState, Roll
from farkle.ai.deals.points_best import PointsBest
from farkle.ai.deals.spread import play_turns
from farkle.ai.players import Decision
from farkle.engine.deal import rules_of_deal

DAILY = ("standard", "kcd", "classic", "patch", "4iam", "specials", "absolute")
"""The rules of the daily deal, from Monday on, as in `games.services.deals`."""


class Result(NamedTuple):
    points: int
    given_away: float


class Player:
    """A player with errors of this size, in average turns, and this share of blunders."""

    def __init__(self, rng: Random, errors: float = 0.0, blunders: float = 0.0) -> None:
        self._rng, self._errors, self._blunders = rng, errors, blunders

    def play(self, best: PointsBest, seed: bytes) -> Result:
        scale, given_away = self._errors * best.value(1), 0.0

        def decide(state: GameState) -> Decision:
            nonlocal given_away
            if not state.throw:
                return Roll()
            worths = best.worths(state)
            if self._rng.random() < self._blunders:
                choice = self._rng.choice(list(worths))
            else:
                choice = max(worths, key=lambda at: worths[at] + self._rng.gauss(0, scale))
            given_away += max(worths.values()) - worths[choice]
            return choice

        return Result(sum(play_turns(best.rules, seed, decide)), given_away)


def correlation(strength: list[float], results: list[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = [np.unique(values, return_inverse=True)[1] for values in (strength, results)]
    middle = []
    for rank in ranks:  # ties share the mean of their ranks
        counts = np.bincount(rank)
        middle.append((np.cumsum(counts) - (counts - 1) / 2)[rank])
    return float(np.corrcoef(middle)[0, 1])


def population(count: int, most: float, rng: Random) -> list[Player]:
    """Return players from the best to the weakest."""
    shares = [at / (count - 1) for at in range(count)]
    if not most:
        return [Player(rng, blunders=share) for share in shares]
    return [Player(rng, errors=most * share) for share in shares]


def measure(count: int, days: int, most: float, run: int) -> None:
    rng = Random(run)
    players = population(count, most, rng)
    strength = [-float(place) for place in range(count)]
    rules = [PointsBest(rules_of_deal(PRESETS[DAILY[day % 7]])) for day in range(days)]
    dealt, own = [], []
    for best in rules:
        seed = rng.randbytes(32)
        par = sum(play_turns(best.rules, seed, best.decide))
        results = [player.play(best, seed) for player in players]
        dealt.append([Result(result.points - par, result.given_away) for result in results])
        own.append([player.play(best, rng.randbytes(32)) for player in players])
    won = np.zeros(count)
    for results in own:
        points = np.array([result.points for result in results])
        rivals = np.array(rng.sample(range(count), count))
        won += (points > points[rivals]) + 0.5 * (points == points[rivals])
    against_par = np.array([[result.points for result in results] for results in dealt])
    given_away = np.array([[result.given_away for result in results] for results in dealt])
    ordinary = np.array([[result.points for result in results] for results in own])
    name = f"errors up to {most:g} turns" if most else "blunders"
    best_day, worst_day = against_par[:, 0].mean(), against_par[:, -1].mean()
    print(f"{name}, run {run}, {days} days, from {best_day:+.0f} to {worst_day:+.0f} points a day:")
    for name, values in (
        ("mean against par", against_par.mean(0)),
        ("given away", -given_away.mean(0)),
        ("ordinary games, mean", ordinary.mean(0)),
        ("ordinary games, won", won),
    ):
        print(f"  {name:<22} {correlation(strength, list(values)):.3f}")
    few = [
        f"{day}: {correlation(strength, list(-given_away[:day].mean(0))):.3f}" for day in (1, 2, 3)
    ]
    print("  given away, by days   ", ", ".join(few), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument(
        "--most", type=float, nargs="+", default=[0.0, 0.25, 1.0], help="0: blunders"
    )
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    begun = time.process_time()
    for most in options.most:
        for run in range(options.runs):
            measure(options.players, options.days, most, run)
    print(f"{time.process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
