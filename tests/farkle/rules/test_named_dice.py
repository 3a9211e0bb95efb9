"""Named dice: the published table, sets of them, and which dice are left after a keep."""

from hashlib import sha256

import pytest

from farkle import RulesError
from farkle.rules.named_dice import NAMED_DICE, check_chosen, left_after, weights_of


def test_the_weights_of_a_letter_never_change():
    table = "".join(f"{die.letter}{die.weights}" for die in NAMED_DICE.values())
    assert sha256(table.encode()).hexdigest()[:16] == "512e6923d43b8d6e"


def test_the_dice_have_a_letter_a_name_and_weights_of_their_own():
    dice = NAMED_DICE.values()
    assert len({die.name for die in dice}) == len({die.weights for die in dice}) == len(dice)
    assert all(len(letter) == 1 for letter in NAMED_DICE)
    for die in dice:
        assert len(die.weights) == 6
        assert min(die.weights) >= 1, "no face of a die is missing"
        assert sum(die.weights) <= 256, "a byte gives the face"


def test_a_set_has_as_many_dice_as_are_played_with():
    assert check_chosen("OOOAAF", 6) == "OOOAAF"
    for wrong in ("OOOAA", "OOOAAFF", "OOOAA?", None, ["O"] * 6):
        with pytest.raises(RulesError, match="A set of dice has 6 letters, each one of O A "):
            check_chosen(wrong, 6)


def test_of_dice_that_show_the_same_those_further_left_are_set_aside():
    assert left_after("OAFSLH", (1, 5, 1, 2, 2, 5), (1, 5)) == "FSLH"
    assert left_after("OAFSLH", (1, 5, 1, 2, 2, 5), (1, 1, 5, 5)) == "SL"
    assert left_after("OA", (1, 5), (1, 5)) == ""
    assert left_after("OA", (1, 5), ()) == "OA"


def test_the_weights_of_dice_are_in_their_order():
    assert weights_of("OA") == ((1,) * 6, NAMED_DICE["A"].weights)
