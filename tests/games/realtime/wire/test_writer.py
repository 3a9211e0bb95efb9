"""Frames are written, and held back, with and without our own shortcuts."""

import asyncio
from collections.abc import Callable
from typing import Any

from games.realtime.wire.writer import FrameWriter
from tests.conftest import Backend
from tests.support import services
from tests.support.client import play
from tests.support.sockets import all_at, nothing_broke, same_story, table


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
        raise ConnectionError("it is closed")

    writer = FrameWriter(send, lambda: None)
    for text in ("1", "2"):
        writer.send(text, "never")
        await writer.finish()
    assert sent == ["1", "2"]
