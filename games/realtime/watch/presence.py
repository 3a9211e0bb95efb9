"""Once a second, share presence with the other processes, and report missing players.

A room is checked when a process has seen a change there, when a player may be gone, and
periodically. So the work grows with the changes, not with the number of open rooms.
"""

import asyncio
import heapq
import itertools
import logging
import math
import random
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from games import broadcast, clock
from games.people import presence
from games.people.presence import LocalPresence
from games.protocol import frames
from games.protocol.commands import Command, Missing
from games.protocol.requests import own_id
from games.realtime.room import OpenRoom
from games.realtime.threads import DatabaseThreads
from games.state import room_state
from games.state.absence import is_settled

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = (15.0, 23.0)
"""Range of times after which a room's presence is shared in any case. Other processes count a
player as present for 25 s after the next ping is due, and must hear of it by then."""
LOOK_SECONDS_ALONE: Final = (50.0, 60.0)
"""The same for a site with one process, which counts players as present for 70 s."""


class PresenceWatch:
    """Belongs to the hub of one process. `alone`: the site has no other process."""

    def __init__(
        self,
        threads: DatabaseThreads,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        *,
        alone: bool = False,
    ) -> None:
        self._threads = threads
        self._spawn = spawn
        self._alone = alone
        self._process = f"{random.getrandbits(64):x}"
        self._left: dict[int, LocalPresence] = {}
        """Unshared presence in rooms that no socket of this process has open any more."""
        self.changed = set[OpenRoom]()
        """Rooms to check: something has changed there, or a player may be missing."""
        self._planned: list[tuple[float, int, OpenRoom]] = []
        """A heap of the times to check a room; obsolete where the room itself has another one."""
        self._numbers = itertools.count()

    def close(self, room: OpenRoom) -> None:
        """Note that this process has no socket in the room any more."""
        self._left[room.pk] = room.local_presence

    def on_message(self, room: OpenRoom, process: str) -> None:
        """Check a room soon, because a process has announced a change there."""
        if process != self._process:
            room.share_presence()

    async def exchange(self, rooms: Mapping[int, OpenRoom]) -> None:
        """Share presence, send the changes to the sockets, and report missing players."""
        now = clock.now().timestamp()
        due = dict[int, OpenRoom]()
        looked = [room for room in self._pop_due(now) if rooms.get(room.pk) is room]
        for room in looked:
            if not self._plan(room, now):
                due[room.pk] = room
        if due or self._left:
            try:
                await self._share(due, now)
            except Exception:
                self.changed.update(looked)
                raise
        for room in looked:
            if room.settled != (room.head, room.presence):
                try:
                    await self._report_absences(room, now)
                except Exception:
                    logger.warning("cannot read whose presence a room needs", exc_info=True)
            if room.settled != (room.head, room.presence):
                self.changed.add(room)

    def _pop_due(self, now: float) -> set[OpenRoom]:
        due = self.changed.copy()
        self.changed.clear()
        while self._planned and self._planned[0][0] <= now:
            at, _, room = heapq.heappop(self._planned)
            if room.planned == at:
                room.planned = math.inf
                due.add(room)
        return due

    def _plan(self, room: OpenRoom, now: float) -> bool:
        """Plan the next check of a room; return False if it is due now."""
        at = min(room.presence_due, room.local_presence.first_expiry())
        if now < at < room.planned:
            room.planned = at
            heapq.heappush(self._planned, (at, next(self._numbers), room))
        return at > now

    async def _share(self, rooms: Mapping[int, OpenRoom], now: float) -> None:
        left, self._left = self._left, {}
        seconds = LOOK_SECONDS_ALONE if self._alone else LOOK_SECONDS
        for room in rooms.values():  # any change from here on makes it due again
            room.presence_due = now + random.uniform(*seconds)
        local = left | {pk: room.local_presence for pk, room in rooms.items()}
        alone = self._alone
        local = {pk: presence.drop_stale(seen, now, alone=alone) for pk, seen in local.items()}
        try:
            # It needs only the cache. On the reader's thread, reads would wait for Redis, too.
            shared = await asyncio.to_thread(presence.exchange, local, self._process, now)
        except Exception:
            for room in rooms.values():
                room.share_presence()
            raise
        news = {pk for pk, seen in local.items() if seen.left}
        for pk, room in rooms.items():
            room.presence_due = min(room.presence_due, local[pk].until)
            if not self._plan(room, now):
                self.changed.add(room)
            present, before = shared[pk], room.presence
            if present != before:
                news.add(pk)
                room.presence = present
                on = sorted(present.players - before.players)
                off = sorted(before.players - present.players)
                room.send_to_all(frames.here(on, off, present.watching))
        for pk in news:
            broadcast.current.send(pk, {"type": "present", "by": self._process})

    async def _report_absences(self, room: OpenRoom, now: float) -> None:
        present, needs = room.presence.players, room.presence_needs()
        if needs is None:
            head, needs = room.head, await self._threads.read(room_state.presence_needs, room.pk)
            room.stored_needs = (head, needs)
        room.settled = (room.head, room.presence) if is_settled(needs, present) else None
        for body in room.absence_reporter.reports(needs, present, now):
            if isinstance(body, Missing) and not presence.sees_all_players:
                continue
            kind = type(body).__name__.lower()
            command = Command(room.code, None, own_id(kind, body.player, room.head), body)
            self._spawn(self._perform(command))

    async def _perform(self, command: Command) -> None:
        await self._threads.perform(command)
