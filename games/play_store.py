"""Writing down what happened at some tables: few statements, whatever the number of commands."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn
from games.play_table import Table


def store(tables: Sequence[Table]) -> None:
    """Write every change of these tables, in the transaction that holds their locks."""
    Player.objects.bulk_create([player for table in tables for player in table.new_players])
    _update(Room, ((table.room, table.room_changes) for table in tables))
    _update(Game, (change for table in tables for change in table.game_changes.items()))
    _update(Player, (change for table in tables for change in table.player_changes.items()))
    for table in tables:
        _strings(table)
    _new_games([new for table in tables for new in table.new_games])
    Event.objects.bulk_create([event for table in tables for event in table.events])
    Turn.objects.bulk_create([turn for table in tables for turn in table.turns])
    Standing.objects.bulk_create([one for table in tables for one in table.standings])


def _update(model: type[Model], changes: Iterable[tuple[Model, set[str]]]) -> None:
    """The changed fields of rows of one model: one statement for all that changed the same fields.

    A query set would build the statement anew for every row, which costs more than running it.
    """
    same: dict[tuple[str, ...], list[Model]] = {}
    for row, changed in changes:
        if changed:
            same.setdefault(tuple(sorted(changed)), []).append(row)
    for names, rows in same.items():
        statement, fields = _statement(model, names)
        values = [[_value(row, field) for field in fields] + [row.pk] for row in rows]
        with connection.cursor() as cursor:
            cursor.executemany(statement, values)


def _value(row: Model, field: "Field[Any, Any]") -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)


@cache
def _statement(
    model: type[Model], names: tuple[str, ...]
) -> tuple[str, tuple["Field[Any, Any]", ...]]:
    quote = connection.ops.quote_name
    every = {field.name: field for field in model._meta.concrete_fields}
    fields = tuple(every[name] for name in names)
    sets = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    table = quote(model._meta.db_table)
    # Only names of our own tables and columns go into it; values never do.
    return f"UPDATE {table} SET {sets} WHERE id = %s", fields  # noqa: S608  # see above


def _strings(table: Table) -> None:
    for seat, (number, text) in table.strings.items():
        player = Player.objects.filter(room=table.room, seat=seat)
        player.update(string=text, string_game=number)


def _new_games(new: Sequence[tuple[Game, bytes]]) -> None:
    Game.objects.bulk_create([game for game, _ in new])
    DiceSecret.objects.bulk_create([DiceSecret(game=game, seed=seed) for game, seed in new])
