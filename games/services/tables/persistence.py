"""Store the changes of tables in a few statements, however many commands caused them.

The write path goes past the ORM: for a move, building the SQL of a query set costs more than
running it. Here it is built once for each model and set of columns. Only names of our own tables
and columns go into a statement, values never do.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from operator import itemgetter
from typing import Any

import orjson
from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from games.db.statements import find
from games.models import Archive, DiceSecret, Event, Game, Player, Room, Standing, Try, Turn
from games.services.tables.table import Table
from games.state.archive import pack
from games.state.turns import EndedTurn

Row = Mapping[str, Any]
"""The values of a row by attribute (`game_id`, not `game`)."""
Reader = Callable[[Row], Sequence[Any]]
"""Takes the values of some columns from a row, in the form the database needs."""


def store(tables: Sequence[Table]) -> None:
    """Write every change of these tables, in the transaction that holds their locks."""
    if not tables:
        return
    with connection.cursor() as cursor:  # one for all: it costs more than a statement
        if new_players := [player for table in tables for player in table.new_players]:
            Player.objects.bulk_create(new_players)
        changes = [change for table in tables for change in table.changes.values()]
        for model in (Room, Game, Player):
            _update(cursor, model, [change for change in changes if isinstance(change[0], model)])
        for table in tables:
            for seat, (number, text) in table.strings.items():
                player = Player.objects.filter(room=table.room, seat=seat)
                player.update(string=text, string_game=number)
        if new_games := [new for table in tables for new in table.new_games]:
            Game.objects.bulk_create([game for game, _ in new_games])
            DiceSecret.objects.bulk_create(
                [DiceSecret(game=game, seed=sealed) for game, sealed in new_games if sealed]
            )
        if new_tries := [attempt for table in tables for attempt in table.new_tries]:
            Try.objects.bulk_create(new_tries)
        for game, values in (change for table in tables for change in table.changed_tries):
            Try.objects.filter(game=game).update(**values)
        for game, seed in (new for table in tables for new in table.new_seeds):
            DiceSecret.objects.filter(game=game).update(seed=seed)
        # From here on new players and games have their keys.
        _insert(cursor, Event, [event.values() for table in tables for event in table.events])
        _insert(
            cursor, Turn, [_turn_row(table, *ended) for table in tables for ended in table.turns]
        )
        for game, events, turns in (game for table in tables for game in table.packed):
            Archive.objects.create(game=game, packed=pack(events, turns, level=1))
        _insert(
            cursor, Standing, [_standing_row(row) for table in tables for row in table.standings]
        )


def lock_rooms(codes: Sequence[str]) -> list[tuple[int, str, int]]:
    """Lock these rooms, in the order of their keys, until the transaction ends. Return the key,
    code and head of each. (SQLite has locked everything since the transaction began.)"""
    return find(_lock_statement(len(codes)), *codes)


def _turn_row(table: Table, game: Game, turn: EndedTurn) -> Row:
    player = table.players[game.players[turn.seat]]
    return {**turn._asdict(), "game_id": game.pk, "player_id": player.pk}


def _standing_row(standing: Standing) -> Row:
    return {**vars(standing), "game_id": standing.game.pk, "player_id": standing.player.pk}


def _insert(cursor: CursorWrapper, model: type[Model], rows: Sequence[Row]) -> None:
    if rows:
        statement, read = _insert_statement(model)
        cursor.executemany(statement, [read(row) for row in rows])


def _update(
    cursor: CursorWrapper, model: type[Model], changes: Sequence[tuple[Model, set[str]]]
) -> None:
    """Update the changed fields of rows: one statement for all rows with the same changes."""
    alike: dict[tuple[str, ...], list[Model]] = {}
    for row, changed in changes:
        alike.setdefault(tuple(sorted(changed)), []).append(row)
    for names, rows in alike.items():
        statement, read = _update_statement(model, names)
        cursor.executemany(statement, [read(vars(row)) for row in rows])


@cache
def _lock_statement(codes: int) -> str:
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    placeholders = ", ".join(["%s"] * codes)
    return f"SELECT id, code, head FROM games_room WHERE code IN ({placeholders}) ORDER BY id{lock}"  # noqa: S608  # see the module


@cache
def _insert_statement(model: type[Model]) -> tuple[str, Reader]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quote(str(field.column)) for field in fields)
    placeholders = ", ".join(["%s"] * len(fields))
    table = _quote(model._meta.db_table)
    statement = f"INSERT INTO {table} ({columns}) VALUES ({placeholders})"  # noqa: S608  # see the module
    return statement, _reader(fields)


@cache
def _update_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, Reader]:
    every = {field.name: field for field in model._meta.concrete_fields}
    fields = [every[name] for name in names]
    columns = ", ".join(f"{_quote(str(field.column))} = %s" for field in fields)
    table = _quote(model._meta.db_table)
    statement = f"UPDATE {table} SET {columns} WHERE id = %s"  # noqa: S608  # see the module
    return statement, _reader([*fields, every["id"]])


def _quote(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _reader(fields: "Sequence[models.Field[Any, Any]]") -> Reader:
    """Return a function that takes the values of these fields, two or more, from a row."""
    values_of = itemgetter(*(field.attname for field in fields))
    converters = [(at, _converter(field)) for at, field in enumerate(fields)]
    special = [(at, convert) for at, convert in converters if convert is not None]

    def read(row: Row) -> Sequence[Any]:
        values = list(values_of(row))
        for at, convert in special:
            values[at] = convert(values[at])
        return values

    return read


def _converter(field: "models.Field[Any, Any]") -> Callable[[Any], Any] | None:
    """Return a converter of a field's values for the database, or None if none is needed."""
    as_it_is = (models.IntegerField, models.BooleanField, models.ForeignKey, models.AutoField)
    if isinstance(field, as_it_is) or (isinstance(field, models.CharField) and not field.choices):
        return None
    # The operations belong to the database, not to one thread's connection.
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, models.DateTimeField):
        return _time if connection.vendor == "sqlite" else connection.ops.adapt_datetimefield_value
    return partial(field.get_db_prep_save, connection=connection)


def _time(value: datetime | None) -> str | None:
    """Return a time as Django stores it in SQLite, without looking up time zones: ours is UTC."""
    return None if value is None else str(value.replace(tzinfo=None))


def _json(value: Any) -> str | None:
    """Return JSON as text, which SQLite stores and PostgreSQL reads."""
    return None if value is None else orjson.dumps(value).decode()
