"""Frames are written, and held back, with and without our own shortcuts."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from autobahn.exception import Disconnected

from games.realtime.wire.writer import CLOSE_ERROR, FrameWriter
from tests.conftest import Backend
from tests.support import services
from tests.support.client import Browser, Page, play
from tests.support.sockets import all_at, in_thread, nothing_broke, same_story, table


async def test_a_whole_game_without_shortcuts(
    sqlite_backend: Backend, daphne_server: Callable[..., Any]
) -> None:
    """As on a server whose connections we do not know."""
    database = sqlite_backend.database
    server: services.Daphne = daphne_server(database=database, FARKLE_FAST_SOCKETS="no")
    async with table(server, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        await asyncio.gather(*map(play, pages))
        await same_story(pages, database)
    nothing_broke(server)


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


@pytest.mark.parametrize("fast", ["yes", "no"])
async def test_a_room_of_a_hundred_is_shown(daphne_server: Callable[..., Any], fast: str) -> None:
    server: services.Daphne = daphne_server(FARKLE_FAST_SOCKETS=fast, FARKLE_LIMITS_FACTOR="10")
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Player 1")
    for number in range(2, 101):
        await in_thread(Browser(server.url).sit, code, f"Player {number}")
    async with Page(browser, code) as page:
        await page.until(lambda: page.room is not None)
        assert len(page.here.players) == 100
    nothing_broke(server)
