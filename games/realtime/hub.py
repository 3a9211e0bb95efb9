"""The hub: one a process, between the channel layer and this process's sockets.

It has one subscription for each room that somebody has open here, and hands each event to the
room's sockets in order: a message from the layer is only a hint, event n goes out only after n-1, a
gap is filled from the database once for all of them, and once a second the heads of all rooms are
read, so that a lost last message is noticed too.
"""

import asyncio
import logging
import random
from collections.abc import Coroutine, Iterable, Mapping
from itertools import takewhile
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

from games import broadcast, clock, metrics, presence
from games.protocol.commands import Command, own_id
from games.realtime.hints import Hinting
from games.realtime.room import UNKNOWN, Listener, OpenRoom
from games.realtime.threads import Writer, read
from games.state import frames, room_state
from games.state.room_state import NO_SEATS, OutboundEvent, Seats

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
GAP_PATIENCE_SECONDS = 0.02
"""How long a missing event may still come by itself before it is read."""
_COMING_BACK_MS = 1000


class Hub:
    """See the module. Lives in one event loop."""

    def __init__(self, layer: BaseChannelLayer | None = None) -> None:
        self.rooms: dict[int, OpenRoom] = {}
        self.writer = Writer()
        self._layer = layer or get_channel_layer()
        self._channel: str | None = None
        self._process = f"{random.getrandbits(64):x}"
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()
        self._hinting = Hinting(self._spawn)

    # Sockets come and go

    def enter(self, listener: Listener, pk: int, code: str) -> OpenRoom:
        """The room with this key, with the socket in it; `leave` must follow, whatever happens."""
        room = self.rooms.get(pk)
        if room is None:
            room = self.rooms[pk] = OpenRoom(pk, code)
            metrics.rooms.set(len(self.rooms))
        listener.n = UNKNOWN  # no event is next for it until it has its sync
        room.listeners.add(listener)
        return room

    async def join(self, listener: Listener, room: OpenRoom) -> None:
        """Let the socket have everything from now on: first `sync`, then the events after it."""
        await self._start()
        await self._subscribe(room)
        await self.resync(room, listener)
        # Only now: of who sits down from here on, the events tell.
        seats = {} if listener.person is None else await read(room_state.seats_of, room.pk)
        listener.players, listener.lost = _seats_in(seats, listener)
        await listener.post(frames.you(listener.players, listener.lost))
        self.hear(room, listener)
        await self._post_moment(room, listener)
        self._hinting.came(room)

    async def leave(self, listener: Listener, room: OpenRoom) -> None:
        """The socket is closed."""
        room.listeners.discard(listener)
        if not room.listeners and self.rooms.get(room.pk) is room:
            del self.rooms[room.pk]
            metrics.rooms.set(len(self.rooms))
            if room.subscribed:
                await self._layer.group_discard(broadcast.group_of(room.pk), self._channel)
        else:
            room.count_watching()

    async def resync(self, room: OpenRoom, listener: Listener) -> None:
        """Send `sync`, and the events that came since it was made."""
        while True:
            n, text = await self._sync(room)
            async with room.lock:
                if room.head == UNKNOWN:
                    room.begin_at(n)
                    await self._take(room, ())
                missed = room.after(n)
                if missed is not None:
                    await listener.post(text)
                    for told in missed:
                        await listener.post(told.text)
                    listener.n = max(n, room.head)
                    if n > room.head:
                        self._fill_soon(room)
                    return

    async def _sync(self, room: OpenRoom) -> tuple[int, str]:
        async with room.sync_lock:  # made once for all who come together
            head = (await read(room_state.heads, [room.pk]))[room.pk]
            if room.synced is None or room.synced[0] < head:
                made = await read(room_state.sync, room.code)
                if made is None:
                    raise LookupError(f"room {room.code} has gone")
                room.synced = made
            return room.synced

    async def send_since(self, room: OpenRoom, listener: Listener, n: int) -> None:
        """Send the events after `n` again, or a `sync` where they are too many."""
        events = await read(room_state.events_after, room.pk, n)
        if len(events) >= room_state.EVENTS_AT_ONCE:
            await self.resync(room, listener)
            return
        for told in events:
            await listener.post(told.text)
        if events and events[-1].n > room.head:
            self._fill_soon(room)

    async def pass_on(self, room: OpenRoom, text: str, kind: str = "picking") -> None:
        """A frame for whoever has the room open anywhere: what somebody selects, or says."""
        await broadcast.send(room.pk, {"type": kind, "text": text})

    def hear(self, room: OpenRoom, listener: Listener) -> None:
        """This socket has given a sign of life."""
        now = clock.now().timestamp()
        for player in listener.players:
            room.heard.seen[player] = now
        room.count_watching()

    # Events

    async def hear_story(self, told: broadcast.RoomUpdate) -> None:
        """What this process has committed itself comes here at once, without the layer."""
        room = self.rooms.get(told.room)
        if room is not None:
            await self.deliver(room, told.events)

    async def deliver(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        """Hand out what is next; keep what comes too early; ignore what was handed out."""
        async with room.lock:
            await self._take(room, events)
        if room.ahead and room.head != UNKNOWN:
            self._fill_soon(room)

    async def _take(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        before = room.head
        if await room.take(events):
            self._spawn(self._tell_seats(room))
        if room.head != before:
            new = takewhile(lambda told: told.n > before, reversed(room.recent))
            self._hinting.happened(room, new)

    def catch_up(self, room: OpenRoom, listener: Listener) -> None:
        """The socket takes frames again, after a while in which it did not."""
        self._spawn(self._catch_up(room, listener))

    async def _catch_up(self, room: OpenRoom, listener: Listener) -> None:
        if listener.n == UNKNOWN:
            return  # it has no sync yet, and gets one
        metrics.slow.inc()
        async with room.lock:
            missed = room.after(listener.n)
            for told in missed or ():
                listener.n = told.n
                await listener.post(told.text)
        if missed is None:
            await self.resync(room, listener)
        await self._post_moment(room, listener)

    async def _post_moment(self, room: OpenRoom, listener: Listener) -> None:
        """What is of this moment: who is there, what was said, and the newest hint."""
        there = sorted(room.here.players | set(room.heard.seen))
        await listener.post(frames.here(there, [], room.here.watching, whole=True))
        await listener.post(await room.talk())
        if room.hints.newest is not None:
            await listener.post(room.hints.newest)

    def _fill_soon(self, room: OpenRoom) -> None:
        if not room.filling:
            room.filling = True
            self._spawn(self._fill(room))

    async def _fill(self, room: OpenRoom) -> None:
        """Read what is missing, once for all sockets of the room."""
        metrics.gap_reads.inc()
        try:
            await asyncio.sleep(GAP_PATIENCE_SECONDS)
            while True:
                events = await read(room_state.events_after, room.pk, room.head)
                await self.deliver(room, events)
                if len(events) < room_state.EVENTS_AT_ONCE:
                    break
        finally:
            room.filling = False

    async def _tell_seats(self, room: OpenRoom) -> None:
        seats = await read(room_state.seats_of, room.pk)
        for listener in list(room.listeners):
            mine = _seats_in(seats, listener)
            if mine != (listener.players, listener.lost):
                listener.players, listener.lost = mine
                await listener.post(frames.you(*mine))
                self.hear(room, listener)

    # What runs by itself

    async def _start(self) -> None:
        async with self._starting:
            if self._channel is None:
                self._channel = await self._layer.new_channel("hub")
                self._spawn(self._listen(self._channel))
                self._spawn(self._tick())

    async def _subscribe(self, room: OpenRoom) -> None:
        """Ask the layer for the room's messages; if it will not now, the next tick asks again."""
        if not room.subscribed:
            room.subscribed = True
            try:
                await self._layer.group_add(broadcast.group_of(room.pk), self._channel)
            except Exception:
                logger.warning("the channel layer would not subscribe", exc_info=True)
                room.subscribed = False

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # which may not have begun when all ends

    async def _listen(self, channel: str) -> None:
        while True:
            try:
                message = await self._layer.receive(channel)
            except Exception:
                logger.warning("the channel layer gave nothing", exc_info=True)
                await asyncio.sleep(TICK_SECONDS)
                continue
            try:
                await self._hear(message)
            except Exception:
                # Of a process of another version, perhaps. The next ones may be plain again.
                logger.warning("the channel layer gave what is no message", exc_info=True)

    async def _hear(self, message: Mapping[str, Any]) -> None:
        room = self.rooms.get(message["room"])
        if room is None:
            return
        if message["type"] == "story":
            await self.deliver(room, [OutboundEvent(*told) for told in message["told"]])
        else:
            if message["type"] == "said":
                room.talked = None
            await room.broadcast(message["text"])

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self._read_heads()
                await self._exchange_presence()
            except Exception:
                logger.warning("a tick of the hub failed", exc_info=True)

    async def _read_heads(self) -> None:
        rooms = [room for room in self.rooms.values() if room.head != UNKNOWN]
        if not rooms:
            return
        for room in rooms:
            await self._subscribe(room)
        heads = await read(room_state.heads, [room.pk for room in rooms])
        for room in rooms:
            if heads.get(room.pk, UNKNOWN) > room.head:  # one that has expired has none
                self._fill_soon(room)

    async def _exchange_presence(self) -> None:
        rooms = dict(self.rooms)
        if not rooms:
            return
        now = clock.now().timestamp()
        heard = {pk: presence.still_heard(room.heard, now) for pk, room in rooms.items()}
        found = await read(presence.exchange, heard, self._process, now)
        for pk, here in found.items():
            room, before = rooms[pk], rooms[pk].here
            if here != before:
                room.here = here
                on = sorted(here.players - before.players)
                off = sorted(before.players - here.players)
                await room.broadcast(frames.here(on, off, here.watching))
            try:
                await self._attend(room, here.players, now)
            except Exception:
                logger.warning("nobody knows whom a room waits for", exc_info=True)

    async def _attend(self, room: OpenRoom, here: frozenset[int], now: float) -> None:
        """Tell `play` who is missing and who is back."""
        look = room.look()
        if look is None:
            head, look = room.head, await read(room_state.look, room.pk)
            room.looked = (head, look)
        for body in room.attendance.news(look, here, now):
            kind = type(body).__name__.lower()
            command = Command(room.code, None, own_id(kind, body.player, room.head), body)
            self._spawn(self._perform(command))

    async def _perform(self, command: Command) -> None:
        await self.writer.perform(command)

    async def say_goodbye(self) -> None:
        """This process stops: tell every socket when to come back, each at another moment."""
        for room in list(self.rooms.values()):
            for listener in list(room.listeners):
                after = random.randrange(_COMING_BACK_MS)
                await listener.post(frames.bye("restart", after))

    async def stop(self) -> None:
        """End what runs by itself."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _seats_in(seats: Mapping[int, Seats], listener: Listener) -> Seats:
    return NO_SEATS if listener.person is None else seats.get(listener.person, NO_SEATS)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        logger.exception("work of the hub failed")
