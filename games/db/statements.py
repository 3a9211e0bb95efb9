"""Statements that read rows past the ORM: their SQL is built once, not for each call.

For the reads of every move and every connection, building a query set takes several times as long
as the database. `Rows` reads the same instances of models with a statement of its own. Only names
of our own tables and columns, and the text given here, go into a statement; values never do.
"""

from collections.abc import Callable, Collection, Sequence
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


def marks(values: Collection[Any]) -> str:
    """Return the marks of these values, for `IN ({})`."""
    return ", ".join(["%s"] * len(values))


def moment(at: datetime) -> Any:
    """Return a time in UTC as a value for `find`."""
    return str(at.replace(tzinfo=None)) if connection.vendor == "sqlite" else at


class Rows(Generic[M]):
    """Whole rows of a model; `tail` says which, with `%s` for a value: `WHERE room_id = %s`."""

    def __init__(self, model: type[M], tail: str) -> None:
        self._model = model
        self._tail = tail

    def __call__(self, *values: Any) -> list[M]:
        """Return an instance of the model for each row."""
        make, names = self._model.from_db, self._names
        readers = _READERS[connection.vendor == "sqlite"]
        special = [(at, readers[kind]) for at, kind in self._special if kind in readers]
        found = []
        for row in find(self._statement, *values):
            read = list(row)
            for at, reader in special:
                read[at] = reader(read[at])
            found.append(make(connection.alias, names, read))
        return found

    def first(self, *values: Any) -> M | None:
        """Return the first of the rows, or None."""
        return next(iter(self(*values)), None)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._model._meta.concrete_fields]

    @cached_property
    def _special(self) -> list[tuple[int, type[Any]]]:
        """The places of the columns that the driver may return as something else than Django."""
        kinds = (models.JSONField, models.DateTimeField)
        fields = enumerate(self._model._meta.concrete_fields)
        return [(at, kind) for at, field in fields for kind in kinds if isinstance(field, kind)]

    @cached_property
    def _statement(self) -> str:
        quote = connection.ops.quote_name
        fields = self._model._meta.concrete_fields
        columns = ", ".join(quote(str(field.column)) for field in fields)
        table = quote(self._model._meta.db_table)
        return f"SELECT {columns} FROM {table} {self._tail}"  # noqa: S608  # see the module


def _json(value: str | None) -> Any:
    return None if value is None else orjson.loads(value)


def _time(value: datetime | None) -> datetime | None:
    return None if value is None else value.replace(tzinfo=UTC)  # SQLite's have no zone


_POSTGRES: dict[type[Any], Callable[[Any], Any]] = {models.JSONField: _json}
_SQLITE: dict[type[Any], Callable[[Any], Any]] = {
    models.JSONField: _json,
    models.DateTimeField: _time,
}
_READERS: Sequence[dict[type[Any], Callable[[Any], Any]]] = (_POSTGRES, _SQLITE)
