"""The chances to expect, from those of the pairs around."""

import numpy as np
import pytest

from farkle.ai.chance.expected import Expected

SIZE = 12


def solved(chance):
    """Store the chances of all pairs but (0, 0), and return what is expected there and before."""
    expected, worst = Expected(np.full((SIZE, SIZE, 1), 0.5)), []
    for both in range(2 * SIZE - 2, 0, -1):
        own = np.arange(max(0, both - SIZE + 1), min(both, SIZE - 1) + 1)
        found, slope = expected.at(own, both - own)
        win = chance(own, both - own)[:, None]
        worst.append(np.abs(found - win).max())
        expected.store(own, both - own, win, slope + 0.1)
    return expected, worst


def test_smooth_chances_are_expected_nearly_exactly():
    def smooth(own, theirs):
        return 0.5 + 0.02 * (own - theirs) + 1e-3 * own * theirs

    expected, worst = solved(smooth)
    # A constant distance from the plane is learned from the first inner pairs.
    assert worst[-1] == pytest.approx(0, abs=1e-12)
    zero = np.zeros(1, int)
    assert expected.at(zero, zero)[0][0, 0] == pytest.approx(0.5, abs=1e-12)


def test_slopes_are_those_of_the_pairs_around():
    expected, _ = solved(lambda own, theirs: own / SIZE)
    zero = np.zeros(1, int)
    assert expected.at(zero, zero)[1][0, 0] > 0.3


def test_chances_stay_between_0_and_1():
    _, worst = solved(lambda own, theirs: 1.0 * (own > theirs))
    assert max(worst) <= 1
