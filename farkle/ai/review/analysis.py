"""Analyse a recorded game by the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from farkle.engine.record import Record
from farkle.rules.ruleset import RuleSet

from .winning import Winning, winning

if TYPE_CHECKING:
    from farkle.ai.chance.table import Chances


@dataclass(frozen=True, slots=True)
class Analysis:
    """`winning` is None in games with very many sides, or only one. `solvable`: solving the rules
    would make the chances exact."""

    winning: Winning | None
    solvable: bool = False


def analysis(record: Record, folder: str | None = None) -> Analysis:
    """Return the analysis of a game, which may take some seconds. `folder` may hold further solved
    tables. Raise Disagreement for a false record."""
    result = winning(record, _chances(record.rules, folder))
    return Analysis(result, _is_solvable(record, result))


def analysis_from_dict(record: object, folder: str | None = None) -> Analysis:
    """Return the analysis of a record in the form of `Record.to_dict`, for another process."""
    return analysis(Record.from_dict(record), folder)


def _chances(rules: RuleSet, folder: str | None) -> Chances | None:
    # These import numpy, which readers of results do not need.
    from farkle.ai.chance.files import find_chances
    from farkle.ai.chance.table import DamagedTable

    try:
        return find_chances(rules, folder)
    except DamagedTable:  # estimate the game, as if there were no table
        return None


def _is_solvable(record: Record, result: Winning | None) -> bool:
    from farkle.ai.chance.game import why_not

    if result is None or result.exact or not len(result.sides) == len(set(result.sides)) == 2:
        return False
    return not why_not(record.rules)
