"""How daphne is started, and that its limits are in force."""

from collections.abc import Callable
from pathlib import Path

import pytest
from daphne.cli import CommandLineInterface
from twisted.internet import endpoints

from farkle_site import server
from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser

UNWRITABLE = (
    "the database '/sys/kernel/farkle.sqlite3' cannot be written: Permission denied."
    " Make the folder and the file writable, or choose another folder with FARKLE_DATA."
)


def test_daphne_understands_every_option() -> None:
    line = server.arguments("127.0.0.1", 8123)
    parsed = CommandLineInterface().parser.parse_args(line)
    assert parsed.socket_strings == ["tcp:port=8123:interface=127.0.0.1:backlog=4096"]
    assert (parsed.websocket_max_message_size, parsed.websocket_max_frame_size) == (0, 8192)
    assert (parsed.ping_interval, parsed.ping_timeout) == (50, 30)
    assert parsed.server_name == ""
    assert parsed.access_log is None
    assert parsed.verbosity == 0


def test_an_address_may_have_colons() -> None:
    parsed = CommandLineInterface().parser.parse_args(server.arguments("::1", 8123))
    places, names = endpoints._parse(parsed.socket_strings[0])
    assert places == ["tcp"]
    assert (names["port"], names["interface"]) == ("8123", "::1")


def test_daphne_never_reads_forwarded_headers_itself() -> None:
    """It would take the entry that the client wrote; see games.people.address."""
    parsed = CommandLineInterface().parser.parse_args(server.arguments("::", 1))
    assert not parsed.proxy_headers


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "eighty", "PORT is 'eighty'; it must be a whole number from 1 to 65535."),
        ("FARKLE_MODE", "fast", "FARKLE_MODE is 'fast'; it must be one of play, production."),
        (
            "DATABASE_URL",
            "sqlite:////sys/kernel/farkle.sqlite3",  # there nobody may write, not even root
            UNWRITABLE,
        ),
    ],
)
def test_a_wrong_environment_ends_the_server_with_one_sentence(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    environ = services.plain_environ(tmp_path) | {name: value}
    done = services.python(environ, *services.OUR_SERVER)
    assert done.returncode == 1
    assert done.stderr == f"This site cannot start: {sentence}\n"


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
