"""A channel layer as bad as networks get, for hubs that must not mind."""

import asyncio
import random
from typing import Any

from games.hub import Hub
from games.layer import QuietInMemoryChannelLayer
from games.open_room import OpenRoom


class LossyLayer(QuietInMemoryChannelLayer):
    """Drops a fifth of all messages, doubles a fifth, and holds a fifth back until later ones."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dropped = self.doubled = self.late = 0
        self._random = random.Random(seed)
        self._pending: set[asyncio.Task[None]] = set()

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        luck = self._random.random()
        if luck < 0.2:
            self.dropped += 1
            return
        if luck < 0.4:
            self.doubled += 1
            await super().send(channel, message)
        elif luck < 0.6:
            self.late += 1
            task = asyncio.create_task(self._later(channel, message))
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)
            return
        await super().send(channel, message)

    async def _later(self, channel: str, message: dict[str, Any]) -> None:
        await asyncio.sleep(self._random.uniform(0, 0.1))
        await super().send(channel, message)


class CarelessHub(Hub):
    """A hub that does not mind gaps: what the checker must find out."""

    async def deliver(self, room: OpenRoom, events: Any) -> None:
        """Hand out whatever comes, if it is newer."""
        async with room.lock:
            for told in events:
                if told.n > room.head:
                    room.head = told.n
                    for listener in list(room.listeners):
                        listener.n = told.n
                        await listener.post(told.text)

    def _fill_soon(self, room: OpenRoom) -> None:
        """Do without what is missing."""
