"""The chance to win of everybody, step by step: its parts add up exactly."""

from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, Bank, GameState, Leave, Record, Roll
from farkle.ai.chance.files import find_chances
from farkle.ai.chance.table import solve
from farkle.ai.exact import exact_of
from farkle.ai.players import decide
from farkle.ai.review.luck import luck
from farkle.ai.review.review import steps
from farkle.ai.review.winning import accuracy, live_chances, option_of, round_accuracy, winning
from tests.support.engine.random_games import random_game
from tests.support.engine.scripted_game import Game


def played(rules, levels, seed):
    """Return the record of a game between computers."""
    random = Random(seed)
    source = lambda count: [random.randint(1, 6) for _ in range(count)]  # noqa: E731
    state, batch = GameState.start(rules, len(levels), source)
    record = Record(rules, len(levels), batch)
    while state.phase != "over":
        action = decide(state, levels[state.current])
        state, batch = state.apply(action, source)
        record = record.and_then(action, batch)
    return record


def checked(record, chances=None):
    """Check that the accounts of `record` add up, and return them."""
    found = winning(record, chances)
    for moment in found.moments:
        for vector in (moment.chosen, moment.after):
            assert sum(vector) == 1
            assert min(vector) >= 0
    for side, one in enumerate(found.accounts):
        total = one.start + one.luck + one.their_luck - one.loss + one.their_loss + one.rest
        assert total == one.end == found.moments[-1].after[side]
        assert one.loss >= 0
        mine = [each for each in found.decisions if found.sides[each.seat] == side]
        assert sum(each.loss for each in mine) == one.loss
        assert sum(each.luck for each in mine) == one.luck
    assert all(one.loss >= 0 for one in found.decisions)
    worst = [one.loss for one in found.mistakes]
    assert worst == sorted(worst, reverse=True)
    return found


@pytest.mark.parametrize("name", ["kcd", "entry"])
def test_a_game_of_two_is_exact_to_the_last_part(name):
    found = checked(played(PRESETS[name], ["pip", "abacus"], 3), find_chances(PRESETS[name]))
    assert found.exact
    assert sorted(one.end for one in found.accounts) == [0, 1]
    assert all(one.rest == pytest.approx(0, abs=1e-8) for one in found.accounts)
    assert all(
        one.their_luck == -found.accounts[1 - at].luck for at, one in enumerate(found.accounts)
    )
    pip, abacus = (one.percent for one in found.accuracies)
    assert 0 < pip < abacus <= 100


@pytest.mark.parametrize("name", ["family", "classic"])
def test_a_game_of_three_is_estimated(name):
    found = checked(played(PRESETS[name], ["ledger", "pip", "abacus"], 5))
    assert not found.exact
    assert sorted(one.end for one in found.accounts) == [0, 0, 1]


@pytest.mark.parametrize("seed", range(8))
def test_random_games_add_up(seed):
    record = random_game(seed)[0]
    checked(record)


def test_banking_what_wins_is_never_a_mistake():
    """By points of the turn alone, rolling on is worth hundreds of points more."""
    rules = replace(PRESETS["kcd"], target=1500)
    record = Game(rules).roll("111234").bank("111").farkles().roll("555126").bank("555").record
    assert luck(record).accounts[0].unplayed >= 100
    assert not any(one.step == len(record.steps) for one in luck(record).mistakes)
    for chances in (None, solve(rules)):
        found = checked(record, chances)
        assert found.decisions[-1].chosen.action == Bank((5, 5, 5))
        assert found.decisions[-1].best.value == 1
        assert found.decisions[-1].loss == 0


def test_leaving_gives_the_game_to_the_other_without_luck_or_mistakes():
    rules = PRESETS["kcd"]
    found = checked(Game(rules).roll("111234").leave(0).record, find_chances(rules))
    assert found.exact
    loser, winner = found.accounts
    assert (loser.end, winner.end) == (0, 1)
    assert loser.rest < 0 < winner.rest
    assert loser.loss == 0


def test_a_choice_is_counted_only_where_there_was_one():
    rules = PRESETS["kcd"]
    found = checked(Game(rules).roll("111234").record, find_chances(rules))
    assert [len(one.options) for one in found.decisions] == [1]
    assert found.decisions[0].best.action == Roll()
    assert [one.percent for one in found.accuracies] == [None, None]


@pytest.mark.parametrize("name", ["kcd", "entry", "family"])
def test_every_move_that_the_rules_allow_has_its_value(name):
    record = played(PRESETS[name], ["pip", "pip"], 4)
    states, found = steps(record), winning(record, find_chances(PRESETS[name]))
    for decision in found.decisions:
        values = [option.value for option in decision.options]
        assert values == sorted(values, reverse=True)
        legal = states[decision.step].before.legal.actions
        assert {option_of(action, decision.options) for action in legal} == set(decision.options)
        assert option_of(states[decision.step].action, decision.options) == decision.chosen
        for action in (Bank((2, 3)), Roll((1,) * 6), Leave(0)):
            with pytest.raises(KeyError):
                option_of(action, decision.options)


def test_games_with_very_many_sides_get_no_chances():
    assert winning(Game("family", 13).roll("123346").record, None) is None


def test_accuracy_goes_from_100_down_to_0():
    assert accuracy(0.0, 10) == 100
    assert accuracy(0.2, 10) == pytest.approx(50)
    assert 0 < accuracy(10.0, 10) < 1e-6


def test_only_who_gave_nothing_away_is_shown_100():
    accuracies = (0.0, 85.9, 99.2, 99.7, 99.96, 100.0)
    assert [round_accuracy(one) for one in accuracies] == [0, 86, 99, 99, 100, 100]


def begun(rules, players, teams=None):
    return GameState.start(replace(rules, first_player="seat"), players, lambda n: (), teams)[0]


def test_live_chances_of_two_are_the_solved_ones():
    state = begun(PRESETS["kcd"], 2)
    assert live_chances(state) == pytest.approx((0.5571, 0.4429), abs=1e-4)
    state, _ = state.apply(decide(state, "almanac"), lambda n: (1, 1, 1, 2, 3, 4))
    best = max(exact_of(state).choices(state).values())
    assert live_chances(state) == pytest.approx((best, 1 - best), abs=1e-6)


@pytest.mark.parametrize(
    ("name", "players", "teams"),
    [("family", 3, None), ("kcd", 4, (0, 1, 0, 1)), ("entry", 6, None), ("classic", 2, None)],
)
def test_live_chances_add_up_to_one_at_every_step(name, players, teams):
    random, state = Random(5), begun(replace(PRESETS[name], target=2000), players, teams)
    sides = players if teams is None else 2
    while state.phase != "over":
        found = live_chances(state)
        assert len(found) == sides
        assert sum(found) == 1.0
        assert min(found) >= 0
        action = decide(state, "magpie")
        state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))
    assert live_chances(state) == ()


def test_a_crowd_has_no_live_chances():
    assert live_chances(begun(PRESETS["kcd"], 13)) == ()
