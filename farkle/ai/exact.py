"""The solved chances to win that this process uses, and where it finds their tables.

They need numpy, which is loaded with the first table because most decisions do without.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from .chance.position import Exact

_MOST_KEPT: Final = 8
"""How many rule sets are kept in memory, of some megabytes each."""


class _Tables:
    """The folder with this machine's tables, apart from those of the presets, and the tables used
    last, by rules."""

    def __init__(self) -> None:
        self.folder: str | None = None
        self.ready: OrderedDict[RuleSet, Exact] = OrderedDict()


_tables: Final = _Tables()


def use_tables(folder: str | None) -> None:
    """From now on, look for solved tables in this folder, too."""
    _tables.folder = folder


def exact_of(state: GameState) -> Exact | None:
    """Return the solved chances that apply to this state; None if they are not known. The first
    call for a rule set takes some tenths of a second.
    """
    if len(state.order) != 2:
        return None
    found = _ready(state.rules)
    return found if found is not None and found.knows(state) else None


def _ready(rules: RuleSet) -> Exact | None:
    if rules in _tables.ready:
        _tables.ready.move_to_end(rules)
        return _tables.ready[rules]
    from .chance.files import known_in
    from .chance.position import Exact
    from .chance.table import DamagedTable

    try:
        chances = known_in(_tables.folder, rules)
    except DamagedTable:
        return None
    if chances is None:  # it may be solved later
        return None
    _tables.ready[rules] = found = Exact(chances)
    while len(_tables.ready) > _MOST_KEPT:
        _tables.ready.popitem(last=False)
    return found
