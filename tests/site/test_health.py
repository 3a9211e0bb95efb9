"""/healthz and /readyz, as a proxy or a container asks them."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from games import clock
from games.services.upkeep import runs
from tests.conftest import Backend
from tests.support import services
from tests.support.pages import ask

Start = Callable[..., services.Daphne]


def test_a_running_server_is_ready(backend: Backend, daphne_server: Start) -> None:
    server = daphne_server(database=backend.database, redis=backend.redis)
    parts = {"process": "ok", "database": "ok"}
    if backend.redis:
        parts["redis"] = "ok"
    assert ask(f"{server.url}/healthz") == (200, {"process": "ok"})
    assert ask(f"{server.url}/readyz") == (200, parts)


def test_probes_may_use_any_host_name(daphne_server: Start) -> None:
    assert ask(f"{daphne_server().url}/healthz", host="10.1.2.3:8000")[0] == 200


def test_a_database_that_was_never_migrated_is_not_ready(
    daphne_server: Start, tmp_path: Path
) -> None:
    server = daphne_server(database=f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    assert ask(f"{server.url}/healthz")[0] == 200
    assert ask(f"{server.url}/readyz") == (
        503,
        {"process": "ok", "database": "OperationalError"},
    )


@pytest.mark.redis
def test_without_its_redis_a_server_is_not_ready(daphne_server: Start) -> None:
    redis = services.Redis()
    try:
        server = daphne_server(redis=redis.url)
        assert ask(f"{server.url}/readyz")[0] == 200
        redis.stop()
        status, parts = ask(f"{server.url}/readyz")
        assert (status, parts["redis"]) == (503, "ConnectionError")
        redis.start()
        assert ask(f"{server.url}/readyz")[0] == 200
    finally:
        redis.stop()


def test_a_process_that_stops_takes_no_new_visitors(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_DRAIN_SECONDS="60")
    assert ask(f"{server.url}/readyz")[0] == 200
    os.kill(server.pid, signal.SIGTERM)
    answers = []

    def is_stopping() -> bool:
        answers.append(ask(f"{server.url}/readyz"))
        return answers[-1][0] == 503

    services.wait_until(is_stopping, what="telling the proxy")
    assert answers[-1][1]["process"] == "leaving"
    assert ask(f"{server.url}/healthz") == (200, {"process": "ok"})
    server.kill()


@pytest.mark.django_db
def test_outside_of_a_server_there_is_no_process_to_stop(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["process"]) == (200, "ok")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_failed_upkeep_is_a_note_and_the_process_stays_ready() -> None:
    now = clock.now()
    runs.begin(now)
    runs.end(now, {"backup": "OSError"})
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["upkeep"] == "failed: backup"
    runs.end(now, {})
    assert "upkeep" not in Client().get("/readyz").json()
