"""The image of `make image`: small, complete, and content with a read-only root and any user."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.support import services
from tests.support.client import Browser, Page, play
from tests.support.outside import proxy
from tests.support.servers import image
from tests.support.sockets import in_thread, nothing_broke

pytestmark = [pytest.mark.image, pytest.mark.caddy]

MOST_BYTES = 200_000_000
"""What the image may add to its base."""
BASE = re.compile(r"^FROM (\S+)", re.MULTILINE)
SETTINGS = {
    "SECRET_KEY": "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM",
    "ALLOWED_HOSTS": "localhost",
    "HOST": "127.0.0.1",
}


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    with image.mounted() as folder:
        yield folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return image.data_folder(tmp_path)


def test_it_adds_little_to_its_base() -> None:
    found = BASE.search((services.ROOT / "Dockerfile").read_text())
    assert found
    base = image.layers(found[1])
    added = {
        digest: size for digest, size in image.layers(image.NAME).items() if digest not in base
    }
    assert 0 < sum(added.values()) <= MOST_BYTES, added


def test_it_refuses_half_a_configuration(root: Path, data: Path) -> None:
    done = image.run(root, data, {})
    assert done.returncode == 1
    assert done.stderr.startswith("This site cannot start: SECRET_KEY (or SECRET_KEY_FILE) is")
    assert not list(data.iterdir())


def test_its_root_is_read_only_and_its_python_optimised(root: Path, data: Path) -> None:
    done = image.run(root, data, {}, "touch", "/app/new", "/data/new")
    assert done.stderr.strip().endswith("'/app/new': Read-only file system")
    assert (data / "new").stat().st_uid == image.ANY_USER
    script = (services.ROOT / "bench/interpreter.py").read_text()
    assert (
        "optimised by profile and at link time"
        in image.run(root, data, {}, "python", "-c", script).stdout
    )


async def test_a_whole_game_with_a_restart_in_the_middle(
    root: Path, data: Path, tmp_path: Path
) -> None:
    done = image.run(root, data, SETTINGS, "python", "manage.py", "migrate", "--verbosity=0")
    assert done.returncode == 0, done.stderr
    server = image.ImageServer(tmp_path, root, data, SETTINGS)
    try:
        with proxy.caddy(tmp_path, ["127.0.0.1"], server.port) as caddy:
            await a_whole_game(server, caddy)
        await in_thread(server.terminate)
        nothing_broke(server)
    finally:
        server.close()


async def a_whole_game(server: services.Daphne, caddy: proxy.Caddy) -> None:
    """Two people play, and somebody looks at the game afterwards."""
    mara, teo = (Browser(caddy.url, caddy.trust) for _ in range(2))
    code = await in_thread(mara.open_room, "Mara")
    await in_thread(teo.sit, code, "Teo")
    async with Page(mara, code) as first, Page(teo, code) as second:
        await first.done("start", player=1)
        players = [asyncio.create_task(play(page)) for page in (first, second)]
        await first.until(lambda: first.here.n >= 15)
        await in_thread(server.terminate)
        for page in (first, second):
            await page.until(partial(page.got, "bye"))
            assert page.got("bye")[0]["why"] == "restart"
        await in_thread(server.start)
        await asyncio.wait_for(asyncio.gather(*players), 120)
        assert first.here.game["status"] == "over"
        assert first.here.compared() == second.here.compared()
        assert min(first.connects, second.connects) >= 2
    # What numpy, resvg, the fonts and the admin's files are for.
    await in_thread(until_known, caddy, f"/r/{code}/game/1/luck.json")
    assert (await in_thread(read, caddy, f"/r/{code}/preview.png")).startswith(b"\x89PNG")
    page = (await in_thread(read, caddy, "/admin/login/")).decode()
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        assert await in_thread(read, caddy, path)


def read(caddy: proxy.Caddy, path: str) -> bytes:
    """Return what the site sends to a stranger."""
    with urllib.request.urlopen(caddy.url + path, timeout=30, context=caddy.trust) as answer:
        return bytes(answer.read())


def until_known(caddy: proxy.Caddy, path: str) -> None:
    """Wait until the site has worked this out."""
    services.wait_until(lambda: json.loads(read(caddy, path))["ready"], what="the analysis")
