"""How a game starts and moves: its players, teams and dice; the rules themselves are tested in
`tests/farkle/specification/`."""

from dataclasses import replace

import pytest

from farkle import PRESETS, Bank, GameState, Join, Roll, RulesError
from farkle.rules.named_dice import weights_of
from tests.support.engine.scripted_game import Game, Script


@pytest.mark.parametrize(
    "hand", [(1, 2, 3), (), (1,) * 7, (0,) * 6, (7,) * 6, (True,) * 6, ("1",) * 6, (1.0,) * 6]
)
def test_a_source_must_return_dice(hand):
    state = Game("family").state
    before = state.to_dict()
    with pytest.raises(ValueError, match=r"^The dice source returned .*, expected 6 dice"):
        state.apply(Roll(), lambda count: hand)
    assert state.to_dict() == before


def test_a_source_that_fails_changes_nothing():
    state = Game("family").roll("111234").state
    before = state.to_dict()

    def broken(count):
        raise RuntimeError("no dice today")

    with pytest.raises(RuntimeError, match="no dice today"):
        state.apply(Roll((1,)), broken)
    assert state.to_dict() == before


@pytest.mark.parametrize("of", [(0, 1), (0, 0, 0), (0, 1, 0, 1), ()])
def test_teams_must_cover_every_seat_and_be_at_least_two(of):
    with pytest.raises(ValueError, match="at least two"):
        GameState.start(PRESETS["family"], 3, Script(), of)


CHOSEN = ("OAFSOO", "OOOOOO")


def test_named_dice_keep_their_order_and_all_are_back_after_hot_dice():
    rules = replace(PRESETS["kcd"], first_player="seat")
    state, start = GameState.start(rules, 2, Script(), None, CHOSEN)
    assert start[0].to_dict() == {"e": "started", "players": 2, "teams": None, "chosen": [*CHOSEN]}
    thrown = []

    def source(*faces):
        def throw(count, weights):
            thrown.append(weights)
            return faces[:count]

        return throw

    state, _ = state.apply(Roll(), source(1, 5, 1, 2, 3, 4))
    state, _ = state.apply(Roll((1,)), source(5, 1, 2, 2, 3))
    assert state.cup == "AFSOO"
    state, _ = state.apply(Roll((1, 5)), source(1, 1, 1))
    assert state.cup == "SOO"
    state, _ = state.apply(Roll((1, 1, 1)), source(1, 2, 2, 3, 3, 4))
    assert state.cup == "OAFSOO"
    state, _ = state.apply(Bank((1,)), source())
    assert (state.current, state.cup) == (1, "OOOOOO")
    assert thrown == list(map(weights_of, ("OAFSOO", "AFSOO", "SOO", "OAFSOO")))


def test_who_joins_late_has_ordinary_dice():
    rules = replace(PRESETS["kcd"], first_player="seat")
    state, _ = GameState.start(rules, 2, Script(), None, CHOSEN)
    assert state.apply(Join(), Script())[0].chosen == (*CHOSEN, "OOOOOO")


@pytest.mark.parametrize(
    ("changes", "players", "chosen", "why"),
    [
        ({"building": True}, 2, CHOSEN, "Nobody can piggyback on a turn with the dice of another"),
        ({"rounds": 3}, 1, CHOSEN[:1], "A game alone has ordinary dice"),
        ({}, 2, CHOSEN[:1], "Either every player chooses dice, or nobody does"),
        ({}, 2, ("OOOOO", "OOOOOO"), "A set of dice has 6 letters"),
        ({"dice": 5}, 2, CHOSEN, "A set of dice has 5 letters"),
        ({}, 2, ("OOOOO?", "OOOOOO"), "each one of O A"),
    ],
)
def test_dice_that_cannot_be_chosen_are_refused(changes, players, chosen, why):
    rules = replace(PRESETS["kcd"], first_player="seat", **changes)
    with pytest.raises(RulesError, match=why):
        GameState.start(rules, players, Script(), None, chosen)
