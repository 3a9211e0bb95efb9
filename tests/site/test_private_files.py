"""What the site writes is for its owner alone, and what was open before is mended."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from farkle_site import private_files
from farkle_site.private_files import kept_key, mend, mend_sqlite
from tests.support import services


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    """Start from a system that lets everybody read what is new."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def managed(environ: dict[str, str], *words: str) -> None:
    done = services.manage(environ, *words)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_site_and_its_backups_are_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environ = services.plain_environ(data)
    managed(environ, "migrate", "--verbosity=0")
    (data / "games.gz.part").write_text("cut off")
    managed(environ, "backup", str(data / "games.gz"))
    names = {path.name for path in data.iterdir()}
    assert names == {"farkle.sqlite3", "secret-key", "vapid-key", "games.gz"}
    assert {mode(path) for path in data.iterdir()} == {0o600}
    assert mode(data) == 0o700


def test_a_server_mends_an_old_folder_and_writes_in_private(
    sqlite_template: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    services.copy_sqlite(sqlite_template, data / "farkle.sqlite3")
    (data / "secret-key").write_text("a key of an old version, which is long enough for play")
    assert {mode(path) for path in data.iterdir()} == {0o644}
    server = services.Daphne(data, {})
    try:
        wal = data / "farkle.sqlite3-wal"
        services.wait_until(wal.exists, what="writing to the database")
        assert mode(data) == 0o700
        inside = {path.name: mode(path) for path in data.iterdir() if path.suffix != ".log"}
        assert {"farkle.sqlite3", "farkle.sqlite3-wal", "secret-key"} <= set(inside)
        assert set(inside.values()) == {0o600}
    finally:
        server.close()


def test_static_files_are_for_everybody(tmp_path: Path) -> None:
    static = tmp_path / "static"
    environ = {**services.plain_environ(tmp_path / "data"), "FARKLE_STATIC": str(static)}
    managed(environ, "collectstatic", "--noinput", "--verbosity=0")
    assert {mode(path) for path in static.rglob("*.js")} == {0o644}
    assert {mode(path) for path in (static, *static.glob("js/*"))} == {0o755}


def test_mending_spares_what_is_shared_or_not_there(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    mend(shared, tmp_path / "nothing")
    assert mode(shared) == 0o1777
    database = tmp_path / "games.sqlite3"
    files = [tmp_path / f"games.sqlite3{end}" for end in ("", "-wal", "-shm")]
    for file in files:
        file.touch()
    mend_sqlite(database)
    assert {mode(file) for file in files} == {0o600}


def test_two_first_starts_agree_on_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data" / "secret-key"
    make = private_files.secrets.token_urlsafe

    def overtaken(length: int) -> str:
        path.write_text("written by the other process")
        return make(length)

    monkeypatch.setattr(private_files.secrets, "token_urlsafe", overtaken)
    assert kept_key(path, 50) == "written by the other process"
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]
