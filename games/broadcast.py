"""Publish committed updates. This is the only module that sends to other processes.

A message to them is only a hint: a hub that misses it, or gets it twice or too early, reads the
database. A management command, which belongs to no server process, publishes nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any, NamedTuple, Protocol

from games import metrics
from games.state.room_state import OutboundEvent
from games.state.running import Moves

logger = logging.getLogger(__name__)

REACTION_SECONDS = 2.5
"""Wait before a computer reacts: first, pages show how the turn ends."""


class RoomUpdate(NamedTuple):
    """The committed events of one room, and its next deadline."""

    room: int
    events: Sequence[OutboundEvent]
    due_at: datetime | None
    moves: Moves | None = None
    """The same events for the table caches of other processes, if all of them are moves."""
    reaction: str | None = None
    """The frame of a computer player's reaction to the events, to be sent a little later."""
    is_rewritten: bool = False
    """True if sockets get the room anew, because too much has happened at once."""


Listener = Callable[[RoomUpdate], None]


class Hub(Protocol):
    """Sends to the sockets of this process."""

    def deliver_update(self, update: RoomUpdate) -> None:
        """Send the events that this process has committed."""

    def on_message(self, room: int, message: Mapping[str, Any]) -> None:
        """Handle a message to the room with this key, from any process."""


class Bus(Protocol):
    """Sends to the hubs of the other processes."""

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        """Send a message to those that have the room open. Never raises."""


class Broadcaster:
    """Hands updates and messages to the hub of this process and, by the bus, to the others. A
    management command has no `loop` (the server's event loop), a site of one process has no bus."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop | None = None,
        hub: Hub | None = None,
        bus: Bus | None = None,
    ) -> None:
        self._loop = loop
        self._hub = hub
        self._bus = bus
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call `listener` in the server's loop with every update of this process."""
        self._listeners.append(listener)

    def publish(self, updates: Sequence[RoomUpdate]) -> None:
        """Send updates to every process. Call it from any thread but the server's own."""
        if updates and self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self.publish_here, updates, time.perf_counter())

    def publish_here(self, updates: Sequence[RoomUpdate], since: float) -> None:
        """Send updates, committed at `since` (perf_counter). Call it in the running event loop."""
        receivers = [*self._listeners]
        if self._hub is not None:
            receivers.append(self._hub.deliver_update)
        for receive, update in product(receivers, updates):
            try:
                receive(update)
            except Exception:  # hub and scheduler also read what has changed
                logger.exception("an update could not be handed on")
        if self._hub is not None:
            metrics.pushes.observe(time.perf_counter() - since)
        for update in updates:
            if self._bus is not None:
                self._bus.publish(update.room, _message(update))
            if update.reaction is not None:
                said = {"type": "said", "text": update.reaction}
                loop = asyncio.get_running_loop()
                loop.call_later(REACTION_SECONDS, self.send, update.room, said)

    def send(self, room: int, message: Mapping[str, Any]) -> None:
        """Send a message to every process that has the room open. Call it in the event loop."""
        if self._hub is not None:
            self._hub.on_message(room, message)
        if self._bus is not None:
            self._bus.publish(room, message)

    def send_soon(self, room: int, message: Mapping[str, Any]) -> None:
        """Send a message as `send` does. Call it from any thread but the server's own."""
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self.send, room, message)


current = Broadcaster()
"""The broadcaster of this process. A server process puts its own here when it starts."""


def _message(update: RoomUpdate) -> dict[str, Any]:
    if update.is_rewritten:
        return {"type": "room.anew"}
    message = {"type": "room.events", "events": [list(event) for event in update.events]}
    moves = None if update.moves is None else update.moves.pack()
    return message if moves is None else {**message, "moves": moves}
