"""Every test of the write path begins like a new process: nothing kept in memory, nobody there."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from asgiref.sync import SyncToAsync
from django.core.cache import cache
from django.db import connections

from games import clock
from games.services import executor
from tests.support import fold, processes, services

Clock = Callable[[float], datetime]


@pytest.fixture(autouse=True)
def _new_process() -> Iterator[None]:
    executor.forget_tables()
    cache.clear()
    yield
    executor.forget_tables()


@pytest.fixture(autouse=True)
def _the_page_folds_alike(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test has folded, the page's scripts fold to the same. Skipped without Node, and
    where the same tests run once more on PostgreSQL."""
    yield
    again = request.config.pluginmanager.has_plugin("tests.support.on_postgres")
    if "node" not in services.missing() and not again:
        fold.check_the_page()


@pytest.fixture
def _threads() -> Iterator[None]:
    """For tests that go through the server's own threads, or through the one in which views run
    that are asked for by an event loop: their connections end with the test."""
    yield
    processes.close_threads()
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and goes on by so many seconds: `moved(30)` is the time then."""
    times = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: times[0])

    def go_on(seconds: float) -> datetime:
        times[0] += timedelta(seconds=seconds)
        return times[0]

    return go_on
