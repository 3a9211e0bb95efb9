"""`GameState`: a game at one moment, immutable.

Its fields are those of a `Position` (`position.py`). Its logic lies in the modules beside it:
legality (`legality.py`), the rules of play (`transition.py`), folding of events (`fold.py`) and
storage (`serialize.py`). All of them work on positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from farkle.rules.ruleset import RuleSet

from . import serialize, transition
from .actions import Action
from .events import Batch
from .fold import update
from .legality import Legal, legal
from .position import Position
from .transition import Source


class GameState(Position):
    """A game at one moment, with all that can be done with it.

    Create one with `start` and advance it with `apply`. Both also return the events, from which
    `begin` and `fold` make the same states again.
    """

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        players: int,
        dice: Source,
        teams: Sequence[int] | None = None,
    ) -> tuple[GameState, Batch]:
        """Start a game: return its first state and its events, the roll-off included.

        `dice(n)` returns n faces; `teams` is the team of each seat. Raise RulesError if the rules
        have errors, ValueError for fewer than two players or teams.
        """
        return transition.start(cls._before_start(rules), players, dice, teams)

    def apply(self, action: Action, dice: Source) -> tuple[GameState, Batch]:
        """Return the state after `action`, and its events.

        Raise IllegalAction if the rules do not allow it, ValueError if `dice` returns bad dice.
        """
        return transition.apply(self, action, dice)

    @property
    def legal(self) -> Legal:
        """What the player to act may do, and why anything else is refused."""
        return legal(self)

    @classmethod
    def begin(cls, rules: RuleSet, batch: Batch) -> GameState:
        """Return the first state of a game, from the events that `start` returned."""
        state = cls._before_start(rules)
        for event in batch:
            update(state, event)
        return state

    def fold(self, batch: Batch) -> GameState:
        """Return the next state, from the events of one action."""
        state = self._next_ply()
        for event in batch:
            update(state, event)
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the state without its rules, with a version, ready for JSON."""
        return serialize.state_to_dict(self)

    @classmethod
    def from_dict(cls, rules: RuleSet, data: object) -> GameState:
        """Return the state that `to_dict` wrote. Raise RecordError for anything else."""
        state = object.__new__(cls)
        vars(state).update(serialize.state_values(data), rules=rules)
        return state

    def __repr__(self) -> str:
        if self.phase == "over":
            return f"<GameState ply {self.ply}: over, won by {self.winners}, scores {self.scores}>"
        lying = " ".join(map(str, self.throw)) or "none"
        return (
            f"<GameState ply {self.ply}: {self.phase}, seat {self.current} to act, dice {lying}, "
            f"{self.turn_points} at risk, scores {self.scores[:8]}>"
        )
