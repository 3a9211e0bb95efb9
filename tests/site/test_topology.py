"""The site of docker-compose.yml as processes: Caddy, two web processes, PostgreSQL, Redis."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Backend
from tests.support import services
from tests.support.client import Browser, Page, play
from tests.support.outside import proxy
from tests.support.sockets import in_thread, nothing_broke

pytestmark = [
    pytest.mark.caddy,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.no_cover,
]

ADDRESSES = ("127.0.0.1", "127.0.0.2")
WRONG_CODES = 3


@dataclass(frozen=True)
class Site:
    """The proxy and the web processes behind it."""

    caddy: proxy.Caddy
    web: list[services.Daphne]

    def visitor(self) -> Browser:
        """Somebody who comes through the proxy."""
        return Browser(self.caddy.url, self.caddy.trust)


@pytest.fixture
def compose(
    environ: dict[str, str],
    postgres_backend: Backend,
    daphne_server: Callable[..., services.Daphne],
    tmp_path: Path,
) -> Iterator[Site]:
    port = str(services.free_port())
    settings = environ | {
        "ALLOWED_HOSTS": "localhost",
        "FARKLE_DRAIN_SECONDS": "1",
        "FARKLE_WRONG_CODES": str(WRONG_CODES),
        "PORT": port,
    }
    web = [
        daphne_server(postgres_backend.database, postgres_backend.redis, HOST=address, **settings)
        for address in ADDRESSES
    ]
    with proxy.caddy(tmp_path, ADDRESSES, int(port)) as caddy:
        yield Site(caddy, web)


async def test_a_game_goes_on_when_a_web_process_is_killed(compose: Site) -> None:
    mara, teo = compose.visitor(), compose.visitor()
    code = await in_thread(mara.open_room, "Mara")
    await in_thread(teo.sit, code, "Teo")
    assert all(cookie.secure for cookie in mara.jar)
    async with Page(mara, code) as first, Page(teo, code) as second:
        await first.done("start", player=1)
        players = [asyncio.create_task(play(page)) for page in (first, second)]
        await first.until(lambda: first.here.n >= 12)
        # All sockets of a room are on one process (the hash of their path).
        served = [server for server in compose.web if sockets_of(server)]
        assert [sockets_of(server) for server in served] == [2]
        await in_thread(served[0].kill)
        compose.caddy.names.addresses.remove(served[0].host)
        moves = await asyncio.wait_for(asyncio.gather(*players), 120)
        assert sum(moves) > 10
        assert first.here.game["status"] == second.here.game["status"] == "over"
        assert first.here.compared() == second.here.compared()
        assert first.connects >= 2
    await in_thread(only_the_proxy_says_who_asks, compose)
    for server in compose.web:
        nothing_broke(server)


def only_the_proxy_says_who_asks(compose: Site) -> None:
    """A visitor who writes another address into every request stays the same visitor."""
    answers = [
        status(compose, f"/r/7777777{n}/", **{"X-Forwarded-For": f"203.0.113.{n}"})
        for n in range(2, 2 + WRONG_CODES)
    ]
    assert answers == [404] * WRONG_CODES
    assert status(compose, "/r/77777779/", **{"X-Forwarded-For": "203.0.113.77"}) == 429
    # Nor can one say that a request came by another scheme, or from no proxy at all.
    assert status(compose, "/", **{"X-Forwarded-Proto": "http"}) == 200
    assert status(compose, "/metrics") == 404


def status(compose: Site, path: str, **headers: str) -> int:
    """Return the status of a page as the proxy gives it."""
    request = urllib.request.Request(compose.caddy.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10, context=compose.caddy.trust) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def sockets_of(server: services.Daphne) -> int:
    """Return how many sockets are open in this process, by its own metrics."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    return int(float(next(line for line in lines if line.startswith("farkle_sockets ")).split()[1]))
