"""Connections to PostgreSQL that do not wait for ever.

A network can lose a connection without a word; then neither the driver nor the operating system
knows, and a statement waits for minutes. Here each statement has a time limit, the `patience` of
its caller; without one it is a little longer than the server's own, `statement_timeout`. A
connection that exceeds it is lost. So is one whose server has become read-only, as the former
primary does after a failover.
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
    """Give each statement in this block so many seconds. On SQLite, `timeout` limits the wait."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


class Connection(psycopg.Connection[Any]):
    """See the module. A subclass has the `session`: parameters of the server and their values."""

    session: ClassVar[Mapping[str, str]] = {}
    longest: float | None = None
    """Maximum seconds of a statement without `patience`."""

    @classmethod
    def connect(cls, *arguments: Any, **options: Any) -> Self:
        """Connect and set the session's parameters. A pool between here and the server may not
        pass them on at the start of a session."""
        made = super().connect(*arguments, **options)
        calls = ", ".join(["set_config(%s, %s, false)"] * len(cls.session))
        values = [text for parameter in cls.session.items() for text in parameter]
        with patience(CONNECT_SECONDS):
            made.execute(f"SELECT {calls}".encode(), values)
            row = made.execute(_STATEMENT_TIMEOUT).fetchone()
        if row and (seconds := row[0]):  # 0: the server lets statements take for ever
            made.longest = seconds + LONGER_SECONDS
        return made

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the server, but not for longer than the caller's patience."""
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
    """Return True if a statement has failed because others kept a lock for too long."""
    return isinstance(error.__cause__, LockNotAvailable)


def limit_lock_wait(milliseconds: int) -> None:
    """Wait for locks no longer than this until the transaction ends. SQLite has no such locks."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(milliseconds)])


def drop_lost_connections() -> None:
    """After a failure, close this thread's connection if it is lost. Others to the same server are
    likely to be lost too, so the pool replaces them."""
    connection.close_if_unusable_or_obsolete()
    pool = getattr(connection, "pool", None)
    if pool is not None and connection.connection is None:
        pool.drain()
