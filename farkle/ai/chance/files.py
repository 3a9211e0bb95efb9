"""Read and write the files of solved tables: those of the presets beside this module, others in a
folder.

A table is found by the digest of its rules, so that several processes can share a folder.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from farkle.rules.ruleset import RuleSet

from .table import Chances, DamagedTable, pack, solve, unpack

SHIPPED: Final = Path(__file__).with_name("solved")
"""The folder with the solved presets."""

_MOST_TABLES: Final = 500
_MOST_BYTES: Final = 500_000_000
"""How many tables a folder holds, and how many bytes: beyond that, those that nobody has used for
the longest time are dropped. Most take sixty kilobytes; with piggybacking they take up to 40 MB."""

_MOST_READ: Final = 8
"""How many are kept in memory."""

_GIVEN_UP: Final = 1800.0
"""After how many seconds a process that is solving rules counts as dead."""


def file_of(rules: RuleSet, folder: Path) -> Path:
    """Return the file that holds the table of `rules` in a folder."""
    return folder / f"{plain(rules).digest[:32]}.chances"


def plain(rules: RuleSet) -> RuleSet:
    """Return the rules without the fields that make no difference to a game of two."""
    return replace(rules, first_player="roll_off", late_start="zero")


def known_in(folder: str | None, rules: RuleSet) -> Chances | None:
    """Return the same as `known`, for a folder by its name."""
    return known(rules, Path(folder) if folder else None)


def known(rules: RuleSet, folder: Path | None = None) -> Chances | None:
    """Return the table of `rules`, shipped or in the folder; None if there is none yet.

    Raise DamagedTable if there is one that cannot be used.
    """
    for place in (SHIPPED, folder):
        file = file_of(rules, place) if place else None
        if file and file.is_file():
            try:
                return _read(plain(rules), file)
            except (DamagedTable, OSError) as error:
                raise DamagedTable(
                    f"{file.name} cannot be used. {error} Delete it to have it solved again."
                ) from error
    return None


@lru_cache(maxsize=_MOST_READ)
def _read(rules: RuleSet, file: Path) -> Chances:
    chances = unpack(file.read_bytes(), rules)
    with suppress(OSError):  # the shipped ones may be read-only
        os.utime(file)
    return chances


def drop_unused(folder: Path) -> int:
    """Drop the tables of a folder that nobody has used for the longest time, if there are too many.
    Return how many were dropped."""
    files = [(file.stat(), file) for file in folder.glob("*.chances")]
    files.sort(key=lambda entry: entry[0].st_mtime, reverse=True)
    size = dropped = 0
    for number, (about, file) in enumerate(files):
        size += about.st_size
        if number and (number >= _MOST_TABLES or size > _MOST_BYTES):
            file.unlink(missing_ok=True)
            dropped += 1
    return dropped


def keep(chances: Chances, folder: Path) -> Path:
    """Write a table into the folder, whole or not at all, and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    chances = replace(chances, rules=plain(chances.rules))
    file = file_of(chances.rules, folder)
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        new.write_bytes(pack(chances))
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    return file


def chances_of(rules: RuleSet, folder: Path | None = None) -> Chances:
    """Return the table of `rules`; if it is not known, solve it and keep it in the folder, if any.

    Raise CannotBeSolved, or DamagedTable. Solving takes up to two minutes.
    """
    found = known(rules, folder)
    if found is None:
        found = solve(plain(rules))
        if folder:
            keep(found, folder)
    return found


def solve_once(rules: RuleSet, name: str) -> bool:
    """Solve rules into the folder of this name, unless another process is doing so. Return whether
    they are known now: not if the other process still works. Raise what `chances_of` raises.
    """
    folder = Path(name)
    if known(rules, folder) is not None:
        return True
    folder.mkdir(parents=True, exist_ok=True)
    mark = file_of(rules, folder).with_suffix(".solving")
    with suppress(FileNotFoundError):
        if time.time() - mark.stat().st_mtime > _GIVEN_UP:
            mark.unlink()
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    try:
        chances_of(rules, folder)
    finally:
        mark.unlink(missing_ok=True)
    return True
