"""The daily upkeep: when it is due, that one process does it, and that a failed step stops no
other."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError

from games.models import Upkeep
from games.services.upkeep import runs
from tests.support.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 3
MIDNIGHT = datetime(2026, 5, 4, tzinfo=UTC)


def at(hours: float) -> datetime:
    return MIDNIGHT + timedelta(hours=hours)


def has_run(hours: float, **failed: str) -> None:
    assert runs.begin(at(hours))
    runs.end(at(hours), failed)


def test_it_is_due_at_the_first_start_and_then_once_a_day() -> None:
    assert runs.is_due(at(12), HOUR)
    has_run(12)
    assert not runs.is_due(at(26.9), HOUR)
    assert runs.is_due(at(27), HOUR)
    has_run(27)
    assert not runs.is_due(at(27.1), HOUR)


def test_it_is_overdue_after_a_night_in_which_the_site_did_not_run() -> None:
    has_run(2.9)
    assert runs.is_due(at(24 + 20), HOUR)
    assert runs.is_due(at(3), HOUR)


def test_a_run_that_failed_is_tried_again_soon() -> None:
    has_run(3, backup="OSError")
    assert runs.failed_steps(at(4)) == ["backup"]
    assert not runs.is_due(at(3.9), HOUR)
    assert runs.is_due(at(4), HOUR)
    has_run(4)
    assert runs.failed_steps(at(4)) == []
    assert not runs.is_due(at(5), HOUR)


def test_a_run_that_never_ends_is_given_up_and_counts_as_failed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    has_run(-21)
    assert runs.begin(at(3), HOUR)
    assert not runs.is_due(at(8.9), HOUR)
    assert runs.failed_steps(at(8.9)) == []
    assert runs.is_due(at(9), HOUR)
    assert runs.failed_steps(at(9)) == ["everything"]
    assert not caplog.records
    assert runs.begin(at(9), HOUR)
    assert "never ended" in caplog.text
    assert runs.failed_steps(at(9.1)) == ["everything"], "until a run has ended"
    runs.end(at(9.2), {})
    assert runs.failed_steps(at(9.2)) == []


def test_a_run_whose_process_was_killed_is_tried_again_soon() -> None:
    assert runs.begin(at(3), HOUR)
    runs.give_up(at(3.1), HOUR)
    assert runs.failed_steps(at(3.1)) == ["everything"]
    assert not runs.is_due(at(4), HOUR)
    assert runs.is_due(at(4.1), HOUR)


def test_a_process_that_cannot_start_is_tried_again_soon() -> None:
    runs.give_up(at(3), HOUR)
    assert runs.failed_steps(at(3)) == ["everything"]
    assert not runs.is_due(at(3.9), HOUR)
    assert runs.is_due(at(4), HOUR)


def test_a_process_that_failed_after_its_run_leaves_the_result() -> None:
    has_run(3, backup="OSError")
    runs.give_up(at(3.1), HOUR)
    assert runs.failed_steps(at(3.1)) == ["backup"]


def test_a_clock_that_was_far_ahead_does_not_put_it_off() -> None:
    has_run(24 * 365)
    assert runs.is_due(at(12), HOUR)


def test_of_several_processes_one_begins() -> None:
    assert sorted(at_once(*[lambda: runs.begin(at(12), HOUR)] * 4)) == [False, False, False, True]
    assert Upkeep.objects.count() == 1


def test_by_hand_it_begins_at_any_time() -> None:
    has_run(3)
    assert not runs.begin(at(4), HOUR)
    assert runs.begin(at(4))


def test_a_step_that_fails_is_logged_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_now: datetime) -> int:
        raise DatabaseError("the disk is full")

    steps = {"first": lambda _: 1, "second": fail, "third": lambda now: now.day}
    assert runs.perform(steps, at(0)) == ({"first": 1, "third": 4}, {"second": "DatabaseError"})
    [record] = caplog.records
    assert "second" in record.getMessage()
    assert "the disk is full" in str(record.exc_info)
