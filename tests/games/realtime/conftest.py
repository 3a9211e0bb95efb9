"""Servers for tests with real sockets, and a bus for tests in this process.

Each server must end without having met anything unexpected.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from farkle import GameState
from games.workers.fair_queue import Owner
from games.workers.worker import NoAnswer
from tests.conftest import Backend
from tests.support import services
from tests.support.client import Browser
from tests.support.halls import Hall
from tests.support.local_bus import LocalBus
from tests.support.processes import solver, use_bus
from tests.support.sockets import Start, nothing_broke


@pytest.fixture
def server(backend: Backend, daphne_server: Start) -> Iterator[services.Daphne]:
    started = daphne_server(database=backend.database, redis=backend.redis)
    yield started
    nothing_broke(started)


@pytest.fixture
def one_server(daphne_server: Start) -> Iterator[services.Daphne]:
    """Where the database makes no difference."""
    started = daphne_server()
    yield started
    nothing_broke(started)


@pytest.fixture
def lobby(one_server: services.Daphne) -> tuple[Browser, str]:
    browser = Browser(one_server.url)
    return browser, browser.open_room("Mara")


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> LocalBus:
    """The bus by which this process publishes."""
    return use_bus(LocalBus(), monkeypatch)


@pytest.fixture
def _late_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice about each state is late the first time that it is asked for."""
    in_time, asked = solver.ask, set[int]()

    async def ask(owner: Owner, work: Any, state: GameState) -> Any:
        if state.ply not in asked:
            asked.add(state.ply)
            raise NoAnswer
        return await in_time(owner, work, state)

    monkeypatch.setattr(solver, "ask", ask)


@pytest.fixture(scope="module")
def _solver() -> Iterator[None]:
    """For tests in which the worker process of this process may start: it ends with the module."""
    yield
    solver.workers.stop()


@pytest.fixture
def hall(backend: Backend, tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(backend, tmp_path)
    try:
        yield opened
        nothing_broke(opened.server)
    finally:
        opened.server.close()
