"""The plain statements of the write path.

A query set builds its statement anew each time, which for a move costs more than running it. These
are built once for each table and set of columns; only names of our own tables and columns go into
them, values never do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from operator import itemgetter
from typing import Any

import orjson
from django.db import connection, models
from django.db.models import Model

from games.state.turns import EndedTurn

Reader = Callable[[Mapping[str, Any]], Sequence[Any]]
"""From a row, by the names of its attributes, the values of some columns as the database takes
them."""


def insert(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """New rows, whose keys nobody asks for afterwards."""
    if rows:
        statement, read = _insertion(model)
        _run(statement, [read(row) for row in rows])


def update(model: type[Model], changes: Iterable[tuple[Model, set[str]]]) -> None:
    """The changed fields of rows of one model: one statement for all that changed the same."""
    same: dict[tuple[str, ...], list[Model]] = {}
    for row, changed in changes:
        if changed:
            same.setdefault(tuple(sorted(changed)), []).append(row)
    for names, rows in same.items():
        statement, read = _change(model, names)
        _run(statement, [read(vars(row)) for row in rows])


def lock_rooms(codes: Sequence[str]) -> list[tuple[int, str, int]]:
    """Key, code and head of each, locked until the transaction ends, in the order of their keys.
    SQLite has locked everything when the transaction began."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    marks = ", ".join([_mark()] * len(codes))
    return _find(
        f"SELECT id, code, head FROM games_room WHERE code IN ({marks}) ORDER BY id{lock}",  # noqa: S608  # see the module
        codes,
    )


def turns_stored(game: int) -> list[EndedTurn]:
    """The turns of the game with this key that are stored already."""
    names = ", ".join(map(_quote, EndedTurn._fields))
    statement = f"SELECT {names} FROM games_turn WHERE game_id = {_mark()}"  # noqa: S608  # see the module
    rows = (dict(zip(EndedTurn._fields, row, strict=True)) for row in _find(statement, [game]))
    return [EndedTurn(**{**row, "rolls": orjson.loads(row["rolls"])}) for row in rows]


# Straight to the driver, with its own mark for a value: a cursor of Django's costs more than most
# of these statements. They run in a transaction, which has connected already.


def _find(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.wrap_database_errors:
        found = _raw().cursor().execute(statement, values).fetchall()
    return list(found)


def _run(statement: str, values: Sequence[Sequence[Any]]) -> None:
    with connection.wrap_database_errors:
        _raw().cursor().executemany(statement, values)


def _raw() -> Any:
    return connection.connection


def _mark() -> str:
    return "?" if connection.vendor == "sqlite" else "%s"


@cache
def _insertion(model: type[Model]) -> tuple[str, Reader]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quote(str(field.column)) for field in fields)
    marks = ", ".join([_mark()] * len(fields))
    table = _quote(model._meta.db_table)
    statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  # see the module
    return statement, _reader(fields)


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, Reader]:
    every = {field.name: field for field in model._meta.concrete_fields}
    fields = [every[name] for name in names]
    columns = ", ".join(f"{_quote(str(field.column))} = {_mark()}" for field in fields)
    table = _quote(model._meta.db_table)
    statement = f"UPDATE {table} SET {columns} WHERE id = {_mark()}"  # noqa: S608  # see the module
    return statement, _reader([*fields, every["id"]])


def _quote(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _reader(fields: "Sequence[models.Field[Any, Any]]") -> Reader:
    """What takes the values of these fields, two or more, out of a row."""
    take = itemgetter(*(field.attname for field in fields))
    made_ready = [(at, _ready(field)) for at, field in enumerate(fields) if _is_special(field)]

    def read(row: Mapping[str, Any]) -> Sequence[Any]:
        values = list(take(row))
        for at, ready in made_ready:
            values[at] = ready(values[at])
        return values

    return read


def _is_special(field: "models.Field[Any, Any]") -> bool:
    """Whether a value of it is not taken by the database as it is."""
    if isinstance(field, models.CharField):
        return bool(field.choices)
    as_it_is = (models.IntegerField, models.BooleanField, models.ForeignKey, models.AutoField)
    return not isinstance(field, as_it_is)


def _ready(field: "models.Field[Any, Any]") -> Callable[[Any], Any]:
    # The operations are this database's, not this thread's connection's.
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, models.DateTimeField):
        return _time if connection.vendor == "sqlite" else connection.ops.adapt_datetimefield_value
    return partial(field.get_db_prep_save, connection=connection)


def _time(value: datetime | None) -> str | None:
    """As Django stores it in SQLite, without asking what the time zones are: ours is UTC."""
    return None if value is None else str(value.replace(tzinfo=None))


def _json(value: Any) -> str | None:
    """As text, which SQLite stores and PostgreSQL reads."""
    return None if value is None else orjson.dumps(value).decode()
