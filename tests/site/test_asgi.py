"""A server that cannot do its background work ends at once."""

from pathlib import Path

import pytest

from tests.support import services

SERVER = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
import daphne.server
django.setup()
from games.realtime.process import ServerProcess
from games.realtime.wire import connections, self_check

def fail(*_):
    raise RuntimeError("no more threads")

async def fail_later(*_):
    fail()

{change}
from farkle_site import server
server.serve("127.0.0.1", int(os.environ["PORT"]))
"""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "change",
    [
        "ServerProcess.start = fail",
        "connections.install = fail",
        "self_check.check_server = fail_later",
    ],
)
def test_a_failure_at_the_start_ends_the_server(tmp_path: Path, change: str) -> None:
    environ = services.plain_environ(tmp_path) | {"PORT": str(services.free_port())}
    done = services.python(environ, "-c", SERVER.format(change=change))
    assert done.returncode == 1
    assert "CRITICAL farkle_site.asgi: This site cannot start: no more threads" in done.stderr
    assert "RuntimeError" in done.stderr
