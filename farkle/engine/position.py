"""`Position`: the fields of a game at one moment."""

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
"""Values of the turn's fields between turns."""


@dataclass(frozen=True)
class Position:
    """A game at one moment; the defaults are those before the first event.

    Seats count from 0, and per-player values are tuples by seat. `GameState` adds the methods.
    """

    rules: RuleSet
    ply: int = 0
    """Number of actions so far."""
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
    """Ply at which each score last changed, to tell who reached a total first."""
    order: Seats = ()
    """Seats still playing, in turn order."""
    queue: Seats = ()
    """Seats after `current` with a turn left in this round or tiebreaker."""
    waiting: Seats = ()
    """Late joiners, who play from the next round."""
    reached: Seats = ()
    """Sides (teams, or seats without teams) that reached the target, in order."""
    leader: int = -1
    """Seat that started the final round; -1 before it."""
    playoff: Seats = ()
    """Seats in the current tiebreaker."""
    tied_at: int = 0
    """Total at which the tiebreaker began; 0 before one."""
    throw: Dice = ()
    """The last roll, in order, until some of its dice are kept."""
    blank: bool = False
    """True if that roll is blank: bonus credited, nothing to keep."""
    aside: Dice = ()
    """Kept dice of the current six."""
    turn_points: int = 0
    """Points at risk."""
    rolls: int = 0
    """Rolls in this turn."""
    hot: int = 0
    """Number of hot dice in this turn."""
    offer: tuple[int, Dice] | None = None
    """Points and kept dice of the previous turn, if one may piggyback on it."""
    winners: Seats = ()

    @property
    def to_roll(self) -> int:
        """Number of dice in the next roll, if no more are kept."""
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
        """Return a copy for the next action; folding its events changes that copy in place."""
        position = object.__new__(type(self))
        vars(position).update(vars(self), ply=self.ply + 1)
        return position
