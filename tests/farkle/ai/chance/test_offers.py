"""What it is worth to build on a turn comes out of the packed form as it went in."""

import numpy as np
import pytest

from farkle.ai.chance.offers import UNITS, Offers, pack_offers

SIZE, ORDERS = 19, 2


def gain(begun, mine, order):
    """Return any smooth chances, other ones for every turn, and one that jumps."""
    rows = np.arange(1, SIZE - begun)
    chances = (
        0.3 + 0.2 * np.sin(rows / 5 + begun / 3 + mine + order) * np.linspace(0, 1, 6)[:, None]
    )
    if begun == mine:
        chances[:, ::2] = 1.0
        chances[:, 1::2] = 0.0
    return chances


def test_every_turn_has_what_was_packed_for_it():
    offers = pack_offers(SIZE, ORDERS, gain)
    for begun in range(SIZE):
        for mine in range(SIZE):
            for order in range(ORDERS):
                found = offers.after(begun, mine, order)
                assert found.shape == (6, SIZE - 1 - begun)
                assert np.allclose(found, gain(begun, mine, order), rtol=0, atol=0.51 / UNITS)


def test_a_torn_form_is_refused():
    packed = pack_offers(SIZE, ORDERS, gain).packed
    for torn in (packed[:-1], packed + b"1", packed[4:]):
        with pytest.raises(ValueError, match="torn"):
            Offers(SIZE, ORDERS, torn)
