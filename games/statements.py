"""Statements that read rows past the ORM: their SQL is built once, not for each call.

For the reads of every move and every connection, building a query set takes several times as long
as the database. `Rows` reads the same instances of models with a statement of its own. Only names
of our own tables and columns, and the text given here, go into a statement; values never do.
`FARKLE_ORM_ONLY=yes` lets Django run the same statements.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from functools import cached_property
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

import orjson
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

M = TypeVar("M", bound=models.Model)
_BEGIN: Final = "BEGIN IMMEDIATE"  # as in DATABASES: it waits for the lock at once


def find(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, as the driver gives them. `%s` stands for a value."""
    database = here()
    if not settings.RAW_STATEMENTS:
        with database.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())
    database.ensure_connection()
    if database.vendor == "sqlite":
        statement = statement.replace("%s", "?")
    with database.wrap_database_errors:
        return list(database.connection.cursor().execute(statement, values).fetchall())


class WholeTransaction(transaction.Atomic):
    """`atomic(durable=True)`, with few calls before and after the statements of a block without
    errors on SQLite. All else is left to Django.

    A move alone finds little in the processor's caches. Django's way to BEGIN and to COMMIT, some
    sixty calls in six modules, then takes a sixth of the time of `perform_many`.
    """

    def __init__(self) -> None:
        super().__init__(DEFAULT_DB_ALIAS, savepoint=True, durable=True)
        self._database: BaseDatabaseWrapper | None = None
        """Where a transaction has begun past Django."""

    def __enter__(self) -> None:
        database = here()
        plain = database.vendor == "sqlite" and settings.RAW_STATEMENTS
        if not plain or database.in_atomic_block or not database.get_autocommit():
            super().__enter__()
            return
        with database.wrap_database_errors:
            database.connection.execute(_BEGIN)
        database.commit_on_exit, database.needs_rollback = True, False
        database.autocommit, database.in_atomic_block = False, True
        database.atomic_blocks.append(self)
        self._database = database

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        database, self._database = self._database, None
        if database is None or kind or database.needs_rollback or database.run_on_commit:
            super().__exit__(kind, error, traceback)
            return
        try:
            with database.wrap_database_errors:
                database.connection.commit()
        except BaseException as why:
            super().__exit__(type(why), why, why.__traceback__)
            raise
        database.atomic_blocks.pop()
        database.autocommit, database.in_atomic_block = True, False


def marks(values: Collection[Any]) -> str:
    """Return the marks of these values, for `IN ({})`."""
    return ", ".join(["%s"] * len(values))


def moment(at: datetime) -> Any:
    """Return a time in UTC as a value for `find`."""
    return str(at.replace(tzinfo=None)) if connection.vendor == "sqlite" else at


def here() -> BaseDatabaseWrapper:
    """Return this thread's connection. `django.db.connection` looks it up for each attribute."""
    return connections[DEFAULT_DB_ALIAS]


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
