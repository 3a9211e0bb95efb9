"""Rule sets that are solved in the background: an estimate becomes exact."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from farkle import PRESETS
from farkle.ai.chance.files import file_of, find_chances
from games import clock
from games.models import Person
from games.replay import solving
from games.replay.analysis import MOST_WAITING, queue_limit
from games.replay.solving import MOST_OF_STRANGERS, RulesToSolve
from games.workers.solver import chances_folder
from games.workers.worker import Workers
from tests.games.replay.test_jobs import makes_room
from tests.support import services
from tests.support.guests import new_guest

PATIENCE_SECONDS = 240
"""Solvers leave the processor to everybody else, so a busy machine makes them wait."""

RULES = replace(PRESETS["kcd"], target=500)
LARGE = replace(PRESETS["4iam"], target=9500, playoff_order="seat")
"""Rules that are not shipped, and take some seconds and about 150 MB."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return Path(chances_folder())


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers()
    yield workers
    workers.close()


def wait_for(queue: RulesToSolve) -> None:
    services.wait_until(lambda: len(queue) == 0, what="the rules", seconds=PATIENCE_SECONDS)


def test_rules_are_solved_and_those_who_wait_are_told(folder: Path, workers: Workers) -> None:
    queue, told = RulesToSolve(workers.solutions), [threading.Event(), threading.Event()]
    try:
        for one in told:
            queue.add(RULES, 1, one.set)
        assert all(one.wait(PATIENCE_SECONDS) for one in told)
        assert file_of(RULES, folder).is_file()
        assert find_chances(RULES, folder) is not None
    finally:
        queue.close()


def test_what_cannot_be_solved_leaves_the_next_one_alone(
    folder: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    queue, failed, told = RulesToSolve(workers.solutions), threading.Event(), threading.Event()
    try:
        queue.add(replace(PRESETS["family"], farkle_penalty=5000), None, failed.set)
        queue.add(RULES, None, told.set)
        assert told.wait(PATIENCE_SECONDS)
        assert not failed.is_set()
        assert len(list(folder.iterdir())) == 1
        assert "a penalty for farkles in a row" in caplog.text
        assert "Traceback" not in caplog.text
    finally:
        queue.close()


def test_rules_that_take_too_much_processor_time_are_given_up(
    folder: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    """However busy the machine is. The next rules have as much time."""
    caplog.set_level("INFO")
    queue, failed, told = (
        RulesToSolve(workers.solutions, seconds=1),
        threading.Event(),
        threading.Event(),
    )
    try:
        queue.add(LARGE, None, failed.set)
        wait_for(queue)
        assert queue.add(RULES, None, told.set)
        assert told.wait(PATIENCE_SECONDS)
        assert not failed.is_set()
        assert "Solving these rules takes too long." in caplog.text
        assert "Traceback" not in caplog.text
        assert [file.name for file in folder.iterdir()] == [file_of(RULES, folder).name]
    finally:
        queue.close()


def test_rules_that_take_too_long_are_given_up(
    folder: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    """Their worker process is killed; nobody waits for it, and the next rules get another."""
    workers.solutions.seconds = 0.2
    queue, failed, told = RulesToSolve(workers.solutions), threading.Event(), threading.Event()
    try:
        assert queue.add(LARGE, None, failed.set)
        wait_for(queue)
        assert "could not be solved in time" in caplog.text
        workers.solutions.seconds = 60.0
        assert queue.add(RULES, None, told.set)
        assert told.wait(PATIENCE_SECONDS)
        assert not failed.is_set()
    finally:
        queue.close()


def test_rules_that_take_too_much_memory_are_given_up(
    folder: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    """The worker process has a real limit, says why it stops, and goes on with the next rules."""
    caplog.set_level("INFO")
    queue, failed, told = (
        RulesToSolve(workers.solutions, memory=132_000_000),
        threading.Event(),
        threading.Event(),
    )
    try:
        queue.add(LARGE, None, failed.set)
        queue.add(RULES, None, told.set)
        assert told.wait(PATIENCE_SECONDS)
        assert not failed.is_set()
        assert "Solving these rules takes too much memory." in caplog.text
        assert "Traceback" not in caplog.text
        assert [file.name for file in folder.iterdir()] == [file_of(RULES, folder).name]
    finally:
        queue.close()


def test_a_person_has_one_rule_set_in_the_queue_and_so_many_a_day(
    folder: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "MOST_FOR_ONE", 2)
    queue, told = RulesToSolve(workers.solutions), [threading.Event() for _ in range(3)]
    others = [replace(RULES, target=target) for target in (550, 600)]
    try:
        assert queue.add(RULES, 1, told[0].set)
        assert queue.add(RULES, 1), "the same ones"
        assert not queue.add(others[0], 1), "they have one in it"
        assert queue.add(others[0], 2, told[1].set)
        assert all(one.wait(PATIENCE_SECONDS) for one in told[:2])
        wait_for(queue)
        assert queue.add(others[1], 1, told[2].set)
        assert told[2].wait(PATIENCE_SECONDS)
        wait_for(queue)
        assert not queue.add(replace(RULES, target=650), 1), "that was the last one today"
        assert queue.add(replace(RULES, target=650), 2)
    finally:
        queue.close()


def test_what_could_not_be_solved_is_not_tried_again(
    folder: Path, workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    queue = RulesToSolve(workers.solutions, seconds=0.01)
    try:
        assert queue.add(LARGE)
        wait_for(queue)
        assert "takes too long" in caplog.text
        assert not queue.add(LARGE)
        assert not queue.add(LARGE, 7)
    finally:
        queue.close()


def test_the_operator_hears_that_tables_had_to_make_room(
    folder: Path,
    workers: Workers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    queue = RulesToSolve(workers.solutions)
    monkeypatch.setattr(solving, "solve_into", makes_room)
    try:
        queue.add(RULES)
        wait_for(queue)
        assert "3 tables not used for the longest time were dropped" in caplog.text
    finally:
        queue.close()


def test_a_full_queue_takes_no_more(workers: Workers) -> None:
    queue = RulesToSolve(workers.solutions)
    try:
        assert not queue.add(RULES, most=0)
    finally:
        queue.close()


@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
def test_new_guests_leave_places_for_those_who_are_known(workers: Workers) -> None:
    queue, guests = RulesToSolve(workers.solutions), [new_guest()[0].pk for _ in range(60)]
    targets = iter(range(500, 500 + 50 * 200, 50))

    def take(person: int) -> bool:
        rules = replace(LARGE, target=next(targets))
        return queue.add(rules, person, most=queue_limit(person, len(queue)))

    try:
        taken = [take(guest) for guest in guests]
        assert sum(taken) in range(MOST_OF_STRANGERS, MOST_OF_STRANGERS + 3), "one may be solved"
        Person.objects.update(created=clock.now() - timedelta(hours=2))
        assert take(new_guest()[0].pk) is False
        assert take(guests[-1]), "came hours ago"
        assert sum(take(guest) for guest in guests) <= MOST_WAITING
    finally:
        queue.close()
