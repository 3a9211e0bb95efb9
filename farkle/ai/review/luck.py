"""How much of a recorded game was luck and how much was skill, turn by turn.

The value of a position is the points that the best play of the turn scores from it on average
(`solver.py`). The points of a turn are then exactly

    start + offer + luck - loss - unplayed

`start` is the value of a turn before its first throw, and `offer` what a chance to build adds to
it. `luck` is the value after each throw less the value expected before it. `loss` is the value of
the best choice less that of the choice made, never negative. `unplayed` is the value left in a turn
that was skipped, left or cut short, or that ended with a bank that was enough: one that won the
game, or gave away no chance to win in its last turns. A penalty is not part of the points of a
turn; the score changes by points - penalty.

Otherwise only the points of the turn count, not that a player has to risk more in the last round or
can play safe with a lead. Before entry a turn below the minimum scores none.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from farkle.ai.turn.solver import Plan, solve
from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.events import Banked, TurnStarted
from farkle.engine.record import Record
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from .review import PlayedTurn, Step, steps, summarize

_PARTS: Final = 2.0**16
"""Values are rounded to this fraction of a point, so that their sums are exact."""

_MISTAKE: Final = 1.0
"""A choice that gives away this many points or more is a mistake."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action, and the points of the turn it scores on average."""

    action: Roll | Bank | Build
    value: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice made at `step`, the best one, and the number of options.

    `loss` is the value of the best less that of the chosen one; `luck` is the effect of the dice
    thrown next, or 0.
    """

    step: int
    turn: int
    seat: int
    chosen: Choice
    best: Choice
    loss: float
    luck: float
    options: int


@dataclass(frozen=True, slots=True)
class Account:
    """points == start + offer + luck - loss - unplayed, exactly.

    `points` include what was `built` on, but not the `penalty`.
    """

    start: float = 0.0
    offer: float = 0.0
    luck: float = 0.0
    loss: float = 0.0
    unplayed: float = 0.0
    points: int = 0
    built: int = 0
    penalty: int = 0

    def whole(self) -> Account:
        """Return the account in whole numbers that still add up; luck absorbs the rounding."""
        start, offer, loss, unplayed = (
            round(points) for points in (self.start, self.offer, self.loss, self.unplayed)
        )
        luck = self.points - start - offer + loss + unplayed
        return Account(start, offer, luck, loss, unplayed, self.points, self.built, self.penalty)


@dataclass(frozen=True, slots=True)
class TurnLuck:
    """The account of one turn."""

    turn: int
    seat: int
    account: Account


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """The sum of the accounts of one seat's turns."""

    seat: int
    turns: int
    account: Account


@dataclass(frozen=True, slots=True)
class Luck:
    """The accounts of a game.

    `mistakes` are the decisions that gave away a point or more, the worst first. `exact` is false
    if the rules are so unusual that values were estimated.
    """

    decisions: tuple[Decision, ...]
    turns: tuple[TurnLuck, ...]
    players: tuple[PlayerLuck, ...]
    mistakes: tuple[Decision, ...]
    exact: bool


def luck(record: Record, winning: Container[int] = ()) -> Luck:
    """Return the accounts of a game. Solving its rules may take some seconds.

    `winning` are the steps whose choice gave away no chance to win. Raise Disagreement for a false
    record.
    """
    played = steps(record)
    worth = _Worth(record.rules)
    summary = summarize(played)
    decisions: list[Decision] = []
    turns: list[TurnLuck] = []
    for turn in summary.turns:
        account, made = _account(worth, turn, played[turn.first : turn.last + 1], winning)
        turns.append(TurnLuck(turn.number, turn.seat, account))
        decisions += made
    mistakes = [decision for decision in decisions if decision.loss >= _MISTAKE]
    return Luck(
        decisions=tuple(decisions),
        turns=tuple(turns),
        players=tuple(_player(player.seat, turns) for player in summary.players),
        mistakes=tuple(sorted(mistakes, key=lambda decision: (-decision.loss, decision.step))),
        exact=worth.exact,
    )


class _Worth:
    """The values of positions under a rule set; plans are made when needed."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._plans: dict[bool, Plan] = {}

    @property
    def exact(self) -> bool:
        return all(plan.exact for plan in self._plans.values())

    def choices(self, state: GameState) -> list[Choice]:
        """Return the choices of the player at turn, best first."""
        plan = self._plan(entered=state.entered[state.current])
        if state.rolls:
            made = plan.choices(state.turn_points, state.throw, rolls=state.rolls)
            return [Choice(action, _exactly(points)) for action, points, _ in made]
        found = [Choice(Roll(), _exactly(plan.value(0, 6, rolls=0)))]
        if state.offer is not None and state.legal.build is None:
            points, aside = state.offer
            value = plan.value(points, 6 - len(aside), rolls=0)
            found.append(Choice(Build(), _exactly(value)))
            found.sort(key=lambda choice: -choice.value)
        return found

    def best(self, state: GameState) -> float:
        return self.choices(state)[0].value

    def _plan(self, *, entered: bool) -> Plan:
        if entered not in self._plans:
            self._plans[entered] = solve(self.rules, "points" if entered else "points_to_enter")
        return self._plans[entered]


def _exactly(points: float) -> float:
    return round(points * _PARTS) / _PARTS


def _account(
    worth: _Worth, turn: PlayedTurn, played: Sequence[Step], winning: Container[int]
) -> tuple[Account, list[Decision]]:
    # Somebody joining or leaving before the first throw may change whether there is an offer.
    opening = worth.choices(_before(next(step for step in played if step.seat == turn.seat)))
    start = next(choice.value for choice in opening if isinstance(choice.action, Roll))
    made = [
        _decision(worth, turn, step)
        for step in played
        if step.seat == turn.seat and isinstance(step.action, Roll | Bank | Build)
    ]
    unplayed = 0.0
    if turn.outcome in ("skipped", "left", "cut"):
        last = played[-1]
        # If the game was cut short, its last state is in the middle of the turn.
        stands = last.after if last.after.current == turn.seat and last.after.rolls else None
        unplayed = worth.best(_before(last) if stands is None or _has_ended(last) else stands)
    elif _is_enough(played[-1], winning):
        bank = made[-1]
        unplayed, made[-1] = bank.loss, replace(bank, best=bank.chosen, loss=0.0)
    account = Account(
        start=start,
        offer=opening[0].value - start,
        luck=sum(decision.luck for decision in made),
        loss=sum(decision.loss for decision in made),
        unplayed=unplayed,
        points=turn.points,
        built=turn.built if turn.outcome == "banked" else 0,
        penalty=turn.penalty,
    )
    return account, made


def _before(step: Step) -> GameState:
    if step.before is None:
        raise ValueError("Nothing is decided before the start.")
    return step.before


def _is_enough(step: Step, winning: Container[int]) -> bool:
    """Return whether a step banked what won the game, or what was best in its last turns."""
    if not any(isinstance(event, Banked) for event in step.events):
        return False
    last = step.after
    return step.seat in last.winners or (last.phase != "turns" and step.number in winning)


def _has_ended(step: Step) -> bool:
    """Return whether the turn ended with this step."""
    return step.after.phase == "over" or any(
        isinstance(event, TurnStarted) for event in step.events
    )


def _decision(worth: _Worth, turn: PlayedTurn, step: Step) -> Decision:
    choices = worth.choices(_before(step))
    chosen = _find_choice(choices, step)
    if _has_ended(step):
        came = float(sum(event.points for event in step.events if isinstance(event, Banked)))
    else:
        came = worth.best(step.after)
    return Decision(
        step=step.number,
        turn=turn.number,
        seat=turn.seat,
        chosen=chosen,
        best=choices[0],
        loss=choices[0].value - chosen.value,
        luck=came - chosen.value,
        options=len(choices),
    )


def _find_choice(choices: Sequence[Choice], step: Step) -> Choice:
    """Return the choice made; a roll that ended the turn counts as the bank it was."""
    action = step.action
    found = {choice.action: choice for choice in choices}
    if action in found:
        return found[action]
    if isinstance(action, Roll) and Bank(action.keep) in found:
        return found[Bank(action.keep)]
    raise ValueError(f"{action} is no choice at step {step.number}.")


def _player(seat: int, turns: Iterable[TurnLuck]) -> PlayerLuck:
    accounts = [turn.account for turn in turns if turn.seat == seat]
    total = Account()
    for account in accounts:
        total = Account(
            total.start + account.start,
            total.offer + account.offer,
            total.luck + account.luck,
            total.loss + account.loss,
            total.unplayed + account.unplayed,
            total.points + account.points,
            total.built + account.built,
            total.penalty + account.penalty,
        )
    return PlayerLuck(seat, len(accounts), total)
