"""The options that throws offer, held to the keeps of every single throw."""

from dataclasses import replace
from itertools import product

import pytest

from farkle import PRESETS
from farkle.ai.turn.solver_options import Option, offers
from tests.support.engine.throw_outcomes import FREE, ODD


def options_of(rules, throw):
    """The best points of every way to go on after a throw, from its keeps alone."""
    best = {}
    for keep, points in rules.table.keeps(throw).items():
        hot = len(keep) == len(throw)
        left = len(throw) - len(keep)
        way = (left or 6, bool(rules.table.forced_roll(keep, left)))
        total = points + (rules.hot_dice_bonus if hot else 0)
        best[way] = max(total, best.get(way, 0))
    return {Option(points, *way) for way, points in best.items()}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_every_throw_is_counted_with_its_options(name, dice):
    rules = ODD[name]
    counted = {}
    lost = 0
    for throw in product(range(1, 7), repeat=dice):
        found = frozenset(options_of(rules, throw))
        lost += not found
        if found:
            counted[found] = counted.get(found, 0) + 1
    throws = offers(rules).scoring[dice - 1]
    assert throws.lost == lost
    listed = {}
    for count, places in throws.offers:
        options = frozenset(offers(rules).options[place] for place in places)
        listed[options] = listed.get(options, 0) + count
    assert listed == counted


def test_a_blank_throw_is_an_option_on_the_first_throw_only_or_on_any_six():
    rules = PRESETS["specials"]
    blank = Option(500, 6, forced=False)
    place = offers(rules).options.index(blank)
    assert any(place in places for _, places in offers(rules).opening[5].offers)
    assert not any(places == (place,) for _, places in offers(rules).later[5].offers)
    always = replace(rules, blank_scope="any_six")
    assert offers(always).later == offers(always).opening
    assert offers(always).later[5].lost == 0


def test_all_points_are_multiples_of_the_grid():
    assert offers(PRESETS["family"]).grid == 50
    assert offers(replace(FREE, single_5=60)).grid == 20
