"""The reasons of hints, as templates."""

from string import Formatter

import pytest

from farkle.ai.hints.hint_words import WHY

VALUES = {"keep", "other", "points", "more", "dice", "farkle", "chance", "less", "rival", "need"}
BEFORE_A_ROLL = {"build", "no_build", "build_even"}
ABOUT_NO_DICE = BEFORE_A_ROLL | {"unknown"}


def values_of(code: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(WHY[code].template) if name}


@pytest.mark.parametrize("code", WHY)
def test_a_reason_is_told_in_whole_sentences(code: str) -> None:
    words = WHY[code].template
    assert words[0].isupper()
    assert words.endswith(".")
    assert "  " not in words
    assert values_of(code) <= VALUES


@pytest.mark.parametrize("code", sorted(set(WHY) - ABOUT_NO_DICE))
def test_a_reason_names_the_dice_to_keep_unless_none_scored(code: str) -> None:
    assert ("keep" in values_of(code)) != code.endswith("_all")


def test_a_reason_without_dice_says_otherwise_the_same() -> None:
    for code in WHY:
        if code.endswith("_all"):
            assert values_of(code) == values_of(code.removesuffix("_all")) - {"keep"}
