"""Publish what was committed. This is the only module that sends to the channel layer.

A message is only a hint: a hub that misses it, or gets it twice or too early, reads the database.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import product
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games import metrics
from games.process_wide import ProcessWide
from games.state.moves import Moves
from games.state.room_state import OutboundEvent

logger = logging.getLogger(__name__)


class RoomUpdate(NamedTuple):
    """The committed events of one room, and its next deadline."""

    room: int
    events: Sequence[OutboundEvent]
    due_at: datetime | None
    moves: Moves | None = None
    """The same events for the table caches of other processes, if all of them are moves."""


Deliver = Callable[[RoomUpdate], None]
Listener = Callable[[RoomUpdate], None]


class Broadcaster:
    """Hands updates to this process's hub and, through the channel layer, to all other processes.

    `loop` is the server's event loop, which is connected to the layer; a management command has
    none. `deliver` takes updates to the hub of this process, before and without the layer. `alone`
    says that there is no other process.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop | None = None,
        deliver: Deliver | None = None,
        *,
        alone: bool = False,
    ) -> None:
        self._loop = loop
        self._deliver = deliver
        self._alone = alone
        self._listeners: list[Listener] = []
        self._sending: set[asyncio.Task[None]] = set()

    def listen(self, listener: Listener) -> None:
        """Call `listener` in the server's loop with every update of this process."""
        self._listeners.append(listener)

    def publish(self, updates: Sequence[RoomUpdate]) -> None:
        """Send updates to every process. Call it from any thread but the server's own."""
        if not updates:
            return
        since = time.perf_counter()
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self.publish_here, updates, since)
        else:
            async_to_sync(_send_on)(updates)

    def publish_here(self, updates: Sequence[RoomUpdate], since: float) -> None:
        """Send updates, committed at `since` (perf_counter). Call it in the running event loop."""
        takers = [*self._listeners]
        if self._deliver is not None:
            takers.append(self._deliver)
        for take, update in product(takers, updates):
            try:
                take(update)
            except Exception:  # hub and scheduler also read what has changed
                logger.exception("an update could not be handed on")
        if self._deliver is not None:
            metrics.pushes.observe(time.perf_counter() - since)
        if not self._alone:
            task = asyncio.get_running_loop().create_task(_send_on(updates))
            self._sending.add(task)  # the loop itself keeps only weak references
            task.add_done_callback(self._sending.discard)


current = ProcessWide(Broadcaster())


def publish(updates: Sequence[RoomUpdate]) -> None:
    """Send updates to every process, through the broadcaster of this one."""
    current().publish(updates)


async def _send_on(updates: Sequence[RoomUpdate]) -> None:
    """Send updates to the other processes."""
    async with asyncio.TaskGroup() as sending:
        for update in updates:
            sending.create_task(_send_update(update))


async def _send_update(update: RoomUpdate) -> None:
    message = {"type": "story", "told": [list(event) for event in update.events]}
    moves = None if update.moves is None else update.moves.pack()
    await send(update.room, message if moves is None else {**message, "moves": moves})


async def send(room: int, message: dict[str, Any]) -> None:
    """Send a message to the hub of every process that has the room open. Never raises."""
    try:
        await get_channel_layer().group_send(group_of(room), {**message, "room": room})
    except Exception:
        # Redis is down or slow. Nothing is lost: hubs read the heads of their rooms.
        logger.warning("the channel layer did not take a message", exc_info=True)


def group_of(room: int) -> str:
    """Return the name of the room's group in the layer."""
    return f"room.{room}"
