"""The limit of processor time."""

import signal

import pytest

from games.workers.time_limit import TooLong, time_limit


def compute_for_ever() -> None:
    while True:
        pass


def test_work_ends_in_time() -> None:
    with pytest.raises(TooLong), time_limit(0.05):
        compute_for_ever()


def test_the_limit_ends_with_the_block() -> None:
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
