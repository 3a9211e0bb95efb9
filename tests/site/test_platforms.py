"""A production site behind the proxies of docs/run/server.md, each with its own headers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.support import services
from tests.support.pages import fetch
from tests.support.sockets import farewell, in_thread, numbers

Start = Callable[..., services.Daphne]
LIMIT = 3
CLIENT, FRIEND = "203.0.113.9", "203.0.113.10"


@dataclass(frozen=True)
class Platform:
    """A proxy: what it writes into the headers of pages and of sockets."""

    forwarded_for: str = "{client}"
    """With what the client itself claims as `{claim}`, where the proxy appends."""
    page_scheme: str = "https"
    socket_scheme: str = "https"
    host: str = "farkle.example"
    proxies: int = 1
    """FARKLE_PROXIES, as the docs say."""
    others: dict[str, str] = field(default_factory=dict)

    def headers(self, client: str, claim: str, *, for_socket: bool = False) -> dict[str, str]:
        scheme = self.socket_scheme if for_socket else self.page_scheme
        addresses = self.forwarded_for.format(client=client, claim=claim)
        return {
            "Host": self.host,
            "X-Forwarded-For": addresses,
            "X-Forwarded-Proto": scheme,
            **self.others,
        }


PLATFORMS = {
    "bundled Caddy": Platform(),
    "Caddy behind a CDN": Platform("{claim}, {client}, 173.245.48.9", proxies=2),
    "nginx": Platform("{claim}, {client}", others={"X-Real-IP": "{client}"}),
    "Traefik": Platform(socket_scheme="wss", others={"X-Forwarded-Server": "traefik"}),
    "Traefik with a list": Platform(page_scheme="https,http", socket_scheme="https,http"),
    "Kubernetes ingress": Platform(others={"X-Forwarded-Port": "443"}),
    "HAProxy": Platform("{claim}, {client}", host="farkle.example:443"),
    "Fly": Platform("{claim}, {client}, 66.241.124.7", proxies=2, others={"Via": "2 fly.io"}),
    "Heroku": Platform("{claim}, {client}", others={"Via": "1.1 heroku-router"}),
    "Railway": Platform(others={"X-Real-IP": "{client}"}),
    "Render": Platform("{claim}, {client}, 172.68.3.4, 10.214.5.6", proxies=3),
}


@pytest.fixture(scope="module")
def start(environ: dict[str, str], lasting_server: Start) -> Callable[[int], services.Daphne]:
    """Return a server for this number of proxies, one for all platforms that have so many."""
    started: dict[int, services.Daphne] = {}

    def server(proxies: int) -> services.Daphne:
        if proxies not in started:
            started[proxies] = lasting_server(
                **environ, FARKLE_PROXIES=str(proxies), FARKLE_WRONG_CODES=str(LIMIT)
            )
        return started[proxies]

    return server


@pytest.fixture(params=PLATFORMS)
def platform(request: pytest.FixtureRequest) -> Platform:
    return PLATFORMS[request.param]


def client_of(platform: Platform, last: int) -> str:
    """Return an address that no other platform's test has."""
    return f"198.51.{list(PLATFORMS.values()).index(platform) + 1}.{last}"


async def test_pages_and_sockets_pass(
    platform: Platform, start: Callable[[int], services.Daphne]
) -> None:
    server, client = start(platform.proxies), client_of(platform, 1)
    headers = platform.headers(client, "192.0.2.1")
    assert (await in_thread(lambda: fetch(f"{server.url}/", **headers)))[0] == 200
    headers = platform.headers(client, "192.0.2.1", for_socket=True)
    opened = partial(
        connect,
        f"ws://{headers.pop('Host')}/ws/room/22222222/",
        additional_headers=headers,
        host="127.0.0.1",
        port=server.port,
    )
    async with opened(origin=Origin("https://farkle.example")) as socket:
        assert await farewell(socket) == ("no_room", 4404)
    with pytest.raises(InvalidStatus):
        await opened(origin=Origin("http://farkle.example"))


def test_a_stranger_who_guesses_locks_out_nobody_else(
    platform: Platform, start: Callable[[int], services.Daphne]
) -> None:
    """The limits count the client's own address, whatever the client claims."""
    page = f"{start(platform.proxies).url}/r/22222222/"
    guesser, friend = client_of(platform, 2), client_of(platform, 3)
    statuses = [
        fetch(page, **platform.headers(guesser, f"192.0.2.{attempt}"))[0]
        for attempt in range(LIMIT + 1)
    ]
    assert statuses == [404] * LIMIT + [429]
    assert fetch(page, **platform.headers(friend, "192.0.2.1"))[0] == 404


async def test_a_refused_socket_is_counted_and_logged_once(
    start: Callable[[int], services.Daphne],
) -> None:
    server = start(1)
    before = (await in_thread(lambda: numbers(server)))["farkle_refused_origins_total"]
    headers = {**Platform().headers(CLIENT, ""), "X-Forwarded-Proto": "http"}
    url = f"ws://{headers.pop('Host')}/ws/room/22222222/"
    for _ in range(2):
        with pytest.raises(InvalidStatus):
            await connect(
                url,
                additional_headers=headers,
                host="127.0.0.1",
                port=server.port,
                origin=Origin("https://farkle.example"),
            )
    after = (await in_thread(lambda: numbers(server)))["farkle_refused_origins_total"]
    assert after == before + 2
    assert server.log().count("A socket was refused") <= 1


@pytest.mark.parametrize(("addresses", "warnings"), [(1, 1), (2, 0), (3, 1)])
def test_the_first_visit_shows_a_wrong_number_of_proxies(
    environ: dict[str, str], daphne_server: Start, addresses: int, warnings: int
) -> None:
    server = daphne_server(**environ, FARKLE_PROXIES="2")
    for _ in range(2):
        entries = ", ".join(["198.51.100.7"] * addresses)
        fetch(f"{server.url}/", **{**Platform().headers(CLIENT, ""), "X-Forwarded-For": entries})
    assert server.log().count("FARKLE_PROXIES is 2") == warnings


def test_a_proxy_without_the_scheme_is_explained(start: Callable[[int], services.Daphne]) -> None:
    server = start(1)
    for _ in range(2):
        status, headers, text = fetch(f"{server.url}/", Host="farkle.example")
        assert status == 503
        assert "Location" not in headers
        assert b"X-Forwarded-Proto" in text
    assert server.log().count("X-Forwarded-Proto, which says") == 1


@pytest.mark.parametrize(("schemes", "warnings"), [(("http", "http"), 1), (("https", "http"), 0)])
def test_visits_that_never_come_by_https_are_explained(
    environ: dict[str, str], daphne_server: Start, schemes: tuple[str, str], warnings: int
) -> None:
    server = daphne_server(**environ)
    for scheme in schemes:
        headers = {**Platform().headers(CLIENT, ""), "X-Forwarded-Proto": scheme}
        status, answer, _ = fetch(f"{server.url}/games/", **headers)
        if scheme == "http":
            assert (status, answer["Location"]) == (301, "https://farkle.example/games/")
    assert server.log().count("too many redirects") == warnings
