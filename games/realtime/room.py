"""A room that somebody has open in this process: its sockets, and where its story stands here."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import Protocol

from games import clock
from games.presence import Heard, Here
from games.realtime import chat
from games.realtime.hints import Hints
from games.realtime.threads import read
from games.state.absence_watch import NOBODY, Attendance, PresenceNeeds
from games.state.room_state import OutboundEvent

_RECENT = 100
_TALK_SECONDS = 2.0
UNKNOWN = -1


class Listener(Protocol):
    """A socket, as the hub sees it."""

    n: int
    person: int | None
    players: list[int]
    lost: list[int]

    @property
    def behind(self) -> bool:
        """Whether it takes nothing now: its client does not read. It is caught up later."""

    async def post(self, text: str) -> None:
        """Send a frame. Never raises."""


class OpenRoom:
    """See the module. `head` is the newest event that was handed out here."""

    def __init__(self, pk: int, code: str) -> None:
        self.pk = pk
        self.code = code
        self.listeners: set[Listener] = set()
        self.head = UNKNOWN
        self.ahead: dict[int, OutboundEvent] = {}
        self.recent: deque[OutboundEvent] = deque(maxlen=_RECENT)
        self.synced: tuple[int, str] | None = None
        self.lock = asyncio.Lock()
        self.sync_lock = asyncio.Lock()
        self.subscribed = False
        self.filling = False
        self.heard = Heard()
        self.here = Here(frozenset(), 0)
        self.talked: tuple[float, str] | None = None
        """When it was read what was said last, and the frame that tells it."""
        self.looked = (UNKNOWN, NOBODY)
        self.hints = Hints()
        self.attendance = Attendance(clock.now().timestamp())

    def look(self) -> PresenceNeeds | None:
        """Who is to be looked for now; None where that must be read."""
        newest = self.recent[-1] if self.recent else None
        if newest is not None and newest.n == self.head and newest.look is not None:
            return PresenceNeeds(*newest.look)
        return self.looked[1] if self.looked[0] == self.head else None

    async def talk(self) -> str:
        """The frame of what was said last; read once for all who come in together."""
        now = time.monotonic()
        if self.talked is None or now - self.talked[0] > _TALK_SECONDS:
            self.talked = (now, await read(chat.newest, self.pk))
        return self.talked[1]

    async def take(self, events: Iterable[OutboundEvent]) -> bool:
        """Keep them, and hand out everything that now follows without a hole; whether a seat
        changed hands in it. Needs the lock."""
        self.ahead.update((told.n, told) for told in events if told.n > self.head)
        seats = False
        if self.head == UNKNOWN:
            return seats
        while self.ahead and (told := self.ahead.pop(self.head + 1, None)) is not None:
            self.head = told.n
            self.recent.append(told)
            seats = seats or told.seats
            for listener in list(self.listeners):
                if listener.n == told.n - 1 and not listener.behind:
                    listener.n = told.n
                    await listener.post(told.text)
        return seats

    def begin_at(self, head: int) -> None:
        """The story is known up to here; what came meanwhile and is older is of no use."""
        self.head = head
        for n in [n for n in self.ahead if n <= head]:
            del self.ahead[n]

    def after(self, n: int) -> list[OutboundEvent] | None:
        """What was handed out after event `n`; None where that is not all here any more."""
        missed = [told for told in self.recent if told.n > n]
        if n >= self.head or (missed and missed[0].n == n + 1):
            return missed
        return None

    async def broadcast(self, text: str) -> None:
        """A frame that is of this moment: for whoever has the room and takes something now."""
        for listener in list(self.listeners):
            if listener.n >= 0 and not listener.behind:
                await listener.post(text)

    def count_watching(self) -> None:
        self.heard.watching = sum(not listener.players for listener in self.listeners)
