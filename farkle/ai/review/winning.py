"""Explain how a recorded game was won: the chance to win of every side, from step to step.

An action changes the chances in up to three parts: the choice itself, which can only lose; the dice
it throws, which are luck; and a rest: turns skipped, players who left or joined, and corrections of
estimated chances. For each side the sum holds exactly:

    start + luck of own throws + luck of the others' - loss of own choices + loss of the others'
    + rest = 1 for who won, 0 for all others
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp2
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.events import Farkled, Rolled
from farkle.engine.record import Record
from farkle.engine.state import GameState

from .review import Step, steps

if TYPE_CHECKING:  # these import numpy, which readers of results do not need
    from farkle.ai.chance.table import Chances

    from .worth import Chosen, Vector

MOST_SIDES: Final = 12
"""Games with more sides get no chances, because estimates would mean little and take long."""

MISTAKE: Final = 0.01
"""A choice is a mistake if it gives away this chance to win. Smaller differences count as about the
same, here and in hints."""

_HALVES: Final = 0.02
"""The average loss of chance per decision that halves the accuracy."""

_PERFECT: Final = 99.95
"""From this accuracy on, nothing was given away: estimates of chances are not more precise."""

ACCURACIES: Final[Mapping[str, float]] = MappingProxyType(
    {"pip": 27, "magpie": 65, "penny": 84, "ledger": 96, "abacus": 99.7}
)
"""The average accuracy of computer players by level. `bench/accuracy.py` measures them."""


@dataclass(frozen=True, slots=True)
class Option:
    """A possible action, and the chance to win after it."""

    action: Chosen
    chance: float


@dataclass(frozen=True, slots=True)
class WinDecision:
    """The choice made at `step`, the best one, and the number of options.

    With best play the chance before it is that of the best. `other` is the best alternative to the
    choice made, one of the other kind if there is one: rolling for banking. `luck` is the effect of
    the dice thrown next.
    """

    step: int
    turn: int
    seat: int
    chosen: Option
    best: Option
    other: Option | None
    luck: float
    options: int

    @property
    def loss(self) -> float:
        """The chance to win that the choice gave away."""
        return self.best.chance - self.chosen.chance


@dataclass(frozen=True, slots=True)
class WinAccount:
    """end == start + luck + their_luck - loss + their_loss + rest, exactly."""

    start: float
    luck: float = 0.0
    their_luck: float = 0.0
    loss: float = 0.0
    their_loss: float = 0.0
    rest: float = 0.0
    end: float = 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The chances of all sides after the choice of an action, after the dice it threw, and after
    all of it."""

    chosen: Vector
    thrown: Vector
    after: Vector


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a seat decided: 100 is best play, None without a decision that had a choice."""

    seat: int
    decided: int
    loss: float

    @property
    def percent(self) -> float | None:
        return accuracy(self.loss, self.decided) if self.decided else None


@dataclass(frozen=True, slots=True)
class Winning:
    """The chances of a game.

    `sides` gives the side of each seat. `moments` go by action, the start first, and `accounts` by
    side. `mistakes` are the choices that gave away so much that they matter, the worst first.
    """

    exact: bool
    sides: tuple[int, ...]
    moments: tuple[Moment, ...]
    decisions: tuple[WinDecision, ...]
    mistakes: tuple[WinDecision, ...]
    accounts: tuple[WinAccount, ...]
    accuracies: tuple[Accuracy, ...]


def accuracy(loss: float, decided: int) -> float:
    """Return the accuracy, from 0 to 100, of a player who gave away the chance `loss` in `decided`
    decisions."""
    return 100 * exp2(-loss / decided / _HALVES)


def whole(percent: float) -> int:
    """Return an accuracy as it is shown. It is 100 only for a player who gave away practically
    nothing."""
    return 100 if percent >= _PERFECT else min(99, round(percent))


def winning(record: Record, chances: Chances | None) -> Winning | None:
    """Return the chances of a game; `chances` are those of its rules where they are solved.

    None for games with very many sides. Raise Disagreement for a false record.
    """
    played = steps(record)
    last = played[-1].after
    sides = tuple(last.side(seat) for seat in range(len(last.scores)))
    if len(set(sides)) > MOST_SIDES:
        return None
    return _Ledger(record, played, sides, chances).winning()


class _Ledger:
    """The parts of every change, while they are added up."""

    def __init__(
        self,
        record: Record,
        played: Sequence[Step],
        sides: tuple[int, ...],
        chances: Chances | None,
    ) -> None:
        self.played, self.sides = played, sides
        self.count = max(sides) + 1
        from .worth import Worth

        states = [step.after for step in played if step.after.phase != "over"]
        self.worth = Worth(record.rules, chances, states)
        self.decisions: list[WinDecision] = []
        self.moments: list[Moment] = []
        zero = [0.0] * self.count
        self.luck, self.their_luck = list(zero), list(zero)
        self.loss, self.their_loss = list(zero), list(zero)
        self.rest = list(zero)

    def winning(self) -> Winning:
        now = self._vector(self.played[0].after, ())
        start = now
        self.moments.append(Moment(now, now, now))
        for step in self.played[1:]:
            moment = self._step(step, now)
            self.moments.append(moment)
            now = moment.after
        mistakes = [decision for decision in self.decisions if decision.loss >= MISTAKE]
        return Winning(
            exact=self.worth.exact,
            sides=self.sides,
            moments=tuple(self.moments),
            decisions=tuple(self.decisions),
            mistakes=tuple(sorted(mistakes, key=lambda decision: (-decision.loss, decision.step))),
            accounts=tuple(
                WinAccount(
                    start[side],
                    self.luck[side],
                    self.their_luck[side],
                    self.loss[side],
                    self.their_loss[side],
                    self.rest[side],
                    now[side],
                )
                for side in range(self.count)
            ),
            accuracies=tuple(map(self._accuracy, range(len(self.sides)))),
        )

    def _step(self, step: Step, now: Vector) -> Moment:
        """Book the parts of one action, and return the chances after each."""
        before, action = step.before, step.action
        if before is None or not isinstance(action, Roll | Bank | Build):
            after = self._vector(step.after, now)
            self._book(self.rest, self.rest, 0, now, after)
            return Moment(after, after, after)
        side = self.sides[step.seat]
        choices = [Option(*choice) for choice in self.worth.choices(before).items()]
        made = _find_option(choices, action, step.number)
        chosen = now
        if len(choices) > 1:
            chosen = self.worth.vector(before, made.chance, self.count)
            self._book_choice(side, now, chosen)
        after = self._vector(step.after, chosen)
        thrown = self._chances_after_dice(step, chosen, after)
        self._book(self.luck, self.their_luck, side, chosen, thrown)
        self._book(self.rest, self.rest, side, thrown, after)
        luck = thrown[side] - chosen[side]
        self.decisions.append(
            WinDecision(
                step=step.number,
                turn=step.turn,
                seat=step.seat,
                chosen=made,
                best=choices[0],
                other=_other(choices, made),
                luck=luck,
                options=len(choices),
            )
        )
        return Moment(chosen, thrown, after)

    def _chances_after_dice(self, step: Step, chosen: Vector, after: Vector) -> Vector:
        """Return the chances after the dice of an action, before the estimate starts anew."""
        if step.before is None or not any(isinstance(event, Rolled) for event in step.events):
            return chosen
        if any(isinstance(event, Farkled) for event in step.events):
            estimated = self.worth.farkled(step.before)
            if estimated is not None:
                return self.worth.vector(step.before, estimated, self.count)
        return after

    def _vector(self, state: GameState, before: Vector) -> Vector:
        if state.phase == "over":
            if not state.winners:
                return before
            won = state.side(state.winners[0])
            return tuple(float(side == won) for side in range(self.count))
        return self.worth.vector(state, self.worth.best(state), self.count)

    def _book(
        self, own: list[float], theirs: list[float], acting: int, old: Vector, new: Vector
    ) -> None:
        for side in range(self.count):
            (own if side == acting else theirs)[side] += new[side] - old[side]

    def _book_choice(self, acting: int, old: Vector, new: Vector) -> None:
        for side in range(self.count):
            if side == acting:
                self.loss[side] += old[side] - new[side]
            else:
                self.their_loss[side] += new[side] - old[side]

    def _accuracy(self, seat: int) -> Accuracy:
        losses = [made.loss for made in self.decisions if made.seat == seat and made.options > 1]
        return Accuracy(seat, len(losses), sum(losses))


def _find_option(choices: Sequence[Option], action: Chosen, step: int) -> Option:
    """Return the choice made; a roll that ended the turn counts as the bank it was."""
    found = {option.action: option for option in choices}
    if action in found:
        return found[action]
    if isinstance(action, Roll) and Bank(action.keep) in found:
        return found[Bank(action.keep)]
    raise ValueError(f"{action} is no choice at step {step}.")


def _other(choices: Sequence[Option], made: Option) -> Option | None:
    """Return the best alternative, one of the other kind if there is one."""
    rest = [option for option in choices if option != made]
    kind = type(made.action)
    return next(
        (option for option in rest if not isinstance(option.action, kind)), next(iter(rest), None)
    )
