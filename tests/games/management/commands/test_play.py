"""`manage.py play`, as `make play` calls it."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from games.management.commands import play
from games.views import shared
from tests.support import services


class PlayCommand:
    """One run of `manage.py play` and what it prints."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.output = folder / "output"
        # A shell that runs the tests in the background lets them, and so this, ignore Ctrl-C.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", "--port", str(port), "--host", "127.0.0.1"],
                cwd=services.ROOT,
                env=services.plain_environ(folder) | {"PYTHONIOENCODING": "utf-8"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        signal.signal(signal.SIGINT, before)
        services.wait_until(lambda: "Stop with Ctrl-C" in self.said(), what="make play")
        self.port = int(re.findall(r"http://localhost:(\d+)/", self.said())[0])
        services.wait_until(self._answers, what="serving")

    def said(self) -> str:
        assert self.process.poll() is None, self.output.read_text()
        return self.output.read_text(encoding="utf-8")

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        return self.output.read_text(encoding="utf-8")

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5).close()
        except OSError:
            return False
        return True


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayCommand]:
    started = PlayCommand(tmp_path, services.free_port())
    yield started
    started.process.kill()
    started.process.wait()


def test_it_migrates_serves_and_stops_in_good_order(played: PlayCommand, tmp_path: Path) -> None:
    said = played.stop()
    assert "Farkle is ready." in said
    assert f"Stopped. Data is saved in {tmp_path}." in said
    assert "Traceback" not in said
    assert played.process.returncode == 0
    assert {"farkle.sqlite3", "secret-key"} <= {path.name for path in tmp_path.iterdir()}


def test_a_second_table_takes_the_next_port_and_says_so(
    played: PlayCommand, tmp_path: Path
) -> None:
    folder = tmp_path / "second"
    folder.mkdir()
    second = PlayCommand(folder, played.port)
    try:
        assert second.port > played.port
        assert f"Port {played.port} is in use, so this is port {second.port}." in second.said()
    finally:
        second.stop()


def test_no_port_left_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PORTS_TO_TRY", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match="all in use; choose another: make play PORT="):
            play.free_port("127.0.0.1", port)


def test_production_is_not_for_playing_at_home(settings: object) -> None:
    settings.MODE = "production"  # type: ignore[attr-defined]  # pytest-django's own kind of settings
    with pytest.raises(CommandError, match="FARKLE_MODE is production"):
        call_command("play")


def test_the_invitation_names_the_address_for_phones() -> None:
    said = play.invitation(8000, "192.168.7.20", reachable=True)
    assert "http://localhost:8000/" in said
    assert "http://192.168.7.20:8000/" in said
    assert "\u2588" in said


def test_without_a_network_it_says_that_only_this_machine_can_play() -> None:
    assert "only this machine can play" in play.invitation(8000, "", reachable=True)
    assert "only this machine" not in play.invitation(8000, "", reachable=False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("listening", "invited"), [("0.0.0.0", "192.168.7.20"), ("127.0.0.1", "localhost")]
)
def test_a_room_opened_at_localhost_invites_to_what_others_can_reach(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, listening: str, invited: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(shared, "network_host", "")
    settings.HOST_AT_HOME = "192.168.7.20"
    port, pages = services.free_port(), []

    def serve(_host: str, _port: int) -> None:
        form = {"name": "Mara", "request": "a-room-at-home"}
        headers = {"host": f"localhost:{port}"}
        answer = Client().post("/rooms/", form, headers=headers, follow=True)
        pages.append(answer.content.decode())

    monkeypatch.setattr(play.server, "serve", serve)
    monkeypatch.setattr(play, "connection", SimpleNamespace(close=lambda: None))  # it is the test's
    call_command("play", host=listening, port=port)
    [page] = pages
    assert f"enter the code at {invited}:{port}" in " ".join(page.split())
    assert f'data-link="http://{invited}:{port}/r/' in page


def test_the_qr_code_has_a_quiet_edge_and_is_rectangular() -> None:
    lines = play.qr_code("http://192.168.7.20:8000/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set(lines[0].strip()) == {"\u2588"}
    assert len(lines) * 2 in {len(lines[0]) - 2, len(lines[0]) - 1}


def test_it_does_not_start_where_nothing_can_be_written(tmp_path: Path) -> None:
    environ = services.plain_environ(tmp_path)
    environ["DATABASE_URL"] = "sqlite:////sys/kernel/farkle.sqlite3"
    done = services.manage(environ, "play")
    assert done.returncode == 1
    assert done.stderr.startswith("This site cannot start: the database '/sys/kernel/")
    assert done.stderr.count("\n") == 1


def test_behind_a_tunnel_it_names_the_public_address() -> None:
    said = play.public_invitation("https://table.example", 8765)
    assert "For everyone:  https://table.example/" in said
    assert "Your tunnel must lead to:  http://127.0.0.1:8765" in said
    assert play.qr_code("https://table.example/") in said
    assert "your network" not in said
