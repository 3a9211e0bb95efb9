"""A server that is told to stop ends, whatever its threads do."""

from collections.abc import Callable

import pytest

from tests.support import services

Start = Callable[..., services.Daphne]
SOON_SECONDS = 60
"""Of the two minutes for which the thread is stuck."""


@pytest.mark.parametrize(("stuck", "printed"), [("thread", "served"), ("interpreter", "Timeout")])
def test_a_stuck_thread_does_not_keep_a_server_alive(
    daphne_server: Start, stuck: str, printed: str
) -> None:
    server = daphne_server(program=("-m", "tests.support.servers.stuck_server", stuck))
    server.terminate(SOON_SECONDS)
    assert printed in server.log()
