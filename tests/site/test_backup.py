"""Backups that come back whole."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

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
    assert "1 rooms agree" in checked.stdout
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
    assert "1 rooms agree" in checked.stdout


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


def test_a_truncated_backup_restores_nothing(
    played: tuple[Site, Path], second: str, tmp_path: Path
) -> None:
    lines = gzip.decompress(played[1].read_bytes()).splitlines(keepends=True)
    spoilt = {
        "cut off": b"".join(lines[:-1]),
        "rows but has": b"".join(lines[:-2] + lines[-1:]),
        "isn't a backup": b'{"format": "another"}\n',
        "cannot be read": b"{",
    }
    commands = []
    for number, text in enumerate(spoilt.values()):
        part = tmp_path / f"part{number}.gz"
        part.write_bytes(gzip.compress(text))
        commands.append(["restore", str(part)])
    for sentence, done in zip(spoilt, site(second, tmp_path).tries(*commands), strict=True):
        assert done.returncode == 1
        assert sentence in done.stderr
    assert not stored.rows(second, "SELECT id FROM games_room")
