"""Play mode behind a tunnel: what it believes of forwarded headers, and from whom."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from farkle_site.forwarded import from_this_machine_only
from farkle_site.hosts import own_addresses
from tests.support import services
from tests.support.pages import fetch
from tests.support.sockets import in_thread

PUBLIC = "https://table.example"
TUNNEL = {
    "Host": "table.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
}
WRONG_CODES = 3


@pytest.fixture
def shared(daphne_server: Callable[..., services.Daphne]) -> services.Daphne:
    """A server that listens to the whole network, so that others could reach it past the tunnel."""
    return daphne_server(FARKLE_PUBLIC=PUBLIC, FARKLE_WRONG_CODES=str(WRONG_CODES), HOST="0.0.0.0")


@pytest.mark.parametrize(
    ("peer", "kept"),
    [
        ("127.0.0.1", 3),
        ("::1", 3),
        ("::ffff:127.0.0.1", 3),
        ("192.0.2.7", 1),
        ("::ffff:192.0.2.7", 1),
        ("fe80::1", 1),
        (None, 1),
    ],
)
async def test_another_machines_forwarded_headers_are_dropped(peer: str | None, kept: int) -> None:
    seen: list[Any] = []

    async def application(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        seen.extend(scope["headers"])

    headers = [(name.lower().encode(), value.encode()) for name, value in TUNNEL.items()]
    scope = {"type": "http", "client": (peer, 5000) if peer else None, "headers": headers}
    await from_this_machine_only(application)(scope, None, None)
    assert seen == headers[:kept]


async def test_a_room_behind_a_tunnel(shared: services.Daphne) -> None:
    base = f"http://127.0.0.1:{shared.port}"
    status, _, page = await in_thread(lambda: fetch(f"{base}/", **TUNNEL))
    assert status == 200
    assert f'content="{PUBLIC}/"'.encode() in page

    _, headers, _ = await in_thread(lambda: fetch(f"{base}/account/", **TUNNEL))

    cookie = headers.get_all("Set-Cookie", [])
    assert cookie
    assert all("Secure" in one for one in cookie)
    token = re.search(r"csrftoken=(\w+)", str(cookie))
    assert token

    form = {"csrfmiddlewaretoken": token[1], "name": "Mara", "request": "request-0001"}

    def opened(**more: str) -> tuple[int, Any, bytes]:
        sent = {**TUNNEL, "Cookie": f"csrftoken={token[1]}", **more}
        return fetch(f"{base}/rooms/", form, **sent)

    for other in ("https://elsewhere.example", "http://table.example", "http://localhost", "null"):
        assert (await in_thread(lambda other=other: opened(Origin=other)))[0] == 403
    status, headers, _ = await in_thread(lambda: opened(Origin=PUBLIC))
    assert status == 302
    guest = next(one for one in headers.get_all("Set-Cookie", []) if "farkle_guest" in one)
    assert "Secure" in guest
    path, guest = headers["Location"], guest.split(";")[0]
    page = (await in_thread(lambda: fetch(f"{base}{path}", **TUNNEL, Cookie=guest)))[2]
    assert f"{PUBLIC}{path}".encode() in page

    def socket(origin: str, **more: str) -> connect:
        sent = {"Cookie": guest, "X-Forwarded-For": "203.0.113.9", **more}
        return connect(
            f"ws://table.example/ws{path.replace('/r/', '/room/')}",
            origin=origin,  # type: ignore[arg-type]  # a text is what goes out
            additional_headers=sent,
            host="127.0.0.1",
            port=shared.port,
        )

    async with socket(PUBLIC, **{"X-Forwarded-Proto": "https"}) as open_socket:
        assert '"you"' in await open_socket.recv() + await open_socket.recv()
    for origin, scheme in ((PUBLIC, "http"), ("https://elsewhere.example", "https")):
        with pytest.raises(InvalidStatus):
            await socket(origin, **{"X-Forwarded-Proto": scheme})


def test_nobody_else_is_believed(shared: services.Daphne) -> None:
    # Not by the tunnel: sent to it, whatever the request says of itself.
    for address in own_addresses():
        host = f"[{address}]" if ":" in address else address
        if ":" not in address:
            status, headers, _ = fetch(f"http://{host}:{shared.port}/", **TUNNEL)
            assert (status, headers["Location"]) == (301, f"{PUBLIC}/")
    base = f"http://127.0.0.1:{shared.port}"
    status, headers, _ = fetch(f"{base}/games/")
    assert (status, headers["Location"]) == (301, f"{PUBLIC}/games/")
    # The name may not be ours tomorrow.
    assert "Strict-Transport-Security" not in headers
    assert headers["Cache-Control"] == "no-store"
    assert fetch(f"{base}/", **{**TUNNEL, "Host": "elsewhere.example"})[0] == 400
    # The last entry is the tunnel's; what is left of it, anybody can write.
    answers = [
        fetch(f"{base}/r/7777777{n}/", **{**TUNNEL, "X-Forwarded-For": f"10.0.0.{n}, 203.0.113.9"})
        for n in range(2, 3 + WRONG_CODES)
    ]
    assert [status for status, _, _ in answers] == [404] * WRONG_CODES + [429]
