"""Compare the estimated chances to win in games of three and more with the winners.

    python bench/calibration.py                          3, 4 and 6 players: half an hour
    python bench/calibration.py --games 4000             a quick look
    python bench/calibration.py --results FILE           write sums to FILE; run again to continue
    python bench/calibration.py --results FILE --table   print what FILE says; play nothing
    python bench/calibration.py --results FILE --bins    the same with all ten bins

The best computer plays itself, thousands of games at once (`lockstep`). At the start of every turn
all players' chances are estimated. A bin holds the estimates of a tenth, such as 20 to 30 %. The
error of a bin is the difference between the average estimate and the share of them that won; the
mean weighs bins by their estimates. Its standard error comes from leaving out a thousand games at a
time. The Brier score is the average square of the difference, over estimates: lower is better.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from bench.lockstep.games import Games, names, play
from farkle import PRESETS, RuleSet

SIZES: Final = (3, 4, 6)
BINS: Final = 10
GROUP: Final = 1000
"""How many games are summed up together."""

_AT_ONCE: Final = 4 * GROUP
Sums = list[list[float]]


def sums(rules: RuleSet, players: int, seed: int, first: int, count: int) -> list[Sums]:
    """Play games. Return for every `GROUP` of them and each bin: how many estimates, their sum, how
    many won, and the squared errors."""
    seen: list[tuple[Any, Any]] = []

    def note(_games: Games, numbers: Any, chances: Any) -> None:
        if np.abs(chances.sum(axis=1) - 1).max() > 1e-9:
            raise ValueError("The chances of all players add up to 1.")
        seen.append((numbers, chances))

    seats = [np.full(count, "abacus")] * players  # as the best computer decides among three or more
    winner = play(rules, names(seed, first, count), seats, seen=note).winner
    found = np.zeros((-(-count // GROUP), BINS, 4))
    for numbers, chances in seen:
        won = (winner[numbers, None] == np.arange(players)).astype(float)
        at = numbers[:, None] // GROUP, np.minimum((chances * BINS).astype(int), BINS - 1)
        for place, more in enumerate((np.ones_like(won), chances, won, (chances - won) ** 2)):
            np.add.at(found[:, :, place], at, more)
    return [[[round(one, 6) for one in row] for row in group] for group in found.tolist()]


def calibration_error(bins: Any) -> float:
    """Return the mean difference between estimated and happened, over estimates."""
    return float(np.abs(bins[:, 1] - bins[:, 2]).sum() / bins[:, 0].sum())


def with_error(groups: Any) -> tuple[float, float]:
    """Return the calibration error of all groups and its standard error, by the jackknife."""
    whole, count = groups.sum(axis=0), len(groups)
    if count < 2:
        return calibration_error(whole), float("nan")
    without = [calibration_error(whole - group) for group in groups]
    spread = sum((one - sum(without) / count) ** 2 for one in without)
    return calibration_error(whole), sqrt(spread * (count - 1) / count)


def table(results: Sequence[dict[str, Any]], *, with_bins: bool) -> Iterator[str]:
    """Yield a Markdown table: a row for each rule set and number of players."""
    head = [f"{10 * at}-{10 * at + 10} %" for at in range(BINS)] if with_bins else []
    columns = ["rules", "players", "games", "mean error", "Brier", "all alike", *head]
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for name in (*PRESETS, "all"):
        for players in SIZES:
            some = [
                one
                for one in results
                if one["players"] == players and name in ("all", one["rules"])
            ]
            if not some:
                continue
            groups = np.array([one["bins"] for one in some])
            bins = groups.sum(axis=0)
            count = bins[:, 0].sum()
            error, spread = (100 * one for one in with_error(groups))
            cells = [f"{100 * c / n:.1f}: {100 * w / n:.1f}" if n else "" for n, c, w, _ in bins]
            row = [
                name,
                str(players),
                f"{sum(one['games'] for one in some):,}",
                f"{error:.2f} ± {spread:.2f}",
                f"{bins[:, 3].sum() / count:.4f}",
                f"{(players - 1) / players**2:.4f}",
                *(cells if with_bins else []),
            ]
            yield f"| {' | '.join(row)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rules", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--players", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--results", type=Path, help="write sums to this file, as JSON lines")
    parser.add_argument("--table", action="store_true", help="print what is in the file")
    parser.add_argument("--bins", action="store_true", help="the same with all bins")
    parser.add_argument("--seed", type=int, default=0, help="other games, to fit something by")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
    done = {(one["rules"], one["players"], one["seed"], one["first"]) for one in results}
    for name in options.rules:
        for players in options.players:
            for first in range(0, 0 if options.table or options.bins else options.games, _AT_ONCE):
                if (name, players, options.seed, first) in done:
                    continue
                start, count = time.process_time(), min(_AT_ONCE, options.games - first)
                found = sums(PRESETS[name], players, options.seed, first, count)
                for at, bins in enumerate(found):
                    one = {"rules": name, "players": players, "seed": options.seed}
                    one |= {"first": first + at * GROUP, "games": min(GROUP, count - at * GROUP)}
                    results.append(one | {"bins": bins})
                    if options.results:
                        with options.results.open("a") as file:
                            file.write(json.dumps(results[-1], separators=(",", ":")) + "\n")
                took = (time.process_time() - start) / count
                print(f"{name:9} {players} players, {1000 * took:.1f} ms a game", file=sys.stderr)
    print("\n".join(table(results, with_bins=options.bins)))


if __name__ == "__main__":
    main()
