"""Buses that lose, double and reorder messages, which hubs must put right."""

import asyncio
import functools
import random
from collections.abc import Callable, Mapping
from typing import Any

from games.realtime.bus import Bus
from games.realtime.hub import Hub
from games.realtime.room import OpenRoom
from tests.support.local_bus import End, LocalBus


class Luck:
    """Drops a fifth of all messages, doubles a fifth, and delays a fifth behind later ones."""

    def __init__(self, seed: int) -> None:
        self.dropped = self.doubled = self.late = 0
        self._random = random.Random(seed)

    def send(self, deliver: Callable[[], None]) -> None:
        luck = self._random.random()
        if luck < 0.2:
            self.dropped += 1
            return
        if luck < 0.4:
            self.doubled += 1
            deliver()
        elif luck < 0.6:
            self.late += 1
            delay = self._random.uniform(0, 0.1)
            asyncio.get_running_loop().call_later(delay, deliver)
            return
        deliver()


class LossyBus(LocalBus):
    """Loses messages for each end by itself."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.luck = Luck(seed)

    def pass_on(self, end: End, room: int, raw: bytes) -> None:
        self.luck.send(functools.partial(super().pass_on, end, room, raw))


class LossyRedisBus(Bus):
    """Loses messages of this process before they reach Redis."""

    def __init__(self, url: str, timeouts: Mapping[str, Any]) -> None:
        super().__init__(url, timeouts)
        self._luck = Luck(0)

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        self._luck.send(functools.partial(super().publish, room, message))


class CarelessHub(Hub):
    """A hub that ignores gaps, which the tests must notice."""

    def deliver(self, room: OpenRoom, events: Any) -> None:
        """Send every event that is newer than the last one."""
        for event in events:
            if event.n > room.head:
                room.head = event.n
                for subscriber in list(room.subscribers):
                    subscriber.n = event.n
                    subscriber.push(event.frame)

    def _start_gap_read(self, room: OpenRoom) -> None:
        """Leave the gap."""
