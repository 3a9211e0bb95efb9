"""Servers for tests with real sockets. Each must end without having met anything unexpected."""

from collections.abc import Iterator

import pytest

from tests.conftest import Backend
from tests.support import services
from tests.support.client import Browser
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
