"""DATABASE_URL: which database it names, or why it is refused."""

from pathlib import Path
from typing import Any

import pytest

from farkle_site import databases
from farkle_site.variables import WrongEnvironment


def read(tmp_path: Path, **environ: str) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environ.items():
            patch.setenv(name, value)
        return databases.read(tmp_path / "data")


def test_sqlite_locks_at_the_start_of_a_transaction_and_reads_beside_the_writer(
    tmp_path: Path,
) -> None:
    database = read(tmp_path)
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert "synchronous=NORMAL" in database["OPTIONS"]["init_command"]
    assert database["OPTIONS"]["timeout"] == 5
    assert database["CONN_MAX_AGE"] is None


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        (
            "postgresql://ada:p%40ss%2Fword@db.example:5433/farkle",
            {"USER": "ada", "PASSWORD": "p@ss/word", "HOST": "db.example", "PORT": "5433"},
        ),
        ("postgres://ada@db/farkle", {"USER": "ada", "PASSWORD": "", "HOST": "db", "PORT": ""}),
        ("postgresql:///farkle?host=/run/postgres", {"HOST": "/run/postgres", "NAME": "farkle"}),
        ("postgresql://ada@[2001:db8::1]:5432/farkle", {"HOST": "2001:db8::1", "PORT": "5432"}),
    ],
)
def test_postgres_address(tmp_path: Path, url: str, parts: dict[str, str]) -> None:
    database = read(tmp_path, DATABASE_URL=url)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["NAME"] == "farkle"
    assert {name: database[name] for name in parts} == parts


def test_postgres_pool_has_an_explicit_size(tmp_path: Path) -> None:
    url = "postgresql://ada@db/farkle?sslmode=require"
    database = read(tmp_path, DATABASE_URL=url, DATABASE_POOL="3")
    assert database["OPTIONS"]["pool"]["max_size"] == 3
    pool = database["OPTIONS"]["pool"]
    assert pool["reconnect_timeout"] < pool["timeout"], (
        "or who waits outwaits a database that is back"
    )
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["CONN_MAX_AGE"] == 0
    assert database["CONN_HEALTH_CHECKS"] is True


def test_waiting_for_postgres_has_limits_that_the_address_can_change(tmp_path: Path) -> None:
    url = "postgresql://ada@db/farkle?connect_timeout=9&lock_timeout=0"
    options = read(tmp_path, DATABASE_URL=url)["OPTIONS"]
    assert options.pop("pool")["connection_class"].session == {
        "lock_timeout": "0",
        "statement_timeout": "60000",
        "idle_in_transaction_session_timeout": "60000",
        "jit": "off",
    }
    assert options == {
        "connect_timeout": "9",
        "tcp_user_timeout": "8000",
        "keepalives_idle": "5",
        "keepalives_interval": "2",
        "keepalives_count": "3",
    }


def test_sqlite_address(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deeper' / 'games.sqlite3'}"
    assert read(tmp_path, DATABASE_URL=url)["NAME"] == str(tmp_path / "deeper" / "games.sqlite3")
    assert (tmp_path / "deeper").is_dir()


def test_a_wrong_address_does_not_repeat_the_password(tmp_path: Path) -> None:
    with pytest.raises(WrongEnvironment) as refusal:
        read(tmp_path, DATABASE_URL="mysql://ada:hunter2@db/farkle")
    assert "hunter2" not in str(refusal.value)


def test_a_database_that_can_be_written_is_left_alone(tmp_path: Path) -> None:
    database = read(tmp_path)
    databases.require_writable(database)
    Path(database["NAME"]).write_bytes(b"")
    databases.require_writable(database)
    assert [file.name for file in (tmp_path / "data").iterdir()].count("farkle.sqlite3") == 1
    databases.require_writable({"ENGINE": "django.db.backends.postgresql", "NAME": "farkle"})


def test_a_database_that_cannot_be_written_stops_the_start_with_a_sentence() -> None:
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": "/sys/kernel/farkle.sqlite3"}
    with pytest.raises(WrongEnvironment, match="cannot be written: Permission denied"):
        databases.require_writable(database)


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"DATABASE_URL": "mysql://db/farkle"}, "DATABASE_URL must look like postgresql://"),
        ({"DATABASE_URL": "postgresql://db"}, "DATABASE_URL must look like"),
        ({"DATABASE_URL": "postgresql://db:many/farkle"}, "DATABASE_URL must look like"),
        ({"DATABASE_URL": "sqlite://:memory:"}, "DATABASE_URL"),
        ({"DATABASE_URL": "postgresql://db/f", "DATABASE_POOL": "0"}, "DATABASE_POOL is '0'"),
        ({"DATABASE_URL": "sqlite:////dev/null/x/y"}, "DATABASE_URL or FARKLE_DATA cannot be used"),
    ],
)
def test_a_wrong_address_is_named(tmp_path: Path, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(WrongEnvironment) as refusal:
        read(tmp_path, **environ)
    assert sentence in str(refusal.value)
