"""Run daphne with this site's limits, at home and in production alike.

`python -m farkle_site.server` serves on HOST and PORT (127.0.0.1 and 8000 by default). A stopping
server ends after LAST_SECONDS at most. On exit Python waits for threads such as those of worker
pools, and a stuck one would keep the server alive until it is killed, perhaps during a write.
"""

import contextlib
import faulthandler
import ipaddress
import os
import sys

from farkle_site.variables import WrongEnvironment, whole_number

# A command has a few hundred bytes; a larger frame does not come from our pages.
FRAME_BYTES = 8 * 1024
HTTP_SECONDS = 60
PING_SECONDS, PONG_SECONDS = 50, 30
"""Proxies cut connections that are silent for a minute. Pages in a game send something sooner."""
BACKLOG = 4096
"""Maximum number of connections that wait to be accepted. More clients retry after seconds."""
LAST_SECONDS = 25.0
"""Maximum time that a stopping server takes. (Most service managers kill after 30 s.)"""


def arguments(host: str, port: int, *, ping: int = PING_SECONDS) -> list[str]:
    """Return daphne's command line for this site. A socket is pinged after `ping` seconds of
    silence, and dropped if it does not answer within `ping` seconds or half a minute, if that is
    less."""
    limits = {
        # No limit here, because it would hold for what is sent as well: a room of sixty takes more
        # than 8 KiB. games.realtime.wire.guard limits messages of many frames.
        "--websocket-max-message-size": 0,
        "--websocket-max-frame-size": FRAME_BYTES,
        "--ping-interval": ping,
        "--ping-timeout": min(ping, PONG_SECONDS),
        "--http-timeout": HTTP_SECONDS,
        "--websocket_timeout": -1,  # a game may last for days
        "--application-close-timeout": 5,
        "--verbosity": 0,  # no access log: its paths contain the codes of rooms
    }
    interface = host.replace(":", r"\:")
    endpoint = f"tcp:port={port}:interface={interface}:backlog={BACKLOG}"
    line = ["--endpoint", endpoint, "--no-server-name"]
    line += [f"{name}={value}" for name, value in limits.items()]
    # Not --proxy-headers: daphne believes the first entry of X-Forwarded-For, which any client can
    # write. games.people.address reads that header instead.
    return [*line, "farkle_site.asgi:application"]


def serve(host: str, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    # Worker processes import this module, too, and need no database.
    from django.conf import settings

    from farkle_site.databases import require_writable

    require_writable(settings.DATABASES["default"])
    import daphne.cli  # it chooses Twisted's reactor, so no import before it may install one

    ping = whole_number("FARKLE_PING_SECONDS", PING_SECONDS, highest=60)
    daphne.cli.CommandLineInterface().run(arguments(host, port, ping=ping))
    finish_writes()


def end_soon() -> None:
    """Ensure that the process exits within LAST_SECONDS, even if a thread holds the interpreter. If
    it has to be ended, the stack of each thread is printed to stderr."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True)


def finish_writes() -> None:
    """Wait for pending writes, and leave SQLite's data in one file, so that a copy of it is
    complete. If another process has the database open, that is left to it."""
    from django.db import DatabaseError, connection

    if asgi := sys.modules.get("farkle_site.asgi"):
        asgi.process.threads.finish()
        if connection.vendor == "sqlite":
            with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _interface(host: str) -> str:
    """Return the address to listen on. Raise WrongEnvironment for a name: some shells set HOST."""
    address = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        return str(ipaddress.ip_address(address))
    except ValueError as error:
        raise WrongEnvironment(
            f"HOST is {host!r}; it must be an address to listen on, such as 127.0.0.1 or 0.0.0.0."
        ) from error


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    try:
        serve(
            _interface(os.environ.get("HOST") or "127.0.0.1"),
            whole_number("PORT", 8000, highest=65535),
        )
    except WrongEnvironment as error:
        sys.exit(f"This site cannot start: {error}")
