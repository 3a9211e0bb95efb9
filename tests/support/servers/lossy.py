"""Channel layers that lose, double and reorder messages, which hubs must put right."""

import asyncio
import functools
import random
from collections.abc import Awaitable, Callable
from typing import Any

from games.realtime.hub import Hub
from games.realtime.memory_layer import QuietInMemoryChannelLayer
from games.realtime.redis_layer import RedisLayer
from games.realtime.room import OpenRoom


class Luck:
    """Drops a fifth of all messages, doubles a fifth, and delays a fifth behind later ones."""

    def __init__(self, seed: int) -> None:
        self.dropped = self.doubled = self.late = 0
        self._random = random.Random(seed)
        self._pending: set[asyncio.Task[None]] = set()

    async def send(self, deliver: Callable[[], Awaitable[None]]) -> None:
        luck = self._random.random()
        if luck < 0.2:
            self.dropped += 1
            return
        if luck < 0.4:
            self.doubled += 1
            await deliver()
        elif luck < 0.6:
            self.late += 1
            task = asyncio.create_task(self._later(deliver))
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)
            return
        await deliver()

    async def _later(self, deliver: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(self._random.uniform(0, 0.1))
        await deliver()


class LossyLayer(QuietInMemoryChannelLayer):
    """Loses messages for each subscriber by itself."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.luck = Luck(seed)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self.luck.send(functools.partial(super().send, channel, message))


class LossyRedisLayer(RedisLayer):
    """Loses messages of this process before they reach Redis."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._luck = Luck(0)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        layer = self._get_layer()
        await self._luck.send(functools.partial(layer.group_send, group, message))


class CarelessHub(Hub):
    """A hub that ignores gaps, which the tests must notice."""

    def deliver(self, room: OpenRoom, events: Any) -> None:
        """Send every event that is newer than the last one."""
        for event in events:
            if event.n > room.head:
                room.head = event.n
                for subscriber in list(room.subscribers):
                    subscriber.n = event.n
                    subscriber.send(event.frame)

    def _start_gap_read(self, room: OpenRoom) -> None:
        """Leave the gap."""
