"""Every test of the write path begins like a new process: nothing kept in memory."""

from collections.abc import Iterator

import pytest

from games import play, threads


@pytest.fixture(autouse=True)
def _new_process() -> Iterator[None]:
    play.forget_tables()
    yield
    play.forget_tables()


@pytest.fixture
def _threads() -> Iterator[None]:
    """For tests that go through the server's own threads: their connections end with the test."""
    yield
    threads.close_connections()
