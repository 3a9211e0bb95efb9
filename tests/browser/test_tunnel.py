"""`make play PUBLIC=https://…`: friends elsewhere come through a tunnel to this machine."""

import io
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import expect

from farkle_site.hosts import own_addresses
from games.management.commands import play
from tests.browser.test_first_game import opens_a_room, sits_down
from tests.support import services
from tests.support.outside.tunnel import CLIENT, Tunnel, tunnel
from tests.support.pages import fetch
from tests.support.seats import PHONE, Seat, until
from tests.support.tables import by_keys, play_one, to_roll

NAME = "laptop.test"


@pytest.fixture
def site_port() -> int:
    return services.free_port()


@pytest.fixture
def public(tmp_path: Path, site_port: int) -> Iterator[Tunnel]:
    with tunnel(tmp_path, NAME, site_port) as running:
        yield running


@pytest.fixture
def said(tmp_path: Path, public: Tunnel, site_port: int) -> Iterator[Callable[[], str]]:
    """Return a function that returns what the command of `make play` has printed."""
    output = tmp_path / "output"
    environ = services.plain_environ(tmp_path) | {"PYTHONIOENCODING": "utf-8"}
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--port", str(site_port)],
            cwd=services.ROOT,
            env=environ | {"FARKLE_PUBLIC": public.url},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )

    def read() -> str:
        assert process.poll() is None, output.read_text(encoding="utf-8")
        return output.read_text(encoding="utf-8")

    try:
        services.wait_until(lambda: "Stop with Ctrl-C" in read(), what="make play")
        services.wait_until(lambda: _answers(site_port), what="serving")
        yield read
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _answers(port: int) -> bool:
    try:
        return fetch(f"http://127.0.0.1:{port}/readyz")[0] == 200
    except OSError:
        return False


def test_make_hands_the_address_on() -> None:
    line = ["make", "--dry-run", "--always-make", "play", "PUBLIC=https://a.example", "PORT=8123"]
    done = subprocess.run(line, cwd=services.ROOT, capture_output=True, text=True, check=True)
    assert re.search(
        r'FARKLE_PUBLIC="https://a\.example" \S*python manage\.py play --port 8123', done.stdout
    )


def test_a_game_through_a_tunnel(
    public: Tunnel,
    site_port: int,
    said: Callable[[], str],
    take_seat: Callable[..., Seat],
) -> None:
    shown = said()
    assert f"For everyone:  {public.url}/" in shown
    assert f"http://127.0.0.1:{site_port}" in shown
    assert play.qr_code(f"{public.url}/").splitlines()[3] in shown

    mara = take_seat(public.url, ignore_https_errors=True)
    ines = take_seat(public.url, size=PHONE, ignore_https_errors=True)
    url = opens_a_room(mara, "Mara")
    assert url.startswith(f"{public.url}/r/")
    sits_down(ines, url, "Ines")
    mara.sees(2)
    cookies = mara.context.cookies() + ines.context.cookies()
    assert {one["name"] for one in cookies} >= {"farkle_guest", "csrftoken"}
    assert all(one["secure"] for one in cookies)

    # The link and its QR code lead through the tunnel.
    expect(mara.page.locator('meta[property="og:url"]')).to_have_attribute("content", url)
    mara.page.goto(f"{url}standings/")
    expect(mara.page.locator("p.link")).to_have_text(url)
    mara.page.goto(url)
    mara.is_live()
    code = io.BytesIO()
    segno.make(url, error="m").save(
        code, kind="svg", scale=4, border=0, dark="#1b2023", xmldecl=False, omitsize=True
    )
    shown = mara.page.evaluate("async () => (await fetch('qr.svg')).text()")
    assert shown.encode() == code.getvalue()

    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    page = to_roll(mara, ines)
    play_one(page, by_keys)
    for seat in (mara, ines):
        until(seat.page, "frames_seen.some((frame) => frame.includes('\"rolled\"'))")

    # Nobody can bypass the tunnel, so nobody can forge the addresses it forwards.
    for address in own_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as probe:
            probe.settimeout(5)
            assert probe.connect_ex((address, site_port)) != 0, address
    assert CLIENT not in said()
