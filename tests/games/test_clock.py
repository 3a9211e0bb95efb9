"""The server's clock: it is the system's, unless that jumps."""

import logging
from datetime import UTC, datetime, timedelta

import pytest

from games import clock
from games.clock import Jump, SteadyClock

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


class Machine:
    """A system's clock that can be set, and time that passes whatever it is set to."""

    def __init__(self) -> None:
        self.system = START
        self.elapsed = 1000.0
        self.clock = SteadyClock(lambda: self.system, lambda: self.elapsed)

    def passes(self, seconds: float) -> datetime:
        """Let time pass, and return the server's time then."""
        self.elapsed += seconds
        self.system += timedelta(seconds=seconds)
        return self.clock.now()

    def jumps(self, **by: float) -> datetime:
        self.system += timedelta(**by)
        return self.clock.now()


def test_it_is_aware_and_in_utc() -> None:
    assert clock.now().tzinfo is UTC
    assert abs(clock.now() - datetime.now(UTC)) < clock.JUMP


def test_milliseconds_follow_a_clock_that_a_test_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC))
    assert clock.milliseconds() == 1_000_000_000_000


def test_small_corrections_are_followed_at_once() -> None:
    machine = Machine()
    assert machine.passes(60) == START + timedelta(seconds=60)
    assert machine.jumps(seconds=2) == machine.system
    assert machine.jumps(seconds=-4) == machine.system
    assert machine.clock.newest_jump is None


@pytest.mark.parametrize("days", [9, -9])
def test_a_jump_is_held_for_ten_minutes_and_then_followed(
    days: int, caplog: pytest.LogCaptureFixture
) -> None:
    machine, by = Machine(), f"{days * 86400:+}"
    with caplog.at_level(logging.WARNING, "games.clock"):
        assert machine.jumps(days=days) == START
        assert machine.passes(300) == START + timedelta(seconds=300)
        assert machine.passes(299) == START + timedelta(seconds=599)
        assert machine.clock.newest_jump is None
        assert machine.passes(1) == machine.system
    before = START + timedelta(seconds=600)
    assert machine.clock.newest_jump == Jump(before, before + timedelta(days=days))
    assert machine.passes(60) == machine.system
    assert [record.getMessage() for record in caplog.records] == [
        f"the system's clock jumped by {by} s: deadlines keep to the time before for 600 s",
        f"the clock follows the system's: deadlines move by {by} s",
    ]


def test_a_clock_that_is_set_right_again_was_never_followed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine()
    machine.jumps(hours=-1)
    machine.passes(400)
    assert machine.jumps(hours=1) == machine.system == START + timedelta(seconds=400)
    machine.passes(400)
    assert machine.clock.newest_jump is None
    assert "right again" in caplog.messages[-1]


def test_a_further_jump_is_held_for_ten_minutes_of_its_own() -> None:
    machine = Machine()
    machine.jumps(days=9)
    machine.passes(500)
    machine.jumps(days=1)
    assert machine.passes(500) == START + timedelta(seconds=1000)
    assert machine.passes(100) == machine.system
