"""All outcomes of one action in the engine, and rule sets that put the solver to the test."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import product

from farkle import PRESETS, RuleSet

FREE = replace(RuleSet(), entry_min=0, farkle_penalty=0)
"""`family` without a minimum for entry and without a penalty."""

PUBLISHED = replace(FREE, straight=2000, three_pairs=1500)

ZILCH = replace(
    FREE,
    three_pairs=1500,
    four_plus_two=1500,
    blank_first_roll=500,
    blank_scope="any_six",
    bank_min=300,
    farkle_penalty=500,
)
"""The rules that Busche solved."""

HOUSE = replace(
    PRESETS["specials"],
    keep="all",
    hot_dice="mandatory",
    hot_dice_bonus=300,
    toxic_twos=True,
    second_chance=True,
    roll_after_four=True,
)

ODD = {
    "house": HOUSE,
    "any six, mandatory": replace(PRESETS["specials"], blank_scope="any_six", hot_dice="mandatory"),
    "in within three": replace(PRESETS["4iam"], entry_rolls=3),
    "in within one": replace(PRESETS["4iam"], entry_rolls=1, second_chance=True),
    "in, house": replace(HOUSE, entry_min=500, entry_rolls=4, bank_min=200),
    "in, ends": replace(HOUSE, entry_min=400, entry_ends_turn=True, blank_scope="any_six"),
    "in, ends within": replace(PRESETS["entry"], entry_min=300, entry_rolls=2),
    "hot dice multiply": replace(HOUSE, entry_min=500, entry_rolls=4, hot_dice_times=True),
    "in steps": replace(PRESETS["classic"], bank_multiple=200, hot_dice="mandatory", keep="all"),
    "off the grid": replace(PRESETS["family"], single_5=60, entry_min=333, bank_min=275),
}


# Outcomes


def outcomes(state, action):
    """Return (weight out of 6^n, state) for every throw after `action`, second chances included.

    If `action` throws nothing, return one (None, state).
    """
    asked = []

    def source(count):
        asked.append(count)
        return (1,) * count

    first, _ = state.apply(action, source)
    if not asked:
        return [(None, first)]
    found, again, farkle = [], 0, ()
    for throw, count in throws(asked[0]):
        calls = []
        after, _ = state.apply(action, lambda n, throw=throw, calls=calls: calls.append(n) or throw)
        if len(calls) == 2:
            again, farkle = again + count, throw
        else:
            found.append((count, after))
    if again:  # the outcome of a second chance does not depend on the first throw
        for throw, count in throws(asked[0]):
            two = iter((farkle, throw))
            after, _ = state.apply(action, lambda n, two=two: next(two))
            found.append((count * again / 6 ** asked[0], after))
    return found


@lru_cache
def throws(dice):
    return tuple(Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=dice)).items())


def goes_on(before, state):
    return state.current == before.current and state.rolls > before.rolls and bool(state.throw)
