"""A turn worked out alone is worth the same as among many."""

from dataclasses import replace

import numpy as np
import pytest

from farkle import PRESETS
from farkle.ai.chance.one_turn import OneTurn
from farkle.ai.chance.throws import ThrowValues
from farkle.ai.chance.walk import Manner, Walk

MANNERS = {
    "open": Manner(),
    "a minimum": Manner(7),
    "a minimum beyond the rows": Manner(70),
    "ends by itself": Manner(10, ends=True),
    "three rolls to get in": Manner(10, limit=3),
    "one roll, and it ends": Manner(6, ends=True, limit=1),
}
RULES = {
    **PRESETS,
    "second chance": replace(PRESETS["classic"], second_chance=True),
    "blanks": replace(PRESETS["specials"], blank_scope="any_six"),
}


BANK = 1 / (1 + np.exp(-np.linspace(-2, 3, 40)))
BY_DICE = BANK * np.linspace(1, 0.7, 7)[:, None]


@pytest.mark.parametrize("bank", [BANK, BY_DICE], ids=["alike", "by dice"])
@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_the_walk_of_many(name, manner, bank):
    throws = ThrowValues(RULES[name], 5 if name == "tysiac" else 50)
    bank = bank if bank.ndim == 1 else bank[: throws.lines]
    walk = Walk(throws, bank[..., None], np.array([0.1]), manner)
    found, after = OneTurn(throws).after(bank, 0.1, manner)
    assert np.array_equal(found, walk.bank[..., 0])
    for mine, theirs in zip(after, walk.after, strict=True):
        # Below the minimum, rows before any roll with a limit are never asked for.
        first = manner.least if manner.limit and mine is after[-1] else 0
        assert np.allclose(mine[1:, first:], theirs[1:, first:, 0], atol=1e-11)
        assert mine[0, 0] == pytest.approx(theirs[0, 0, 0], abs=1e-11) or first
