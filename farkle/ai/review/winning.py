"""Explain how a recorded game was won: the chance to win of every side, from step to step.

An action changes the chances in up to three parts: the choice itself, which can only lose; the dice
it throws, which are luck; and a rest: skipped turns, players who leave or join, and corrections of
estimates. For each side the sum holds exactly:

    start + luck of own throws + luck of the others' - loss of own choices + loss of the others'
    + rest = 1 for the winner, 0 for all others
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp2
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from farkle.ai.players import Decision
from farkle.engine.actions import Action, Bank, Build, Roll
from farkle.engine.events import Farkled, Rolled
from farkle.engine.record import Record
from farkle.engine.standing import winning_sides
from farkle.engine.state import GameState

from .review import Step, Steps, steps

if TYPE_CHECKING:  # these import numpy, which readers of results do not need
    from farkle.ai.chance.table import Chances

    from .worth import Vector

MAX_SIDES: Final = 12
"""Games with more sides get no chances, because estimates would mean little and take long."""

MISTAKE: Final = 0.01
"""A choice that gives away at least this chance to win is a mistake. Here and in hints, smaller
differences count as about the same."""

_HALVING_LOSS: Final = 0.02
"""Average loss of chance per decision that halves the accuracy."""

_MIN_PERFECT: Final = 99.95
"""From this accuracy on, nothing was given away: estimates are not more precise."""

ACCURACIES: Final[Mapping[str, float]] = MappingProxyType(
    {"pip": 27, "magpie": 65, "penny": 84, "ledger": 96, "abacus": 99.7}
)
"""Average accuracy of computer players by level, measured by `bench/accuracy.py`."""


@dataclass(frozen=True, slots=True)
class Option:
    """A possible action, and its value: the chance to win after it or, in `luck.py`, the average
    points of the turn."""

    action: Decision
    value: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The choice made at `step`, and all `options`, best first. `luck` is the effect of the dice
    thrown next."""

    step: int
    turn: int
    seat: int
    chosen: Option
    options: tuple[Option, ...]
    luck: float

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def other(self) -> Option | None:
        """The best alternative to the choice made, one of the other kind if there is one: rolling
        for banking."""
        rest = [option for option in self.options if option != self.chosen]
        others = (option for option in rest if type(option.action) is not type(self.chosen.action))
        return next(others, rest[0] if rest else None)

    @property
    def loss(self) -> float:
        """The chance to win, or the points, that the choice gave away."""
        return self.best.value - self.chosen.value


def option_of(action: Action | None, options: Sequence[Option]) -> Option:
    """Return the option that an action takes. A roll that ends the turn counts as the bank it is.
    Raise KeyError for another action."""
    choices = {option.action: option for option in options}
    if isinstance(action, Roll) and action not in choices:
        action = Bank(action.keep)
    return choices[action]  # type: ignore[index]


@dataclass(slots=True)
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
    """The chances of all sides after a choice, after the dice it threw, and after the whole
    action."""

    chosen: Vector
    thrown: Vector
    after: Vector


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The number of a seat's decisions with a choice, and the chance to win that they gave away."""

    seat: int
    decided: int
    loss: float

    @property
    def percent(self) -> float | None:
        """The accuracy: 100 is best play; None without a decision."""
        return accuracy(self.loss, self.decided) if self.decided else None


@dataclass(frozen=True, slots=True)
class Winning:
    """The chances of a game. `sides` gives the side of each seat; `moments` go by action, the start
    first, and `accounts` by side. `mistakes` are worst first."""

    exact: bool
    sides: tuple[int, ...]
    moments: tuple[Moment, ...]
    decisions: tuple[Judgement, ...]
    mistakes: tuple[Judgement, ...]
    accounts: tuple[WinAccount, ...]
    accuracies: tuple[Accuracy, ...]


def accuracy(loss: float, decided: int) -> float:
    """Return the accuracy, from 0 to 100, of a player who lost the chance `loss` in `decided`
    decisions."""
    return 100 * exp2(-loss / decided / _HALVING_LOSS)


def round_accuracy(percent: float) -> int:
    """Round an accuracy. Only a player who gave away practically nothing has 100."""
    return 100 if percent >= _MIN_PERFECT else min(99, round(percent))


def winning(record: Record, chances: Chances | None) -> Winning | None:
    """Return the chances of a game; `chances` are those of its rules if they are solved. None for
    games with very many sides, and with only one. Raise Disagreement for a false record."""
    played = steps(record)
    last = played[-1].after
    sides = tuple(last.side(seat) for seat in range(len(last.scores)))
    if not 1 < len(set(sides)) <= MAX_SIDES:
        return None
    ledger = _Ledger(played, sides, chances)
    mistakes = [decision for decision in ledger.decisions if decision.loss >= MISTAKE]
    return Winning(
        exact=ledger.worth.exact,
        sides=sides,
        moments=tuple(ledger.moments),
        decisions=tuple(ledger.decisions),
        mistakes=tuple(sorted(mistakes, key=lambda decision: (-decision.loss, decision.step))),
        accounts=tuple(ledger.accounts),
        accuracies=tuple(_accuracy(seat, ledger.decisions) for seat in range(len(sides))),
    )


def live_chances(state: GameState) -> Vector:
    """Return the chance to win of each side in a running game; they add up to 1. Empty once the
    game is over, in games with very many sides or only one, and with named dice."""
    sides = 1 + max(map(state.side, range(len(state.scores))))
    if state.phase == "over" or state.chosen or not 1 < sides <= MAX_SIDES:
        return ()
    from farkle.ai.exact import exact_of

    from .worth import Worth

    worth = Worth(state.rules, exact_of(state), [])
    return worth.vector(state, worth.best(state), sides)


class _Ledger:
    def __init__(self, played: Steps, sides: tuple[int, ...], chances: Chances | None) -> None:
        from farkle.ai.chance.position import Exact

        from .worth import Worth

        self.sides, self.count = sides, max(sides) + 1
        exact = None if chances is None else Exact(chances)
        states = [step.after for step in played if step.after.phase != "over"]
        self.worth = Worth(played[0].after.rules, exact, states)
        self.decisions: list[Judgement] = []
        now = self._vector(played[0].after, ())
        self.accounts = [WinAccount(chance) for chance in now]
        self.moments = [Moment(now, now, now)]
        for step in islice(played, 1, None):
            moment = self._book(step, now)
            self.moments.append(moment)
            now = moment.after
        for account, chance in zip(self.accounts, now, strict=True):
            account.end = chance

    def _book(self, step: Step, now: Vector) -> Moment:
        """Book one action, and return the chances after each of its parts."""
        before, action = step.before, step.action
        if before is None or not isinstance(action, Roll | Bank | Build):
            after = self._vector(step.after, now)
            for account, old, new in zip(self.accounts, now, after, strict=True):
                account.rest += new - old
            return Moment(after, after, after)
        options = tuple(Option(*choice) for choice in self.worth.choices(before).items())
        made = option_of(action, options)
        chosen = now
        if len(options) > 1:
            chosen = self.worth.vector(before, made.value, self.count)
        after = self._vector(step.after, chosen)
        thrown = self._chances_after_dice(step, chosen, after)
        acting = self.sides[step.seat]
        for side, account in enumerate(self.accounts):
            loss, luck = now[side] - chosen[side], thrown[side] - chosen[side]
            account.rest += after[side] - thrown[side]
            if side == acting:
                account.loss += loss
                account.luck += luck
            else:
                account.their_loss -= loss
                account.their_luck += luck
        luck = thrown[acting] - chosen[acting]
        place = (step.number, step.turn, step.seat)
        self.decisions.append(Judgement(*place, made, options, luck))
        return Moment(chosen, thrown, after)

    def _chances_after_dice(self, step: Step, chosen: Vector, after: Vector) -> Vector:
        """Return the chances after the dice of an action, before the estimate starts anew."""
        if step.before is None or not any(isinstance(event, Rolled) for event in step.events):
            return chosen
        if any(isinstance(event, Farkled) for event in step.events):
            estimated = self.worth.after_farkle(step.before)
            if estimated is not None:
                return self.worth.vector(step.before, estimated, self.count)
        return after

    def _vector(self, state: GameState, before: Vector) -> Vector:
        if state.phase == "over":
            if not state.winners:
                return before
            won = winning_sides(state)
            return tuple((side in won) / len(won) for side in range(self.count))
        return self.worth.vector(state, self.worth.best(state), self.count)


def _accuracy(seat: int, decisions: Sequence[Judgement]) -> Accuracy:
    losses = [made.loss for made in decisions if made.seat == seat and len(made.options) > 1]
    return Accuracy(seat, len(losses), sum(losses))
