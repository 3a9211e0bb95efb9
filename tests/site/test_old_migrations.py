"""A database from before the code was split into packages migrates without loss."""

import gzip
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.before_packages import run

pytestmark = pytest.mark.no_cover
_numbers = count(1)


def test_one_migration_makes_what_eight_made(
    request: pytest.FixtureRequest, backend: Backend, migrated_folder: Path, tmp_path: Path
) -> None:
    """The same columns, indexes and constraints, and nothing is left to apply."""
    old = services.plain_environ(migrated_folder)
    if backend.redis:
        postgres = request.getfixturevalue("postgres")
        old["DATABASE_URL"] = postgres.create(f"farkle_stepwise_{next(_numbers)}")
        run(old, STEP_BY_STEP)
    new = {**services.plain_environ(tmp_path), "DATABASE_URL": backend.database}
    shape = json.loads(run(new, SHAPE))
    assert shape["pending"] == []
    assert json.loads(run(old, SHAPE)) == shape


def test_migrating_seals_the_dice_of_games_that_go_on(
    old_folder: Path, migrated_folder: Path
) -> None:
    """No page of the file has a seed any more that was secret before."""
    secret = (
        "SELECT seed FROM games_dicesecret JOIN games_game ON games_game.id = game_id "
        "WHERE status IN ('waiting', 'playing')"
    )
    seeds = [row[0] for row in stored.rows(f"sqlite:///{old_folder / 'farkle.sqlite3'}", secret)]
    assert {len(seed) for seed in seeds} == {32}
    file = migrated_folder / "farkle.sqlite3"
    sealed = [row[0] for row in stored.rows(f"sqlite:///{file}", secret)]
    assert len(sealed) == len(seeds)
    assert {len(seed) for seed in sealed} == {61}
    assert not [seed for seed in seeds if seed in file.read_bytes()]


def test_a_database_that_stopped_half_way_goes_on_to_the_same_rows(
    backend: Backend, old_backup: Path, tmp_path: Path
) -> None:
    """Restored from the old backup, taken back to 0005 and to 0001, and migrated again each time.

    Standings are computed anew on the way, and equal those that the old server wrote.
    """
    environ = {**services.plain_environ(tmp_path), "DATABASE_URL": backend.database}
    run({**environ, "OLD": str(old_backup), "FOLDER": str(tmp_path)}, HALF_WAY)
    assert lines_of(tmp_path / "restored.gz") == lines_of(old_backup)
    for name, lost in LOST.items():
        stopped = rows_but(lost, tmp_path / f"{name}.gz")
        assert stopped == rows_but(lost, old_backup), name
    rows = lines_of(tmp_path / "0001_initial.gz")
    rooms = [row["fields"] for row in rows if row.get("model") == "games.room"]
    assert {(room["preset"], room["base"]) for room in rooms} == {
        ("", "family"),
        ("family", "family"),
        ("kcd", "kcd"),
        ("patch", "patch"),
    }


NEW_COLUMNS = ("knocks", "since", "opened", "terms", "seasons", "holidays", "archived")
"""What no backup of that time has."""


def lines_of(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a backup, without the columns that are new."""
    rows = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    for row in rows:
        for name in NEW_COLUMNS:
            row.get("fields", {}).pop(name, None)
    return rows


def rows_but(lost: set[str], file: Path) -> list[str]:
    """Return the rows of a backup in a fixed order, without these models and fields."""
    found = []
    for row in lines_of(file):
        if row.get("model", "") in {"", *lost}:
            continue
        if row["model"] == "games.standing":
            del row["pk"]  # Migration 0004 makes these rows again.
        for field in lost & row["fields"].keys():
            del row["fields"][field]
        found.append(json.dumps(row, sort_keys=True))
    return sorted(found)


_LATER = {"games.holder", "games.seatcode", "games.importedgame", "before", "seed"}
LOST = {
    "0005_talk": _LATER,
    "0001_initial": _LATER
    | {"games.savedrules", "games.message", "base", "team", "teams", "waits"},
}
"""The models and fields that did not exist yet after this migration, and the seeds, which are
sealed since."""

STEP_BY_STEP = """
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
executor.loader.replace_migrations = False
executor.loader.build_graph()
squashed = executor.loader.replacements.keys()
others = [key for key in executor.loader.graph.leaf_nodes() if key[0] != "games"]
executor.migrate([*others, ("games", "0008_as_of_the_snapshot")])
for key in squashed:
    executor.recorder.record_unapplied(*key)
call_command("migrate", verbosity=0)
"""
"""Apply the eight migrations one by one, as the old version did; then migrate as usual."""

HALF_WAY = """
import os
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

games, events, messages = (
    apps.get_model("games", name).objects for name in ("Game", "Event", "Message")
)

def backup(name):
    call_command("backup", os.path.join(os.environ["FOLDER"], name + ".gz"))

def stop_at(name):
    for game in games.filter(status="playing"):
        # Until 0008 these were those of the newest event. Undoing 0008 leaves them as they are.
        told = list(events.filter(game=game).order_by("number"))
        names = [one["e"] for event in told for one in event.events]
        game.ply, game.thrown = told[-1].ply, names.count("rolled") + names.count("rolled_off")
        game.save()
    call_command("migrate", "games", "0001_squashed_0008_as_of_the_snapshot", verbosity=0)
    for one in ("0001_squashed_0008_as_of_the_snapshot", "0008_as_of_the_snapshot"):
        MigrationRecorder(connection).record_unapplied("games", one)
    call_command("migrate", "games", name, verbosity=0)

call_command("restore", os.environ["OLD"])
backup("restored")
stop_at("0005_talk")
call_command("migrate", verbosity=0)
backup("0005_talk")
messages.all().delete()  # They had no ids then, which 0005 makes unique.
stop_at("0001_initial")
call_command("migrate", verbosity=0)
backup("0001_initial")
call_command("check_history")
"""


SHAPE = """
import json
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
shape = {
    "applied": sorted(executor.recorder.applied_migrations()),
    "pending": [str(one) for one in executor.migration_plan(executor.loader.graph.leaf_nodes())],
}
with connection.cursor() as cursor:
    look = connection.introspection
    for table in look.table_names(cursor):
        columns = [list(one)[:6] for one in look.get_table_description(cursor, table)]
        limits = look.get_constraints(cursor, table).values()
        shape[table] = sorted(map(repr, columns)), sorted(map(repr, limits))
print(json.dumps(shape))
"""
