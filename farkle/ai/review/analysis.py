"""Analyse a recorded game by the chance to win, or by points if one side plays alone or the dice
are named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from farkle.engine.record import Record
from farkle.rules.ruleset import RuleSet

from .luck import Luck, luck
from .winning import Winning, winning

if TYPE_CHECKING:
    from farkle.ai.chance.table import Chances


@dataclass(frozen=True, slots=True)
class Analysis:
    """`winning` is None in games with very many sides, or only one, or with named dice. `solvable`:
    solving the rules would make the chances exact. `luck` is the account by points of a game with
    only one side, or with named dice."""

    winning: Winning | None
    solvable: bool = False
    luck: Luck | None = None


def analysis(record: Record, folder: str | None = None) -> Analysis:
    """Return the analysis of a game, which may take some seconds. `folder` may hold further solved
    tables. Raise Disagreement for a false record."""
    if record.players == 1 or record.chosen:
        return Analysis(None, luck=luck(record))
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
