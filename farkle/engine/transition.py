"""The rules of play: what an action does, as events. The fold (`fold.py`) does the rest.

`start` and `apply` are the whole of it; `GameState` offers both as methods. Numbers in comments
are the decisions of the rule specification, section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from farkle import errors
from farkle.rules.scoring import Dice

from .actions import Action, Bank, Build, Join, Leave, Roll, Skip
from .events import (
    Banked,
    Batch,
    Blank,
    Built,
    Entered,
    Event,
    Farkled,
    FinalRound,
    HotDice,
    Joined,
    Kept,
    Left,
    Over,
    Penalised,
    PlayOff,
    RanOut,
    Rolled,
    RolledOff,
    RoundStarted,
    SecondChance,
    Skipped,
    Started,
    TurnStarted,
)
from .legality import (
    Weighed,
    bank_refusal,
    build_refusal,
    ends_by_itself,
    roll_refusal,
    weigh,
)

if TYPE_CHECKING:
    from .state import GameState

Source = Callable[[int], Sequence[int]]
"""Hands out so many dice: the only way chance comes in."""

_FACES = frozenset(range(1, 7))
PENALTY_STREAK = 3
"""Farkles in a row that cost a penalty."""


def start(
    unborn: GameState, players: int, source: Source, teams: Sequence[int] | None
) -> tuple[GameState, Batch]:
    """See `GameState.start`."""
    rules = unborn.rules
    problems = rules.validate().errors
    if problems:
        raise errors.RulesError(
            "These rules cannot be played: {problems}", problems=" ".join(map(str, problems))
        )
    if players < 2:
        raise ValueError("A game needs at least two players.")
    if teams is not None and (len(teams) != players or len(set(teams)) < 2):
        raise ValueError("Teams give every seat a team, and there are at least two.")
    table = _Table(unborn, source)
    table.happens(Started(players, None if teams is None else tuple(teams)))
    if rules.first_player == "roll_off":
        seats = tuple(range(players))
        while len(seats) > 1:  # 17: those tied for highest roll again
            dice = table.throw(len(seats))
            table.happens(RolledOff(seats, dice))
            best = max(dice)
            seats = tuple(seat for seat, die in zip(seats, dice, strict=True) if die == best)
    table.happens(RoundStarted(1))
    table.happens(TurnStarted(table.state.queue[0]))
    return table.state, tuple(table.events)


def apply(state: GameState, action: Action, source: Source) -> tuple[GameState, Batch]:
    """See `GameState.apply`."""
    if state.phase == "over":
        raise errors.GameIsOver
    table = _Table(state._next(), source)
    _DO[type(action)](table, action)
    return table.state, tuple(table.events)


class _Table:
    """A state in the making, what has happened so far, and where the dice come from."""

    __slots__ = ("events", "source", "state")

    def __init__(self, state: GameState, source: Source) -> None:
        self.state = state
        self.source = source
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        self.events.append(event)
        self.state._take(event)

    def throw(self, count: int) -> Dice:
        dice = tuple(self.source(count))
        if len(dice) != count or set(map(type, dice)) != {int} or not _FACES.issuperset(dice):
            raise ValueError(f"The source must hand out {count} dice, not {dice!r:.80}.")
        return dice

    # A turn

    def roll(self, action: Roll) -> None:
        weighed = weigh(self.state, action.keep)
        refusal = roll_refusal(self.state, weighed)
        if refusal is not None:
            raise refusal
        end = ends_by_itself(self.state, weighed)
        self.set_aside(weighed)
        self.go_on(end)

    def go_on(self, end: str | None) -> None:
        if end == "banked":
            self.write_down()
        elif end == "ran_out":
            state = self.state
            self.happens(RanOut(state.current, state.turn_points))
            self.end_turn()
        else:
            self.throw_rest()

    def bank(self, action: Bank) -> None:
        weighed = weigh(self.state, action.keep)
        refusal = bank_refusal(self.state, weighed)
        if refusal is not None:
            raise refusal
        self.set_aside(weighed)
        self.write_down()

    def build(self, action: Build) -> None:
        refusal = build_refusal(self.state)
        if refusal is not None:
            raise refusal
        points, aside = self.state.offer or (0, ())  # never None: build_refusal has looked
        self.happens(Built(points, aside))
        self.throw_rest()

    def skip(self, action: Skip) -> None:
        self.happens(Skipped(self.state.current, self.state.turn_points))
        self.end_turn()

    def set_aside(self, weighed: Weighed) -> None:
        if weighed.keep:
            self.happens(Kept(weighed.keep, weighed.points))
            if weighed.hot:
                self.happens(HotDice(self.state.rules.hot_dice_bonus))

    def throw_rest(self) -> None:
        rules = self.state.rules
        opening = self.state.rolls == 0
        dice = self.throw(self.state.to_roll)
        self.happens(Rolled(dice))
        if opening and rules.second_chance and not rules.table.keeps(dice):
            self.happens(SecondChance())
            dice = self.throw(len(dice))
            self.happens(Rolled(dice))
        if rules.table.keeps(dice):
            return
        if (
            rules.blank_first_roll
            and len(dice) == 6
            and (opening or rules.blank_scope == "any_six")
            and not rules.table.is_toxic(dice)
        ):
            self.credit_blank()
        else:
            self.farkle(dice)

    def credit_blank(self) -> None:
        # 6: it counts as if all six had scored, so the hot dice bonus is credited as well.
        rules = self.state.rules
        self.happens(Blank(rules.blank_first_roll))
        self.happens(HotDice(rules.hot_dice_bonus))
        end = ends_by_itself(self.state, weigh(self.state, ()))
        if end is not None:
            self.go_on(end)

    def farkle(self, dice: Dice) -> None:
        state, seat = self.state, self.state.current
        rules = state.rules
        streak = state.streaks[seat] + 1
        self.happens(Farkled(seat, state.turn_points, streak, rules.table.is_toxic(dice)))
        if rules.farkle_penalty and streak >= PENALTY_STREAK:  # 11
            points = rules.farkle_penalty
            if rules.penalty_floor == "zero":
                points = max(0, min(points, state.scores[seat]))
            self.happens(Penalised(seat, points, state.scores[seat] - points))
        self.end_turn()

    def write_down(self) -> None:
        state, seat = self.state, self.state.current
        if not state.entered[seat]:
            self.happens(Entered(seat))
        points = state.turn_points
        self.happens(Banked(seat, points, state.scores[seat] + points))
        if state.phase == "turns" and not state.rules.rounds:
            self.meet_target(seat)
        if state.phase != "over":
            self.end_turn()

    # The game

    def meet_target(self, seat: int) -> None:
        state = self.state
        total, rules = state.total(seat), state.rules
        if total < rules.target:
            return
        if rules.ending == "immediate" or (rules.ending == "exact" and total == rules.target):
            self.happens(Over(self.seats_of({state.side(seat)})))  # 14, 15
        else:
            self.happens(FinalRound(seat, total))  # 13

    def end_turn(self) -> None:
        state = self.state
        if not state.queue:
            over_rounds = state.rules.rounds and state.round >= state.rules.rounds
            if state.phase != "turns" or over_rounds:
                self.settle()
                return
            self.happens(RoundStarted(state.round + 1))
        self.happens(TurnStarted(state.queue[0]))

    def settle(self) -> None:
        """The last turn is played: one side wins, or those level at the top play on."""
        state, rules = self.state, self.state.rules
        seats = state.playoff if state.phase == "playoff" else state.order
        totals = {state.side(seat): 0 for seat in seats}
        for seat, points in enumerate(state.scores):
            if state.side(seat) in totals:
                totals[state.side(seat)] += points
        best = max(totals.values())
        level = {side for side, total in totals.items() if total == best}
        if len(level) > 1 and not rules.rounds and rules.ending == "exact":
            level = {self.there_first(level)}  # 15: a tie leaves the leader the winner
        elif len(level) > 1 and rules.tie_break == "leader":
            level = {self.there_first(level)}  # 16
        if len(level) == 1:
            self.happens(Over(self.seats_of(level)))
            return
        self.happens(PlayOff(self.play_off_order(level)))
        self.happens(TurnStarted(state.queue[0]))

    def there_first(self, sides: set[int]) -> int:
        """Of sides with the same total, the one that has stood there longest."""
        state = self.state
        since: dict[int, int] = {}
        for seat, ply in enumerate(state.since):
            side = state.side(seat)
            if side in sides:
                since[side] = max(ply, since.get(side, 0))
        earliest = min(since.values())
        # Level from the very start (nobody scored): the order of turns decides.
        return next(
            side for side in map(state.side, state.order) if since.get(side, -1) == earliest
        )

    def play_off_order(self, sides: set[int]) -> tuple[int, ...]:
        state = self.state
        seats = self.seats_of(sides)
        if state.rules.playoff_order == "leader_first":  # 16, 18
            first = next((side for side in state.reached if side in sides), None)
            if first is not None:
                at = next(i for i, seat in enumerate(seats) if state.side(seat) == first)
                seats = seats[at:] + seats[:at]
        return seats

    def seats_of(self, sides: set[int]) -> tuple[int, ...]:
        """Those of `sides` who are still here, in seat order."""
        state = self.state
        here = state.order + state.waiting
        return tuple(sorted(seat for seat in here if state.side(seat) in sides))

    def leave(self, action: Leave) -> None:
        state, seat = self.state, action.seat
        if not 0 <= seat < len(state.scores):
            raise errors.NoSuchSeat
        if state.left[seat]:
            raise errors.AlreadyLeft
        at_turn = seat == state.current
        self.happens(Left(seat, state.turn_points if at_turn else 0))
        here = {state.side(one) for one in state.order + state.waiting}
        level = {state.side(one) for one in state.playoff}
        if len(here) == 1:  # 19: the last one left wins
            self.happens(Over(tuple(sorted(state.order + state.waiting))))
        elif state.phase == "playoff" and len(level) == 1:
            self.happens(Over(self.seats_of(level)))
        elif at_turn:
            self.end_turn()

    def join(self, action: Join) -> None:
        state, rules = self.state, self.state.rules
        last_round = rules.rounds and state.round >= rules.rounds
        if state.phase != "turns" or last_round:
            raise errors.TooLateToJoin
        if state.teams is not None and action.team not in state.teams:
            raise errors.TeamNeeded
        if state.teams is None and action.team is not None:
            raise errors.NoTeams
        points = 0
        if rules.late_start == "lowest":
            points = min(state.scores[seat] for seat in state.order + state.waiting)
        entered = points > 0 or rules.entry_min == 0
        self.happens(Joined(len(state.scores), points, entered, action.team))


_DO: dict[type[Action], Callable[..., None]] = {
    Roll: _Table.roll,
    Bank: _Table.bank,
    Build: _Table.build,
    Skip: _Table.skip,
    Leave: _Table.leave,
    Join: _Table.join,
}
