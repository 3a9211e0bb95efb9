"""`Position`: the fields of a game at one moment, and the questions that need no rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

Seats = tuple[int, ...]
Phase = Literal["turns", "final", "playoff", "over"]
Changes = Mapping[str, Any]

NO_TURN: Final[Changes] = {
    "throw": (),
    "blank": False,
    "aside": (),
    "turn_points": 0,
    "rolls": 0,
    "hot": 0,
}
"""The fields of a turn, outside of one."""


@dataclass(frozen=True)
class Position:
    """A game at one moment, at first before its first event. Seats count from 0; a value per player
    is a tuple by seat.

    Legality, the rules of play and the folding of events work on positions; `GameState` offers them
    as methods.
    """

    rules: RuleSet
    ply: int = 0
    """The number of actions so far; 0 at the start."""
    phase: Phase = "turns"
    round: int = 0
    current: int = -1
    """The seat to act; -1 once the game is over."""
    scores: tuple[int, ...] = ()
    entered: tuple[bool, ...] = ()
    streaks: tuple[int, ...] = ()
    """Farkles in a row."""
    left: tuple[bool, ...] = ()
    teams: Seats | None = None
    since: tuple[int, ...] = ()
    """The ply at which each score last changed; it decides who was there first."""
    order: Seats = ()
    """The seats still playing, in the order of turns."""
    queue: Seats = ()
    """The seats that still have a turn in this round or tiebreaker, after `current`."""
    waiting: Seats = ()
    """Late joiners, who play from the next round."""
    reached: Seats = ()
    """Sides (teams, or seats without teams) that have reached the target, in order."""
    leader: int = -1
    """The seat that started the final round; -1 before it."""
    playoff: Seats = ()
    """The seats in the current tiebreaker."""
    tied_at: int = 0
    """The total at which it began; 0 before a tiebreaker."""
    throw: Dice = ()
    """The last throw, in the order thrown, until dice of it are set aside; else ()."""
    blank: bool = False
    """True if that throw is blank: credited, with nothing to keep."""
    aside: Dice = ()
    """Dice set aside, of the current six."""
    turn_points: int = 0
    """Points at risk: set aside in this turn, not yet banked."""
    rolls: int = 0
    """Throws of this turn."""
    hot: int = 0
    """The number of times that all six dice have scored in this turn."""
    offer: tuple[int, Dice] | None = None
    """Points and dice aside of the turn before, to build on; None if there are none."""
    winners: Seats = ()
    """The winning seats; () until the end."""

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

    def next_ply(self) -> Self:
        """Return a copy for the next action, which its events change in place."""
        position = object.__new__(type(self))
        vars(position).update(vars(self), ply=self.ply + 1)
        return position
