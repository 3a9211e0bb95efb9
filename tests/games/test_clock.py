"""The server's clock, which a test can move."""

from datetime import UTC, datetime, timedelta

import pytest

from games import clock


def test_it_is_aware_and_in_utc() -> None:
    assert clock.now().tzinfo is UTC
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=5)


def test_milliseconds_follow_a_clock_that_a_test_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC))
    assert clock.milliseconds() == 1_000_000_000_000
