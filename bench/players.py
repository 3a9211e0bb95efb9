"""Measure how often each level of computer player beats every other, under every preset.

    python bench/players.py                      every pair, every preset: some hours
    python bench/players.py --games 200          a quick look
    python bench/players.py --pairs almanac-abacus almanac-plain abacus-plain     half an hour
    python bench/players.py --results FILE       write results to FILE; run it again to continue
    python bench/players.py --results FILE --table      print the results in FILE; play nothing
    python bench/players.py --losses             measure what the players give away instead
    python bench/players.py --times              measure how long a decision takes instead

Two players play pairs of games with the same dice. Each begins one game of a pair, and the first
player throws the same dice in both games for as long as the decisions are alike; so does the
second. A pair counts as 0, 1 or 2 wins. The 95 % interval is that of the mean over all pairs.

With `--losses` the share of games won follows from what each player's decisions cost by the solved
chances to win: it is a half, plus what the other gives away in a game, less what the player does.
All else is luck and is left out, so the interval is a fifth as wide as that of games won.

`plain` is not a level. It plays each turn for the most expected points and looks at nothing else.

Almanac, Abacus, Ledger and `plain` play thousands of games at once (`lockstep`), the other levels
one by one; so does every level under rules that `lockstep` does not know.
"""

from __future__ import annotations

import argparse
import json
import os
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
from statistics import fmean, median, stdev
from typing import Any, NamedTuple
from zlib import crc32

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from bench.lockstep.deciding import TABLES, plain
from bench.lockstep.games import knows, names
from bench.lockstep.games import play as play_at_once
from farkle import PRESETS, GameState, RuleSet
from farkle.ai.chance.files import chances_of
from farkle.ai.exact import exact_of, use_tables
from farkle.ai.players import LEVELS, Decision, decide, prepare

ROOT = Path(__file__).resolve().parents[1]
Player = Callable[[GameState], Decision]

DECISION_MODULES = (
    "chance/one_turn",
    "chance/position",
    "exact",
    "estimate/judge",
    "players",
    "estimate/race",
    "turn/solver",
    "turn/solver_options",
    "turn/solver_walk",
    "turn/turn_value",
)

PAIRS_IN_TASK = 250
"""How many pairs of games are played before their results are written."""

AT_ONCE = ("almanac", "abacus", "ledger", "plain")
PAIRS_AT_ONCE = 5_000
"""Who plays so many pairs at once."""


def player(key: str, rng: Random) -> Player:
    """Return the player with this key: a level's, or "plain"."""
    return plain if key == "plain" else lambda state: decide(state, key, rng)


class Dice:
    """The dice of both games of a pair: the nth throw of a seat's mth turn is the same in both."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.random = Random()

    def start_turn(self, seat: int, number: int) -> None:
        """Go to the first throw of a turn."""
        self.random.seed(f"{self.seed} {seat} {number}")

    def __call__(self, count: int) -> list[int]:
        return [int(self.random.random() * 6) + 1 for _ in range(count)]


def winner(rules: RuleSet, seats: tuple[Player, Player], dice: Dice) -> int:
    """Play a game in which seat 0 begins. Return the seat that wins."""
    state, _ = GameState.start(rules, 2, dice)
    turns = [0, 0]
    while state.phase != "over":
        seat = state.current
        if not state.throw:
            turns[seat] += 1
            dice.start_turn(seat, turns[seat])
        state, _ = state.apply(seats[seat](state), dice)
    return state.winners[0]


def pairs_of_games(
    rules: RuleSet, one: str, other: str, count: int, first: int = 0
) -> Iterator[int]:
    """Play `count` pairs of games, from number `first` on. Yield the wins of `one` in each."""
    rules = replace(rules, first_player="seat")
    for number in range(first, first + count):
        dice = Dice(f"{one} {other} {number}")
        rng = Random(number)
        measured, opponent = player(one, rng), player(other, rng)
        wins = winner(rules, (measured, opponent), dice) == 0
        wins += winner(rules, (opponent, measured), dice) == 1
        yield wins


def shares_by_losses(
    rules: RuleSet, one: str, other: str, count: int
) -> tuple[list[float], float, float]:
    """Play `count` pairs of games. Return the share of the games that `one` is expected to win, for
    each pair, and what `one` and `other` gave away in a game."""
    rules = replace(rules, first_player="seat")
    shares, given = [], Counter[str]()

    def measured(key: str, rng: Random) -> Player:
        decide_plainly = player(key, rng)

        def weighed(state: GameState) -> Decision:
            decision = decide_plainly(state)
            exact = exact_of(state)
            assert exact is not None, "These rules are not solved."
            if worths := exact.choices(state):
                given[key] += max(worths.values()) - worths[decision]
            return decision

        return weighed

    for number in range(count):
        dice, rng, before = Dice(f"{one} {other} {number}"), Random(number), given.copy()
        for keys in ((one, other), (other, one)):
            seats = [measured(key, rng) for key in keys]
            winner(rules, (seats[0], seats[1]), dice)
        gains = {key: given[key] - before[key] for key in (one, other)}
        shares.append(0.5 + (gains[other] - gains[one]) / 2)
    return shares, given[one] / count / 2, given[other] / count / 2


def pairs_at_once(rules: RuleSet, one: str, other: str, count: int, first: int) -> Sequence[int]:
    """Return the same for players who play many games at once."""
    dice = np.tile(names(crc32(f"{one} {other}".encode()) & 0xFFFFF, first, count), 2)
    begins = np.arange(2 * count) < count
    seats = [np.where(begins, one, other), np.where(begins, other, one)]
    winner = play_at_once(rules, dice, seats).winner
    return [int(won) for won in (winner[:count] == 0).astype(int) + (winner[count:] == 1)]


class Task(NamedTuple):
    """Pairs of games to play: `count` of them, from number `first` on."""

    rules: str
    one: str
    other: str
    first: int
    count: int


def tasks(options: argparse.Namespace) -> list[Task]:
    """Return everything to play, ordered so that an early end leaves results of every pair."""
    keys = [*reversed(LEVELS), "plain"]
    chosen = [_split(pair) for pair in options.pairs or ()] or combinations(keys, 2)
    found = [
        Task(rules, one, other, first, min(size, pairs - first))
        for one, other in chosen
        for pairs in [((options.games or _usual(one, other)) + 1) // 2]
        for size in [PAIRS_AT_ONCE if {one, other} <= set(AT_ONCE) else PAIRS_IN_TASK]
        for first in range(0, pairs, size)
        for rules in options.rules
    ]
    return sorted(found, key=lambda task: task.first)


def _split(pair: str) -> tuple[str, str]:
    one, other = pair.split("-")
    return one, other


def _usual(one: str, other: str) -> int:
    if one == "almanac" and other in ("abacus", "plain"):
        return 20_000
    if (one, other) == ("abacus", "plain"):
        return 20_000
    levels = list(LEVELS)
    near = other in LEVELS and levels.index(one) - levels.index(other) == 1
    return 4_000 if near else 1_000


def play(task: Task) -> dict[str, Any]:
    """Play a task and return its results.

    `outcomes` counts the pairs in which `one` won no game, one game and both games.
    """
    start = time.process_time()
    rules = PRESETS[task.rules]
    together = {task.one, task.other} <= set(AT_ONCE) and knows(rules)
    if not together and "almanac" in task:
        chances_of(rules, TABLES)
        use_tables(str(TABLES))
    plays = pairs_at_once if together else pairs_of_games
    count = Counter(plays(rules, task.one, task.other, task.count, task.first))
    return {
        **task._asdict(),
        "outcomes": [count[wins] for wins in range(3)],
        "seconds": round(time.process_time() - start, 1),
        "code": CODE,
    }


def _code() -> str:
    """Return a fingerprint of the modules that decide: results of other code are not reused."""
    digest = sha256()
    for name in DECISION_MODULES:
        digest.update((ROOT / "farkle" / "ai" / f"{name}.py").read_bytes())
    return digest.hexdigest()[:12]


CODE = _code()


def share(outcomes: Sequence[int]) -> tuple[float, float]:
    """Return the share of games won, and half the width of its 95 % interval."""
    pairs = sum(outcomes)
    mean = (outcomes[1] + 2 * outcomes[2]) / pairs
    spread = sum(count * (wins - mean) ** 2 for wins, count in enumerate(outcomes))
    return mean / 2, 1.96 * sqrt(spread / max(1, pairs - 1) / pairs) / 2


def table(results: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the results as a Markdown table: a row for each pair, a column for each preset."""
    sums: dict[tuple[str, str], dict[str, list[int]]] = {}
    for result in results:
        row = sums.setdefault((result["one"], result["other"]), {})
        rules, outcomes = result["rules"], result["outcomes"]
        row[rules] = [a + b for a, b in zip(row.get(rules, (0, 0, 0)), outcomes, strict=True)]
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
    """Return the median, 99th percentile and longest processor time of a decision in ms."""
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, help="games for each pair; default: as many as were published"
    )
    parser.add_argument(
        "--rules", nargs="*", choices=PRESETS, default=list(PRESETS), help="default: every preset"
    )
    parser.add_argument("--pairs", nargs="*", help="such as abacus-plain; default: every pair")
    parser.add_argument(
        "--results", type=Path, help="write the results to this file, as JSON lines"
    )
    parser.add_argument("--table", action="store_true", help="print the results in the file")
    parser.add_argument(
        "--losses", action="store_true", help="measure what the players give away instead"
    )
    parser.add_argument(
        "--times", action="store_true", help="measure how long decisions take instead"
    )
    options = parser.parse_args()
    if options.times:
        for name in options.rules:
            for level in reversed(LEVELS):
                middle, p99, longest = times(name, level, options.games or 30)
                print(f"{name:9} {level:7} {middle:6.2f} {p99:6.2f} {longest:6.2f} ms", flush=True)
        return
    if options.losses:
        use_tables(str(TABLES))
        for name in options.rules:
            for one, other in map(_split, options.pairs or ["abacus-ledger"]):
                pairs = ((options.games or 2_000) + 1) // 2
                chances_of(PRESETS[name], TABLES)
                shares, *given = shares_by_losses(PRESETS[name], one, other, pairs)
                error = 1.96 * stdev(shares) / sqrt(pairs)
                print(
                    f"{name:10} {one:7} {other:7} {2 * pairs:6} games  {fmean(shares):.2%}"
                    f" ± {error:.2%}, given away in a game: {given[0]:.2%} and {given[1]:.2%}",
                    flush=True,
                )
        return
    results: list[dict[str, Any]] = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
    if options.table:
        print("\n".join(table(results)))
        return
    current = [result for result in results if result["code"] == CODE]
    done = {tuple(result[field] for field in Task._fields) for result in current}
    for task in tasks(options):
        if task in done:
            continue
        result = play(task)
        if options.results:
            with options.results.open("a") as file:
                file.write(json.dumps(result) + "\n")
        won, error = share(result["outcomes"])
        print(
            f"{task.rules:9} {task.one:7} {task.other:7} {2 * task.count:6} games"
            f"  {won:6.2%} ± {error:.2%}  {result['seconds']:6.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
