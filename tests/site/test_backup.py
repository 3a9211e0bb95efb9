"""Backups that come back whole."""

import gzip
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from farkle_site import backup
from tests.conftest import Backend
from tests.support import services, stored
from tests.support.manage_each import Outcome, manage_each

TABLES = [
    f"games_{name}"
    for name in (
        *("person", "room", "player", "game", "dicesecret", "standing", "turn", "event"),
        "archive",
    )
]
LAST_YEAR, THIS_YEAR = "the-key-of-last-year", "the-key-of-this-year"
FILL = (
    "from tests.support.rooms import Place; from django.contrib.auth.models import User;"
    "from games.protocol.commands import Close;"
    "User.objects.create_superuser('admin', password='a word too many');"
    "from tests.support.play.archives import archive_all;"
    "place = Place(3); place.start(); place.play_out(); archive_all();"
    "place.start(); place.play_out(); "
)
PLAY_ON = ["shell", "-c", "from tests.support.rooms import Place; Place(2).start()"]


def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    found = {table: stored.rows(url, f"SELECT * FROM {table} ORDER BY 1") for table in TABLES}
    return {table: [tuple(map(_said, row)) for row in rows] for table, rows in found.items()}


def _said(value: object) -> object:
    """JSON is what it says, however it is spaced."""
    is_json = isinstance(value, str) and value.startswith(("[", "{"))
    return json.loads(value) if is_json else value


@dataclass(frozen=True)
class Site:
    """A database, and the environment of the commands that work on it."""

    url: str
    environ: dict[str, str]

    def manage(self, *commands: list[str]) -> list[Outcome]:
        """Run commands of which each must work."""
        done = self.tries(*commands)
        assert [one for one in done if one.returncode] == []
        return done

    def tries(self, *commands: list[str]) -> list[Outcome]:
        """Run commands of which some may fail."""
        return manage_each(self.environ, *commands)


def site(url: str, folder: Path, key: str = LAST_YEAR, **more: str) -> Site:
    return Site(
        url, {**services.plain_environ(folder), "DATABASE_URL": url, "SECRET_KEY": key, **more}
    )


def backed_up(url: str, folder: Path, then: str = "") -> tuple[Site, Path]:
    """Play in a database, and back it up."""
    first, file = site(url, folder), folder / "farkle.jsonl.gz"
    first.manage(["shell", "-c", FILL + then], ["backup", str(file)])
    return first, file


@pytest.fixture(scope="module")
def played(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Path]:
    """A SQLite database with a game that is over and an archived one, and its backup."""
    folder = tmp_path_factory.mktemp("played")
    return backed_up(services.copy_sqlite(sqlite_template, folder / "first.sqlite3"), folder)


@pytest.fixture
def second(sqlite_template: Path, tmp_path: Path) -> str:
    """Another database, which is empty."""
    return services.copy_sqlite(sqlite_template, tmp_path / "second.sqlite3")


def assert_restored(first: Site, second: Site, file: Path) -> None:
    """The same history; play goes on, and new keys do not collide; all of it happens once."""
    restore = ["restore", str(file)]
    _, checked = second.manage(restore, ["check_history"])
    assert "1 of 1 rooms agree" in checked.stdout
    assert {table: len(rows) for table, rows in everything(second.url).items()} == {
        table: len(rows) for table, rows in everything(first.url).items()
    }
    if first.url.startswith("sqlite") and second.url.startswith("sqlite"):
        assert everything(second.url) == everything(first.url)
    played_on, again = second.tries(PLAY_ON, restore)
    assert played_on.returncode == 0
    assert "not empty" in again.stderr


def test_a_backup_restores_every_row_and_play_continues(
    played: tuple[Site, Path], second: str, tmp_path: Path
) -> None:
    first, file = played
    assert_restored(first, site(second, tmp_path), file)


def test_a_backup_from_sqlite_restores_into_postgres(
    played: tuple[Site, Path], postgres_backend: Backend, tmp_path: Path
) -> None:
    first, file = played
    assert_restored(first, site(postgres_backend.database, tmp_path), file)


def test_a_backup_from_postgres_restores_into_sqlite(
    postgres_backend: Backend, second: str, tmp_path: Path
) -> None:
    first, file = backed_up(postgres_backend.database, tmp_path)
    assert_restored(first, site(second, tmp_path), file)


def test_a_backup_overwrites_nothing(played: tuple[Site, Path]) -> None:
    first, file = played
    before = file.read_bytes()
    [again] = first.tries(["backup", str(file)])
    assert "already" in again.stderr
    assert file.read_bytes() == before


def test_a_backup_needs_the_key_that_sealed_its_dice(
    played: tuple[Site, Path], second: str, tmp_path: Path
) -> None:
    _, file = played
    [refused] = site(second, tmp_path, THIS_YEAR).tries(["restore", str(file)])
    assert "another SECRET_KEY" in refused.stderr
    assert not stored.rows(second, "SELECT id FROM games_room")
    fallbacks = f"one-more {LAST_YEAR}"
    site(second, tmp_path, THIS_YEAR, SECRET_KEY_FALLBACKS=fallbacks).manage(["restore", str(file)])


def test_the_key_of_a_closed_room_is_not_needed(
    sqlite_backend: Backend, second: str, tmp_path: Path
) -> None:
    """As after a rotation of the key: the game that a closed room would have had next is sealed
    under the old one for ever."""
    _, file = backed_up(sqlite_backend.database, tmp_path, "place.does(1, Close(1))")
    restored, checked = site(second, tmp_path, THIS_YEAR).manage(
        ["restore", str(file)], ["check_history"]
    )
    assert "lost their dice" not in restored.stdout
    assert "1 of 1 rooms agree" in checked.stdout


def test_a_backup_whose_key_is_lost_restores_all_but_the_dice(
    sqlite_backend: Backend, second: str, tmp_path: Path
) -> None:
    _, file = backed_up(
        sqlite_backend.database,
        tmp_path,
        "Place(2).start()",  # a game that waits, and one that is on
    )
    refused, restored, checked = site(second, tmp_path, THIS_YEAR).tries(
        ["restore", str(file)], ["restore", "--without-dice", str(file)], ["check_history"]
    )
    assert "--without-dice" in refused.stderr
    assert restored.returncode == 0
    assert "Games that lost their dice: 2." in restored.stdout
    assert "1 of 2 rooms disagree" in checked.stderr


def packed(lines: list[bytes]) -> bytes:
    return gzip.compress(b"".join(lines))


def test_a_damaged_backup_restores_nothing_and_says_so_in_a_sentence(
    played: tuple[Site, Path], second: str, tmp_path: Path
) -> None:
    whole = played[1].read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    row = next(line for line in lines if b'"games.room"' in line)
    person = next(line for line in lines if b'"games.person"' in line)
    spoilt = {
        "the wrong sum of gzip": whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:],
        "without an end": whole[:-8],
        "a byte in the middle": whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
        "more after the end": whole + b"more",
        "half": whole[: len(whole) // 2],
        "an empty row": packed([*lines, b"{}\n"]),
        "a row twice": packed([*lines, row]),
        "a list": packed([*lines, b"[]\n"]),
        "a number": packed([*lines, b"7\n"]),
        "nothing": packed([*lines, b"null\n"]),
        "an unknown model": packed([*lines, row.replace(b"games.room", b"games.hall")]),
        "an unknown field": packed([*lines, row.replace(b'"head"', b'"tail"')]),
        "a row that is none": packed([*lines, b'{"fields": 3}\n']),
        "a wrong type": packed([*lines, row.replace(b'"head": ', b'"head": "x", "h": ')]),
        "no owner": packed([line for line in lines if line != person]),
        "a header without migrations": packed([b'{"format": "farkle backup 1"}\n', *lines[1:]]),
        "a header that is a list": packed([b"[]\n", *lines[1:]]),
        "nothing at all": gzip.compress(b""),
        "no gzip": b"farkle",
        "depth": packed([*lines, b'{"model": ' + b"[" * 100_000 + b"\n"]),
    }
    commands = []
    for name, data in spoilt.items():
        (tmp_path / f"{name}.gz").write_bytes(data)
        commands.append(["restore", str(tmp_path / f"{name}.gz")])
    for name, done in zip(spoilt, site(second, tmp_path).tries(*commands), strict=True):
        assert done.returncode == 1, name
        assert "Traceback" not in done.stderr, name
        assert done.stderr.strip().count("\n") == 0, (name, done.stderr)
        assert re.search("damaged|another version|isn't a backup", done.stderr), name
    for table in TABLES:
        assert not stored.rows(second, f"SELECT 1 FROM {table}"), table


def test_a_file_that_is_no_backup_restores_nothing(second: str, tmp_path: Path) -> None:
    spoilt = {"isn't a backup": b'{"format": "another"}\n', "is damaged": b"{"}
    commands = []
    for number, text in enumerate(spoilt.values()):
        part = tmp_path / f"part{number}.gz"
        part.write_bytes(gzip.compress(text))
        commands.append(["restore", str(part)])
    for sentence, done in zip(spoilt, site(second, tmp_path).tries(*commands), strict=True):
        assert done.returncode == 1
        assert sentence in done.stderr
    assert not stored.rows(second, "SELECT id FROM games_room")


def test_daily_backups_are_kept_for_thirty_days(tmp_path: Path) -> None:
    for number in range(1, 32):
        (tmp_path / f"farkle-2026-01-{number:02}.jsonl.gz").touch()
    (tmp_path / "before-the-move.jsonl.gz").touch()
    assert backup.write_daily(tmp_path, datetime(2026, 1, 31, tzinfo=UTC)) == 0, "there is one"
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left[:2] == ["before-the-move.jsonl.gz", "farkle-2026-01-02.jsonl.gz"]
    assert len(left) == 31
