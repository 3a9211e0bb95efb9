"""Estimate how long a game takes with two to eight players under every choice of
rules.

    python bench/durations.py                 60 games for each table: some minutes
    python bench/durations.py --games 6       a quick look

Penny and Magpie sit at the table in turn: they play like people who know the game a little. The
time follows from what happens: so many seconds for each roll, which a player looks at and answers,
and so many for each turn, in which the dice go to the next player. The last lines are the table
of `games/rules/duration.py`: the median, in minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from farkle import GameState, RuleSet
from farkle.ai.players import decide
from games.rules.choices import CHOICES

SECONDS_A_ROLL: Final = 5
SECONDS_A_TURN: Final = 3
PLAYERS: Final = range(2, 9)
LEVELS: Final = ("penny", "magpie")


def seconds(rules: RuleSet, players: int, random: Random) -> int:
    """Play one game. Return how long people would have taken, in seconds."""

    def dice(count: int) -> list[int]:
        nonlocal rolls
        rolls += 1
        return [random.randint(1, 6) for _ in range(count)]

    rolls, turns = 0, 0
    state, _ = GameState.start(rules, players, dice)
    while state.phase != "over":
        if not state.throw:
            turns += 1
        level = LEVELS[state.current % len(LEVELS)]
        state, _ = state.apply(decide(state, level, random), dice)
    return rolls * SECONDS_A_ROLL + turns * SECONDS_A_TURN


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="how many for each table")
    parser.add_argument("--only", nargs="*", help="keys of choices")
    args = parser.parse_args()
    for key, choice in CHOICES.items():
        if args.only and key not in args.only:
            continue
        row = []
        for players in PLAYERS:
            random = Random(f"durations {key} {players}")
            row.append(
                median(seconds(choice.rules, players, random) for _ in range(args.games)) / 60
            )
        print(f'    "{key}": ({", ".join(str(round(one)) for one in row)}),', flush=True)


if __name__ == "__main__":
    main()
