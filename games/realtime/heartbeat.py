"""The sign of life that each server process writes to the database every few seconds.

A process that cannot write it (stuck writer, full disk, read-only database) is not ready. The signs
of other processes reveal a missing REDIS_URL, without which each process takes the players of the
others for absent.
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
"""A process without a sign for this long is not ready."""
COMPANY_BEATS: Final = 4
"""Beats of this process without a new sign after which another one counts as ended."""
STOP_SECONDS: Final = 2.0
KEPT_BEATS: Final = 60
"""Beats after which its sign is deleted."""


class Heartbeat:
    """Calls `on_company` at each beat, with True if there are other processes."""

    def __init__(self, threads: DatabaseThreads, on_company: Callable[[bool], None]) -> None:
        self._threads = threads
        self._on_company = on_company
        self._process = secrets.token_hex(8)
        self._beats = 0
        self._last_beat = time.monotonic()
        """Time (monotonic) of its newest sign."""
        self._signs: dict[str, int] = {}
        """The newest signs of other processes: their number of beats."""
        self._silent = Counter[str]()
        """Beats since each of them last left a new sign."""

    @property
    def is_stuck(self) -> bool:
        """True if this process has left no sign for too long."""
        return time.monotonic() - self._last_beat > STUCK_SECONDS

    async def stop(self) -> None:
        """Delete the sign, unless the database does not answer."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(STOP_SECONDS):
                await self._threads.write(heartbeat.forget, [self._process])

    async def beat(self) -> None:
        """Leave a sign, and read those of other processes."""
        self._beats += 1
        signs = await self._threads.write(heartbeat.beat, self._process, self._beats)
        self._last_beat = time.monotonic()
        self.note(signs)
        if ended := [name for name, beats in self._silent.items() if beats >= KEPT_BEATS]:
            await self._threads.write(heartbeat.forget, ended)

    def note(self, signs: dict[str, int]) -> None:
        """Compare the signs of other processes with those at the last beat."""
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
