"""The solved chances to win that this process uses.

Numpy is loaded with the first table, because most decisions do without.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from farkle.engine.state import GameState
from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from .chance.position import Exact


class _Tables:
    folder: str | None = None


_tables: Final = _Tables()


class _NotSolved(FarkleError):
    """There is no table of these rules yet."""


def use_tables(folder: str | None) -> None:
    """From now on, look for solved tables in this folder, too."""
    _tables.folder = folder


def exact_of(state: GameState) -> Exact | None:
    """Return the solved chances that apply to this state; None if they are not known. The first
    call for a rule set takes some tenths of a second."""
    if len(state.order) != 2 or state.chosen:
        return None
    try:
        exact = _load(state.rules, _tables.folder)
    except FarkleError:  # there is no table, or a damaged one
        return None
    return exact if exact.knows(state) else None


@lru_cache(maxsize=8)  # some megabytes each; an error is not cached, because rules are solved later
def _load(rules: RuleSet, folder: str | None) -> Exact:
    from .chance.files import find_chances
    from .chance.position import Exact

    chances = find_chances(rules, folder)
    if chances is None:
        raise _NotSolved
    return Exact(chances)
