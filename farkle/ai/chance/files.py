"""Files of solved tables: those of the presets beside this module, others in a folder.

They are named after the digest of their rules, so several processes can share a folder.
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

_MAX_TABLES: Final = 500
_MAX_BYTES: Final = 500_000_000
"""Limits of a folder; beyond them, the least recently used tables are dropped. Most tables take 60
kB, with piggybacking up to 40 MB."""

_MAX_IN_MEMORY: Final = 8

_DEAD_AFTER_SECONDS: Final = 1800.0
"""A process that has been solving rules for longer counts as dead."""


def file_of(rules: RuleSet, folder: Path) -> Path:
    return folder / f"{plain(rules).digest[:32]}.chances"


def plain(rules: RuleSet) -> RuleSet:
    """Return the rules without the fields that make no difference to a game of two."""
    return replace(rules, first_player="roll_off", late_start="zero")


def find_chances(rules: RuleSet, folder: Path | str | None = None) -> Chances | None:
    """Return the table of `rules`, shipped or in the folder; None if there is none. Raise
    DamagedTable if it cannot be used."""
    for place in (SHIPPED, folder):
        file = file_of(rules, Path(place)) if place else None
        if file and file.is_file():
            try:
                return _read(plain(rules), file)
            except (DamagedTable, OSError) as error:
                raise DamagedTable(
                    f"{file.name} cannot be used. {error} Delete it to have it solved again."
                ) from error
    return None


@lru_cache(maxsize=_MAX_IN_MEMORY)
def _read(rules: RuleSet, file: Path) -> Chances:
    chances = unpack(file.read_bytes(), rules)
    with suppress(OSError):  # the shipped ones may be read-only
        os.utime(file)
    return chances


def drop_unused(folder: Path) -> int:
    """Drop the least recently used tables beyond the limits of a folder; return their number."""
    files = [(file.stat(), file) for file in folder.glob("*.chances")]
    files.sort(key=lambda entry: entry[0].st_mtime, reverse=True)
    size = dropped = 0
    for number, (about, file) in enumerate(files):
        size += about.st_size
        if number and (number >= _MAX_TABLES or size > _MAX_BYTES):
            file.unlink(missing_ok=True)
            dropped += 1
    return dropped


def keep(chances: Chances, folder: Path) -> Path:
    """Write a table into the folder atomically, and return its path."""
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
    """Return the table of `rules`. If there is none, solve it, which takes up to two minutes, and
    keep it in the folder. Raise CannotBeSolved or DamagedTable."""
    chances = find_chances(rules, folder)
    if chances is None:
        chances = solve(plain(rules))
        if folder:
            keep(chances, folder)
    return chances


def solve_once(rules: RuleSet, name: str) -> bool:
    """Solve rules into the folder `name`, unless another process is doing so. Return True if they
    are known now. Raise CannotBeSolved or DamagedTable."""
    folder = Path(name)
    if find_chances(rules, folder) is not None:
        return True
    folder.mkdir(parents=True, exist_ok=True)
    mark = file_of(rules, folder).with_suffix(".solving")
    with suppress(FileNotFoundError):
        if time.time() - mark.stat().st_mtime > _DEAD_AFTER_SECONDS:
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
