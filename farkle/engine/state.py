"""`GameState`: a game at one moment, immutable.

Its logic lies in the modules beside it: legality (`legality.py`), the rules of play
(`transition.py`), folding of events (`fold.py`) and storage (`serialize.py`). They work on states
and know this class for type checks only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from . import serialize, transition
from .actions import Action
from .events import Batch, Event, Seats
from .fold import CHANGES, INITIAL
from .legality import Legal, legal
from .transition import Source

Phase = Literal["turns", "final", "playoff", "over"]


@dataclass(frozen=True)
class GameState:
    """A game at one moment. Seats count from 0; a value per player is a tuple by seat.

    Create one with `start` and advance it with `apply`. Both also return the events, from which
    `begin` and `fold` make the same states again.
    """

    rules: RuleSet
    ply: int
    """The number of actions so far; 0 at the start."""
    phase: Phase
    round: int
    current: int
    """The seat to act; -1 once the game is over."""
    scores: tuple[int, ...]
    entered: tuple[bool, ...]
    streaks: tuple[int, ...]
    """Farkles in a row."""
    left: tuple[bool, ...]
    teams: Seats | None
    since: tuple[int, ...]
    """The ply at which each score last changed; it decides who was there first."""
    order: Seats
    """The seats still playing, in the order of turns."""
    queue: Seats
    """The seats that still have a turn in this round or play-off, after `current`."""
    waiting: Seats
    """Late joiners, who play from the next round."""
    reached: Seats
    """Sides (teams, or seats without teams) that have reached the target, in order."""
    leader: int
    """The seat that started the final round; -1 before it."""
    playoff: Seats
    """The seats in the current play-off."""
    throw: Dice
    """The last throw, in the order thrown, until dice of it are set aside; else ()."""
    blank: bool
    """Whether that throw is blank: credited, with nothing to keep."""
    aside: Dice
    """Dice set aside, of the current six."""
    turn_points: int
    """Points at risk: set aside in this turn, not yet banked."""
    rolls: int
    """Throws of this turn."""
    hot: int
    """How often all six dice have scored in this turn."""
    offer: tuple[int, Dice] | None
    """Points and dice aside of the turn before, to build on; None if there are none."""
    winners: Seats
    """The winning seats; () until the end."""

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
            state._update(event)
        return state

    def fold(self, batch: Batch) -> GameState:
        """Return the next state, from the events of one action."""
        state = self._next_ply()
        for event in batch:
            state._update(event)
        return state

    @property
    def to_roll(self) -> int:
        """The number of dice of the next throw, if no more are set aside."""
        return 6 - len(self.aside)

    def side(self, seat: int) -> int:
        """Return the team of `seat`, or `seat` itself in a game without teams."""
        return seat if self.teams is None else self.teams[seat]

    def total(self, seat: int) -> int:
        """Return the score of `seat`, or of its whole team."""
        if self.teams is None:
            return self.scores[seat]
        team = self.teams[seat]
        return sum(
            score for score, other in zip(self.scores, self.teams, strict=True) if other == team
        )

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

    # These build a state in place, event by event, before anyone else sees it.

    @classmethod
    def _before_start(cls, rules: RuleSet) -> GameState:
        state = object.__new__(cls)
        vars(state).update(INITIAL, rules=rules)
        return state

    def _next_ply(self) -> GameState:
        state = object.__new__(GameState)
        values = vars(state)
        values.update(vars(self))
        values["ply"] = self.ply + 1
        return state

    def _update(self, event: Event) -> None:
        vars(self).update(CHANGES[type(event)](self, event))
