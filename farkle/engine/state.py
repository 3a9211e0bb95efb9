"""`GameState`: a game at one moment, immutable. What happened makes it (`fold`), the rules move it
(`apply`), and it says what may be done (`legal`).
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
from .fold import CHANGES, NOTHING
from .legality import Legal, legal
from .transition import Source

Phase = Literal["turns", "final", "playoff", "over"]


@dataclass(frozen=True)
class GameState:
    """A game at one moment. Seats are numbers from 0; tuples that speak of players go by seat.

    Make one with `start`, move it with `apply`; both also return what happened, and the fold of
    that is the state again.
    """

    rules: RuleSet
    ply: int
    """How many actions the game has seen; the start is ply 0."""
    phase: Phase
    round: int
    current: int
    """The seat to act; -1 when the game is over."""
    scores: tuple[int, ...]
    entered: tuple[bool, ...]
    streaks: tuple[int, ...]
    """Farkles in a row, by seat."""
    left: tuple[bool, ...]
    teams: Seats | None
    since: tuple[int, ...]
    """The ply at which each total last changed: who stood there first."""
    order: Seats
    """Those still playing, in the order of turns."""
    queue: Seats
    """Those who still have their turn in this round, final round or play-off, after `current`."""
    waiting: Seats
    """Late joiners, who come in with the next round."""
    reached: Seats
    """Sides (teams, or seats where there are none) that have stood at the target, in order."""
    leader: int
    """The seat that set off the final round; -1 before."""
    playoff: Seats
    """Those between whom the present play-off decides."""
    throw: Dice
    """The dice that lie there, as thrown; () when none do."""
    blank: bool
    """The throw that lies there is blank: credited, nothing to keep."""
    aside: Dice
    """Set aside in this set of six."""
    turn_points: int
    """At risk: set aside in this turn, not yet banked."""
    rolls: int
    """Throws of this turn."""
    hot: int
    """How often all six dice have scored in this turn."""
    offer: tuple[int, Dice] | None
    """Points and dice aside of the banked turn before, to build on; None where there are none."""
    winners: Seats
    """() until the end."""

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        players: int,
        dice: Source,
        teams: Sequence[int] | None = None,
    ) -> tuple[GameState, Batch]:
        """A new game with its roll-off, the first player to act.

        `dice(n)` hands out n faces. Raises RulesError where `rules.validate()` has errors, and
        ValueError for fewer than two players or teams that are none.
        """
        return transition.start(cls._unborn(rules), players, dice, teams)

    def apply(self, action: Action, dice: Source) -> tuple[GameState, Batch]:
        """The state after `action` of the player to act, and what happened.

        Raises IllegalAction, having changed nothing; ValueError where `dice` hands out no dice.
        """
        return transition.apply(self, action, dice)

    @property
    def legal(self) -> Legal:
        """What may be done now, and why the rest may not."""
        return legal(self)

    @classmethod
    def begin(cls, rules: RuleSet, batch: Batch) -> GameState:
        """The state after the batch that `start` returned."""
        state = cls._unborn(rules)
        for event in batch:
            state._take(event)
        return state

    def fold(self, batch: Batch) -> GameState:
        """The state after one action that did `batch`."""
        state = self._next()
        for event in batch:
            state._take(event)
        return state

    @property
    def to_roll(self) -> int:
        """How many dice the next throw has, if nothing more is set aside."""
        return 6 - len(self.aside)

    def side(self, seat: int) -> int:
        """The team of `seat`, or `seat` itself where there are no teams."""
        return seat if self.teams is None else self.teams[seat]

    def total(self, seat: int) -> int:
        """What counts for the target: the score of `seat`, or of its team."""
        if self.teams is None:
            return self.scores[seat]
        team = self.teams[seat]
        return sum(
            score for score, other in zip(self.scores, self.teams, strict=True) if other == team
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything but the rules, JSON-able, with a version."""
        return serialize.state_to_dict(self)

    @classmethod
    def from_dict(cls, rules: RuleSet, data: object) -> GameState:
        """The state that `to_dict` wrote. Raises RecordError for anything else."""
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

    # A state in the making is filled in, event by event, before anybody else sees it.

    @classmethod
    def _unborn(cls, rules: RuleSet) -> GameState:
        state = object.__new__(cls)
        vars(state).update(NOTHING, rules=rules)
        return state

    def _next(self) -> GameState:
        state = object.__new__(GameState)
        values = vars(state)
        values.update(vars(self))
        values["ply"] = self.ply + 1
        return state

    def _take(self, event: Event) -> None:
        vars(self).update(CHANGES[type(event)](self, event))
