"""The plain statements of the write path.

A query set builds its statement anew each time, which for a move costs more than running it. These
are built once for each table and set of columns; only names of our own tables and columns go into
them, values never do.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any

from django.db import connection, models
from django.db.models import Model

Reader = Callable[[Model], Any]
"""From a row the value of one column, as the database takes it."""


def insert(rows: Sequence[Model]) -> None:
    """New rows of one model, whose keys nobody asks for afterwards."""
    if rows:
        statement, readers = _insertion(type(rows[0]))
        _run(statement, [[read(row) for read in readers] for row in rows])


def update(model: type[Model], changes: Iterable[tuple[Model, set[str]]]) -> None:
    """The changed fields of rows of one model: one statement for all that changed the same."""
    same: dict[tuple[str, ...], list[Model]] = {}
    for row, changed in changes:
        if changed:
            same.setdefault(tuple(sorted(changed)), []).append(row)
    for names, rows in same.items():
        statement, readers = _change(model, names)
        _run(statement, [[*(read(row) for read in readers), row.pk] for row in rows])


def lock_rooms(codes: Sequence[str]) -> list[tuple[int, str, int]]:
    """Key, code and head of each, locked until the transaction ends, in the order of their keys.
    SQLite has locked everything when the transaction began."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    marks = ", ".join(["%s"] * len(codes))
    return _find(
        f"SELECT id, code, head FROM games_room WHERE code IN ({marks}) ORDER BY id{lock}",  # noqa: S608  # see the module
        codes,
    )


def known_commands(asked: Sequence[tuple[int, str]]) -> list[int]:
    """The keys of the events that these commands left: each a room's key and a command's id."""
    marks = ", ".join(["(%s, %s)"] * len(asked))
    return [
        key
        for (key,) in _find(
            # CROSS JOIN: for each command one look into the index, in this order, says SQLite's
            # planner; left to itself it reads the whole table.
            f"SELECT event.id FROM (VALUES {marks}) AS asked CROSS JOIN games_event AS event"  # noqa: S608  # see the module
            " WHERE event.room_id = asked.column1 AND event.command = asked.column2",
            [value for one in asked for value in one],
        )
    ]


def _find(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _run(statement: str, values: Sequence[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)


@cache
def _insertion(model: type[Model]) -> tuple[str, Sequence[Reader]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = _quote(model._meta.db_table)
    statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  # see the module
    return statement, [_reader(field) for field in fields]


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, Sequence[Reader]]:
    every = {field.name: field for field in model._meta.concrete_fields}
    fields = [every[name] for name in names]
    columns = ", ".join(f"{_quote(str(field.column))} = %s" for field in fields)
    table = _quote(model._meta.db_table)
    statement = f"UPDATE {table} SET {columns} WHERE id = %s"  # noqa: S608  # see the module
    return statement, [_reader(field) for field in fields]


def _quote(name: str) -> str:
    return str(connection.ops.quote_name(name))


_AS_IT_IS = (models.IntegerField, models.BooleanField, models.ForeignKey)


def _reader(field: "models.Field[Any, Any]") -> Reader:
    if isinstance(field, _AS_IT_IS) or (isinstance(field, models.CharField) and not field.choices):
        return partial(_as_it_is, field.attname)
    if isinstance(field, models.JSONField):
        return partial(_json, field.attname)
    if isinstance(field, models.DateTimeField):
        return partial(_moment, field.attname)
    return partial(_prepared, field)


def _as_it_is(name: str, row: Model) -> Any:
    return row.__dict__[name]


def _json(name: str, row: Model) -> Any:
    value = row.__dict__[name]
    return None if value is None else connection.ops.adapt_json_value(value, None)


def _moment(name: str, row: Model) -> Any:
    return connection.ops.adapt_datetimefield_value(row.__dict__[name])


def _prepared(field: "models.Field[Any, Any]", row: Model) -> Any:
    return field.get_db_prep_save(row.__dict__[field.attname], connection)
