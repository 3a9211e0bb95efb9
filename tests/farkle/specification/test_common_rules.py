"""The rules common to all rule sets (rule specification, section 1)."""

import pytest

from farkle import PRESETS, Roll, score
from tests.support.engine.scripted_game import Bank, Game, faces

every_preset = pytest.mark.parametrize(
    "preset", [name for name, rules in PRESETS.items() if rules.dice == 6]
)
"""Other numbers of dice: tests/farkle/specification/test_house_rules.py."""


@every_preset
def test_a_turn_starts_by_rolling_all_six(preset):
    game = Game(preset)
    assert game.state.to_roll == 6
    assert game.state.legal.actions == (Roll(),)


@every_preset
def test_after_every_roll_something_is_set_aside(preset):
    game = Game(preset).roll("123446")
    for action in (Roll(), Bank()):
        game.refuses(action, "nothing_kept")


@every_preset
def test_then_the_rest_is_rolled(preset):
    game = Game(preset).roll("123446")
    for kept in range(1, 6):
        rest = "123446"[: 6 - kept]
        game.roll(rest, "1")
        assert len(game.state.aside) == kept
        assert game.state.turn_points == 100 * kept


@every_preset
def test_no_scoring_die_loses_the_points_of_the_turn(preset):
    game = Game(preset).roll("123446").roll("22346", "1")
    assert game.event("farkled").lost == 100
    assert game.state.scores == (0, 0)
    assert game.state.current == 1


@every_preset
def test_banked_points_stay(preset):
    game = Game(preset).roll("111155")
    game.bank("1111" if preset == "entry" else "111155")
    banked = game.state.scores[0]
    assert banked >= 1000
    game.skip().roll("123446").roll("22346", "1")
    assert game.state.scores[0] == banked


@every_preset
def test_combinations_count_within_one_throw_only(preset):
    game = Game(preset).roll("123446").roll("11346", "1")
    points = {choice.keep: choice.total for choice in game.state.legal.choices}
    assert points[1, 1] == 300


@every_preset
def test_every_die_set_aside_must_contribute(preset):
    game = Game(preset).roll("123446")
    assert game.refuses(Roll((1, 2)), "does_not_score").params == {"face": 2}
    assert game.refuses(Bank((1, 4)), "does_not_score").params == {"face": 4}


@pytest.mark.parametrize(
    ("dice", "spare"), [("446666", 6), ("336666", 6), ("333344", 3), ("224444", 4)]
)
def test_the_die_left_over_by_the_most_dice_that_score_is_named(dice, spare):
    game = Game("specials").roll(dice)  # a full house: fewer points than four of a kind, more dice
    assert game.refuses(Bank(faces(dice)), "does_not_score").params == {"face": spare}


@pytest.mark.parametrize(
    ("preset", "dice", "best"),
    [("specials", "222333", 500), ("patch", "111155", 1500), ("4iam", "112255", 300)],
)
def test_dice_set_aside_together_score_their_best_split(preset, dice, best):
    assert score(PRESETS[preset], faces(dice)) == best


@every_preset
def test_hot_dice_over_the_rolls_of_a_turn(preset):
    game = Game(preset, entry_ends_turn=False).roll("123446")
    for rest in ("12346", "1234", "123", "12", "1"):
        game.roll(rest, "1")
    game.roll("123446", "1")
    assert game.names == ["kept", "hot_dice", "rolled"]
    assert game.state.turn_points == 600
    assert game.state.aside == ()
