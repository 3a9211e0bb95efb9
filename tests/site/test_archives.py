"""A process that is killed while it archives loses nothing."""

import signal
from pathlib import Path

import pytest

from tests.conftest import Backend
from tests.support import services, stored

PLAY = """
from tests.support.rooms import Place
for _ in range(2):
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
"""
ARCHIVE = "from tests.support.play.archives import archive_all; print(archive_all())"
DIE = """
import os, signal
from django.db import connection
deletes = []
def die(execute, sql, *more):
    if sql.startswith('DELETE FROM "games_turn"'):
        deletes.append(sql)
        if len(deletes) == 2:
            os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, *more)
with connection.execute_wrapper(die):
"""
"""Be killed when all archives are written, and most of what they hold is deleted."""
TABLES = ("event", "turn", "archive")


def rows(url: str) -> list[int]:
    return [stored.rows(url, f"SELECT count(*) FROM games_{name}")[0][0] for name in TABLES]


@pytest.mark.no_cover
def test_what_was_not_archived_yet_is_still_there(backend: Backend, tmp_path: Path) -> None:
    environ = {**services.plain_environ(tmp_path), "DATABASE_URL": backend.database}

    def shell(script: str, code: int = 0) -> str:
        done = services.manage(environ, "shell", "-c", script)
        assert done.returncode == code, done.stderr
        return done.stdout

    def agrees() -> None:
        checked = services.manage(environ, "check_history")
        assert "2 of 2 rooms agree" in checked.stdout, checked.stdout

    shell(PLAY)
    events, turns, _ = rows(backend.database)
    shell(f"{DIE}    {ARCHIVE}", -signal.SIGKILL)
    left = rows(backend.database)
    assert 0 < left[0] < events
    assert 0 < left[1] < turns
    assert left[2] == 2
    agrees()
    assert shell(ARCHIVE).split()[-1] == "0"  # all are archived; their rows go
    assert rows(backend.database)[1:] == [0, 2]
    agrees()
