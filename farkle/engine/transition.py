"""The rules of play: the events that an action causes. `events.py` folds them into the state.

Numbers in comments refer to the decisions in tests/farkle/specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from farkle.errors import IllegalAction, RulesError
from farkle.rules.named_dice import check_chosen, weights_of
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice

from . import events
from .actions import Action, Bank, Build, Join, Leave, Roll, Skip
from .events import Batch, Event
from .legality import (
    KeepOutcome,
    automatic_end,
    bank_refusal,
    build_refusal,
    keep_outcome,
    roll_refusal,
)
from .position import Position
from .standing import first_there, is_for_one, leaders, may_join

P = TypeVar("P", bound=Position)
Source = Callable[..., Sequence[int]]
"""Rolls a number of dice and returns their faces; the only chance in the engine. In a turn with
named dice, the weights of each die are the second argument."""

_FACES = frozenset(range(1, 7))


def start(
    before: P,
    players: int,
    source: Source,
    teams: Sequence[int] | None,
    chosen: Sequence[str] = (),
) -> tuple[P, Batch]:
    """See `GameState.start`."""
    rules = before.rules
    rules.require_playable()
    if players < 2 and not (players == 1 and is_for_one(rules)):
        raise ValueError("A game needs at least two players.")
    if teams is not None and (len(teams) != players or len(set(teams)) < 2):
        raise ValueError("Teams give every seat a team, and there are at least two.")
    _check_named_dice(rules, players, chosen)
    play = _Transition(before, source)
    play.emit(events.Started(players, None if teams is None else tuple(teams), tuple(chosen)))
    if rules.first_player == "roll_off":
        seats = tuple(range(players))
        while len(seats) > 1:  # 17: those tied for highest roll again
            dice = play.throw(len(seats))
            play.emit(events.RolledOff(seats, dice))
            best = max(dice)
            seats = tuple(seat for seat, die in zip(seats, dice, strict=True) if die == best)
    play.emit(events.RoundStarted(1))
    play.emit(events.TurnStarted(play.state.queue[0]))
    return play.state, tuple(play.events)


def _check_named_dice(rules: RuleSet, players: int, chosen: Sequence[str]) -> None:
    if not chosen:
        return
    if rules.building:
        raise RulesError("Nobody can piggyback on a turn with the dice of another player.")
    if players == 1:
        raise RulesError("A game alone has ordinary dice.")
    if len(chosen) != players:
        raise RulesError("Either every player chooses dice, or nobody does.")
    for letters in chosen:
        check_chosen(letters, rules.dice)


def apply(state: P, action: Action, source: Source) -> tuple[P, Batch]:
    """See `GameState.apply`."""
    if state.phase == "over":
        raise IllegalAction("game_over")
    play = _Transition(state.next_ply(), source)
    getattr(play, action.do)(action)
    return play.state, tuple(play.events)


class _Transition(Generic[P]):
    """One action in progress. The method for an action has its name."""

    __slots__ = ("events", "source", "state")

    def __init__(self, state: P, source: Source) -> None:
        self.state = state
        self.source = source
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)
        event.fold_into(self.state)

    def throw(self, count: int, letters: str = "") -> Dice:
        rolled = self.source(count, weights_of(letters)) if letters else self.source(count)
        dice = tuple(rolled)
        if len(dice) != count or set(map(type, dice)) != {int} or not _FACES.issuperset(dice):
            raise ValueError(f"The dice source returned {dice!r:.80}, expected {count} dice.")
        return dice

    # A turn

    def roll(self, action: Roll) -> None:
        outcome = keep_outcome(self.state, action.keep)
        refusal = roll_refusal(self.state, outcome)
        if refusal is not None:
            raise refusal
        end = automatic_end(self.state, outcome)
        self.set_aside(outcome)
        self.finish_roll(end, wins=outcome.wins)

    def finish_roll(self, end: str | None, *, wins: bool = False) -> None:
        if end == "banked":
            self.add_to_score(wins=wins)
        elif end == "ran_out":
            state = self.state
            self.emit(events.RanOut(state.current, state.turn_points))
            self.pay_for_nothing(state.current)
            self.end_turn()
        else:
            self.throw_rest()

    def bank(self, action: Bank) -> None:
        outcome = keep_outcome(self.state, action.keep)
        refusal = bank_refusal(self.state, outcome)
        if refusal is not None:
            raise refusal
        self.set_aside(outcome)
        self.add_to_score(wins=outcome.wins)

    def build(self, action: Build) -> None:
        refusal = build_refusal(self.state)
        if refusal is not None:
            raise refusal
        points, aside = self.state.offer or (0, ())  # never None after build_refusal
        self.emit(events.Built(points, aside))
        self.throw_rest()

    def skip(self, action: Skip) -> None:
        self.emit(events.Skipped(self.state.current, self.state.turn_points))
        self.pay_for_nothing(self.state.current)
        self.end_turn()

    def pay_for_nothing(self, seat: int) -> None:
        rules, score = self.state.rules, self.state.scores[seat]
        if rules.cost_of_nothing:
            after = rules.score_after_nothing(score)
            self.emit(events.Penalised(seat, score - after, after))

    def set_aside(self, outcome: KeepOutcome) -> None:
        if outcome.keep:
            self.emit(events.Kept(outcome.keep, outcome.points))
            if outcome.hot:
                rules = self.state.rules
                self.emit(events.HotDice(rules.hot_dice_bonus * rules.times(self.state.hot)))

    def throw_rest(self) -> None:
        rules = self.state.rules
        opening = self.state.rolls == 0
        dice = self.throw(self.state.to_roll, self.state.cup)
        self.emit(events.Rolled(dice))
        if opening and rules.second_chance and not rules.table.keeps(dice):
            self.emit(events.SecondChance())
            dice = self.throw(len(dice), self.state.cup)
            self.emit(events.Rolled(dice))
        if rules.table.keeps(dice):
            return
        if rules.is_blank(dice, first=opening):
            self.credit_blank()
        else:
            self.farkle(dice, first=opening and len(dice) == rules.dice)

    def credit_blank(self) -> None:
        # 6: it counts as if all dice had scored, so the hot dice bonus is credited as well.
        rules, times = self.state.rules, self.state.rules.times(self.state.hot)
        self.emit(events.Blank(rules.blank_first_roll * times))
        self.emit(events.HotDice(rules.hot_dice_bonus * times))
        end = automatic_end(self.state, keep_outcome(self.state, ()))
        if end is not None:
            self.finish_roll(end)

    def farkle(self, dice: Dice, *, first: bool) -> None:
        state, seat = self.state, self.state.current
        rules = state.rules
        streak = state.streaks[seat] + 1
        self.emit(events.Farkled(seat, state.turn_points, streak, rules.table.is_toxic(dice)))
        if (
            rules.pays(streak)  # 11
            or rules.farkle_costs[1]
            or (first and rules.farkle_costs[2])
        ):
            score, undone = state.scores[seat], state.undone[seat] if state.undone else 0
            after = rules.score_after_farkle(score, streak, undone, first=first)
            self.emit(events.Penalised(seat, score - after, after))
        self.end_turn()

    def add_to_score(self, *, wins: bool) -> None:
        state, seat = self.state, self.state.current
        if not state.entered[seat]:
            self.emit(events.Entered(seat))
        points = state.turn_points
        self.emit(events.Banked(seat, points, state.scores[seat] + points))
        if wins:
            self.emit(events.Over(self.seats_of({state.side(seat)})))
        elif state.phase == "turns" and not state.rules.rounds:
            self.check_target(seat)
        if state.phase != "over":
            self.end_turn()

    # The game

    def check_target(self, seat: int) -> None:
        state = self.state
        total, rules = state.total(seat), state.rules
        if total < rules.target:
            return
        if rules.wins_at(total):
            self.emit(events.Over(self.seats_of({state.side(seat)})))  # 14, 15
        else:
            self.emit(events.FinalRound(seat, total))  # 13

    def end_turn(self) -> None:
        state = self.state
        if not state.queue:
            over_rounds = state.rules.rounds and state.round >= state.rules.rounds
            if state.phase != "turns" or over_rounds:
                self.settle()
                return
            self.emit(events.RoundStarted(state.round + 1))
        self.emit(events.TurnStarted(state.queue[0]))

    def settle(self) -> None:
        """End the game after its last turn, or start a tiebreaker."""
        state = self.state
        seats = state.playoff if state.phase == "playoff" else state.order
        tied = set(leaders(state, {state.side(seat) for seat in seats}))
        if len(tied) > 1 and not (state.rules.has_play_offs or state.rules.shares_ties):
            tied = {first_there(state, tied)}  # 15, 16: the leader wins
        if len(tied) == 1 or state.rules.shares_ties:
            self.emit(events.Over(self.seats_of(tied)))
            return
        self.emit(events.PlayOff(self.play_off_order(tied)))
        self.emit(events.TurnStarted(state.queue[0]))

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
        """Return the seats of `sides` that are still in the game, in seat order."""
        state = self.state
        here = state.order + state.waiting
        return tuple(sorted(seat for seat in here if state.side(seat) in sides))

    def leave(self, action: Leave) -> None:
        state, seat = self.state, action.seat
        if not 0 <= seat < len(state.scores):
            raise IllegalAction("no_such_seat")
        if state.left[seat]:
            raise IllegalAction("already_left")
        is_current = seat == state.current
        self.emit(events.Left(seat, state.turn_points if is_current else 0))
        here = {state.side(seat) for seat in state.order + state.waiting}
        tied = {state.side(seat) for seat in state.playoff}
        if not here:  # a player alone, who keeps what is banked
            self.emit(events.Over((seat,)))
        elif len(here) == 1 and len(state.scores) > 1:  # 19: the last one left wins
            self.emit(events.Over(tuple(sorted(state.order + state.waiting))))
        elif state.phase == "playoff" and len(tied) == 1:
            self.emit(events.Over(self.seats_of(tied)))
        elif is_current:
            self.end_turn()

    def join(self, action: Join) -> None:
        state, rules = self.state, self.state.rules
        if not may_join(state):
            raise IllegalAction("too_late_to_join")
        if state.teams is not None and action.team not in state.teams:
            raise IllegalAction("team_needed")
        if state.teams is None and action.team is not None:
            raise IllegalAction("no_teams")
        points = 0
        if rules.late_start == "lowest":
            lowest = min(state.scores[seat] for seat in state.order + state.waiting)
            points = max(0, lowest)  # no player pays for the farkles of others
        entered = points > 0 or rules.entry_min == 0
        self.emit(events.Joined(len(state.scores), points, entered, action.team))
