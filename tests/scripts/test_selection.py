"""Selecting dice: whatever is tapped, the selection is empty or a keep that the engine allows."""

import random
from typing import Any

import pytest

from farkle import PRESETS, GameState, Roll, keeps
from tests.support import node

THROWS = 150


def throws_of(preset: str) -> list[dict[str, Any]]:
    """Return throws in which something scores, with what the engine allows, and what is tapped."""
    rules = PRESETS[preset]
    fixed = random.Random(preset)  # the same throws on every run
    throws: list[dict[str, Any]] = []
    while len(throws) < THROWS:
        dice = [fixed.randint(1, 6) for _ in range(rules.dice)]
        if not keeps(rules, tuple(dice)):
            continue
        state, _ = GameState.start(rules, 2, lambda n: range(1, n + 1))
        state, _ = state.apply(Roll(()), lambda _, dice=dice: dice)
        if state.throw != tuple(dice):
            continue
        taps = [fixed.randrange(rules.dice) for _ in range(12)]
        throws.append({"dice": dice, "may": state.legal.to_dict(), "taps": taps})
    return throws


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_selection_is_always_legal(preset: str) -> None:
    throws = throws_of(preset)
    for throw, seen in zip(throws, node.run("selection", throws), strict=True):
        legal = throw["may"]["keeps"]
        for tap in seen["after"]:
            assert not tap["faces"] or tap["faces"] in legal
            assert tap["scores"] == any(str(throw["dice"][tap["at"]]) in keep for keep in legal)
            # A tap selects or deselects the die: it always has an effect.
            assert not tap["scores"] or tap["had"] != tap["has"]
        assert seen["best"] == max(points for points, *_ in legal.values())
        # Every keep can be reached by tapping its dice, and then those that came along.
        assert all(keep == reached for keep, reached in seen["reached"])
