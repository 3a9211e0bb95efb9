"""Backups that come back whole."""

import gzip
import json
from pathlib import Path

from tests.conftest import Backend
from tests.support import services, stored

TABLES = [
    f"games_{name}"
    for name in ("person", "room", "player", "game", "dicesecret", "standing", "turn", "event")
]


def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    found = {table: stored.rows(url, f"SELECT * FROM {table} ORDER BY 1") for table in TABLES}
    return {table: [tuple(map(_said, row)) for row in rows] for table, rows in found.items()}


def _said(value: object) -> object:
    """JSON is what it says, however it is spaced."""
    is_json = isinstance(value, str) and value.startswith(("[", "{"))
    return json.loads(value) if is_json else value


def filled(environ: dict[str, str], then: str = "") -> None:
    script = (
        "from tests.support.rooms import Place; from django.contrib.auth.models import User;"
        "from games.protocol.commands import Close;"
        "User.objects.create_superuser('admin', password='a word too many');"
        f"place = Place(3); place.start(); place.play_out(); {then}"
    )
    done = services.manage(environ, "shell", "-c", script)
    assert done.returncode == 0, done.stderr


def manage(environ: dict[str, str], *words: str) -> str:
    done = services.manage(environ, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environ_of(url: str, folder: Path) -> dict[str, str]:
    return {**services.plain_environ(folder), "DATABASE_URL": url}


def test_a_backup_restores_every_row_and_play_continues(
    backend: Backend, sqlite_template: Path, tmp_path: Path
) -> None:
    """From either database, into a new SQLite one: the same rows, the same history."""
    environ = environ_of(backend.database, tmp_path)
    filled(environ)
    file = tmp_path / "farkle.jsonl.gz"
    manage(environ, "backup", str(file))
    assert "already" in services.manage(environ, "backup", str(file)).stderr
    url = services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")
    second = environ_of(url, tmp_path)
    manage(second, "restore", str(file))
    assert "1 rooms agree" in manage(second, "check_history")
    assert [len(rows) for rows in everything(url).values()] == [
        len(rows) for rows in everything(backend.database).values()
    ]
    if backend.name == "sqlite":
        assert everything(url) == everything(backend.database)
    filled_again = "from tests.support.rooms import Place; Place(2).start()"
    manage(second, "shell", "-c", filled_again)  # new keys do not collide
    assert "not empty" in services.manage(second, "restore", str(file)).stderr


def test_a_backup_from_sqlite_restores_into_postgres(
    postgres_backend: Backend, sqlite_backend: Backend, tmp_path: Path
) -> None:
    first = environ_of(sqlite_backend.database, tmp_path)
    filled(first)
    file = tmp_path / "farkle.jsonl.gz"
    manage(first, "backup", str(file))
    second = environ_of(postgres_backend.database, tmp_path)
    manage(second, "restore", str(file))
    assert "1 rooms agree" in manage(second, "check_history")
    manage(second, "shell", "-c", "from tests.support.rooms import Place; Place(2).start()")


def test_a_backup_needs_the_key_that_sealed_its_dice(
    sqlite_template: Path, sqlite_backend: Backend, tmp_path: Path
) -> None:
    first = {**environ_of(sqlite_backend.database, tmp_path), "SECRET_KEY": "the-key-of-last-year"}
    filled(first)
    file = tmp_path / "farkle.jsonl.gz"
    manage(first, "backup", str(file))
    url = services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")
    second = {**environ_of(url, tmp_path), "SECRET_KEY": "the-key-of-this-year"}
    refused = services.manage(second, "restore", str(file))
    assert "another SECRET_KEY" in refused.stderr
    assert not stored.rows(url, "SELECT id FROM games_room")
    second["SECRET_KEY_FALLBACKS"] = "one-more the-key-of-last-year"
    manage(second, "restore", str(file))


def test_the_key_of_a_closed_room_is_not_needed(
    sqlite_template: Path, sqlite_backend: Backend, tmp_path: Path
) -> None:
    """As after a rotation of the key: the game that a closed room would have had next is sealed
    under the old one for ever."""
    first = {**environ_of(sqlite_backend.database, tmp_path), "SECRET_KEY": "the-key-of-last-year"}
    filled(first, "place.does(1, Close(1))")
    file = tmp_path / "farkle.jsonl.gz"
    manage(first, "backup", str(file))
    url = services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")
    second = {**environ_of(url, tmp_path), "SECRET_KEY": "the-key-of-this-year"}
    assert "lost their dice" not in manage(second, "restore", str(file))
    assert "1 rooms agree" in manage(second, "check_history")


def test_a_backup_whose_key_is_lost_restores_all_but_the_dice(
    sqlite_template: Path, sqlite_backend: Backend, tmp_path: Path
) -> None:
    first = {**environ_of(sqlite_backend.database, tmp_path), "SECRET_KEY": "the-key-of-last-year"}
    filled(first, "Place(2).start()")  # a game that waits, and one that is on
    file = tmp_path / "farkle.jsonl.gz"
    manage(first, "backup", str(file))
    url = services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")
    second = {**environ_of(url, tmp_path), "SECRET_KEY": "the-key-of-this-year"}
    assert "--without-dice" in services.manage(second, "restore", str(file)).stderr
    told = manage(second, "restore", "--without-dice", str(file))
    assert "Games that lost their dice: 2." in told
    assert "1 of 2 rooms disagree" in services.manage(second, "check_history").stderr


def test_a_truncated_backup_restores_nothing(
    sqlite_template: Path, sqlite_backend: Backend, tmp_path: Path
) -> None:
    environ = environ_of(sqlite_backend.database, tmp_path)
    filled(environ)
    whole, part = tmp_path / "whole.gz", tmp_path / "part.gz"
    manage(environ, "backup", str(whole))
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    url = services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")
    second = environ_of(url, tmp_path)
    for text, sentence in (
        (b"".join(lines[:-1]), "cut off"),
        (b"".join(lines[:-2] + lines[-1:]), "rows but has"),
        (b'{"format": "another"}\n', "isn't a backup"),
        (b"{", "cannot be read"),
    ):
        part.write_bytes(gzip.compress(text))
        done = services.manage(second, "restore", str(part))
        assert done.returncode == 1
        assert sentence in done.stderr
        assert not stored.rows(url, "SELECT id FROM games_room")
