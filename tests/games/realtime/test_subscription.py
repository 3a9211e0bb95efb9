"""The subscription of a process to the channel layer, for the rooms that it has open."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from games import broadcast
from games.realtime import subscription
from games.realtime.memory_layer import QuietInMemoryChannelLayer
from games.realtime.room import OpenRoom
from games.realtime.subscription import LayerSubscription


class Heard:
    """What a subscription has passed on."""

    def __init__(self) -> None:
        self.messages: list[Mapping[str, Any]] = []
        self._came = asyncio.Event()

    def __call__(self, message: Mapping[str, Any]) -> None:
        if message["text"] == "odd":
            raise ValueError("not readable")
        self.messages.append(message)
        self._came.set()

    async def texts(self, count: int) -> list[str]:
        async with asyncio.timeout(60):
            while len(self.messages) < count:
                self._came.clear()
                await self._came.wait()
        return [message["text"] for message in self.messages]


@asynccontextmanager
async def subscribed(layer: QuietInMemoryChannelLayer) -> AsyncIterator[tuple[Any, Heard]]:
    heard = Heard()
    found = LayerSubscription(layer, heard)
    await found.start()
    task = asyncio.create_task(found.run())
    try:
        yield found, heard
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def send(room: OpenRoom, text: str) -> None:
    await broadcast.send(room.pk, {"type": "picking", "text": text})


async def test_messages_come_from_rooms_that_joined_and_have_not_left(
    layer: QuietInMemoryChannelLayer,
) -> None:
    mine, other = OpenRoom(1, "MINE"), OpenRoom(2, "OTHER")
    async with subscribed(layer) as (found, heard):
        assert await found.join(mine)
        assert await found.join(other)
        await send(mine, "1")
        await send(other, "2")
        assert await heard.texts(2) == ["1", "2"]
        await found.leave(mine)
        await send(mine, "of a room that left")
        await send(other, "3")
        assert await heard.texts(3) == ["1", "2", "3"]


async def test_a_room_whose_layer_fails_can_join_later(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, add = OpenRoom(1, "ROOM"), layer.group_add

    async def fail(*_: Any) -> None:
        raise ConnectionError("the layer is away")

    async with subscribed(layer) as (found, heard):
        monkeypatch.setattr(layer, "group_add", fail)
        assert not await found.join(room)
        await found.leave(room)  # there is nothing to leave
        monkeypatch.setattr(layer, "group_add", add)
        assert await found.join(room)
        await send(room, "1")
        assert await heard.texts(1) == ["1"]


async def test_neither_a_failure_of_the_layer_nor_an_odd_message_ends_the_subscription(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, receive, failed = OpenRoom(1, "ROOM"), layer.receive, list[str]()
    monkeypatch.setattr(subscription, "_RETRY_SECONDS", 0)

    async def receive_at_last(channel: str) -> Any:
        if len(failed) < 3:
            failed.append(channel)
            raise ConnectionError("the layer is away")
        return await receive(channel)

    monkeypatch.setattr(layer, "receive", receive_at_last)
    async with subscribed(layer) as (found, heard):
        await found.join(room)
        await send(room, "odd")
        await send(room, "1")
        assert await heard.texts(1) == ["1"]
    assert len(failed) == 3
