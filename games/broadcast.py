"""Telling what happened, after its commit: the only sender to the channel layer.

What is sent is only a hint. A hub that misses it, gets it twice or too early reads the database.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games import metrics
from games.state.room_state import OutboundEvent

logger = logging.getLogger(__name__)


class RoomUpdate(NamedTuple):
    """What happened in one room, committed; and when something will happen there by itself."""

    room: int
    told: Sequence[OutboundEvent]
    due_at: datetime | None


Near = Callable[[RoomUpdate], Awaitable[None]]

_loop: asyncio.AbstractEventLoop | None = None
_near: Near | None = None
_alone = False
_listeners: list[Callable[[RoomUpdate], None]] = []


def serve(
    loop: asyncio.AbstractEventLoop, near: Near | None = None, *, alone: bool = False
) -> None:
    """Send through this loop from now on: the server's, which is connected to the layer.

    `near` is this process's own hub, which hears every story first and without the layer. `alone`:
    there is no other process to tell.
    """
    global _loop, _near, _alone  # one server a process
    _loop, _near, _alone = loop, near, alone


def listen(listener: Callable[[RoomUpdate], None]) -> None:
    """Have `listener` called, in the server's loop, with every story this process tells."""
    _listeners.append(listener)


def publish(stories: Sequence[RoomUpdate]) -> None:
    """Tell them to every process. Called from any thread but the server's own."""
    if not stories:
        return
    if _loop is not None and _loop.is_running():
        _loop.call_soon_threadsafe(_start, _loop, stories, time.perf_counter())
    else:  # a command, with no server in this process
        async_to_sync(_tell)(stories, time.perf_counter())


_sending: set[asyncio.Task[None]] = set()


def _start(loop: asyncio.AbstractEventLoop, stories: Sequence[RoomUpdate], since: float) -> None:
    for story in stories:
        for listener in _listeners:
            listener(story)
    task = loop.create_task(_tell(stories, since))
    _sending.add(task)  # a loop holds its tasks weakly
    task.add_done_callback(_sending.discard)


async def _tell(stories: Sequence[RoomUpdate], since: float) -> None:
    if _near is not None:
        for story in stories:
            try:
                await _near(story)
            except Exception:
                logger.exception("the hub would not take a story")  # it reads the heads as well
        metrics.pushes.observe(time.perf_counter() - since)
    if not _alone:
        for story in stories:
            await send(story.room, {"type": "story", "told": [list(one) for one in story.told]})


async def send(room: int, message: dict[str, Any]) -> None:
    """Hand a message to the hub of every process that has the room open. Never raises."""
    try:
        await get_channel_layer().group_send(group_of(room), {**message, "room": room})
    except Exception:
        # Redis is away, or slow. Nothing is lost: hubs read the heads of their rooms.
        logger.warning("the channel layer would not take a message", exc_info=True)


def group_of(room: int) -> str:
    """The name of the room's group in the layer."""
    return f"room.{room}"
