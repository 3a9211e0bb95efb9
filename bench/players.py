"""How often each level of computer player beats each other one, for every preset.

    python bench/players.py                      every pair, every preset: some hours
    python bench/players.py --games 200          a quick look
    python bench/players.py --rules kcd --pairs abacus-plain --games 20000

Two players, in pairs of games with the same dice: the same player begins in neither twice, and
what one throws as first player in one game the other throws in the other, as long as they go on
alike. A pair counts 0, 1 or 2 wins; the 95 % interval is that of the mean over pairs.

`plain` is no level: the play with the most expected points of each turn, and nothing else.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from farkle import PRESETS, GameState, Roll, RuleSet
from farkle.players import LEVELS, Decision, decide
from farkle.strategy import solve

Player = Callable[[GameState], Decision]


def plain(state: GameState) -> Decision:
    """The most points of each turn: no look at anybody's total, its own included."""
    if not state.throw:
        return Roll()
    plan = solve(state.rules, "points" if state.entered[state.current] else "enter")
    return plan.best(state.turn_points, state.throw, rolls=state.rolls)


def player(key: str, rng: Random) -> Player:
    return plain if key == "plain" else lambda state: decide(state, key, rng)


class Dice:
    """Dice for both games of a pair: each seat's nth throw of its mth turn is the same in both."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.random = Random()

    def turn(self, seat: int, number: int) -> None:
        self.random.seed(f"{self.seed} {seat} {number}")

    def __call__(self, count: int) -> list[int]:
        return [int(self.random.random() * 6) + 1 for _ in range(count)]


def winner(rules: RuleSet, seats: tuple[Player, Player], dice: Dice) -> int:
    """The seat that wins a game; seat 0 begins."""
    state, _ = GameState.start(rules, 2, dice)
    turns = [0, 0]
    while state.phase != "over":
        seat = state.current
        if not state.throw:
            turns[seat] += 1
            dice.turn(seat, turns[seat])
        state, _ = state.apply(seats[seat](state), dice)
    return state.winners[0]


def pairs_of_games(rules: RuleSet, one: str, other: str, count: int) -> Iterator[int]:
    """Wins of `one` in each of `count` pairs of games."""
    rules = replace(rules, first_player="seat")
    for number in range(count):
        dice = Dice(f"{one} {other} {number}")
        rng = Random(number)
        first, second = player(one, rng), player(other, rng)
        wins = winner(rules, (first, second), dice) == 0
        wins += winner(rules, (second, first), dice) == 1
        yield wins


def share(wins: list[int]) -> tuple[float, float]:
    """The share of games won and half of its 95 % interval."""
    mean = sum(wins) / len(wins)
    spread = sum((one - mean) ** 2 for one in wins) / max(1, len(wins) - 1)
    return mean / 2, 1.96 * sqrt(spread / len(wins)) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games for each pair")
    parser.add_argument("--rules", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--pairs", nargs="*", help="like abacus-plain; left out: every pair")
    options = parser.parse_args()
    keys = [*reversed(LEVELS), "plain"]
    pairs = [tuple(pair.split("-")) for pair in options.pairs or ()]
    for name in options.rules:
        for one, other in pairs or combinations(keys, 2):
            start = time.process_time()
            wins = list(pairs_of_games(PRESETS[name], one, other, (options.games + 1) // 2))
            won, error = share(wins)
            seconds = time.process_time() - start
            print(
                f"{name:9} {one:7} {other:7} {2 * len(wins):6} games"
                f"  {won:6.2%} ± {error:.2%}  {won - error:6.2%}..{won + error:6.2%}"
                f"  {seconds:6.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
