"""Chances of named dice, checked against all throws of all dice one by one."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from farkle import PRESETS
from farkle.rules.named_dice import NAMED_DICE
from farkle.rules.named_odds import (
    all_score_chance_of,
    cups_of,
    farkle_chance_of,
    throws_of,
    ways,
)
from farkle.rules.odds import all_score_chance, farkle_chance, later_farkle_chances

KCD = PRESETS["kcd"]


def chances(letters):
    """Return every row of faces of these dice with its chance."""
    dice = [NAMED_DICE[letter].weights for letter in letters]
    for faces in product(range(1, 7), repeat=len(letters)):
        shares = (Fraction(die[face - 1], sum(die)) for die, face in zip(dice, faces, strict=True))
        yield faces, prod(shares)


def test_what_may_be_left_of_dice_keeps_their_order():
    assert cups_of("AOA") == ("A", "O", "AA", "AO", "OA", "AOA")
    assert cups_of("OOOOOO") == tuple("O" * count for count in range(1, 7))
    assert len(cups_of("AFSLHU")) == 63
    assert cups_of("") == ()


@pytest.mark.parametrize("letters", ["O", "AA", "AOOS", "AOA", "FFFX"])
def test_throws_have_the_chances_of_all_their_rows(letters):
    found = Counter()
    for faces, chance in chances(letters):
        parts, row = [], list(faces)
        for at, letter in enumerate(letters):  # dice of one letter side by side have no order
            if at and letters[at - 1] == letter:
                parts[-1].append(row[at])
            else:
                parts.append([row[at]])
        found[tuple(face for part in parts for face in sorted(part))] += chance
    assert throws_of(letters).keys() == found.keys()
    for throw, share in throws_of(letters).items():
        assert Fraction(share, ways(letters)) == found[throw]


@pytest.mark.parametrize("letters", ["U", "AS", "AOOS", "EEEE"])
def test_farkles_are_those_of_all_rows(letters):
    rows = list(chances(letters))
    lost = sum(chance for faces, chance in rows if not KCD.table.keeps(faces))
    whole = (chance for faces, chance in rows if tuple(sorted(faces)) in KCD.table.points)
    assert farkle_chance_of(KCD, letters) == lost
    assert all_score_chance_of(KCD, letters) == sum(whole)


@pytest.mark.parametrize("dice", range(1, 7))
def test_ordinary_dice_have_the_chances_of_dice_without_names(dice):
    assert farkle_chance_of(KCD, "O" * dice) == farkle_chance(KCD, dice)
    assert all_score_chance_of(KCD, "O" * dice) == all_score_chance(KCD, dice)


def test_a_roll_that_scores_for_nothing_is_no_farkle():
    rules = replace(KCD, blank_first_roll=300, blank_scope="any_six")
    assert farkle_chance_of(rules, "O" * 6) == later_farkle_chances(rules)[-1]
