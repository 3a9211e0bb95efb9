"""The site as it runs at home, and in production behind a proxy."""

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support import services
from tests.support.before_packages import BEFORE, MIGRATIONS, Moved, manage, run, to_the_present

Start = Callable[..., services.Daphne]
KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough


@pytest.fixture(scope="module")
def laptop(lasting_server: Start) -> services.Daphne:
    """One for all tests of a file, which only ask for pages and files."""
    return lasting_server(ALLOWED_HOSTS="laptop.test")


@pytest.fixture(scope="session")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A complete production environment whose static files have been collected."""
    folder = tmp_path_factory.mktemp("production")
    settings = {
        "FARKLE_MODE": "production",
        "FARKLE_STATIC": str(folder / "static"),
        "FARKLE_BEHIND_PROXY": "yes",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "farkle.example",
    }
    done = services.manage(
        {**services.plain_environ(folder), **settings}, "collectstatic", "--noinput"
    )
    assert done.returncode == 0, done.stderr
    return settings


@pytest.fixture
def site(environ: dict[str, str], daphne_server: Start) -> services.Daphne:
    return daphne_server(**environ)


# A data folder from before the code was split into packages


@pytest.fixture(scope="session")
def moved() -> Moved:
    """Shift every time in a text, as if the old server had stopped just now."""
    return to_the_present()


@pytest.fixture(scope="session")
def old_folder(moved: Moved, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder as the old server left it."""
    folder = tmp_path_factory.mktemp("before") / "data"
    folder.mkdir()
    text = (BEFORE / "database.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "farkle.sqlite3")) as database:
        database.executescript(moved(text))
    shutil.copy(BEFORE / "secret-key-for-tests", folder / "secret-key")
    return folder


@pytest.fixture(scope="session")
def old_backup(
    moved: Moved, migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a backup that the old version wrote, as if its database had the present shape."""
    file = tmp_path_factory.mktemp("before") / "backup.jsonl.gz"
    text = gzip.decompress((BEFORE / "backup.jsonl.gz").read_bytes()).decode()
    header, rows = moved(text).split("\n", 1)
    present = json.loads(run(services.plain_environ(migrated_folder), MIGRATIONS))
    header = json.dumps({**json.loads(header), "migrations": present})
    file.write_bytes(gzip.compress(f"{header}\n{rows}".encode()))
    return file


@pytest.fixture(scope="session")
def migrated_folder(old_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder after `migrate`."""
    folder = tmp_path_factory.mktemp("migrated") / "data"
    shutil.copytree(old_folder, folder)
    manage(services.plain_environ(folder), "migrate", "--verbosity=0")
    return folder


@pytest.fixture(scope="session")
def postgres_before(
    postgres: services.Postgres,
    postgres_template: str,
    old_backup: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """Return the name of a PostgreSQL database with the old backup in it."""
    environ = services.plain_environ(tmp_path_factory.mktemp("restore"))
    url = postgres.create("farkle_before", postgres_template)
    manage({**environ, "DATABASE_URL": url}, "restore", str(old_backup))
    return "farkle_before"
