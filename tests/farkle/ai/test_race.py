"""The chance to win a race: its order, and that of games played."""

from dataclasses import replace
from random import Random

import pytest

from farkle import PRESETS
from farkle.ai.players import decide, prepare
from tests.support.engine.positions import position

FAMILY = PRESETS["family"]


@pytest.mark.parametrize("name", PRESETS)
def test_chances_grow_with_my_total_and_fall_with_theirs(name):
    race = prepare(PRESETS[name]).judge.race
    target = race.rules.target
    totals = [0, target // 3, target // 2, target - 2000, target - 1000, target - 600]
    for theirs in totals:
        chances = [race.to_move(mine, theirs) for mine in totals]
        assert all(0 < chance < 1 for chance in chances)
        assert chances == sorted(chances)
        assert [race.to_move(theirs, mine) for mine in totals] == sorted(
            (race.to_move(theirs, mine) for mine in totals), reverse=True
        )
        assert race.to_move(theirs, theirs) > 0.5  # to move is to be ahead


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
    chance = prepare(start.rules).judge.race.to_move(*scores)
    assert abs(won / games - chance) < 4 * (0.25 / games) ** 0.5


def test_the_chance_to_beat_a_total_is_that_of_reaching_more():
    race = prepare(FAMILY).judge.race
    reach = prepare(FAMILY).judge.turns.reach
    more = reach.chance(reach.worth_table.turn.minimum - 1050, 6, rolls=0)
    level = reach.chance(reach.worth_table.turn.minimum - 1000, 6, rolls=0)
    assert race.beats(10_000, 9000) == pytest.approx((more + level) / 2)
    assert race.beats(10_000, 9000, seats=2) == pytest.approx(1 - (1 - (more + level) / 2) ** 2)
    assert race.beats(9000, 9500) == 1
    assert race.beats(10_000, 9950) < race.beats(10_000, 9960) + 1e-9
    assert race.beats(10_000, None) == pytest.approx(race.beats(10_000, 0.0))
