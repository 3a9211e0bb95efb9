"""Hints: the best player's choice comes first, with its value and a reason."""

import json
import re
from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS, Bank, Build, GameState, Roll
from farkle.ai.chance.files import chances_of, find_chances
from farkle.ai.chance.position import Exact
from farkle.ai.exact import use_tables
from farkle.ai.hints.hint_words import WHY
from farkle.ai.hints.hints import _percent, hint
from farkle.ai.players import chances_to_win, decide
from farkle.ai.turn.solver import solve
from farkle.rules.named_odds import farkle_chance_of
from farkle.rules.odds import farkle_chance
from tests.farkle.ai.test_players import last_turn, position

FAMILY, CLASSIC = PRESETS["family"], PRESETS["classic"]
BUILDING = replace(PRESETS["4iam"], building=True, target=3000)


def states(rules, seed, most):
    random = Random(seed)

    def dice(count):
        return [random.randint(1, 6) for _ in range(count)]

    state, _ = GameState.start(rules, 2 + seed % 2, dice)
    while state.phase != "over" and state.ply < most:
        yield state
        state, _ = state.apply(decide(state, ("abacus", "penny")[state.ply % 2]), dice)


@pytest.mark.parametrize("rules", [FAMILY, BUILDING], ids=["family", "building"])
@pytest.mark.no_cover
def test_hints_of_whole_games(rules):
    codes = set()
    for state in states(rules, 3, 400):
        found = hint(state)
        offered = {a for a in state.legal.actions if not _ends(state, a)}
        if found is None:
            assert len(offered) < 2
            continue
        codes.add(found.code)
        actions = [action for action, _ in found.choices]
        assert actions[0] == decide(state, "abacus")
        assert set(actions) == offered
        assert len(actions) == len(offered)
        if state.throw and (actions[0].keep or not found.code.endswith("_all")):
            assert found.params["keep"]  # every hint names its dice
        worths = [worth for _, worth in found.choices]
        assert worths[1:] == sorted(worths[1:], reverse=True)
        assert worths[0] >= worths[1] - 1e-6
        assert not re.search(r"[{}]", str(found.why))
        data = json.loads(json.dumps(found.to_dict()))
        assert data["why"][0] in WHY
        assert data["choices"][0][0] == type(actions[0]).__name__.lower()
    assert len(codes) >= 6


def _ends(state, action):
    if not isinstance(action, Roll):
        return False
    return next(one for one in state.legal.choices if one.keep == action.keep).ends


def test_banking_is_weighed_in_points():
    state = position(CLASSIC, [2000, 2000], "155234", turn_points=200)
    found = hint(state)
    worth = dict(found.choices)
    plan = solve(CLASSIC)
    assert found.by == "points"
    assert worth[Bank((1, 5, 5))] == 400
    assert worth[Roll((1,))] == pytest.approx(plan.value(300, 5))
    best, points = found.choices[0]
    assert isinstance(best, Roll)
    more = 10 * round((points - 400) / 10)
    chance = round(100 * farkle_chance(CLASSIC, found.params["dice"]))
    assert str(found.why) == (
        f"Keep the 1 and roll 5 dice: about {more} points better than banking 400 "
        f"(farkle risk {chance}%)."
    )


def test_a_bank_that_is_better_says_by_how_much():
    found = hint(position(CLASSIC, [2000, 2000], "16", turn_points=600, aside=[1, 1, 1, 5]))
    assert [type(action) for action, _ in found.choices] == [Bank, Roll]
    assert re.fullmatch(
        r"Keep the 1, bank 700: about \d{2}0 points better than rolling 1 die "
        r"\(farkle risk 67%\)\.",
        str(found.why),
    )


def test_a_roll_after_a_bonus_for_nothing_keeps_nothing():
    rules = replace(PRESETS["specials"], first_player="seat")
    state, _ = GameState.start(rules, 2, lambda n: [])
    state, _ = state.apply(Roll(), lambda n: (2, 2, 3, 4, 6, 6))
    found = hint(state)
    assert found.code == "points_roll_all"
    assert re.fullmatch(
        r"Roll 6 dice: about \d{2}0 points better than banking 500 \(farkle risk 3%\)\.",
        str(found.why),
    )


def test_before_entry_it_is_the_chance_to_get_in():
    found = hint(position(FAMILY, [0, 0], "115234", entered=[False, False]))
    assert found.by == "entry"
    assert all(0 < chance < 1 for _, chance in found.choices)
    assert "gets on the board" in str(found.why)


def test_at_the_end_it_is_the_chance_to_win():
    won = hint(position(CLASSIC, [9800, 9000], "115234"))
    assert (won.by, won.code, str(won.why)) == (
        "win",
        "win_now",
        "Keep two 1s and a 5, bank 250 and win the game.",
    )
    lost = hint(last_turn(FAMILY, [9000, 10500], "116", turn_points=400, aside=[2, 2, 2]))
    assert lost.by == "win"
    assert isinstance(lost.choices[0][0], Roll)
    assert str(lost.why).startswith(
        "Banking 600 would lose the game. Keeping two 1s and rolling 1 die"
    )


def test_building_is_weighed_against_a_turn_from_nothing():
    for state in states(BUILDING, 4, 2000):
        if not state.throw and state.legal.build is None:
            found = hint(state)
            assert dict(found.choices) == chances_to_win(state)
            assert {type(action) for action, _ in found.choices} == {Roll, Build}
            return
    raise AssertionError("nobody could build")


def test_building_is_weighed_exactly_once_the_rules_are_solved(tmp_path):
    rules = replace(BUILDING, target=500, entry_min=0)
    exact = Exact(chances_of(rules, tmp_path))
    use_tables(str(tmp_path))
    try:
        for state in states(rules, 4, 2000):
            if not state.throw and state.legal.build is None:
                found = hint(state)
                assert found.by == "win"
                assert dict(found.choices) == pytest.approx(exact.choices(state), abs=2e-6)
                return
    finally:
        use_tables(None)
    raise AssertionError("nobody could build")


def test_only_what_is_certain_is_told_as_such():
    told = {chance: _percent(chance) for chance in (0.0, 0.0001, 0.5, 0.9999, 1.0)}
    assert told == {0.0: 0, 0.0001: 1, 0.5: 50, 0.9999: 99, 1.0: 100}


def test_there_is_no_hint_without_a_choice():
    assert hint(position(FAMILY, [0, 0])) is None
    assert hint(position(FAMILY, [0, 0], "25", entered=[False, True], aside=[1, 1, 5, 5])) is None


def test_against_one_other_the_chances_to_win_are_exact():
    """By points it would roll; banking here leaves the other one turn to need everything."""
    rules = PRESETS["kcd"]
    exact = Exact(find_chances(rules))
    differs = 0
    for mine in range(2000, 4000, 250):
        state = position(rules, [mine, 3800], "155234", turn_points=150)
        found = hint(state)
        wins = exact.choices(state)
        best, worth = found.choices[0]
        assert wins[best] == max(wins.values())
        if found.by == "win":
            differs += 1
            assert worth == wins[best]
            assert dict(found.choices) == wins
            assert re.search(
                r"wins \d+% of games|\d+% to win|win the game|about the same", str(found.why)
            )
    assert differs > 1


@pytest.mark.parametrize(
    ("name", "scores", "throw", "turn_points", "aside", "why"),
    [
        (
            "kcd",
            [3350, 3950],
            "6512",
            400,
            [1, 1],
            (
                "Keep the 1 and roll 3 dice: 47% to win, banking 550 3%. "
                "Banking scores more on average, but the other player needs only 50."
            ),
        ),
        (
            "classic",
            [8050, 9250],
            "21",
            300,
            [1, 1, 1, 1],
            (
                "Keep the 1 and roll 1 die: 16% to win, banking 400 15%. "
                "Banking scores more on average, but you'd still be 800 behind."
            ),
        ),
        (
            "classic",
            [9250, 8500],
            "44135",
            350,
            [1],
            (
                "Keep a 1 and a 5, bank 500: 87% to win, rolling 86%. "
                "Rolling scores more on average, but a farkle would risk your lead."
            ),
        ),
        (
            "kcd",
            [3600, 3150],
            "41416",
            100,
            [1],
            "Keeping two 1s and rolling 3 dice wins 83% of games, banking 300 62%.",
        ),
    ],
)
def test_where_points_and_winning_differ_it_says_why(name, scores, throw, turn_points, aside, why):
    state = position(PRESETS[name], scores, throw, turn_points=turn_points, aside=aside)
    assert str(hint(state).why) == why


def test_what_is_about_equal_in_points_may_not_be_in_the_chance_to_win():
    """A hint called two choices equal of which the review called one a mistake."""
    state = position(PRESETS["kcd"], [2900, 3350], "35144", turn_points=600, aside=[1])
    found = hint(state)
    assert (found.by, found.code) == ("win", "win_roll")
    assert (found.params["chance"], found.params["less"]) == (48, 45)


@pytest.mark.parametrize(
    ("throw", "turn_points", "aside", "why"),
    [
        ("1344", 250, [1, 1], "Keep the 1, then bank 350 or roll 3 dice: about "),
        ("1543", 150, [1, 1], "Keep a 1 and a 5, bank 300; or keep the 1, roll 3 dice: about "),
    ],
)
def test_two_equals_both_name_their_dice(throw, turn_points, aside, why):
    for mine in range(0, 3500, 50):
        state = position(PRESETS["kcd"], [mine, 2000], throw, turn_points=turn_points, aside=aside)
        if "_even" in hint(state).code:
            assert str(hint(state).why).startswith(why)
            return
    raise AssertionError("never equal")


def test_a_hint_knows_whether_its_chances_are_solved():
    assert hint(position(PRESETS["kcd"], [2000, 2000], "155234")).exact
    assert not hint(position(PRESETS["kcd"], [2000, 2000, 0], "155234")).exact


def test_who_needs_only_a_little_is_named_by_the_seat():
    state = position(PRESETS["kcd"], [3350, 1000, 3950], "6512", turn_points=400, aside=[1, 1])
    found = hint(state)
    assert (found.code, found.params["rival"], found.params["need"]) == ("win_roll_near", 2, 50)


def test_a_hint_with_named_dice_knows_the_risk_of_those_that_are_left():
    rules = replace(PRESETS["kcd"], first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (), None, ("OOOUUU", "OOOOOO"))
    state, _ = state.apply(Roll(), lambda *_: (2, 2, 2, 1, 3, 4))
    found = hint(state)
    assert (found.by, found.exact, found.choices[0][0]) == ("points", False, Roll((1,)))
    assert found.params["farkle"] == round(100 * farkle_chance_of(rules, "OOOUU"))
    assert (
        found.choices[0][1]
        == solve(rules, letters="OOOUUU").choices(0, state.throw, cup="OOOUUU")[0][1]
    )
