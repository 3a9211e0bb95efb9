"""A bus between hubs in one process, for tests of several server processes."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import orjson

from games.realtime.bus import OnMessage


class LocalBus:
    """What is published here reaches every end that has joined the room."""

    def __init__(self) -> None:
        self.ends: list[End] = []

    def end(self) -> "End":
        """Return the bus as a new process sees it."""
        self.ends.append(End(self))
        return self.ends[-1]

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        """Send a message as JSON, as it goes through Redis."""
        raw = orjson.dumps(message, default=list)
        for end in self.ends:
            if room in end.rooms:
                self.pass_on(end, room, raw)

    def pass_on(self, end: "End", room: int, raw: bytes) -> None:
        """Hand one end a message."""
        end.take(room, raw)


class End:
    """One process's side of it."""

    def __init__(self, bus: LocalBus) -> None:
        self.rooms: set[int] = set()
        self._bus = bus
        self._on_message: OnMessage | None = None

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        self._bus.publish(room, message)

    def join(self, room: int) -> None:
        self.rooms.add(room)

    def leave(self, room: int) -> None:
        self.rooms.discard(room)

    async def run(self, on_message: OnMessage) -> None:
        self._on_message = on_message
        await asyncio.Event().wait()

    async def close(self) -> None:
        self._bus.ends.remove(self)

    def take(self, room: int, raw: bytes) -> None:
        """Take a message. It is lost if nobody listens yet, or if it is not readable."""
        if self._on_message is not None:
            with contextlib.suppress(Exception):
                self._on_message(room, orjson.loads(raw))
