"""Value each choice by the chance to win, at any moment: solved where possible, else estimated.

Two players under solved rules get exact chances (`chance/position.py`). All others get the
estimates of `Judge` for the current player, and shares of the rest for all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from farkle.ai.chance.position import Exact
from farkle.ai.chance.table import Chances
from farkle.ai.estimate.rivals import shares
from farkle.ai.players import prepare
from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

Chosen = Roll | Bank | Build
Vector = tuple[float, ...]
"""The chance to win of each side; they add up to 1."""

_PARTS: Final = 2.0**40
"""Chances are rounded to this fraction, so that their sums are exact."""


class Worth:
    """Chances to win in the states of one game."""

    def __init__(
        self,
        rules: RuleSet,
        chances: Chances | None,
        states: Iterable[GameState],
        exact: Exact | None = None,
    ) -> None:
        """`states` are the states of the game in which a player has a decision. `exact` may be
        given if it was already made from `chances`."""
        every = list(states)
        exact = Exact(chances) if chances is not None else exact
        self._exact = exact if exact and all(map(exact.knows, every)) else None
        self._judge = None if self._exact else prepare(rules).judge
        self._shares: dict[object, dict[int, float]] = {}
        if self._exact:
            self._exact.prepare(every)

    @property
    def exact(self) -> bool:
        return self._exact is not None

    def choices(self, state: GameState) -> dict[Chosen, float]:
        """Return the chance to win after each choice, the best first."""
        found = self._exact.choices(state) if self._exact else self._estimate_choices(state)
        rounded = {action: _round_chance(chance) for action, chance in found.items()}
        return dict(sorted(rounded.items(), key=lambda choice: -choice[1]))

    def best(self, state: GameState) -> float:
        """Return the chance to win of the current player."""
        if self._exact:
            return _round_chance(self._exact.value(state))
        return max(self.choices(state).values())

    def farkled(self, state: GameState) -> float | None:
        """Return the chance after a farkle as it was estimated; None where it is exact."""
        return None if self._judge is None else _round_chance(self._judge.view(state).lost)

    def vector(self, state: GameState, mine: float, sides: int) -> Vector:
        """Return the chances of all `sides` if that of the current player is `mine`."""
        side = state.side(state.current)
        found = [0.0] * sides
        others = self._others(state)
        for other, share in others.items():
            found[other] = _round_chance((1 - mine) * share)
        found[side] = mine if others else 1.0
        rest = max(others, key=lambda other: others[other], default=side)
        found[rest] += 1 - sum(found)
        return tuple(found)

    def _others(self, state: GameState) -> dict[int, float]:
        if self._judge is None:
            return {state.side(seat): 1.0 for seat in state.order if seat != state.current}
        here = (state.order, state.waiting, state.queue, state.playoff)
        key = (state.current, state.phase, state.round, state.scores, state.entered, here)
        if key not in self._shares:
            self._shares[key] = shares(self._judge, state)
        return self._shares[key]

    def _estimate_choices(self, state: GameState) -> dict[Chosen, float]:
        if self._judge is None:
            return {}
        view, found = self._judge.view(state), dict[Chosen, float]()
        if not state.rolls:
            found[Roll()] = view.roll(0)
            if state.legal.build is None and state.offer is not None:
                points, aside = state.offer
                found[Build()] = view.roll(points, 6 - len(aside))
            return found
        for choice in state.legal.choices:
            if choice.bank is None:
                found[Bank(choice.keep)] = view.bank(choice.total)
            if choice.roll is None and not choice.ends:
                found[Roll(choice.keep)] = view.roll(choice.total, choice.dice)
            elif choice.roll is None and choice.bank is not None:
                found[Roll(choice.keep)] = view.lost
        return found


def _round_chance(chance: float) -> float:
    return round(min(1.0, max(0.0, chance)) * _PARTS) / _PARTS
