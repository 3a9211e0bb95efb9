"""A server whose libraries do not call what we override says so, and does not start."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.realtime.wire.connections import PlainConnection
from games.realtime.wire.guard import GuardedSocket
from games.realtime.wire.self_check import hooks_of
from tests.support import services
from tests.support.client import play
from tests.support.sockets import nothing_broke, table

RUN = "import runpy; runpy.run_module('farkle_site.server', run_name='__main__')"
SEAM = "games.realtime.wire"
CHANGES = {
    "a frame has another name": (
        f"from {SEAM}.guard import GuardedSocket as kind",
        "kind.onFrameStart = kind.onFrameBegin; del kind.onFrameBegin",
        "onFrameStart",
    ),
    "a form has another name": (
        f"from {SEAM}.connections import PlainConnection as kind",
        "kind.allHeadersCame = kind.allHeadersReceived; del kind.allHeadersReceived",
        "allHeadersCame",
    ),
    "a buffer has another name": (
        f"from {SEAM} import writer",
        "writer.write_at_once = lambda transport, _: transport.sendBuffer",
        "Failed: ",
    ),
}
"""By what a library could change: an import, the change as it looks from here, and what is said."""


def test_hooks_are_found_by_their_names() -> None:
    assert {"onFrameBegin", "dataReceived"} <= set(hooks_of(GuardedSocket))
    assert "allHeadersReceived" in hooks_of(PlainConnection)
    assert not {"admit", "__init__", "enter", "abortTimeout"} & {
        *hooks_of(GuardedSocket),
        *hooks_of(PlainConnection),
    }


@pytest.mark.parametrize("change", CHANGES)
def test_a_library_that_changed_ends_the_start(tmp_path: Path, change: str) -> None:
    import_, patch, said = CHANGES[change]
    setup = "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'farkle_site.settings'"
    reactor = "import daphne.server; django.setup()"
    soon = f"from {SEAM} import self_check; self_check.PATIENCE_SECONDS = 5"
    environ = services.plain_environ(tmp_path) | {"PORT": str(services.free_port())}
    migrated = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=services.ROOT,
        env=environ,
        timeout=120,
        check=False,
    )
    assert migrated.returncode == 0
    done = subprocess.run(
        [sys.executable, "-c", f"{setup}; {reactor}; {soon}; {import_}; {patch}; {RUN}"],
        cwd=services.ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "This site cannot start: the installed versions of daphne" in done.stderr
    assert said in done.stderr


@pytest.fixture
def newest(tmp_path: Path) -> str:
    """Install the newest versions of the libraries, and return their folder."""
    folder = str(tmp_path / "newest")
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
    subprocess.run([sys.executable, *install, "daphne", "autobahn", "twisted"], check=True)
    return folder


@pytest.mark.newest
async def test_the_newest_versions_fit(
    newest: str, daphne_server: Callable[..., services.Daphne]
) -> None:
    checked = f"import autobahn; assert autobahn.__file__.startswith({newest!r}); {RUN}"
    again = f"os.execv(sys.executable, [sys.executable, '-c', {checked!r}])"
    program = ("-c", f"import os, sys; os.environ['PYTHONPATH'] = {newest!r}; {again}")
    server = daphne_server(program=program)
    async with table(server, seats=2) as pages:
        await pages[0].done("start", player=1)
        await asyncio.gather(*map(play, pages))
    nothing_broke(server)
