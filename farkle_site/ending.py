"""End a server process soon, even if one of its threads is stuck.

On exit, Python waits for every thread that is not a daemon, and the pools of worker processes have
such threads. A stuck one would keep a stopping server alive until somebody kills it, perhaps during
a write.
"""

import contextlib
import faulthandler
import sys

from django.db import DatabaseError, connection

LAST_SECONDS = 25.0
"""After how long a stopping server exits, even if a thread holds the interpreter. (Most service
managers kill after 30 s.)"""


def begin() -> None:
    """Make sure that the process exits soon. If it does not by itself, it prints to stderr where
    each thread hung."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True)


def finish_writes() -> None:
    """Wait until nothing is being written any more, and leave SQLite's data in one file."""
    if asgi := sys.modules.get("farkle_site.asgi"):
        asgi.process.threads.finish()
        _gather_database()


def _gather_database() -> None:
    """Move what SQLite has in its companion files into the database file, so that a copy of this
    file alone has everything. While another process reads it, that process has to."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
