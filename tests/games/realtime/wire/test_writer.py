"""Frames are written at once, together, or not at all to a client that does not read."""

from collections.abc import Callable
from typing import Any

import pytest
from autobahn.exception import Disconnected
from twisted.internet.error import ConnectionLost

from games.realtime.wire.writer import CLOSE_ERROR, FrameWriter, write_at_once
from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser, Page
from tests.support.sockets import in_thread, nothing_broke


async def test_what_was_held_back_is_sent_together() -> None:
    sent: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("text", message))

    writer = FrameWriter(send, lambda: None)
    writer.send("1", "2")
    writer.hold()
    writer.send("3")
    await writer.finish()
    assert sent == ["1", "2"]
    writer.send("4")
    writer.release()
    writer.send("5")
    writer.close(4008)
    await writer.finish()
    assert sent == ["1", "2", "3", "4", "5", {"type": "websocket.close", "code": 4008}]


async def test_a_closed_socket_ignores_what_is_sent() -> None:
    sent: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])
        raise Disconnected

    writer = FrameWriter(send, lambda: None)
    for text in ("1", "2"):
        writer.send(text, "never")
        await writer.finish()
    assert sent == ["1", "2"]


async def test_an_error_on_the_way_out_closes_the_socket_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("text", message))
        if message.get("text") == "1":
            raise ValueError("it is too large")

    writer = FrameWriter(send, lambda: None)
    writer.send("1", "2")
    await writer.finish()
    assert sent == ["1", {"type": "websocket.close", "code": CLOSE_ERROR}]
    assert [record.levelname for record in caplog.records] == ["ERROR"]


@pytest.mark.parametrize("seats", [4, 100, 500])
async def test_a_room_is_shown_and_followed(
    sqlite_backend: Backend, daphne_server: Callable[..., Any], seats: int
) -> None:
    database = sqlite_backend.database
    server: services.Daphne = daphne_server(database=database)
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Player 1")
    stored.add_seats(database, code, seats)
    async with Page(browser, code) as page, Page(Browser(server.url), code) as visitor:
        for at in (page, visitor):
            await at.until(lambda at=at: at.room is not None)
            assert len(at.here.players) == seats
        n = (await page.done("colour", player=seats, colour=3))["n"]
        await visitor.until(lambda: visitor.here.n == n)
    nothing_broke(server)


class Wire:
    """A connection to a client, of which the system takes `room` bytes at once."""

    connected, dataBuffer = True, b""  # noqa: N815  # Twisted's name
    _tempDataBuffer = ()  # noqa: N815

    def __init__(self, room: int | Exception) -> None:
        self.sent = self.buffered = b""
        self._room = room

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802
        if isinstance(self._room, int):
            self.sent += data[: self._room]
            return min(len(data), self._room)
        return self._room

    def write(self, data: bytes) -> None:
        self.buffered += data


def test_what_the_system_does_not_take_at_once_is_buffered() -> None:
    cases: list[tuple[int | Exception, bytes, bytes]] = [
        (9, b"frame", b""),
        (2, b"fr", b"ame"),
        (0, b"", b"frame"),
        (ConnectionLost(), b"", b"frame"),
    ]
    for room, sent, buffered in cases:
        wire = Wire(room)
        write_at_once(wire, b"frame")
        assert (wire.sent, wire.buffered) == (sent, buffered)
