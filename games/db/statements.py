"""Reads past the ORM: statements whose SQL is built only once, and snapshots.

For the reads of every move and connection, building a query set takes several times as long as the
database. Only our own names of tables and columns, and the text given here, go into a statement;
values are always parameters.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

import orjson
from django.db import connection, models

M = TypeVar("M", bound=models.Model)


def find(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, as the driver gives them. `%s` stands for a value."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def placeholders(values: Collection[Any]) -> str:
    """Return a `%s` for each value, for `IN ({})`."""
    return ", ".join(["%s"] * len(values))


def moment(at: datetime) -> Any:
    """Return a time in UTC as a value for `find`."""
    return str(at.replace(tzinfo=None)) if connection.vendor == "sqlite" else at


@contextmanager
def snapshot() -> Iterator[None]:
    """Read one consistent state of the database in this block, without blocking writers. Within a
    transaction, the block sees what the transaction sees."""
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


class Rows(Generic[M]):
    """Reads whole rows of a model, selected by `tail`, such as `WHERE room_id = %s`."""

    def __init__(self, model: type[M], tail: str) -> None:
        self._model = model
        self._tail = tail

    def __call__(self, *values: Any) -> list[M]:
        statement, names, readers = self._plan
        rows = []
        for row in find(statement, *values):
            fields = list(row)
            for at, reader in readers:
                fields[at] = reader(fields[at])
            rows.append(self._model.from_db(connection.alias, names, fields))
        return rows

    def first(self, *values: Any) -> M | None:
        return next(iter(self(*values)), None)

    @cached_property
    def _plan(self) -> tuple[str, list[str], list[tuple[int, Callable[[Any], Any]]]]:
        """The statement, its column names, and (place, reader) for each column whose values the
        driver returns in another form than Django."""
        quote, fields = connection.ops.quote_name, self._model._meta.concrete_fields
        columns = ", ".join(quote(str(field.column)) for field in fields)
        table = quote(self._model._meta.db_table)
        statement = f"SELECT {columns} FROM {table} {self._tail}"  # noqa: S608  # see the module
        readers = [
            (at, reader)
            for at, field in enumerate(fields)
            for kind, reader in _READERS.items()
            if isinstance(field, kind)
        ]
        return statement, [field.attname for field in fields], readers


def _json(value: str | None) -> Any:
    return None if value is None else orjson.loads(value)


def _time(value: datetime | None) -> datetime | None:
    # SQLite returns naive times, in UTC.
    return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


_READERS: dict[type[Any], Callable[[Any], Any]] = {
    models.JSONField: _json,
    models.DateTimeField: _time,
}
