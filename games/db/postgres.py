"""PostgreSQL connections with time limits.

If a network loses a connection silently, a statement would wait for minutes. Each has a limit: the
caller's `patience`, or a little more than the server's `statement_timeout`. Beyond it the
connection is closed. So is one to a server that is read-only, as after a failover.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Self, TypeVar

import psycopg
from django.db import OperationalError, connection
from psycopg.abc import PQGen
from psycopg.errors import LockNotAvailable, ReadOnlySqlTransaction
from psycopg.pq import TransactionStatus

T = TypeVar("T")

CONNECT_SECONDS = 5
LONGER_SECONDS = 10
"""Time beyond the server's own limit that a statement without `patience` may take."""

_STATEMENT_TIMEOUT = (
    b"SELECT setting::float / 1000 FROM pg_settings WHERE name = 'statement_timeout'"
)

_patience: ContextVar[float | None] = ContextVar("patience", default=None)


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Limit each statement in this block to so many seconds. SQLite has its own `timeout`."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


class Connection(psycopg.Connection[Any]):
    """A connection with time limits. A subclass has the `session`: server parameters and values."""

    session: ClassVar[Mapping[str, str]] = {}
    longest: float | None = None
    """Maximum seconds of a statement without `patience`."""

    @classmethod
    def connect(cls, *arguments: Any, **options: Any) -> Self:
        """Connect, then set the session's parameters: a pooler may drop those sent at the start."""
        opened = super().connect(*arguments, **options)
        calls = ", ".join(["set_config(%s, %s, false)"] * len(cls.session))
        values = [text for parameter in cls.session.items() for text in parameter]
        with patience(CONNECT_SECONDS):
            opened.execute(f"SELECT {calls}".encode(), values)
            row = opened.execute(_STATEMENT_TIMEOUT).fetchone()
        if row and (seconds := row[0]):  # 0: the server lets statements take for ever
            opened.longest = seconds + LONGER_SECONDS
        return opened

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the server within the caller's patience."""
        if timeout is None:
            timeout = _patience.get() or self.longest
        try:
            return super().wait(gen, interval, timeout)
        except ReadOnlySqlTransaction as error:
            self.close()
            raise psycopg.OperationalError(str(error)) from error
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()  # the answer may still come, too late
            raise


def is_locked(error: OperationalError) -> bool:
    """Return True if a statement has failed because a lock was held for too long."""
    return isinstance(error.__cause__, LockNotAvailable)


def limit_lock_wait(milliseconds: int) -> None:
    """Wait for locks no longer than this until the transaction ends. SQLite has no such locks."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(milliseconds)])


def drop_lost_connections() -> None:
    """If this thread's connection is lost, close it and have the pool replace the others."""
    connection.close_if_unusable_or_obsolete()
    pool = getattr(connection, "pool", None)
    if pool is not None and connection.connection is None:
        pool.drain()
