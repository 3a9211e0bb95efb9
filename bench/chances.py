"""Solve the chance to win under every preset again, and compare it with the tables kept.

    python bench/chances.py                    solve, compare, and say how long it took
    python bench/chances.py --rules kcd        under these presets only
    python bench/chances.py --write            keep the new tables
    python bench/chances.py --published        solve rules whose chance others have computed
    python bench/chances.py --every            solve every combination that the documents offer
    python bench/chances.py --table            print the first player's advantage from those kept
    python bench/chances.py --picture FILE     draw the chance to win over both totals, as SVG

The exit code is 1 if a table differs from the one kept, or solving takes more than it may.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

os.environ.setdefault("OMP_NUM_THREADS", "1")  # measure one core
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from farkle import ALTERNATIVES, PRESETS, RuleSet
from farkle.ai.chance.files import SHIPPED, file_of, find_chances, keep
from farkle.ai.chance.game import CannotBeSolved, Game
from farkle.ai.chance.places import Places
from farkle.ai.chance.table import Chances, difference, solve

PUBLISHED: Final = (
    (
        "published",
        replace(
            PRESETS["classic"],
            n_kind="fixed",
            fixed_kinds=(1000, 2000, 3000),
            straight=2500,
            three_pairs=1500,
        ),
        0.5328,
        1e-4,
    ),
    (
        "absolute without its penalty",
        replace(PRESETS["absolute"], farkle_penalty=0),
        0.529436,
        2e-5,
    ),
)
"""Rules, the chance of the first player by a solver of others, and how exactly it is known."""

SAME: Final = 2e-6
"""Tables that differ by less are equal: they are packed to 1e-6."""

QUICK: Final = 15
"""Tables that are solved in so many seconds are not kept."""

MOST_SECONDS: Final = 60
MOST_MB: Final = 500
"""What solving rules of the documents may take."""


def apart(one: Chances, other: Chances) -> float:
    """Return the largest difference between two tables; with penalties of the places kept, from one
    below zero on, because further down, near the bound, tables are less exact."""
    if not one.places.size:
        return difference(one, other)
    game = Game(one.rules)
    places = Places(game)
    here = places.kept[places.totals[places.kept] >= -game.penalty]
    some = np.ix_(here, here)
    return float(np.abs(one.places[some] - other.places[some]).max())


def again(name: str, rules: RuleSet, *, write: bool) -> bool:
    """Solve a preset; print how that went, and return whether it is equal to the table kept."""
    start = time.process_time()
    solved = solve(rules, patient=True)
    seconds = time.process_time() - start
    if write and seconds > QUICK:
        keep(solved, SHIPPED)
    kept = find_chances(rules)
    if not kept and seconds <= QUICK:
        print(f"{name:11} is not kept: solved in {seconds:.1f} s", flush=True)
        return True
    off = apart(solved, kept) if kept else 1.0
    size = file_of(rules, SHIPPED).stat().st_size if kept else 0
    word = "equal" if off < SAME else "NOT EQUAL"
    print(
        f"{name:11} {word}, largest difference {off:.1e}; {seconds:.1f} s, at most {memory()} MB, "
        f"{size:,} bytes, last change {solved.change:.0e}",
        flush=True,
    )
    return off < SAME


def memory() -> int:
    """Return the most memory that this process has used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure(rules: RuleSet) -> tuple[float, int, str]:
    """Solve rules; return the seconds and MB it took, and the chance of the first player."""
    start = time.process_time()
    try:
        chance = f"{start_of(solve(rules)):.6f}"
    except CannotBeSolved as why:
        return 0.0, 0, f"REFUSED: {why}"
    return time.process_time() - start, memory(), chance


def every(names: list[str]) -> bool:
    """Solve every combination of what the documents of these presets offer, each in a process of
    its own. Return whether none took more than it may."""
    spawn, good = multiprocessing.get_context("spawn"), True
    for name in names:
        options = ALTERNATIVES[name]
        for values in product(*options.values()):
            changes = dict(zip(options, values, strict=True))
            with spawn.Pool(1) as pool:
                seconds, most, chance = pool.apply(measure, (replace(PRESETS[name], **changes),))
            within = 0 < seconds <= MOST_SECONDS and most <= MOST_MB
            good &= within
            told = " ".join(f"{field} {value}" for field, value in changes.items())
            word = "" if within else "TOO MUCH "
            print(f"{word}{seconds:5.1f} s {most:4} MB {chance} {name} {told}", flush=True)
    return good


def start_of(chances: Chances, mine: int = 0, theirs: int = 0) -> float:
    """Return the chance of the first player, given a head start; 0 is not on the board."""
    inside = not chances.rules.entry_min
    entered = (inside or mine > 0, inside or theirs > 0)
    return chances.to_move(mine, theirs, entered=entered)


def even(chances: Chances) -> int:
    """Return the head start of the second player that comes nearest to an even game."""
    leads = range(0, chances.rules.target, chances.grid)
    return min(leads, key=lambda lead: abs(start_of(chances, 0, lead) - 0.5))


def published() -> bool:
    """Solve rules that others have solved, too; return whether the chances are theirs."""
    equal = True
    for name, rules, chance, within in PUBLISHED:
        start = time.process_time()
        solved = start_of(solve(rules))
        seconds = time.process_time() - start
        print(f"{name}: the first player wins {solved:.6f}, by others {chance}; {seconds:.1f} s")
        equal &= abs(solved - chance) < within
    return equal


def table() -> Iterator[str]:
    """Yield the first player's advantage as a Markdown table."""
    yield "| rules | the first player wins | a head start that makes it even |"
    yield "|---|---|---|"
    for name, rules in PRESETS.items():
        chances = find_chances(rules)
        if chances:
            lead = even(chances)
            chance = start_of(chances, 0, lead)
            told = f"{lead:,} points for the second player: {100 * chance:.2f} %"
            if not lead:
                told = "none: a player with points is already on the board, which is worth more"
            yield f"| {name} | {100 * start_of(chances):.2f} % | {told} |"


def picture(name: str) -> Iterator[str]:
    """Yield an SVG with a line for every tenth of the chance to win."""
    chances = find_chances(PRESETS[name])
    assert chances is not None
    target, win = chances.rules.target, chances.inside[:, :, 0]
    totals = range(0, target, chances.grid)
    size, edge = 400, 56

    def place(mine: float, theirs: float) -> str:
        return f"{edge + size * mine / target:.1f},{16 + size - size * theirs / target:.1f}"

    label = 'text-anchor="middle" font-family="sans-serif" font-size="12"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 80} {size + 66}">'
    yield f'<rect width="{size + 80}" height="{size + 66}" fill="#fff"/>'
    yield f'<rect x="{edge}" y="16" width="{size}" height="{size}" fill="none" stroke="#999"/>'
    for total in range(0, target + 1, target // 4):
        x, y = place(total, total).split(",")
        yield f'<text x="{x}" y="{size + 34}" {label}>{total:,}</text>'
        yield f'<text x="{edge - 26}" y="{y}" {label}>{total:,}</text>'
    yield f'<text x="{edge + size / 2}" y="{size + 54}" {label}>mine, my turn begins</text>'
    yield f'<text transform="translate(12 {size / 2 + 16}) rotate(-90)" {label}>theirs</text>'
    for tenth in range(1, 10):
        line = []
        for at, theirs in enumerate(totals):
            above = int(np.searchsorted(win[:, at], tenth / 10))
            if 0 < above < len(win):
                low, high = win[above - 1 : above + 1, at]
                mine = above - 1 + (tenth / 10 - low) / (high - low)
                line.append((mine * chances.grid, theirs))
        points = " ".join(place(*point) for point in line)
        width = 2.5 if tenth == 5 else 1.2
        yield f'<polyline points="{points}" fill="none" stroke="#2457a6" stroke-width="{width}"/>'
        x, y = place(*line[(len(line) * (12 - tenth)) // 14]).split(",")
        halo = 'fill="#2457a6" stroke="#fff" stroke-width="4" paint-order="stroke"'
        yield f'<text x="{x}" y="{y}" {label} {halo}>{10 * tenth} %</text>'
    yield "</svg>"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--write", action="store_true", help="keep the new tables")
    parser.add_argument("--published", action="store_true", help="solve published rules instead")
    parser.add_argument("--every", action="store_true", help="solve what the documents offer")
    parser.add_argument("--table", action="store_true", help="print the advantage, solve nothing")
    parser.add_argument("--picture", type=Path, help="draw the first of these presets")
    options = parser.parse_args()
    if options.picture:
        options.picture.write_text("\n".join(picture(options.rules[0])) + "\n")
        return 0
    if options.table:
        print("\n".join(table()))
        return 0
    if options.every:
        return 0 if every(options.rules) else 1
    if options.published:
        return 0 if published() else 1
    found = [again(name, PRESETS[name], write=options.write) for name in options.rules]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
