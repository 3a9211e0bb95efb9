"""The chance to win after each choice, at any moment.

Two players under solved rules get exact chances (`chance/position.py`). All others get the
estimates of `Judge` for the current player, and shares of the rest (`estimate/rivals.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from farkle.ai.chance.position import Exact
from farkle.ai.estimate.judge import Judge
from farkle.ai.estimate.rivals import shares
from farkle.ai.players import Decision, prepare
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

Vector = tuple[float, ...]
"""The chance to win of each side; they add up to 1."""

_CHANCE_UNITS: Final = 2.0**40
"""Chances are rounded to multiples of 1 / _CHANCE_UNITS, so that their sums are exact."""


class Worth:
    """Chances to win in the states of one game."""

    def __init__(self, rules: RuleSet, exact: Exact | None, states: Iterable[GameState]) -> None:
        """`exact` are the solved chances of the rules; they are used if they cover all `states`,
        those in which a player has a decision."""
        self._rules = rules
        self._exact = exact if exact and all(map(exact.knows, states)) else None
        self._shares: dict[object, dict[int, float]] = {}

    @property
    def exact(self) -> bool:
        return self._exact is not None

    @property
    def _judge(self) -> Judge:
        return prepare(self._rules).judge

    def choices(self, state: GameState) -> dict[Decision, float]:
        """Return the chance to win after each choice, the best first."""
        source = self._exact or self._judge.view(state)
        rounded = {act: _round_chance(chance) for act, chance in source.choices(state).items()}
        return dict(sorted(rounded.items(), key=lambda choice: -choice[1]))

    def best(self, state: GameState) -> float:
        return next(iter(self.choices(state).values()))

    def after_farkle(self, state: GameState) -> float | None:
        """Return the estimated chance after a farkle; None where chances are exact."""
        return None if self._exact else _round_chance(self._judge.view(state).lost)

    def vector(self, state: GameState, chance: float, sides: int) -> Vector:
        """Return the chances of all `sides` if that of the current player is `chance`."""
        side = state.side(state.current)
        vector = [0.0] * sides
        others = self._others(state)
        for other, share in others.items():
            vector[other] = _round_chance((1 - chance) * share)
        vector[side] = chance if others else 1.0
        rest = max(others, key=lambda other: others[other], default=side)
        vector[rest] += 1 - sum(vector)
        return tuple(vector)

    def _others(self, state: GameState) -> dict[int, float]:
        if self._exact:
            return {state.side(seat): 1.0 for seat in state.order if seat != state.current}
        here = (state.order, state.waiting, state.queue, state.playoff)
        key = (state.current, state.phase, state.round, state.scores, state.entered, here)
        if key not in self._shares:
            self._shares[key] = shares(self._judge, state)
        return self._shares[key]


def _round_chance(chance: float) -> float:
    return round(min(1.0, max(0.0, chance)) * _CHANCE_UNITS) / _CHANCE_UNITS
