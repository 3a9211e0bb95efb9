"""Compare the estimated chances to win in games of three and more with the winners.

    python bench/calibration.py                          every preset, 3, 4 and 6 players: hours
    python bench/calibration.py --games 200              a quick look
    python bench/calibration.py --results FILE           write games to FILE; run again to continue
    python bench/calibration.py --results FILE --table   print what FILE says; play nothing
    python bench/calibration.py --results FILE --bins    the same with all ten bins

The best computer plays itself. At the start of every turn all players' chances are estimated. A bin
holds the estimates of a tenth, such as 20 to 30 %. The error of a bin is the difference between the
average estimate and the share of them that won; the mean weighs bins by their estimates. The Brier
score is the average square of the difference, over estimates: lower is better.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from farkle import PRESETS, GameState, RuleSet
from farkle.ai.players import decide, prepare
from farkle.ai.worth import Worth

SIZES: Final = (3, 4, 6)
BINS: Final = 10
_AT_ONCE: Final = 25
"""How many games are played under one rule set before the next one's turn."""


def game(rules: RuleSet, players: int, seed: str) -> dict[str, Any]:
    """Play a game. Return the estimates of every turn, in thousandths of a percent, and who won."""
    random = Random(seed)
    state, _ = GameState.start(rules, players, lambda n: random.choices(range(1, 7), k=n))
    worth = Worth(rules, None, [])
    estimates = []
    while state.phase != "over":
        if not state.rolls:
            found = worth.vector(state, worth.best(state), players)
            estimates.append([round(100_000 * chance) for chance in found])
        action = decide(state, "almanac")
        state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))
    return {"won": state.winners[0], "estimates": estimates}


def sums(games: Sequence[dict[str, Any]]) -> list[list[float]]:
    """Return for each bin: how many estimates, their sum, how many won, and the squared errors."""
    found = [[0.0] * 4 for _ in range(BINS)]
    for one in games:
        for estimates in one["estimates"]:
            for seat, thousandths in enumerate(estimates):
                chance, won = thousandths / 100_000, float(seat == one["won"])
                row = found[min(BINS - 1, int(chance * BINS))]
                for at, more in enumerate((1.0, chance, won, (chance - won) ** 2)):
                    row[at] += more
    return found


def calibration_error(bins: Sequence[Sequence[float]]) -> float:
    """Return the mean difference between estimated and happened, over estimates."""
    return sum(abs(chance - won) for _, chance, won, _ in bins) / sum(row[0] for row in bins)


def table(results: Sequence[dict[str, Any]], *, with_bins: bool) -> Iterator[str]:
    """Yield a Markdown table: a row for each rule set and number of players."""
    head = [f"{10 * at}-{10 * at + 10} %" for at in range(BINS)] if with_bins else []
    yield "| rules | players | games | mean error | Brier | all alike | " + " | ".join(head)
    yield "|---" * (6 + len(head)) + "|"
    for name in PRESETS:
        for players in SIZES:
            some = [one for one in results if (one["rules"], one["players"]) == (name, players)]
            if not some:
                continue
            bins = sums(some)
            count = sum(row[0] for row in bins)
            brier = sum(row[3] for row in bins) / count
            alike = (players - 1) / players**2
            cells = [f"{100 * c / n:.1f}: {100 * w / n:.1f}" if n else "" for n, c, w, _ in bins]
            yield (
                f"| {name} | {players} | {len(some):,} | {100 * calibration_error(bins):.2f}"
                f" | {brier:.4f} | {alike:.4f} | " + " | ".join(cells if with_bins else [])
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rules", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--players", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--results", type=Path, help="write the games to this file, as JSON lines")
    parser.add_argument("--table", action="store_true", help="print what is in the file")
    parser.add_argument("--bins", action="store_true", help="the same with all bins")
    parser.add_argument("--seed", default="calibration", help="other games, to fit something by")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
    done = {(one["rules"], one["players"], one["number"]) for one in results}
    for first in range(0, 0 if options.table or options.bins else options.games, _AT_ONCE):
        for name in options.rules:
            rules = replace(PRESETS[name], first_player="seat")
            prepare(rules)
            for players in options.players:
                start, played = time.process_time(), 0
                for number in range(first, min(first + _AT_ONCE, options.games)):
                    if (name, players, number) in done:
                        continue
                    found = game(rules, players, f"{options.seed} {name} {players} {number}")
                    found |= {"rules": name, "players": players, "number": number}
                    results.append(found)
                    played += 1
                    if options.results:
                        with options.results.open("a") as file:
                            file.write(json.dumps(found, separators=(",", ":")) + "\n")
                took = (time.process_time() - start) / max(1, played)
                print(f"{name:9} {players} players, {1000 * took:.0f} ms a game", file=sys.stderr)
    print("\n".join(table(results, with_bins=options.bins)))


if __name__ == "__main__":
    main()
