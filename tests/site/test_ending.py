"""A server that is told to stop ends, whatever its threads do."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser

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


def test_a_stopped_server_leaves_everything_in_one_file(
    sqlite_backend: Backend, daphne_server: Start, tmp_path: Path
) -> None:
    server = daphne_server(database=sqlite_backend.database)
    code = Browser(server.url).open_room("Mara")
    server.terminate()
    path = Path(sqlite_backend.database.removeprefix("sqlite:///"))
    alone = tmp_path / "alone.sqlite3"
    alone.write_bytes(path.read_bytes())
    copy = f"sqlite:///{alone}"
    assert stored.rows(copy, "SELECT code FROM games_room") == [(code,)]
    assert stored.rows(copy, "SELECT count(*) FROM games_event") != [(0,)]
