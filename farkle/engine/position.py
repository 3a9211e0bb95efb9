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
    "needs": 0,
}
"""Values of the turn's fields between turns."""


@dataclass(frozen=True)
class Position:
    """A game at one moment; the defaults are those before the first event.

    Seats count from 0, and per-player values are tuples by seat. `GameState` adds the methods.
    """

    rules: RuleSet
    ply: int = 0  # number of actions so far
    phase: Phase = "turns"
    round: int = 0
    current: int = -1  # the seat to act; -1 once the game is over
    scores: tuple[int, ...] = ()
    entered: tuple[bool, ...] = ()
    streaks: tuple[int, ...] = ()  # farkles in a row
    undone: tuple[int, ...] = ()  # scores before the last bank, where farkles may cost it
    left: tuple[bool, ...] = ()
    teams: Seats | None = None
    since: tuple[int, ...] = ()
    """Ply at which each score last changed, to tell who reached a total first."""
    order: Seats = ()  # seats still playing, in turn order
    queue: Seats = ()  # seats after `current` with a turn left in this round or tiebreaker
    waiting: Seats = ()  # late joiners, who play from the next round
    reached: Seats = ()  # sides (teams, or seats without teams) that reached the target, in order
    leader: int = -1  # seat that started the final round; -1 before it
    playoff: Seats = ()  # seats in the current tiebreaker
    tied_at: int = 0  # total at which the tiebreaker began; 0 before one
    throw: Dice = ()  # the last roll, in order, until some of its dice are kept
    blank: bool = False  # that roll did not score: bonus credited, nothing to keep
    aside: Dice = ()  # kept dice since all were rolled
    turn_points: int = 0  # points at risk
    rolls: int = 0  # rolls in this turn
    hot: int = 0  # number of hot dice in this turn
    needs: int = 0  # points that this turn must reach after a set, where it must be confirmed
    to_top: int = 0  # points that the turn before banked, where they must be beaten
    offer: tuple[int, Dice] | None = None  # points and kept dice to piggyback on
    chosen: tuple[str, ...] = ()  # named dice by seat, a letter each; () in a game without them
    cup: str = ""  # those of the current player that lie or are rolled next, in order
    winners: Seats = ()

    @property
    def to_roll(self) -> int:
        """Number of dice in the next roll, if no more are kept."""
        return self.rules.dice - len(self.aside)

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
        """Return a copy for the next action, whose events may change it in place."""
        position = object.__new__(type(self))
        vars(position).update(vars(self), ply=self.ply + 1)
        return position
