"""Random games of legal and illegal actions under random rule sets, as `CheckedGame`s."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from farkle import Action, Bank, Build, Join, Leave, Roll, RuleSet, Skip
from tests.support.engine.checked_game import CheckedGame
from tests.support.engine.simple_players import thrifty
from tests.support.engine.strategies import (
    CI,
    DiceSource,
    Teams,
    dice,
    dice_sources,
    rule_sets,
    seatings,
    short_rule_sets,
)

pytestmark = pytest.mark.no_cover

faces = st.lists(st.integers(1, 6), max_size=6).map(tuple)


class GameMachine(RuleBasedStateMachine):
    """One game; a step is one action, one turn, or some rounds of them."""

    house_rules = short_rule_sets()
    game: CheckedGame

    @initialize(data=st.data(), seating=seatings(), source=dice_sources())
    def sit_down(self, data: st.DataObject, seating: tuple[int, Teams], source: DiceSource) -> None:
        players, teams = seating
        rules: RuleSet = data.draw(self.house_rules)
        self.game = CheckedGame(rules, players, teams, source.throw(players * 30))

    def playing(self) -> bool:
        return self.game.state.phase != "over"

    @precondition(playing)
    @rule(data=st.data(), dice=dice())
    def act(self, data: st.DataObject, dice: tuple[int, ...]) -> None:
        """Play any legal action."""
        self.game.do(data.draw(st.sampled_from(self.game.state.legal.actions)), dice)

    @precondition(playing)
    @rule(dice=dice(), throws=st.integers(1, 8))
    def throw_on(self, dice: tuple[int, ...], throws: int) -> None:
        """Keep rolling until the turn ends."""
        seat = self.game.state.current
        for _ in range(throws):
            rolls = [one for one in self.game.state.legal.actions if isinstance(one, Roll)]
            if self.game.state.current == seat and rolls:
                self.game.do(rolls[-1], dice)

    @precondition(playing)
    @rule(actions=st.integers(1, 40), source=dice_sources())
    def play_on(self, actions: int, source: DiceSource) -> None:
        """Play sensibly."""
        for _ in range(actions):
            if self.playing():
                self.game.do(thrifty(self.game.state), source.throw())

    @precondition(playing)
    @rule(dice=dice())
    def all_alike(self, dice: tuple[int, ...]) -> None:
        """Play a turn each with the same dice, so that ties remain."""
        for _ in self.game.state.order:
            ply, seat = self.game.state.ply, self.game.state.current
            while self.playing() and seat == self.game.state.current:
                if self.game.state.ply > ply + 3:
                    self.game.do(Skip(), ())
                    break
                self.game.do(thrifty(self.game.state, enough=0), dice)

    @precondition(playing)
    @rule(dice=dice())
    def build(self, dice: tuple[int, ...]) -> None:
        """Build, after a bank if necessary."""
        if self.game.state.legal.build is not None:
            self.game.do(thrifty(self.game.state, enough=0), dice)
        self.game.try_out(Build(), dice)

    @rule(bank=st.booleans(), mask=st.integers(0, 63), strange=faces, dice=dice())
    def try_a_keep(
        self, bank: bool, mask: int, strange: tuple[int, ...], dice: tuple[int, ...]
    ) -> None:
        """Try to keep some dice of the throw, or any faces; hardly ever legal."""
        throw = self.game.state.throw
        keep = tuple(face for at, face in enumerate(throw) if mask >> at & 1) or strange
        self.game.try_out(Bank(keep) if bank else Roll(keep), dice)

    @rule(
        action=st.just(Skip())
        | st.integers(-1, 8).map(Leave)
        | st.builds(Join, st.none() | st.integers(-1, 5))
    )
    def come_and_go(self, action: Action) -> None:
        self.game.try_out(action, ())

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.check_record()


class AnyGameMachine(GameMachine):
    """Games under rules of any kind: absurd points, unreachable targets."""

    house_rules = rule_sets()


TestGame = GameMachine.TestCase
TestGame.settings = settings(CI, max_examples=30, stateful_step_count=30)

TestAnyGame = AnyGameMachine.TestCase
TestAnyGame.settings = settings(CI, max_examples=15, stateful_step_count=30)
