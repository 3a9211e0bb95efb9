"""Account for a recorded game by points: luck, and losses by decisions.

The value of a position is the points that the best play of the turn scores from it on average
(`solver.py`). The points of a turn are exactly

    start + offer + luck - loss - unplayed

`start` is the value before the first throw, and `offer` what a chance to build adds to it. `luck`
is the value after each throw less the value expected before it. `loss` is the value of the best
choice less that of the choice made. `unplayed` is the value left in a turn that was skipped, left
or cut short, or that ended with the bank that won against others. Penalties are not included, and
the scores of the game do not matter. Before entry a turn below the minimum scores none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp2
from typing import Final

from farkle.ai.players import choices_of, letters_of
from farkle.ai.turn.solver import solve
from farkle.ai.turn.turn_value import one_roll
from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.events import Banked, TurnStarted
from farkle.engine.record import Record
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from .review import PlayedTurn, Step, steps
from .winning import Judgement, Option, option_of

_POINT_UNITS: Final = 2.0**16
"""Values are rounded to multiples of 1 / _POINT_UNITS, so that their sums are exact."""

MISTAKE_POINTS: Final = 1.0
"""A choice that loses at least this many points is a mistake."""

_HALVING_SHARE: Final = 0.12
"""Average loss per decision that halves the accuracy, as a share of an average turn's points. With
it, computers play as accurately by points as by the chance to win (`winning.ACCURACIES`)."""


@dataclass(slots=True)
class Account:
    """The sums of a seat's turns: points == start + offer + luck - loss - unplayed, exactly.
    `points` include those `built` on, but not the `penalty`."""

    turns: int = 0
    start: float = 0.0
    offer: float = 0.0
    luck: float = 0.0
    loss: float = 0.0
    unplayed: float = 0.0
    points: int = 0
    built: int = 0
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Luck:
    """The accounts of a game, by seat. `mistakes` are the decisions that lost a point or more, the
    worst first. `exact` is False if values were estimated because the rules are so unusual."""

    accounts: tuple[Account, ...]
    decisions: tuple[Judgement, ...]
    mistakes: tuple[Judgement, ...]
    exact: bool

    def accuracy(self, seat: int) -> float | None:
        """Return the accuracy of a seat, from 0 to 100; None without a decision."""
        own = [decision for decision in self.decisions if decision.seat == seat]
        decided, account = sum(len(each.options) > 1 for each in own), self.accounts[seat]
        if not decided or not account.start:
            return None
        share = account.loss / decided / (account.start / account.turns)
        return 100 * exp2(-share / _HALVING_SHARE)


def luck(record: Record) -> Luck:
    """Return the accounts of a game. Solving its rules may take some seconds. Raise Disagreement
    for a false record."""
    played, worth = steps(record), _Worth(record.rules)
    accounts = [Account() for _ in played[-1].after.scores]
    decisions: list[Judgement] = []
    for turn in played.turns:
        part = played[turn.first : turn.last + 1]
        decisions += _add_turn(accounts[turn.seat], worth, turn, part)
    mistakes = [decision for decision in decisions if decision.loss >= MISTAKE_POINTS]
    return Luck(
        accounts=tuple(accounts),
        decisions=tuple(decisions),
        mistakes=tuple(sorted(mistakes, key=lambda decision: (-decision.loss, decision.step))),
        exact=worth.exact,
    )


class _Worth:
    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.exact = True

    def options(self, state: GameState) -> tuple[Option, ...]:
        rules = self.rules
        if state.phase == "final" and rules.last_turns == "roll":
            rules = one_roll(rules)
        entered = state.entered[state.current]
        plan = solve(rules, "points" if entered else "points_to_enter", letters_of(state))
        self.exact &= plan.exact
        if state.rolls:
            choices = choices_of(plan, state)
            return tuple(Option(action, _round(points)) for action, points, _ in choices)
        starts = [Option(Roll(), _round(plan.value(0, plan.every, rolls=0)))]
        if state.offer is not None and state.legal.build is None:
            points, aside = state.offer
            value = plan.value(points, self.rules.dice - len(aside), rolls=0)
            starts.append(Option(Build(), _round(value)))
        return tuple(sorted(starts, key=lambda option: -option.value))

    def best(self, state: GameState) -> float:
        return self.options(state)[0].value


def _round(points: float) -> float:
    return round(points * _POINT_UNITS) / _POINT_UNITS


def _add_turn(
    account: Account, worth: _Worth, turn: PlayedTurn, played: Sequence[Step]
) -> list[Judgement]:
    """Add a turn to its player's account, and return its decisions."""
    # A player who joins or leaves before the first throw may change whether there is an offer.
    opening = worth.options(_before(next(step for step in played if step.seat == turn.seat)))
    start = next(option.value for option in opening if isinstance(option.action, Roll))
    decisions = [
        _judge(worth, step)
        for step in played
        if step.seat == turn.seat and isinstance(step.action, Roll | Bank | Build)
    ]
    last = played[-1]
    if turn.outcome in ("skipped", "left", "cut"):
        # If the game was cut short, its last state is in the middle of the turn.
        stands = last.after.current == turn.seat and last.after.rolls and not _has_ended(last)
        account.unplayed += worth.best(last.after if stands else _before(last))
    elif turn.outcome == "banked" and turn.seat in last.after.winners and len(turn.totals) > 1:
        account.unplayed += decisions[-1].loss
        decisions[-1] = replace(decisions[-1], options=(decisions[-1].chosen,))
    account.turns += 1
    account.start += start
    account.offer += opening[0].value - start
    account.luck += sum(decision.luck for decision in decisions)
    account.loss += sum(decision.loss for decision in decisions)
    account.points += turn.points
    account.built += turn.built if turn.outcome == "banked" else 0
    account.penalty += turn.penalty
    return decisions


def _before(step: Step) -> GameState:
    if step.before is None:
        raise ValueError("Nothing is decided before the start.")
    return step.before


def _has_ended(step: Step) -> bool:
    return step.after.phase == "over" or any(
        isinstance(event, TurnStarted) for event in step.events
    )


def _judge(worth: _Worth, step: Step) -> Judgement:
    options = worth.options(_before(step))
    chosen = option_of(step.action, options)
    if _has_ended(step):
        value = float(sum(event.points for event in step.events if isinstance(event, Banked)))
    else:
        value = worth.best(step.after)
    place = (step.number, step.turn, step.seat)
    return Judgement(*place, chosen, options, value - chosen.value)
