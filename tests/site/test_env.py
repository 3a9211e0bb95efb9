"""The environment: what it sets, and the sentence for whoever set it wrongly."""

import stat
from pathlib import Path
from typing import Any

import pytest

from farkle_site import env

KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough


def read(tmp_path: Path, **environ: str) -> env.Environment:
    return env.read({"FARKLE_DATA": str(tmp_path / "data"), **environ}, tmp_path)


def production(tmp_path: Path, **environ: str) -> env.Environment:
    needed = {
        "FARKLE_MODE": "production",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "farkle.example",
    }
    return read(tmp_path, **{**needed, **environ})


def test_play_needs_nothing(tmp_path: Path) -> None:
    found = env.read({}, tmp_path)
    assert found.mode == "play"
    assert found.data == tmp_path / "data"
    assert found.redis_url is None
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(found.hosts)
    assert found.database["NAME"] == str(tmp_path / "data" / "farkle.sqlite3")


def test_play_keeps_its_secret_key_for_itself(tmp_path: Path) -> None:
    first, second = read(tmp_path), read(tmp_path)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) >= env.SECRET_KEY_LENGTH
    path = tmp_path / "data" / "secret-key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_earlier_keys_are_separated_by_spaces_or_lines(tmp_path: Path) -> None:
    assert production(tmp_path).secret_key_fallbacks == []
    kept = tmp_path / "old-keys"
    kept.write_text("first-key\nsecond-key\n")
    found = production(tmp_path, SECRET_KEY_FALLBACKS_FILE=str(kept))
    assert found.secret_key_fallbacks == ["first-key", "second-key"]


def test_two_first_starts_agree_on_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data" / "secret-key"
    make = env.secrets.token_urlsafe

    def overtaken(length: int) -> str:
        path.write_text("written by the other process")
        return make(length)

    monkeypatch.setattr(env.secrets, "token_urlsafe", overtaken)
    assert read(tmp_path).secret_key == "written by the other process"


def test_play_accepts_its_own_addresses_and_more_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(env, "own_addresses", lambda: ["192.168.7.20", "2001:db8::7"])
    hosts = read(tmp_path, ALLOWED_HOSTS="laptop.test, other.test").hosts
    assert {"192.168.7.20", "[2001:db8::7]", "laptop.test", "other.test"} <= set(hosts)
    assert "*" not in hosts


def test_own_addresses_are_those_others_can_reach() -> None:
    found = env.own_addresses()
    assert len(found) == len(set(found))
    assert not [a for a in found if a.startswith("127.") or a == "::1"]


def test_sqlite_locks_at_the_start_of_a_transaction_and_reads_beside_the_writer(
    tmp_path: Path,
) -> None:
    database = read(tmp_path).database
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert "synchronous=NORMAL" in database["OPTIONS"]["init_command"]
    assert database["OPTIONS"]["timeout"] >= 10
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
    database = read(tmp_path, DATABASE_URL=url).database
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["NAME"] == "farkle"
    assert {name: database[name] for name in parts} == parts


def test_postgres_pool_has_an_explicit_size(tmp_path: Path) -> None:
    url = "postgresql://ada@db/farkle?sslmode=require"
    database = read(tmp_path, DATABASE_URL=url, DATABASE_POOL="3").database
    assert database["OPTIONS"]["pool"]["max_size"] == 3
    pool = database["OPTIONS"]["pool"]
    assert pool["reconnect_timeout"] < pool["timeout"], (
        "or who waits outwaits a database that is back"
    )
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["CONN_MAX_AGE"] == 0
    assert database["CONN_HEALTH_CHECKS"] is True


def test_sqlite_address(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deeper' / 'games.sqlite3'}"
    assert read(tmp_path, DATABASE_URL=url).database["NAME"] == str(
        tmp_path / "deeper" / "games.sqlite3"
    )
    assert (tmp_path / "deeper").is_dir()


def test_secrets_may_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY + "\n")
    (tmp_path / "url").write_text("postgresql://ada:secret@db/farkle\n")
    found = production(
        tmp_path,
        SECRET_KEY="",
        SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_URL_FILE=str(tmp_path / "url"),
    )
    assert found.secret_key == KEY
    assert found.database["PASSWORD"] == "secret"


def test_production_takes_hosts_as_given(tmp_path: Path) -> None:
    found = production(tmp_path, ALLOWED_HOSTS="farkle.example, www.farkle.example")
    assert found.hosts == ["farkle.example", "www.farkle.example"]
    assert not (tmp_path / "data" / "secret-key").exists()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"FARKLE_MODE": "fast"}, "FARKLE_MODE is 'fast'; it must be one of play, production."),
    ({"FARKLE_LOG": "loud"}, "FARKLE_LOG is 'loud'"),
    ({"FARKLE_BEHIND_PROXY": "maybe"}, "FARKLE_BEHIND_PROXY is 'maybe'"),
    ({"FARKLE_FAST_SOCKETS": "maybe"}, "FARKLE_FAST_SOCKETS is 'maybe'"),
    ({"FARKLE_PROXIES": "0"}, "FARKLE_PROXIES is '0'; it must be a whole number from 1 to 10."),
    ({"FARKLE_HSTS_SECONDS": "-1"}, "FARKLE_HSTS_SECONDS is '-1'"),
    ({"SECRET_KEY": ""}, "SECRET_KEY (or SECRET_KEY_FILE) is missing"),
    ({"SECRET_KEY": "short"}, "SECRET_KEY is too weak"),
    ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY is too weak"),
    ({"SECRET_KEY_FILE": "/nowhere/key"}, "SECRET_KEY_FILE names a file that cannot be read"),
    ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is missing"),
    ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS is '*'"),
    ({"TRUSTED_ORIGINS": "farkle.example"}, "TRUSTED_ORIGINS holds 'farkle.example'"),
    ({"TRUSTED_ORIGINS": "https://farkle.example/"}, "TRUSTED_ORIGINS holds"),
    ({"REDIS_URL": "http://cache"}, "REDIS_URL must look like redis://host:6379/0"),
    ({"DATABASE_URL": "mysql://db/farkle"}, "DATABASE_URL must look like postgresql://"),
    ({"DATABASE_URL": "postgresql://db"}, "DATABASE_URL must look like"),
    ({"DATABASE_URL": "postgresql://db:many/farkle"}, "DATABASE_URL has an invalid port"),
    ({"DATABASE_URL": "sqlite://:memory:"}, "DATABASE_URL"),
    ({"DATABASE_URL": "postgresql://db/f", "DATABASE_POOL": "0"}, "DATABASE_POOL is '0'"),
    ({"DATABASE_URL": "sqlite:////dev/null/x/y"}, "DATABASE_URL or FARKLE_DATA cannot be used"),
]


@pytest.mark.parametrize(("environ", "sentence"), WRONG)
def test_a_wrong_variable_is_named(tmp_path: Path, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(env.WrongEnvironment) as refusal:
        production(tmp_path, **environ)
    assert sentence in str(refusal.value)


def test_a_wrong_address_does_not_repeat_the_password(tmp_path: Path) -> None:
    with pytest.raises(env.WrongEnvironment) as refusal:
        read(tmp_path, DATABASE_URL="mysql://ada:hunter2@db/farkle")
    assert "hunter2" not in str(refusal.value)


def test_play_says_where_it_cannot_keep_anything(tmp_path: Path) -> None:
    with pytest.raises(env.WrongEnvironment, match="FARKLE_DATA is '/dev/null/data'"):
        read(tmp_path, FARKLE_DATA="/dev/null/data")


@pytest.mark.parametrize(("value", "fine"), [("1", True), ("65535", True), ("65536", False)])
def test_whole_numbers_have_bounds(value: str, fine: bool) -> None:
    def port() -> int:
        return env.whole_number({"PORT": value}, "PORT", 8000, lowest=1, highest=65535)

    if fine:
        assert port() == int(value)
    else:
        with pytest.raises(env.WrongEnvironment, match=r"PORT is '65536'.*from 1 to 65535"):
            port()


def test_a_database_that_can_be_written_is_left_alone(tmp_path: Path) -> None:
    database = read(tmp_path).database
    env.require_writable(database)
    Path(database["NAME"]).write_bytes(b"")
    env.require_writable(database)
    assert [file.name for file in (tmp_path / "data").iterdir()].count("farkle.sqlite3") == 1
    env.require_writable({"ENGINE": "django.db.backends.postgresql", "NAME": "farkle"})


def test_a_database_that_cannot_be_written_stops_the_start_with_a_sentence() -> None:
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": "/sys/kernel/farkle.sqlite3"}
    with pytest.raises(env.WrongEnvironment, match="cannot be written: Permission denied"):
        env.require_writable(database)


def test_the_address_of_a_tunnel(tmp_path: Path) -> None:
    found = read(tmp_path, FARKLE_PUBLIC="https://Table.example/")
    assert found.public == "https://table.example"
    assert found.hosts == ["table.example", "localhost", "127.0.0.1", "[::1]"]
    assert found.behind_proxy
    assert read(tmp_path, FARKLE_PUBLIC="").public is None
    for wrong in ("table.example", "http://table.example", "https://a.example/b", "https://a@b"):
        with pytest.raises(env.WrongEnvironment, match="FARKLE_PUBLIC"):
            read(tmp_path, FARKLE_PUBLIC=wrong)
    with pytest.raises(env.WrongEnvironment, match="is for play mode"):
        production(tmp_path, FARKLE_PUBLIC="https://table.example")
