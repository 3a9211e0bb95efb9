"""The chance to win a race: its order, and that of games played."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from farkle import PRESETS, Roll
from farkle.ai.chance.position import Exact
from farkle.ai.chance.table import solve
from farkle.ai.estimate.race import Standing
from farkle.ai.players import decide, prepare
from tests.support.engine.positions import position

FAMILY = PRESETS["family"]


@pytest.mark.parametrize("name", PRESETS)
def test_chances_grow_with_my_total_and_fall_with_theirs(name):
    race = prepare(PRESETS[name]).judge.race
    target = race.rules.target
    totals = [target * share // 100 for share in (0, 33, 50, 80, 90, 94)]
    places = [Standing(total) for total in totals]
    for theirs in places:
        chances = [race.to_move(mine, theirs) for mine in places]
        assert all(0 < chance < 1 for chance in chances)
        assert chances == sorted(chances)
        assert [race.to_move(theirs, mine) for mine in places] == sorted(
            (race.to_move(theirs, mine) for mine in places), reverse=True
        )
        # To move is to be ahead, unless the other still answers what ends the round.
        assert race.to_move(theirs, theirs, last=True) > 0.5


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("name", [name for name in PRESETS if PRESETS[name].farkle_penalty])
def test_below_zero_every_point_still_counts(name, inside):
    """However much a side owes, paying some back is worth something, and owing more costs."""
    race = prepare(PRESETS[name]).judge.race
    places = [Standing(total, inside) for total in range(-15_000, 1, 500)]
    for theirs in (Standing(-6000), Standing(0, inside=False), Standing(0), Standing(6000)):
        chances = [race.to_move(mine, theirs) for mine in places]
        assert all(low < high for low, high in pairwise(chances))
        assert all(0 < chance < 1 for chance in chances)


def test_a_side_that_is_not_in_still_owes_its_penalties():
    """With the same total it is better to be in."""
    race = prepare(FAMILY).judge.race
    for total in range(-12_000, 1, 250):
        for theirs in (Standing(0), Standing(4000), Standing(8000)):
            assert race.to_move(Standing(total, inside=False), theirs) < race.to_move(
                Standing(total), theirs
            )


def test_below_the_lowest_total_the_chance_stays_the_same():
    race = prepare(FAMILY).judge.race
    lowest = min(race.at)
    for inside in (True, False):
        far = race.to_move(Standing(10 * lowest, inside), Standing(0))
        assert far == race.to_move(Standing(lowest, inside), Standing(0)) > 0


def test_where_the_round_is_finished_the_last_in_it_has_the_better_turn():
    """The chances are those of exact play, in which nobody answers the last one's turn."""
    rules = replace(PRESETS["classic"], ending="finish_round", target=1000)
    judge, exact = prepare(rules).judge, Exact(solve(rules))
    for scores in ((0, 0), (250, 600), (700, 750), (900, 850)):
        chances = []
        for order in ([0, 1], [1, 0]):
            state = position(rules, scores, order=order, queue=order[order.index(0) + 1 :])
            chances.append(judge.race.to_move(*map(Standing, scores), last=order == [1, 0]))
            for chance in (chances[-1], judge.view(state).choices(state)[Roll()]):
                assert abs(chance - exact.value(state)) < 0.025
        assert chances[1] > chances[0] + 0.2


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "scores"), [("kcd", (2500, 2500)), ("kcd", (2000, 3200)), ("family", (8800, 8500))]
)
def test_chances_are_those_of_abacus_against_itself(name, scores):
    rules = replace(PRESETS[name], farkle_penalty=0)
    start = position(rules, list(scores))
    random, won, games = Random(4), 0, 250
    for _ in range(games):
        state = start
        while state.phase != "over":
            state, _ = state.apply(
                decide(state, "abacus"), lambda n: [random.randint(1, 6) for _ in range(n)]
            )
        won += state.winners == (0,)
    chance = prepare(start.rules).judge.race.to_move(*map(Standing, scores))
    assert abs(won / games - chance) < 4 * (0.25 / games) ** 0.5


def test_the_chance_to_beat_a_total_is_that_of_reaching_more():
    race = prepare(FAMILY).judge.race
    reach = prepare(FAMILY).judge.turns.reach
    more = reach.chance(reach.worth_table.turn.minimum - 1050, 6, rolls=0)
    level = reach.chance(reach.worth_table.turn.minimum - 1000, 6, rolls=0)
    assert race.beats(10_000, Standing(9000)) == pytest.approx((more + level) / 2)
    assert race.beats(10_000, Standing(9000), seats=2) == pytest.approx(
        1 - (1 - (more + level) / 2) ** 2
    )
    assert race.beats(9000, Standing(9500)) == 1
    assert race.beats(10_000, Standing(9950)) < race.beats(10_000, Standing(9960)) + 1e-9
    assert race.beats(10_000, Standing(0, inside=False)) == pytest.approx(
        race.beats(10_000, Standing(0))
    )
    assert race.beats(-500, Standing(0, inside=False)) == 1
    assert race.beats(9000, Standing(-2000)) == race.beats(10_000, Standing(-1000))
