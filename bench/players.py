"""How often each level of computer player beats each other one, for every preset.

    python bench/players.py                      every pair, every preset: some hours
    python bench/players.py --games 200          a quick look
    python bench/players.py --rules kcd --pairs abacus-plain --games 20000
    python bench/players.py --results FILE       written as it goes; again goes on where it stopped
    python bench/players.py --results FILE --table      what is there, as tables; plays nothing
    python bench/players.py --times              how long a decision takes, instead

Two players, in pairs of games with the same dice: the same player begins in neither twice, and
what one throws as first player in one game the other throws in the other, as long as they go on
alike. A pair counts 0, 1 or 2 wins; the 95 % interval is that of the mean over pairs.

`plain` is no level: the play with the most expected points of each turn, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from farkle import PRESETS, GameState, Roll, RuleSet
from farkle.ai.players import LEVELS, Decision, decide, prepare
from farkle.ai.solver import solve

ROOT = Path(__file__).resolve().parents[1]
Player = Callable[[GameState], Decision]

PIECE = 250
"""So many pairs of games are played, and written down, at a time."""


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


def pairs_of_games(
    rules: RuleSet, one: str, other: str, count: int, first: int = 0
) -> Iterator[int]:
    """Wins of `one` in each of `count` pairs of games, from pair number `first` on."""
    rules = replace(rules, first_player="seat")
    for number in range(first, first + count):
        dice = Dice(f"{one} {other} {number}")
        rng = Random(number)
        here, there = player(one, rng), player(other, rng)
        wins = winner(rules, (here, there), dice) == 0
        wins += winner(rules, (there, here), dice) == 1
        yield wins


class Task(NamedTuple):
    """So many pairs of games, from a number on."""

    rules: str
    one: str
    other: str
    first: int
    count: int


def wanted(options: argparse.Namespace) -> list[Task]:
    """All there is to play, in an order in which a stop leaves something of everything."""
    keys = [*reversed(LEVELS), "plain"]
    chosen = [_split(pair) for pair in options.pairs or ()] or combinations(keys, 2)
    found = [
        Task(rules, one, other, first, min(PIECE, pairs - first))
        for one, other in chosen
        for pairs in [((options.games or _usual(one, other)) + 1) // 2]
        for first in range(0, pairs, PIECE)
        for rules in options.rules
    ]
    return sorted(found, key=lambda task: task.first)


def _split(pair: str) -> tuple[str, str]:
    one, other = pair.split("-")
    return one, other


def _usual(one: str, other: str) -> int:
    if (one, other) == ("abacus", "plain"):
        return 20_000
    levels = list(LEVELS)
    near = other in LEVELS and levels.index(one) - levels.index(other) == 1
    return 4_000 if near else 1_000


def play(task: Task) -> dict[str, Any]:
    """Play it. `outcomes`: how many pairs brought `one` no win, one, two."""
    start = time.process_time()
    count = Counter(
        pairs_of_games(PRESETS[task.rules], task.one, task.other, task.count, task.first)
    )
    return {
        **task._asdict(),
        "outcomes": [count[wins] for wins in range(3)],
        "seconds": round(time.process_time() - start, 1),
        "code": CODE,
    }


def _code() -> str:
    """Return a digest of the computer players' modules: results of other code do not count."""
    found = sha256()
    modules = "judge players race solver solver_options solver_walk turn_value"
    for name in modules.split():
        found.update((ROOT / "farkle" / "ai" / f"{name}.py").read_bytes())
    return found.hexdigest()[:12]


CODE = _code()


def share(outcomes: Sequence[int]) -> tuple[float, float]:
    """The share of games won and half of its 95 % interval."""
    pairs = sum(outcomes)
    mean = (outcomes[1] + 2 * outcomes[2]) / pairs
    spread = sum(count * (wins - mean) ** 2 for wins, count in enumerate(outcomes))
    return mean / 2, 1.96 * sqrt(spread / max(1, pairs - 1) / pairs) / 2


def table(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The results, in Markdown: a row for each pair, a column for each preset."""
    sums: dict[tuple[str, str], dict[str, list[int]]] = {}
    for line in lines:
        row = sums.setdefault((line["one"], line["other"]), {})
        have = row.setdefault(line["rules"], [0, 0, 0])
        row[line["rules"]] = [old + new for old, new in zip(have, line["outcomes"], strict=True)]
    presets = [name for name in PRESETS if any(name in row for row in sums.values())]
    yield "| | games | " + " | ".join(presets) + " |"
    yield "|---" * (len(presets) + 2) + "|"
    keys = [*reversed(LEVELS), "plain"]
    for pair in sorted(sums, key=lambda pair: [keys.index(key) for key in pair]):
        cells = []
        for name in presets:
            if name in sums[pair]:
                won, error = share(sums[pair][name])
                cells.append(f"{100 * won:.1f} ± {100 * error:.1f}")
            else:
                cells.append("")
        games = 2 * min(map(sum, sums[pair].values()))
        yield f"| {pair[0]} against {pair[1]} | {games:,} | " + " | ".join(cells) + " |"


def times(name: str, level: str, games: int) -> tuple[float, float, float]:
    """Processor time of a decision in ms: the median, the 99th percentile, the longest."""
    rules = PRESETS[name]
    prepare(rules)
    took = []
    dice = Dice("times")

    def timed(state: GameState) -> Decision:
        start = time.process_time()
        decision = decide(state, level)
        took.append(1000 * (time.process_time() - start))
        return decision

    for number in range(games):
        dice.seed = f"times {number}"
        winner(rules, (timed, timed), dice)
    took.sort()
    return median(took), took[int(0.99 * len(took))], took[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, help="games for each pair; left out: as published")
    parser.add_argument("--rules", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--pairs", nargs="*", help="like abacus-plain; left out: every pair")
    parser.add_argument("--results", type=Path, help="a file of JSON lines to write to")
    parser.add_argument("--table", action="store_true", help="show the results of the file")
    parser.add_argument("--times", action="store_true", help="measure decisions instead")
    options = parser.parse_args()
    if options.times:
        for name in options.rules:
            for level in reversed(LEVELS):
                middle, p99, longest = times(name, level, options.games or 30)
                print(f"{name:9} {level:7} {middle:6.2f} {p99:6.2f} {longest:6.2f} ms", flush=True)
        return
    lines: list[dict[str, Any]] = []
    if options.results and options.results.exists():
        lines = [json.loads(line) for line in options.results.read_text().splitlines()]
    if options.table:
        print("\n".join(table(lines)))
        return
    done = {tuple(line[field] for field in Task._fields) for line in lines if line["code"] == CODE}
    for task in wanted(options):
        if task in done:
            continue
        line = play(task)
        lines.append(line)
        if options.results:
            with options.results.open("a") as file:
                file.write(json.dumps(line) + "\n")
        won, error = share(line["outcomes"])
        print(
            f"{task.rules:9} {task.one:7} {task.other:7} {2 * task.count:6} games"
            f"  {won:6.2%} ± {error:.2%}  {line['seconds']:6.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
