"""The row of the daily upkeep."""

from datetime import UTC, datetime

from games.models import Upkeep


def test_a_run_is_called_by_its_start() -> None:
    begun = datetime(2026, 1, 2, 3, tzinfo=UTC)
    assert str(Upkeep(begun=begun)) == "upkeep begun at 2026-01-02 03:00:00+00:00"
