"""A server whose libraries do not call what we override says so, and does not start."""

from pathlib import Path

import pytest

from games.realtime.wire.connections import PlainConnection
from games.realtime.wire.guard import GuardedSocket
from games.realtime.wire.self_check import hooks_of
from tests.support import services

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
    "a port reads another name": (
        "from twisted.internet.tcp import Port as kind",
        "kind.doRead = lambda port: port.acceptsAtOnce",
        "Missing: numberAccepts",
    ),
    "a path has another name": (
        "from twisted.web.http import HTTPChannel as kind",
        "kind.allContentReceived = lambda channel: channel.path",
        "Missing: _path",
    ),
    **{
        f"{name} is gone": (
            f"from {module} import {kind} as kind",
            f"[delattr(base, {name!r}) for base in kind.__mro__ if {name!r} in vars(base)]",
            f"Missing: {name}",
        )
        for module, kind, name in (
            ("twisted.web.http", "HTTPChannel", "timeoutConnection"),
            ("daphne.ws_protocol", "WebSocketProtocol", "onAutoPingTimeout"),
            ("daphne.ws_protocol", "WebSocketProtocol", "dropConnection"),
            ("twisted.internet.tcp", "Server", "resumeProducing"),
        )
    },
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
def test_a_library_that_changed_ends_the_start(
    sqlite_template: Path, tmp_path: Path, change: str
) -> None:
    import_, patch, said = CHANGES[change]
    setup = "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'farkle_site.settings'"
    reactor = "import daphne.server; django.setup()"
    soon = f"from {SEAM} import self_check; self_check.PATIENCE_SECONDS = 5"
    environ = services.plain_environ(tmp_path) | {
        "PORT": str(services.free_port()),
        "DATABASE_URL": services.copy_sqlite(sqlite_template, tmp_path / "site.sqlite3"),
    }
    code = f"{setup}; {reactor}; {soon}; {import_}; {patch}; {RUN}"
    done = services.python(environ, "-c", code)
    assert done.returncode == 1
    assert "This site cannot start: the installed versions of daphne" in done.stderr
    assert said in done.stderr
