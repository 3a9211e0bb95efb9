"""The row of the daily upkeep, and the signs of life of processes."""

from datetime import UTC, datetime

from games.models import Heartbeat, Upkeep


def test_a_run_is_called_by_its_start() -> None:
    begun = datetime(2026, 1, 2, 3, tzinfo=UTC)
    assert str(Upkeep(begun=begun)) == "upkeep begun at 2026-01-02 03:00:00+00:00"


def test_a_sign_of_life_is_called_by_its_process() -> None:
    assert str(Heartbeat(process="0123456789abcdef", number=7)) == "sign 7 of 0123456789abcdef"
