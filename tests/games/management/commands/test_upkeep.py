"""`manage.py upkeep`, and the site that runs it by itself."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.manage_each import manage_each
from tests.support.pages import ask

RUNS = "SELECT begun, ended, failed FROM games_upkeep"


def test_it_does_everything_and_writes_a_backup(sqlite_backend: Backend, tmp_path: Path) -> None:
    url, folder = sqlite_backend.database, tmp_path / "backups"
    environ = {**services.plain_environ(tmp_path), "DATABASE_URL": url}
    full = {**environ, "FARKLE_BACKUPS": str(tmp_path / "full" / "no-folder")}
    (tmp_path / "full").write_text("a file is in the way")
    [failed] = manage_each(full, ["upkeep"])
    assert failed.returncode == 1
    assert "backup" in failed.stderr
    assert [row[2] for row in stored.rows(url, RUNS)] == ['{"backup": "FileExistsError"}']
    [done] = manage_each({**environ, "FARKLE_UPKEEP_HOUR": "3"}, ["upkeep"])
    assert done.returncode == 0
    assert "unused lobbies: 0" in done.stdout
    assert "daily deals: 0" in done.stdout  # the first run made them
    assert len(stored.rows(url, "SELECT day FROM games_deal")) == 2
    [file] = folder.iterdir()
    assert file.name.startswith("farkle-20")
    [(begun, ended, failed_steps)] = stored.rows(url, RUNS)
    assert (ended >= begun, failed_steps) == (True, "{}")
    file.unlink()
    manage_each({**environ, "FARKLE_UPKEEP_HOUR": "3"}, ["upkeep", "--if-due"])
    assert list(folder.iterdir()) == []


def test_of_several_servers_one_does_what_is_overdue(backend: Backend, tmp_path: Path) -> None:
    environ = {"DATABASE_URL": backend.database, "FARKLE_UPKEEP_HOUR": "3"}
    with services.servers(tmp_path) as start:
        both = [start(**environ) for _ in range(2)]
        ended = f"{RUNS} WHERE ended > begun"
        services.wait_until(lambda: bool(stored.rows(backend.database, ended)), what="upkeep")
        [file] = (tmp_path / "backups").iterdir()
        assert file.stat().st_size > 100
        assert not any("upkeep" in server.log() for server in both)


def test_a_run_that_is_killed_is_logged_and_noted(sqlite_backend: Backend, tmp_path: Path) -> None:
    with services.servers(tmp_path) as start:
        server = start(DATABASE_URL=sqlite_backend.database, FARKLE_UPKEEP_HOUR="3")

        def upkeep() -> int:
            """Return the child of the server that does the upkeep."""
            for file in Path(f"/proc/{server.pid}/task").glob("*/children"):
                for child in file.read_text().split():
                    with suppress(OSError):
                        if b"--if-due" in Path(f"/proc/{child}/cmdline").read_bytes():
                            return int(child)
            return 0

        def is_killed() -> bool:
            if child := upkeep():
                os.kill(child, signal.SIGKILL)
            return child > 0

        services.wait_until(is_killed, what="upkeep")
        services.wait_until(lambda: "ended with status -9" in server.log(), what="the log")
        noted = {"upkeep": "failed: everything"}
        services.wait_until(
            lambda: noted.items() <= ask(f"{server.url}/readyz")[1].items(), what="the note"
        )
