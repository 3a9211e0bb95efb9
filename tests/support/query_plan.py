"""What a query costs where tables are big: by the database's own plan."""

import re
from typing import Any

from django.db import connection
from django.db.models import QuerySet

_WHOLE = re.compile(r"Seq Scan on (\w+)|SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")


def tables_read_whole(query: QuerySet[Any, Any]) -> set[str]:
    """Return the tables that the database would read from end to end for this query. There must be
    thousands of rows in them, or PostgreSQL rightly reads them whole."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    found = _WHOLE.findall(query.explain())
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
