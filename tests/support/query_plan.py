"""What a query costs where tables are big: by the database's own plan."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import QuerySet

_READ = ("SELECT", "UPDATE", "DELETE")
_WHOLE = re.compile(r"Seq Scan on (\w+)|SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")


def tables_read_whole(query: QuerySet[Any, Any]) -> set[str]:
    """Return the tables that the database would read from end to end for this query. There must be
    thousands of rows in them, or PostgreSQL rightly reads them whole."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return _whole_in(query.explain())


@contextmanager
def statements_under_lock() -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements of the block, with their values, that a transaction makes."""
    statements: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if connection.in_atomic_block and not many and sql.startswith(_READ):
            statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


def read_whole_by(sql: str, params: Any) -> set[str]:
    """Return the tables that the database would read from end to end for this statement, though it
    need not."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}", params)
            return _whole_in("\n".join(row[0] for row in cursor.fetchall()))
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        return _whole_in("\n".join(row[3] for row in cursor.fetchall()))


def _whole_in(plan: str) -> set[str]:
    found = _WHOLE.findall(plan)
    return {one or other for one, other, index in found if not (index and _is_partial(index))}


def _is_partial(index: str) -> bool:
    """Return whether an index of SQLite has only the rows that its condition is about."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [index])
        [sql] = cursor.fetchone() or [None]
    return " WHERE " in (sql or "")


def steps_of(query: QuerySet[Any, Any]) -> int:
    """Return about how many steps SQLite takes for this query; 0 for another database. Its plan
    does not say how many rows a search finds."""
    if connection.vendor != "sqlite":
        return 0
    taken, every = 0, 100

    def count() -> int:
        nonlocal taken
        taken += every
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, every)
    try:
        list(query)
    finally:
        connection.connection.set_progress_handler(None, 0)
    return taken
