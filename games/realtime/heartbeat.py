"""Every few seconds a server process leaves a sign in the database.

If it cannot, because the writer waits, the disk is full or the database may only be read, it is not
ready. By the signs of others it knows that it is not alone. That matters where REDIS_URL is
missing: each process then takes the players of the others for absent.
"""

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from games.realtime.threads import DatabaseThreads
from games.services.upkeep import heartbeat

BEAT_SECONDS: Final = 4.0
STUCK_SECONDS: Final = 10.0
"""After this time without a sign the process is not ready."""
COMPANY_BEATS: Final = 4
"""A process that has left no new sign for so many beats of this one has ended."""
STOP_SECONDS: Final = 2.0
KEPT_BEATS: Final = 60
"""After so many its sign is deleted."""


class Heartbeat:
    """See the module. Each beat calls `on_company`, with True if there are other processes."""

    def __init__(self, threads: DatabaseThreads, on_company: Callable[[bool], None]) -> None:
        self._threads = threads
        self._on_company = on_company
        self._process = secrets.token_hex(8)
        self._beats = 0
        self._left = time.monotonic()
        """The time of the newest sign."""
        self._signs: dict[str, int] = {}
        """The newest signs of other processes."""
        self._silent = Counter[str]()
        """The number of beats for which each of them has left no new one."""

    @property
    def is_stuck(self) -> bool:
        """True if the writer has left no sign for too long."""
        return time.monotonic() - self._left > STUCK_SECONDS

    async def stop(self) -> None:
        """Delete the sign, unless the database does not answer."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(STOP_SECONDS):
                await self._threads.write(heartbeat.forget, [self._process])

    async def beat(self) -> None:
        """Leave a sign, and look for those of others."""
        self._beats += 1
        signs = await self._threads.write(heartbeat.beat, self._process, self._beats)
        self._left = time.monotonic()
        self.note(signs)
        if ended := [name for name, beats in self._silent.items() if beats >= KEPT_BEATS]:
            await self._threads.write(heartbeat.forget, ended)

    def note(self, signs: dict[str, int]) -> None:
        """Compare the signs of the others with those of the beat before."""
        before, self._signs = self._signs, signs
        for process, number in signs.items():
            if process not in before:
                self._silent[process] = COMPANY_BEATS  # it may have ended long ago
            elif number != before[process]:
                self._silent[process] = 0
            else:
                self._silent[process] += 1
        for process in self._silent.keys() - signs.keys():
            del self._silent[process]
        self._on_company(any(beats < COMPANY_BEATS for beats in self._silent.values()))
