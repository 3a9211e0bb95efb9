"""Luck and decisions: the accounts of every turn add up exactly."""

from dataclasses import astuple, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import (
    PRESETS,
    Bank,
    Build,
    Disagreement,
    GameState,
    IllegalAction,
    Join,
    Leave,
    Record,
    Roll,
    Skip,
)
from farkle.ai.review.luck import Account, luck
from farkle.ai.turn.solver import solve
from tests.support.engine.random_games import random_game, some_action
from tests.support.engine.scripted_game import Game
from tests.support.engine.strategies import CI, DiceSource, dice_sources, short_rule_sets


def checked(record):
    """Check that the accounts of `record` add up, and return them."""
    found = luck(record)
    joined = [event for step in record.steps for event in step.events if event.name == "joined"]
    scores = [0] * record.players + [event.score for event in joined]
    for seat, account in enumerate(found.accounts):
        parts = account.start + account.offer + account.luck - account.loss - account.unplayed
        assert parts == account.points
        assert min(account.loss, account.offer, account.unplayed) >= 0
        assert account.built <= account.points
        decided = [one for one in found.decisions if one.seat == seat]
        assert sum(one.loss for one in decided) == account.loss
        assert sum(one.luck for one in decided) == account.luck
        assert all(one.options for one in decided)
        scores[seat] += account.points - account.penalty
    *_, state = states_of(record)
    assert tuple(scores) == state.scores
    worst = [one.loss for one in found.mistakes]
    assert worst == sorted(worst, reverse=True)
    assert all(one.loss >= 1 for one in found.mistakes)
    return found


def states_of(record):
    state = GameState.begin(record.rules, record.start)
    yield state
    for step in record.steps:
        state = state.fold(step.events)
        yield state


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8))
def test_random_games_add_up(seed):
    checked(random_game(seed)[0])


def drawn_game(rules, dice, players, seed):
    random, source = Random(seed), dice.throw
    state, batch = GameState.start(replace(rules, first_player="seat"), players, source)
    record = Record(state.rules, players, batch)
    for _ in range(80):
        if state.phase == "over":
            break
        action = some_action(random, state)
        try:
            state, batch = state.apply(action, source)
        except IllegalAction:  # somebody who cannot join any more, say
            continue
        record = record.and_then(action, batch)
    return record


@settings(CI, max_examples=10)
@given(
    rules=short_rule_sets(),
    dice=dice_sources(),
    players=st.integers(2, 4),
    seed=st.integers(0, 999),
)
def test_drawn_games_add_up(rules, dice, players, seed):
    checked(drawn_game(rules, dice, players, seed))


@pytest.mark.no_cover
def test_luck_is_fair():
    """The average luck over all throws after a choice is zero."""
    game = Game("kcd", entry_min=0, target=100_000).roll("112346")
    plan = solve(game.rules)
    total = 0.0
    for number in range(6**4):
        throw = tuple(number // 6**place % 6 + 1 for place in range(4))
        record = game.record
        _, batch = game.state.apply(Roll((1, 1)), lambda n, throw=throw: throw)
        found = luck(record.and_then(Roll((1, 1)), batch))
        total += found.decisions[-1].luck
        assert found.decisions[-1].chosen.value == pytest.approx(plan.value(200, 4), abs=1e-4)
    assert total / 6**4 == pytest.approx(0, abs=1e-4)


def test_the_first_turn_of_a_game_by_hand():
    rules = replace(PRESETS["kcd"], target=100_000)
    plan = solve(rules)
    game = Game(rules).roll("111234").bank("1")
    found = checked(game.record)
    opening, banked = found.decisions
    assert opening.chosen.value == pytest.approx(plan.value(0, 6), abs=1e-4)
    assert (opening.loss, len(opening.options)) == (0, 1)
    best = plan.choices(0, (1, 1, 1, 2, 3, 4))[0]
    assert banked.best.action == best[0]
    assert banked.best.value == pytest.approx(best[1], abs=1e-4)
    assert banked.chosen.action == Bank((1,))
    assert (banked.chosen.value, banked.luck) == (100, 0)
    assert found.mistakes == (banked,)
    account = found.accounts[0]
    assert (account.turns, account.points) == (1, 100)
    assert account.loss == banked.best.value - 100


def entered(rules, **changes):
    return Game(replace(PRESETS[rules], entry_min=0, **changes))


def test_the_bank_that_wins_is_no_mistake():
    """Rolling on would have made more points, which nobody needs."""
    game = Game("kcd", target=1500).banks(1000).farkles().roll("551236").bank("551")
    assert game.state.phase != "over"
    game = Game("kcd", target=1200).banks(1000).farkles().roll("551236").bank("551")
    assert game.state.winners == (0,)
    found = checked(game.record)
    last = found.decisions[-1]
    assert (last.loss, last.best) == (0, last.chosen)
    assert last not in found.mistakes
    account = found.accounts[0]
    assert (account.turns, account.points) == (2, 1200)
    assert account.unplayed > 100


def test_a_farkle_is_bad_luck_and_gives_nothing_away():
    found = checked(entered("family", target=100_000).roll("223346").record)
    account = found.accounts[0]
    assert (account.luck, account.loss) == (-account.start, 0)


def test_a_penalty_is_accounted_separately():
    game = entered("family", target=100_000)
    for _ in range(3):
        game.farkles().roll("123346").bank("1")
    assert [account.penalty for account in checked(game.record).accounts] == [1000, 0]


def test_a_skipped_turn_was_not_played():
    game = entered("family", target=100_000).skip().roll("123346").skip()
    before, under_way = checked(game.record).accounts
    assert before.unplayed == before.start
    assert under_way.unplayed == under_way.start + under_way.luck


@pytest.mark.parametrize("thrown", [False, True])
def test_leaving_during_a_turn_leaves_points_unplayed(thrown):
    game = Game(replace(PRESETS["family"], entry_min=0), 3)
    if thrown:
        game.roll("123346")
    account = checked(game.leave(0).record).accounts[0]
    assert account.unplayed > 0
    assert account.points == 0


def test_a_game_that_ends_during_a_turn():
    game = entered("family", target=100_000).roll("123346").leave(1)
    account = checked(game.record).accounts[0]
    assert account.turns == 1
    assert account.unplayed > 0
    # Nothing thrown: no turn at all.
    assert checked(entered("family").leave(1).record).accounts == (Account(), Account())


def test_an_offer_is_worth_something_whether_it_is_taken_or_not():
    rules = replace(PRESETS["4iam"], entry_min=0, building=True, target=100_000)
    offer = Game(rules).roll("111234").bank("111")
    taken = checked(Game(rules).roll("111234").bank("111").build("234").record)
    left = checked(offer.roll("223346").record)
    for found in (taken, left):
        assert found.accounts[1].offer > 0
    assert taken.decisions[2].chosen.action == Build()
    assert taken.decisions[2].loss == 0
    assert left.decisions[2].chosen.action == Roll()
    assert left.decisions[2].loss == left.accounts[1].offer


def test_points_built_on_are_accounted_separately():
    rules = replace(PRESETS["4iam"], entry_min=0, building=True, target=100_000)
    game = Game(rules).roll("111234").bank("111").build("125").bank("15")
    account = checked(game.record).accounts[1]
    assert (account.points, account.built) == (1150, 1000)


def test_a_player_joining_before_the_first_throw_removes_the_offer():
    rules = replace(PRESETS["4iam"], building=True, target=100_000)
    game = Game(rules).roll("111234").bank("111").roll("111234").bank("111")
    game.join().roll("123346").bank("1")
    assert checked(game.record).accounts[0].offer == 0


def test_before_entry_a_turn_below_the_minimum_scores_nothing():
    rules = replace(PRESETS["4iam"], entry_min=500, entry_rolls=3)
    found = checked(Game(rules).roll("111234").bank("111").record)
    assert found.accounts[0].start < solve(rules).value(0, 6)


def test_running_out_of_throws_for_entry_is_bad_luck():
    rules = replace(PRESETS["4iam"], entry_rolls=1)
    game = Game(rules).roll("123346").roll(keep="1")
    account = checked(game.record).accounts[0]
    assert (account.luck, account.loss) == (-account.start, 0)


def test_an_entry_that_ends_the_turn_by_itself_is_a_bank():
    rules = replace(PRESETS["entry"], entry_ends_turn=True, entry_min=500)
    game = Game(rules).roll("555234").roll(keep="555")
    found = checked(game.record)
    assert found.decisions[-1].chosen.action == Bank((5, 5, 5))
    assert found.accounts[0].points == 500


def test_a_blank_first_throw_and_a_second_chance_are_luck():
    rules = replace(
        PRESETS["classic"], blank_first_roll=500, second_chance=True, target=100_000, entry_min=0
    )
    found = checked(Game(rules).roll("223346", again="223446").bank().record)
    assert found.accounts[0].points == 500
    assert found.decisions[0].luck == found.accounts[0].luck


def test_a_forged_record_is_refused_at_its_first_wrong_step():
    record = entered("family").roll("123346").bank("1").record
    step = replace(record.steps[1], action=Bank((1, 2)))
    with pytest.raises(Disagreement) as caught:
        luck(replace(record, steps=(record.steps[0], step)))
    assert caught.value.step == 2


@pytest.mark.parametrize("action", [Skip(), Leave(1), Join()])
def test_actions_of_others_are_not_decisions(action):
    game = entered("family").roll("123346").does(action)
    assert all(one.seat == 0 for one in luck(game.record).decisions)


def test_sums_of_values_are_exact():
    """2^16 parts of a point: sums of any length are exact."""
    found = luck(drawn_game(PRESETS["family"], DiceSource(7, (1, 2, 3, 4, 5, 6)), 3, 1))
    for account in found.accounts:
        assert all(float(part * 2**16).is_integer() for part in astuple(account))
