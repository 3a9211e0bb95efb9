"""How much of a recorded game was luck, and how much was decided: every turn's points, accounted.

A position is worth the points that the best play of the turn makes from it, on average
(`strategy.py`). What a turn brings is then exactly

    start + offer + luck - given - unplayed

`start` is the worth of a turn before its first throw; `offer` what an offer to build on the turn
before added to it; `luck` the worth after each throw less what was to be expected before it;
`given` the worth of the best choice less that of the one made, never negative; `unplayed` what a
turn that was skipped, left or cut short could still have brought. A penalty is no part of the
turn's points: the score changes by points - penalty.

It is the points of the turn throughout: that somebody has to risk more in the last round, or plays
safe with a lead, is not counted. For somebody who is not in, a turn below the minimum brings none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.events import Banked, TurnStarted
from farkle.engine.record import Record
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from .review import PlayedTurn, Step, steps, story
from .solver import Plan, solve

_PARTS: Final = 2.0**16
"""Worths are rounded to this part of a point, so that their sums have no error at all."""

_MISTAKE: Final = 1.0
"""Points on average from which on a choice is called a mistake."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that could be done, and the points of the turn it makes on average."""

    action: Roll | Bank | Build
    value: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What was `chosen` at `step`, the `best` there was among so many `options`, and what came.

    `given` is best less chosen; `luck` what the dice then made of it, 0 where none were thrown.
    """

    step: int
    turn: int
    seat: int
    chosen: Choice
    best: Choice
    given: float
    luck: float
    options: int


@dataclass(frozen=True, slots=True)
class Account:
    """points == start + offer + luck - given - unplayed, exactly. `built` is a part of `points`,
    `penalty` apart from them."""

    start: float = 0.0
    offer: float = 0.0
    luck: float = 0.0
    given: float = 0.0
    unplayed: float = 0.0
    points: int = 0
    built: int = 0
    penalty: int = 0

    def whole(self) -> Account:
        """The same in whole numbers, which add up as well: luck takes what rounding leaves."""
        start, offer, given, unplayed = (
            round(one) for one in (self.start, self.offer, self.given, self.unplayed)
        )
        luck = self.points - start - offer + given + unplayed
        return Account(start, offer, luck, given, unplayed, self.points, self.built, self.penalty)


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
    """A game's accounts. `mistakes` are the decisions that gave a point or more away, the worst
    first; `exact` is false where the rules are so odd that worths had to be estimated."""

    decisions: tuple[Decision, ...]
    turns: tuple[TurnLuck, ...]
    players: tuple[PlayerLuck, ...]
    mistakes: tuple[Decision, ...]
    exact: bool


def luck(record: Record) -> Luck:
    """The accounts of a game. Solves its rules first, which takes up to some seconds.

    Raises Disagreement where the record does not hold.
    """
    played = steps(record)
    worth = _Worth(record.rules)
    told = story(played)
    decisions: list[Decision] = []
    turns: list[TurnLuck] = []
    for turn in told.turns:
        account, made = _account(worth, turn, played[turn.first : turn.last + 1])
        turns.append(TurnLuck(turn.number, turn.seat, account))
        decisions += made
    mistakes = [one for one in decisions if one.given >= _MISTAKE]
    return Luck(
        decisions=tuple(decisions),
        turns=tuple(turns),
        players=tuple(_player(one.seat, turns) for one in told.players),
        mistakes=tuple(sorted(mistakes, key=lambda one: (-one.given, one.step))),
        exact=worth.exact,
    )


def luck_from_dict(record: object) -> Luck:
    """The same for a record as `Record.to_dict` wrote it: what another process can be asked."""
    return luck(Record.from_dict(record))


class _Worth:
    """What positions of a turn are worth under a rule set; a plan is made when it is needed."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._plans: dict[bool, Plan] = {}

    @property
    def exact(self) -> bool:
        return all(plan.exact for plan in self._plans.values())

    def choices(self, state: GameState) -> list[Choice]:
        """What the player at turn may do in `state`, the best first."""
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
    worth: _Worth, turn: PlayedTurn, played: Sequence[Step]
) -> tuple[Account, list[Decision]]:
    # Somebody who comes or goes before the first throw may change whether there is an offer.
    opening = worth.choices(_before(next(one for one in played if one.seat == turn.seat)))
    start = next(choice.value for choice in opening if isinstance(choice.action, Roll))
    made = [
        _decision(worth, turn, step)
        for step in played
        if step.seat == turn.seat and isinstance(step.action, Roll | Bank | Build)
    ]
    unplayed = 0.0
    if turn.outcome in ("skipped", "left", "cut"):
        last = played[-1]
        # Where the game just stops, its last state has the turn still open.
        stands = last.after if last.after.current == turn.seat and last.after.rolls else None
        unplayed = worth.best(_before(last) if stands is None or _ended(last) else stands)
    account = Account(
        start=start,
        offer=opening[0].value - start,
        luck=sum(one.luck for one in made),
        given=sum(one.given for one in made),
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


def _ended(step: Step) -> bool:
    """Whether the turn of this step ended with it."""
    return step.after.phase == "over" or any(isinstance(one, TurnStarted) for one in step.events)


def _decision(worth: _Worth, turn: PlayedTurn, step: Step) -> Decision:
    choices = worth.choices(_before(step))
    chosen = _chosen(choices, step)
    if _ended(step):
        came = float(sum(one.points for one in step.events if isinstance(one, Banked)))
    else:
        came = worth.best(step.after)
    return Decision(
        step=step.number,
        turn=turn.number,
        seat=turn.seat,
        chosen=chosen,
        best=choices[0],
        given=choices[0].value - chosen.value,
        luck=came - chosen.value,
        options=len(choices),
    )


def _chosen(choices: Sequence[Choice], step: Step) -> Choice:
    """The choice that was made; a roll that banked by itself is the bank that it was."""
    action = step.action
    found = {choice.action: choice for choice in choices}
    if action in found:
        return found[action]
    if isinstance(action, Roll) and Bank(action.keep) in found:
        return found[Bank(action.keep)]
    raise ValueError(f"{action} is no choice at step {step.number}.")


def _player(seat: int, turns: Iterable[TurnLuck]) -> PlayerLuck:
    mine = [one.account for one in turns if one.seat == seat]
    total = Account()
    for one in mine:
        total = Account(
            total.start + one.start,
            total.offer + one.offer,
            total.luck + one.luck,
            total.given + one.given,
            total.unplayed + one.unplayed,
            total.points + one.points,
            total.built + one.built,
            total.penalty + one.penalty,
        )
    return PlayerLuck(seat, len(mine), total)
