"""Read one state of the database, however long it takes, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def snapshot() -> Iterator[None]:
    """Let the block read one consistent state of the database without blocking writers.

    A block within a transaction has what that transaction sees.
    """
    if connection.in_atomic_block:
        yield
        return
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if postgres else "BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
