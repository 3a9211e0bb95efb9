"""Measure how often each computer player ends a game far below zero, where penalties can take it.

    python bench/below_zero.py                    2,000 games of every player: some twenty minutes
    python bench/below_zero.py --games 200        a quick look
    python bench/below_zero.py --results FILE     write results to FILE; run it again to continue
    python bench/below_zero.py --results FILE --table    print the results in FILE; play nothing

A table has three to six seats. One is measured: each level sits there in turn, and `plain`, which
plays each turn for the most points and nothing else. The others are drawn at random from the same
players. All play with the same dice: the nth throw of a seat's mth turn is the same whoever is
measured. The rules are the presets with a penalty for three farkles in a row.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players import CODE, Dice, player
from farkle import PRESETS, GameState, RuleSet
from farkle.ai.players import LEVELS

KEYS: Final = (*reversed(LEVELS), "plain")
RULES: Final = tuple(key for key, rules in PRESETS.items() if rules.farkle_penalty)
FAR_BELOW: Final = -3000
TABLES_IN_TASK: Final = 100
"""How many tables are played before their results are written."""


def play(rules: RuleSet, number: int, key: str) -> int:
    """Play the table with this number. Return the total that `key` ends with there."""
    random = Random(f"below zero {number}")
    seats = random.choices(KEYS, k=random.randint(3, 6))
    measured = random.randrange(len(seats))
    seats[measured] = key
    players = [player(one, Random(f"{number} {seat}")) for seat, one in enumerate(seats)]
    dice, turns = Dice(f"below zero {number}"), [0] * len(seats)
    state, _ = GameState.start(replace(rules, first_player="seat"), len(seats), dice)
    while state.phase != "over":
        seat = state.current
        if not state.throw:
            turns[seat] += 1
            dice.start_turn(seat, turns[seat])
        state, _ = state.apply(players[seat](state), dice)
    return state.scores[measured]


def play_tables(name: str, key: str, first: int) -> dict[str, Any]:
    """Play some tables. Return how often `key` ended far below zero, and its lowest total."""
    start = time.process_time()
    numbers = range(first, first + TABLES_IN_TASK)
    ends = [play(PRESETS[name], number, key) for number in numbers]
    return {
        "rules": name,
        "player": key,
        "first": first,
        "games": TABLES_IN_TASK,
        "below": sum(total < FAR_BELOW for total in ends),
        "lowest": min(ends),
        "seconds": round(time.process_time() - start, 1),
        "code": CODE,
    }


def table(results: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the results as a Markdown table."""
    by = {
        (name, key): [one for one in results if (one["rules"], one["player"]) == (name, key)]
        for name in RULES
        for key in KEYS
    }
    names = [name for name in RULES if any(by[name, key] for key in KEYS)]
    heads = (f"games, {name} | below {FAR_BELOW:,} | lowest total" for name in names)
    yield f"| | {' | '.join(heads)} |"
    yield "|---" * (1 + 3 * len(names)) + "|"
    for key in KEYS:
        if any(by[name, key] for name in names):
            yield f"| {key} | {' | '.join(_cells(by[name, key]) for name in names)} |"


def _cells(results: Sequence[dict[str, Any]]) -> str:
    games, below = (sum(one[field] for one in results) for field in ("games", "below"))
    lowest = min((one["lowest"] for one in results), default=0)
    return f"{games:,} | {below} ({100 * below / max(1, games):.2f} %) | {lowest:,}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000, help="of every player (2,000)")
    parser.add_argument("--rules", nargs="*", choices=RULES, default=list(RULES))
    parser.add_argument("--players", nargs="*", choices=KEYS, default=list(KEYS))
    parser.add_argument("--results", type=Path, help="write results to this file, as JSON lines")
    parser.add_argument("--table", action="store_true", help="print the results in the file")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
        results = [result for result in results if result["code"] == CODE]
    done = {(result["rules"], result["player"], result["first"]) for result in results}
    firsts = range(0, 0 if options.table else options.games, TABLES_IN_TASK)
    for first, name, key in product(firsts, options.rules, options.players):
        if (name, key, first) in done:
            continue
        result = play_tables(name, key, first)
        results.append(result)
        if options.results:
            with options.results.open("a") as file:
                file.write(json.dumps(result) + "\n")
        print(f"{name:9} {key:7} {first:6} {result['seconds']:6.1f} s", flush=True)
    print("\n".join(table(results)))


if __name__ == "__main__":
    main()
