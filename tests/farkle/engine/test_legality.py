"""Legal actions, the reasons for refusals, and their wire form."""

import json
from itertools import combinations_with_replacement

import pytest

from farkle import Bank, Build, IllegalAction, Roll, Skip
from tests.support.engine.random_games import random_game
from tests.support.engine.scripted_game import Game, faces


def every_attempt(state):
    """Yield rolls and banks of every choice of the throw's dice, and of some other dice."""
    keeps = {(), (1,), (5,), (2, 2, 2), (1, 2, 3, 4, 5, 6), (6, 6, 6, 6, 6, 6, 6)}
    for size in range(1, len(state.throw) + 1):
        for mask in combinations_with_replacement(sorted(set(state.throw)), size):
            keeps.add(mask)
    yield Build()
    for keep in sorted(keeps):
        yield Roll(keep)
        yield Bank(keep)


def ones(count):
    return (1,) * count


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(30))
def test_why_not_agrees_with_apply(seed):
    _, states = random_game(seed, actions=25)
    for state in states:
        before, legal = state.to_dict(), state.legal
        allowed = []
        for action in every_attempt(state):
            reason = legal.why_not(action)
            try:
                state.apply(action, ones)
            except IllegalAction as error:
                assert repr(reason) == repr(error), (state, action)  # noqa: PT017 - not every action fails
            else:
                assert reason is None, (state, action)
                allowed.append(action)
        assert sorted(map(repr, legal.actions)) == sorted(map(repr, allowed))
        assert state.to_dict() == before


@pytest.mark.parametrize("seed", range(30))
def test_what_choices_promise_is_what_happens(seed):
    _, states = random_game(seed, actions=25)
    for state in states:
        for choice in state.legal.choices:
            assert choice.points == choice.total - state.turn_points
            if choice.roll is None:
                thrown = []
                after, events = state.apply(
                    Roll(choice.keep),
                    lambda count, thrown=thrown: thrown.append(count) or ones(count),
                )
                names = [event.name for event in events]
                assert choice.ends == (not thrown)
                assert choice.ends == ("banked" in names or "ran_out" in names)
                if thrown:
                    assert thrown == [choice.dice]
                    assert after.turn_points == choice.total
            if choice.bank is None:
                seat = state.current
                after, _ = state.apply(Bank(choice.keep), ones)
                assert after.scores[seat] == state.scores[seat] + choice.total


@pytest.mark.parametrize("seed", range(30))
def test_there_is_always_something_to_do_until_the_end(seed):
    for state in random_game(seed)[1]:
        assert bool(state.legal.actions) == (state.phase != "over")
        if state.phase != "over":
            state.apply(Skip(), ones)


def read(data):
    """Yield the choices in `Legal.to_dict`, decoded as its docstring says."""
    assert set(data) <= {"keeps", "why", "ends", "build"}
    why = [None, *data.get("why", [])]
    for keep, values in data["keeps"].items():
        points, total, dice, *refusals = values
        roll, bank = ([*refusals, 0, 0])[:2]
        assert not refusals or refusals[-1] != 0, "zeros at the end are left out"
        yield faces(keep), points, total, dice, why[roll], why[bank], keep in data.get("ends", [])


@pytest.mark.parametrize("seed", range(30))
def test_the_wire_form_has_the_same_choices(seed):
    for state in random_game(seed)[1]:
        legal = state.legal
        data = json.loads(json.dumps(legal.to_dict()))
        assert list(read(data)) == [
            (
                choice.keep,
                choice.points,
                choice.total,
                choice.dice,
                choice.roll and choice.roll.code,
                choice.bank and choice.bank.code,
                choice.ends,
            )
            for choice in legal.choices
        ]
        assert data.get("build", False) == (legal.build is None)
        assert all(data.get(name, True) for name in ("why", "ends")), "nothing empty is sent"


def test_the_wire_form_at_the_start_of_a_turn():
    assert Game("family").state.legal.to_dict() == {
        "keeps": {"": [0, 0, 6, 0, 1]},
        "why": ["not_rolled"],
    }


def test_the_wire_form_before_entry():
    game = Game("entry").roll("111234")
    assert game.state.legal.to_dict() == {
        "keeps": {"1": [100, 100, 5, 0, 1], "11": [200, 200, 4, 0, 1], "111": [1000, 1000, 3]},
        "why": ["entry_missing"],
        "ends": ["111"],
    }


def test_the_wire_form_of_building_and_of_the_end():
    game = Game("4iam", building=True, entry_min=0).banks(500)
    assert game.state.legal.to_dict()["build"] is True
    assert Game("classic").banks(10000).state.legal.to_dict() == {"keeps": {}}
