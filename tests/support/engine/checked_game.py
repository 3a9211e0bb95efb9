"""A game that the engine and the referee play side by side.

After every action it checks everything that must hold under any rules.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from farkle import (
    Action,
    Bank,
    Batch,
    Build,
    GameState,
    IllegalAction,
    Record,
    Roll,
    RuleSet,
    action_from_dict,
    batch_from_dicts,
    dice_of,
    replay,
    states,
)
from farkle.engine.events import (
    Banked,
    Blank,
    Built,
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
    RoundStarted,
    Skipped,
    TurnStarted,
)
from farkle.rules.named_dice import NAMED_DICE, Weights

from .referee import Referee


def through_json(data: Any) -> Any:
    """Return `data` after a round trip through JSON."""
    return json.loads(json.dumps(data))


class Hand:
    """A source that returns the given dice and counts those it returned."""

    def __init__(self, dice: Sequence[int]) -> None:
        self.dice = dice
        self.used = 0
        self.weights: list[Sequence[Weights]] = []

    def __call__(self, count: int, weights: Sequence[Weights] = ()) -> Sequence[int]:
        self.used += count
        self.weights.append(weights)
        assert self.used <= len(self.dice), "the engine throws more dice than an action can need"
        return self.dice[self.used - count : self.used]


class CheckedGame:
    """A game from its start. `dice` are enough dice for the roll-off."""

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        teams: Sequence[int] | None,
        dice: Sequence[int],
        chosen: Sequence[str] = (),
    ) -> None:
        hand = Hand(dice)
        state, batch = GameState.start(rules, players, hand, teams, chosen)
        assert not any(hand.weights), "a roll-off has ordinary dice"
        self.state = state
        self.record = Record(rules, players, batch, None if teams is None else tuple(teams))
        self.states = [state]
        self.made = self.gone = 0  # points scored in turns, and points banked or lost
        self.owed = [0] * players  # each seat's score according to the events
        self.last_turns: list[int] | None = None  # seats with a turn since the final round
        self.no_turn: set[int] = set()
        """Seats without another turn in this round."""
        self.expected: set[int] = set()  # seats that still have one to come
        self.referee = Referee(rules, players, teams, dice_of(batch), chosen)
        assert len(dice_of(batch)) == hand.used
        assert GameState.begin(rules, batch) == state
        self.account(batch)
        self.check()

    def do(self, action: Action, dice: Sequence[int]) -> Batch:
        """Play a legal action with as many of `dice` as it needs."""
        before, frozen = self.state, self.state.to_dict()
        hand = Hand(dice)
        state, batch = before.apply(action, hand)
        assert before.to_dict() == frozen
        assert before.fold(batch) == state
        assert batch_from_dicts(through_json([event.to_dict() for event in batch])) == batch
        assert action_from_dict(through_json(action.to_dict())) == action
        assert len(dice_of(batch)) == hand.used
        self.referee.act(action, dice_of(batch))
        if isinstance(batch[-1], Rolled) and state.chosen:
            thrown = [NAMED_DICE[letter].weights for letter in self.referee.cup()]
            assert list(hand.weights[-1]) == thrown
        self.state = state
        self.states.append(state)
        self.record = self.record.and_then(action, batch)
        self.account(batch)
        self.check()
        return batch

    def try_out(self, action: Action, dice: Sequence[int]) -> None:
        """Play `action` if the referee allows it; otherwise check that it is refused."""
        if self.referee.may(action):
            self.do(action, dice)
            return
        frozen = self.state.to_dict()
        with pytest.raises(IllegalAction) as refused:
            self.state.apply(action, Hand(()))
        assert self.state.to_dict() == frozen
        sentence = str(refused.value)
        assert sentence.endswith(".")
        assert "{" not in sentence
        if isinstance(action, Roll | Bank | Build):
            beforehand = self.state.legal.why_not(action)
            assert type(beforehand) is type(refused.value)
            assert beforehand is not None
            assert (beforehand.code, str(beforehand)) == (refused.value.code, sentence)

    # What must hold

    def check(self) -> None:
        """Check everything that holds between two actions."""
        state = self.state
        assert state.ply == len(self.record.steps)
        restored = GameState.from_dict(state.rules, through_json(state.to_dict()))
        assert restored == state
        assert list(state.scores) == self.owed
        if state.phase == "over":
            assert state.legal.actions == ()
        else:
            assert self.made - self.gone == state.turn_points
            if state.throw:
                assert len(state.aside) + len(state.throw) == state.rules.dice
            else:
                assert (state.rolls, state.turn_points, state.aside) == (0, 0, ())
        self.agree()
        self.check_legal()

    def agree(self) -> None:
        """Check that the referee agrees with the state."""
        state, referee = self.state, self.referee
        players = referee.players
        assert state.phase == referee.phase
        assert state.current == referee.turn.seat
        assert list(state.winners) == referee.winners
        assert list(state.scores) == [player.score for player in players]
        assert list(state.entered) == [player.entered for player in players]
        assert list(state.streaks) == [player.streak for player in players]
        assert list(state.left) == [not player.here for player in players]
        for side in referee.totals():
            since = [when for seat, when in enumerate(state.since) if state.side(seat) == side]
            assert max(since) == referee.changed_at(side)
        if state.phase != "over":
            turn = referee.turn
            assert state.round == referee.round
            assert state.turn_points == turn.points
            assert list(state.throw) == (turn.lying or [])
            assert list(state.aside) == turn.aside
            assert state.blank == turn.blank
            assert state.rolls == turn.throws
        assert state.cup == referee.cup()

    def check_legal(self) -> None:
        """Check that the engine offers exactly what the referee allows."""
        state, referee = self.state, self.referee
        legal = state.legal
        for choice in legal.choices:
            assert (choice.roll is None) == referee.may(Roll(choice.keep))
            assert (choice.bank is None) == referee.may(Bank(choice.keep))
            worth = referee.worth(choice.keep)
            assert choice.points == worth
            assert choice.total == state.turn_points + (worth or 0)
        assert (legal.build is None) == referee.may(Build())
        if state.phase != "over":
            assert legal.actions, "a player is stuck"
        through_json(legal.to_dict())

    def account(self, batch: Batch) -> None:
        """Follow the points and the last turns from the events alone."""
        for event in batch:
            self.account_points(event)
            self.account_turns(event)
            if isinstance(event, Over) and self.expected:
                assert any(isinstance(one, Left) for one in batch), "not all had the last turn"

    def account_points(self, event: object) -> None:
        if isinstance(event, Kept | Blank | Built):
            self.made += event.points
        elif isinstance(event, HotDice):
            self.made += event.bonus
        elif isinstance(event, Farkled | RanOut | Skipped | Left):
            self.gone += event.lost
        elif isinstance(event, Banked):
            self.gone += event.points
            self.owed[event.seat] += event.points
            assert event.total == self.owed[event.seat]
        elif isinstance(event, Penalised):
            self.owed[event.seat] -= event.points
            assert event.total == self.owed[event.seat]
        elif isinstance(event, Joined):
            assert event.seat == len(self.owed)
            self.owed.append(event.score)

    def account_turns(self, event: object) -> None:
        """Check (13) that every seat not on the leader's side has exactly one last turn; where the
        round is finished, those that had none in it."""
        if isinstance(event, FinalRound):
            assert self.last_turns is None, "a final round inside a final round"
            side = self.side(event.seat)
            self.last_turns = []
            self.expected = {seat for seat in range(len(self.owed)) if self.side(seat) != side}
            self.expected -= {seat for seat, left in enumerate(self.states[-1].left) if left}
            if self.state.rules.ending == "finish_round":
                self.expected -= self.no_turn
        elif isinstance(event, RoundStarted):
            self.no_turn = set()
        elif isinstance(event, Joined) or (
            isinstance(event, TurnStarted) and self.last_turns is None
        ):
            self.no_turn.add(event.seat)
        elif isinstance(event, TurnStarted):
            assert event.seat in self.expected, "a second last turn, or the leader's"
            self.expected.remove(event.seat)
            self.last_turns.append(event.seat)
        elif isinstance(event, Left):
            self.expected.discard(event.seat)
        elif isinstance(event, PlayOff):
            assert not self.expected, "a play-off before everybody had the last turn"
            self.expected = set(event.seats)
            self.last_turns = []

    def side(self, seat: int) -> int:
        teams = self.state.teams
        return seat if teams is None else teams[seat]

    def check_record(self) -> None:
        """Check that replaying the record gives the same game at every step."""
        assert Record.from_dict(through_json(self.record.to_dict())) == self.record
        assert list(states(self.record)) == self.states
        assert replay(self.record) == self.state
