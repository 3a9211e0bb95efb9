"""Computer players: legal, deterministic and fast, and clever at the end of a game."""

from dataclasses import replace
from pickle import dumps, loads
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import PRESETS, Bank, Build, GameState, Leave, Roll, Skip
from farkle.ai.estimate.judge import has_lost
from farkle.ai.exact import exact_of
from farkle.ai.players import LEVELS, PreparedRules, adopt, chances_to_win, decide, prepare
from farkle.ai.turn.solver import solve
from tests.support.engine.positions import last_turn, position
from tests.support.engine.scripted_game import Game
from tests.support.engine.strategies import CI, rule_sets, seatings, short_rule_sets
from tests.support.engine.work_counts import calls_of

MOST_TO_PREPARE = 6_000_000
"""Calls of functions: some seconds."""

MOST_TO_DECIDE = 10_000
"""Calls of functions: a few milliseconds."""

FAMILY, CLASSIC, ENTRY = PRESETS["family"], PRESETS["classic"], PRESETS["entry"]


def play(rules, levels, seed, teams=None, most=4000):
    """Play a game, at most `most` actions; check every decision and return the last state."""
    random = Random(seed)

    def dice(count):
        return [random.randint(1, 6) for _ in range(count)]

    state, _ = GameState.start(rules, len(levels), dice, teams)
    while state.phase != "over" and state.ply < most:
        before = state.to_dict()
        action = decide(state, levels[state.current])
        assert action in state.legal.actions
        assert state.to_dict() == before
        state, _ = state.apply(action, dice)
        if state.phase != "over" and random.random() < 0.01:
            state, _ = state.apply(Skip(), dice)
        if len(state.order) > 2 and state.phase != "over" and random.random() < 0.005:
            state, _ = state.apply(Leave(random.choice(state.order)), dice)
    return state


# Levels


def test_there_are_levels_with_names_and_manners():
    assert len(LEVELS) >= 4
    assert len({level.name for level in LEVELS.values()}) == len(LEVELS)
    for key, level in LEVELS.items():
        assert key == level.key == level.name.lower()
        assert level.manner.endswith(".")


def test_an_unknown_level_is_refused():
    with pytest.raises(KeyError):
        decide(position(FAMILY, [0, 0]), "deep thought")


def test_deciding_after_the_end_is_refused():
    state = play(replace(PRESETS["kcd"], target=500), ["pip", "pip"], 1)
    assert state.phase == "over"
    with pytest.raises(ValueError, match="over"):
        decide(state, "pip")


# Every rule set, every number of players


@pytest.mark.no_cover
@pytest.mark.parametrize("name", PRESETS)
def test_they_play_every_preset_to_its_end(name):
    for players, seed in ((2, 1), (5, 2)):
        levels = [list(LEVELS)[(seat + seed) % len(LEVELS)] for seat in range(players)]
        assert play(PRESETS[name], levels, seed, most=10_000).winners


@settings(CI, max_examples=5)
@given(rules=short_rule_sets(), seating=seatings(6), seed=st.integers(0, 999))
def test_they_play_whatever_the_house_rules(rules, seating, seed):
    players, teams = seating
    levels = [list(LEVELS)[(seat + seed) % len(LEVELS)] for seat in range(players)]
    play(rules, levels, seed, teams, most=400)


@pytest.mark.parametrize("level", LEVELS)
def test_a_last_turn_ends_at_the_last_roll_to_get_on_the_board(level):
    rules = {"entry_min": 300, "entry_rolls": 1, "rounds": 1}
    game = Game("classic", **rules).roll("111111").bank("111111").roll("111222")
    assert isinstance(decide(game.state, level), Bank)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("turn_points", [150, 350, 2050])
def test_a_last_turn_ends_at_the_last_roll_to_bank(turn_points, level):
    state = last_turn(PRESETS["macke"], [6150, 10_250], "555", turn_points, (1, 1), rolls=3)
    assert decide(state, level) == Bank((5, 5, 5))


# Where banks are multiples no keep is left out: with odd points that can take twice as many calls.
SOON_PREPARED = rule_sets().filter(lambda rules: not rules.bank_multiple)


@settings(CI, max_examples=2)
@given(rules=SOON_PREPARED, seed=st.integers(0, 999))
@pytest.mark.no_cover
def test_they_are_soon_prepared_for_any_valid_rule_set(rules, seed):
    assert calls_of(lambda: PreparedRules(rules)) < MOST_TO_PREPARE
    play(rules, ["abacus", "ledger", "penny"], seed, most=60)


# Determinism


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_depends_on_the_state_alone(level):
    state = position(FAMILY, [4000, 4500, 3000], "115234")
    assert {decide(state, level) for _ in range(5)} == {decide(state, level, None)}
    assert decide(state, level, Random(7)) == decide(state, level, Random(7))


def test_only_penny_errs_on_purpose():
    state = position(FAMILY, [4000, 4500, 3000], "115234")
    random = Random(5)
    found = {level: {decide(state, level, random) for _ in range(40)} for level in LEVELS}
    assert len(found.pop("penny")) > 1
    assert all(len(decisions) == 1 for decisions in found.values())


def test_prepared_rules_are_pickled_in_one_process_and_adopted_in_another():
    rules = replace(FAMILY, straight=1250)
    prepared = loads(dumps(PreparedRules(rules)))
    adopt(prepared)
    assert prepare(rules) is prepared
    play(rules, ["abacus", "ledger"], 3, most=100)


# Styles of play


def test_pip_banks_at_the_first_chance():
    state = position(FAMILY, [0, 0], "155523")
    assert decide(state, "pip") == Bank((1, 5, 5, 5))
    assert decide(position(FAMILY, [0, 0], "155523", entered=[False, True]), "pip") == Roll(
        (1, 5, 5, 5)
    )


def test_magpie_keeps_everything_and_rolls_while_dice_are_left():
    assert decide(position(CLASSIC, [0, 0], "115234"), "magpie") == Roll((1, 1, 5))
    assert decide(position(CLASSIC, [0, 0], "111523"), "magpie") == Bank((1, 1, 1, 5))
    assert decide(position(CLASSIC, [0, 0], "111555"), "magpie") == Roll((1, 1, 1, 5, 5, 5))


def test_magpie_rolls_two_of_five_dice_while_its_turn_is_small():
    rules = PRESETS["diezmil"]
    assert decide(position(rules, [0, 0], "11523"), "magpie") == Roll((1, 1, 5))
    assert decide(position(rules, [0, 0], "66623"), "magpie") == Bank((6, 6, 6))


@pytest.mark.parametrize("level", ["magpie", "penny"])
def test_a_simple_player_banks_near_a_score_that_no_turn_may_pass(level):
    rules = PRESETS["cinquemila"]
    assert isinstance(decide(position(rules, [3000, 0], "12346"), "magpie"), Roll)
    assert decide(position(rules, [4700, 0], "12346"), level) == Bank((1,))


def test_ledger_keeps_by_value_not_by_greed():
    # Keeping one 5 is better than keeping both: it leaves five dice.
    state = position(FAMILY, [0, 0], "552346")
    assert decide(state, "ledger") == solve(FAMILY).best(0, (5, 5, 2, 3, 4, 6)) == Roll((5,))


# The end of a game

BOTH = pytest.mark.parametrize("level", ["ledger", "abacus"])


@BOTH
def test_a_last_turn_goes_on_until_it_is_ahead(level):
    scores, aside = [8000, 10_300], (2, 2, 2, 2)
    assert isinstance(decide(last_turn(FAMILY, scores, "14", 1000, aside), level), Roll)
    assert decide(last_turn(FAMILY, scores, "14", 2250, aside), level) == Bank((1,))


@BOTH
def test_a_tie_is_not_enough_where_the_leader_wins_it(level):
    rules = replace(FAMILY, tie_break="leader")
    state = last_turn(rules, [8000, 10_300], "14", 2200, (2, 2, 2, 2))
    assert decide(state, level) == Roll((1,))


def test_a_play_off_is_better_than_a_last_die():
    # 100 more make a tie; the last die would farkle in two of three throws.
    state = last_turn(FAMILY, [8000, 10_300], "14", 2200, (2, 2, 2, 2))
    assert decide(state, "abacus") == Bank((1,))


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "pip"])
@pytest.mark.parametrize("name", ["family", "4iam", "entry"])
def test_nobody_but_pip_banks_a_lost_last_turn(name, level):
    """Ended by a bank, the turn leaves the game lost; rolling may still win it."""
    for behind in (50, 500, 1500, 4000, 9000):
        for seed in range(4):
            scores, dice = [10_000, 10_000 + behind], Random(seed)
            state = last_turn(PRESETS[name], scores, "114236")
            for _ in range(30):
                if state.phase == "over":
                    break
                action = decide(state, level)
                state, _ = state.apply(action, lambda n, dice=dice: dice.choices(range(1, 7), k=n))
                if isinstance(action, Bank):
                    assert 0 in state.winners or state.phase == "playoff", (behind, seed)
                    break


def test_a_tie_is_banked_only_where_it_does_not_lose():
    tied = last_turn(FAMILY, [10_000, 10_100], "114236")
    assert has_lost(tied, 50)
    assert not has_lost(tied, 100), "they play off"
    first_wins = last_turn(replace(FAMILY, tie_break="leader"), [10_000, 10_100], "114236")
    assert has_lost(first_wins, 100)


def test_a_turn_is_not_lost_while_a_team_mate_has_one():
    scores, final = [10_000, 10_500, 0], {"phase": "final", "leader": 1, "queue": [2]}
    teams = {**final, "teams": [0, 1, 0]}
    assert not has_lost(position(FAMILY, scores, "114236", **teams), 50)
    assert has_lost(position(FAMILY, scores, "114236", **final), 50)
    assert not has_lost(position(FAMILY, [4000, 10_500, 0], "114236"), 50), "others come"


@BOTH
def test_a_winning_bank_is_taken_at_once(level):
    # The plan of the turn alone would roll three dice with 200 at risk.
    state = position(CLASSIC, [9800, 9900], "114236")
    assert decide(position(CLASSIC, [0, 0], "114236"), level) == Roll((1,))
    assert isinstance(decide(state, level), Bank)


@BOTH
def test_a_bank_of_exactly_the_target_is_found(level):
    state = position(ENTRY, [9900, 3000], "152346")
    assert decide(state, level) == Bank((1,))


def test_abacus_does_not_pass_an_exact_target_for_nothing():
    # 50 more win at once; 100 would give the other player a last turn.
    state = position(ENTRY, [9950, 9900], "152346")
    assert decide(state, "abacus") == Bank((5,))


def test_abacus_is_careful_far_ahead_and_bold_far_behind():
    throw, aside = "124", (5, 5, 5)
    ahead = position(CLASSIC, [9300, 4000], throw, turn_points=350, aside=list(aside))
    behind = position(CLASSIC, [4000, 9700], throw, turn_points=350, aside=list(aside))
    assert decide(ahead, "abacus") == Bank((1,))
    assert decide(behind, "abacus") == Roll((1,))
    assert decide(behind, "ledger") == decide(ahead, "ledger") == Bank((1,))


def test_abacus_is_careful_far_ahead_where_rolls_are_limited():
    ahead, behind = (
        position(PRESETS["macke"], scores, "5", turn_points=600, aside=[1, 1, 1, 1], rolls=2)
        for scores in ([9500, 4000], [4000, 9700])
    )
    assert decide(ahead, "abacus") == Bank((5,))
    assert decide(behind, "abacus") == decide(ahead, "ledger") == Roll((5,))


def test_abacus_builds_on_what_is_worth_it():
    rules = replace(PRESETS["4iam"], building=True)
    much = position(rules, [3000, 3000], offer=[1500, [1]])
    little = position(rules, [3000, 3000], offer=[50, [1, 1, 2, 2, 2]])
    assert decide(much, "abacus") == Build()
    assert decide(little, "abacus") == Roll()


# Solved chances


def test_almanac_takes_the_solved_best_where_abacus_errs():
    """Abacus counts points in steps of 100 and estimates; a table knows which is better."""
    state, differ = position(CLASSIC, [0, 0]), 0
    random = Random(4)
    while state.phase != "over" or not differ:
        if state.phase == "over":
            state = position(CLASSIC, [0, 0])
        chances, action = exact_of(state).choices(state), decide(state, "almanac")
        assert chances[action] >= max(chances.values()) - 1e-7
        differ += chances[decide(state, "abacus")] < chances[action] - 1e-4
        state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))


def test_almanac_plays_like_abacus_without_a_table():
    house = replace(CLASSIC, target=7350)
    for rules, scores in ((house, [4000, 4500]), (CLASSIC, [4000, 4500, 9000])):
        for throw in ("115234", "222514", "552346"):
            state = position(rules, scores, throw)
            assert decide(state, "almanac") == decide(state, "abacus")


def test_with_a_table_a_decision_takes_little_work():
    random, found = Random(2), []

    def think():
        found.append(decide(state, "almanac"))

    state = position(PRESETS["patch"], [0, 0])
    think()
    prepare(state.rules)
    while len(found) < 100 and state.phase != "over":
        assert calls_of(think) < MOST_TO_DECIDE
        state, _ = state.apply(found[-1], lambda n: random.choices(range(1, 7), k=n))


# Below zero

PENALTIES = pytest.mark.parametrize("name", ["family", "absolute"])


@pytest.mark.no_cover
@PENALTIES
@pytest.mark.parametrize("others", [[0], [9000], [2000, 7000, 4000], [500] * 5])
def test_abacus_does_not_refuse_to_enter(name, others):
    """Four 5s are 1,000 points and leave two dice: whoever is not in takes them."""
    for total in range(-12_000, 1, 1000):
        scores, entered = [total, *others], [False] + [True] * len(others)
        for streak in range(3):
            state = position(
                PRESETS[name],
                scores,
                "555523",
                entered=entered,
                streaks=[streak] + [0] * len(others),
            )
            assert decide(state, "abacus") == Bank((5, 5, 5, 5)), (total, streak)


@pytest.mark.no_cover
@PENALTIES
@pytest.mark.parametrize("others", [[0], [9000], [2000, 7000, 4000], [500] * 5])
def test_abacus_banks_what_is_much_however_far_below_zero(name, others):
    for total in range(-12_000, 1, 1000):
        state = position(PRESETS[name], [total, *others], "136", turn_points=1200, aside=[5, 5, 5])
        assert decide(state, "abacus") == Bank((1,)), total


def test_who_owes_points_plays_to_get_in_first():
    """With 1,050 at risk and five dice left rolling wins more often, but getting in comes first."""
    state = position(
        FAMILY, [-1000, 4350, 3300, 4750], "361424", turn_points=950, entered=[False] + [True] * 3
    )
    assert decide(state, "abacus") == decide(state, "ledger") == Bank((1,))


def test_below_zero_without_a_chance_to_speak_of_abacus_plays_for_points():
    state = position(FAMILY, [-1000, 9000, 8000], "114236")
    assert chances_to_win(state) is None
    assert decide(state, "abacus") == solve(FAMILY).best(0, state.throw) == Roll((1,))
    # Above zero it goes for what chance there is.
    behind = position(FAMILY, [5000, 9800, 8000], "124", turn_points=350, aside=[5, 5, 5])
    assert 0 < max(chances_to_win(behind).values()) < 0.005
    assert decide(behind, "abacus") == Roll((1,))
    assert decide(behind, "ledger") == Bank((1,))


@PENALTIES
def test_abacus_and_ledger_do_not_sink_against_pips(name):
    """In such a game Abacus once ended at -7,000, because it did not take the points to get in."""
    ends = [
        play(PRESETS[name], [level, "pip", "pip", "pip", "pip"], seed).scores[0]
        for level in ("abacus", "ledger")
        for seed in range(2, 5)
    ]
    assert min(ends) >= -3000


# Work (`bench/players.py --times` measures the time)


@pytest.mark.parametrize("name", ["family", "entry", "specials"])
def test_a_decision_takes_little_work(name):
    rules = PRESETS[name]
    prepare(rules)
    random, found = Random(2), []

    def think():
        found.append(decide(state, "abacus"))

    state, _ = GameState.start(rules, 4, lambda n: random.choices(range(1, 7), k=n))
    while len(found) < 100:
        assert calls_of(think) < MOST_TO_DECIDE
        state, _ = state.apply(found[-1], lambda n: random.choices(range(1, 7), k=n))


def test_a_decision_among_500_players_takes_little_work():
    state = position(FAMILY, [50 * (seat % 180) for seat in range(500)], "152346")
    prepare(state.rules)
    assert calls_of(lambda: decide(state, "abacus")) < 4 * MOST_TO_DECIDE


# Named dice

SEATS = ("AAAOOO", "OOOOUU")


def weighted(random):
    """Return a source of named dice."""
    return lambda count, weights=((1,) * 6,) * 6: [
        random.choices(range(1, 7), weights=each)[0] for each in weights[:count]
    ]


@pytest.mark.parametrize("name", ["kcd", "family", "patch"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_with_named_dice(name, level):
    rules, dice = replace(PRESETS[name], target=2000), weighted(Random(level))
    state, _ = GameState.start(rules, 2, dice, None, SEATS)
    while state.phase != "over":
        assert exact_of(state) is None
        action = decide(state, level)
        assert action in state.legal.actions
        state, _ = state.apply(action, dice)


def test_the_strong_levels_know_the_dice_that_are_left():
    rules = replace(PRESETS["kcd"], first_player="seat")
    state, _ = GameState.start(rules, 2, lambda count: (), None, ("SSSEEE", "OOOOOO"))
    state, _ = state.apply(Roll(), lambda *_: (2, 2, 2, 1, 3, 4))
    weak, _ = GameState.start(rules, 2, lambda count: (), None, ("EEESSS", "OOOOOO"))
    weak, _ = weak.apply(Roll(), lambda *_: (1, 3, 4, 2, 2, 2))
    for level in ("ledger", "abacus", "almanac"):
        for each, letters in ((state, "SSSEEE"), (weak, "EEESSS")):
            plan = solve(rules, letters=letters)
            best = plan.choices(0, each.throw, cup=letters)[0][0]
            assert decide(each, level) == best


@pytest.mark.parametrize("level", ["penny", "almanac"])
def test_a_decision_with_named_dice_takes_little_work(level):
    rules, dice = PRESETS["kcd"], weighted(Random(5))
    state, _ = GameState.start(rules, 2, dice, None, ("AFSLHU", "AFSLHU"))
    state, _ = state.apply(Roll(), lambda *_: (1, 5, 2, 2, 4, 6))
    decide(state, level)
    assert calls_of(lambda: decide(state, level)) < MOST_TO_DECIDE / 10
