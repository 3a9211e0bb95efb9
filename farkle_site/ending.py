"""End a server process without waiting for a stuck thread.

On exit, Python waits for every thread that is not a daemon, and the pools of worker processes have
such threads. A stuck one would keep a stopping server alive until somebody kills it, perhaps during
a write. So a server waits for pending writes, lets its parts clean up, and exits.
"""

import atexit
import contextlib
import faulthandler
import os
import sys
from typing import NoReturn

from asgiref.sync import SyncToAsync
from django.db import DatabaseError, connection

LAST_SECONDS = 25.0
"""After how long a stopping server exits, even if a thread holds the interpreter. (Most service
managers kill after 30 s.)"""


def begin() -> None:
    """Make sure that the process exits soon. If it has to be killed, it prints where it hung to
    stderr."""
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True)


def end() -> NoReturn:
    """End the process, once nothing is being written any more. Wait for no other thread."""
    begin()
    if asgi := sys.modules.get("farkle_site.asgi"):
        asgi.process.threads.finish()
        _gather_database()
    SyncToAsync.single_thread_executor.shutdown(cancel_futures=True)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _gather_database() -> None:
    """Move what SQLite has in its companion files into the database file, so that a copy of this
    file alone has everything. While another process reads it, that process has to."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
