"""Only pages of this site may open sockets."""

from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from games.realtime.origin import SameOriginValidator
from tests.support.client import Browser
from tests.support.sockets import Raw, Start, nothing_broke


@pytest.fixture(scope="module")
def lobby(lasting_server: Start) -> Iterator[tuple[Browser, str]]:
    """One for all tests: the server refuses whatever they open."""
    server = lasting_server()
    browser = Browser(server.url)
    yield browser, browser.open_room("Mara")
    nothing_broke(server)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.test",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1.evil.test:{port}",
    ],
)
async def test_pages_of_other_origins_are_refused(lobby: tuple[Browser, str], origin: str) -> None:
    port = lobby[0].url.rpartition(":")[2]
    with pytest.raises(InvalidStatus) as caught:
        async with Raw(*lobby, Origin=origin.format(port=port))():
            pass
    assert caught.value.response.status_code == 403


async def test_a_foreign_host_is_refused(lobby: tuple[Browser, str]) -> None:
    with pytest.raises(InvalidStatus):
        async with Raw(*lobby, Origin="http://evil.test", Host="evil.test")():
            pass


@pytest.mark.parametrize("origin", ["http://127.0.0.1:letters", "http://["])
async def test_an_origin_that_is_no_address_is_refused(origin: str) -> None:
    """Autobahn refuses it before."""
    sent: list[str] = []

    async def application(*_: Any) -> None:
        sent.append("let in")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    incoming = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}])

    async def receive() -> dict[str, Any]:
        return next(incoming)

    headers = [(b"host", b"127.0.0.1"), (b"origin", origin.encode())]
    scope = {"type": "websocket", "scheme": "ws", "headers": headers}
    await SameOriginValidator(application)(scope, receive, send)
    assert sent == ["websocket.close"]
