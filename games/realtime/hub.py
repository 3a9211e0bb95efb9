"""The hub: sends each event of a room to every socket that has the room open in this process.

There is one hub in a process. It subscribes to the channel layer once for each open room and keeps
the events in order: a message from the layer is only a hint, event n is sent only after n-1, and a
gap is filled from the database once for all sockets. Once a second it compares the heads of its
rooms with the database, so that a lost last message is noticed too.
"""

import asyncio
import logging
import random
import time
from collections.abc import Coroutine, Iterable, Mapping
from itertools import takewhile
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

from games import broadcast, clock, metrics, presence
from games.presence import LocalPresence
from games.protocol.commands import Command, own_id
from games.realtime.chat import recent_messages
from games.realtime.hints import HintSender
from games.realtime.odds import OddsSender
from games.realtime.room import UNKNOWN, OpenRoom, Subscriber
from games.realtime.sessions import SessionWatch
from games.realtime.threads import DatabaseThreads
from games.solver import Solver
from games.state import frames, room_state
from games.state.room_state import NO_SEATS, OutboundEvent, Seats

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
GAP_PATIENCE_SECONDS = 0.02
"""How long a missing event may still arrive before it is read from the database."""
_CHAT_CACHE_SECONDS = 2.0
_RECONNECT_MS = 1000


class Hub:
    """See the module. Belongs to one event loop."""

    def __init__(
        self,
        threads: DatabaseThreads,
        solver: Solver,
        layer: BaseChannelLayer | None = None,
    ) -> None:
        self.rooms: dict[int, OpenRoom] = {}
        self._threads = threads
        self._layer = layer or get_channel_layer()
        self._channel: str | None = None
        self._process = f"{random.getrandbits(64):x}"
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()
        self._jump = clock.newest_jump()
        self._sessions = SessionWatch(threads)
        self._left: dict[int, LocalPresence] = {}
        """Of rooms that nobody here has open any more: what the other processes do not know yet."""
        self._hints = HintSender(threads, solver, self._spawn)
        self._odds = OddsSender(threads, solver, self._spawn)

    # Sockets that connect and disconnect

    def open_room(self, subscriber: Subscriber, pk: int, code: str) -> OpenRoom:
        """Return the room with this key, with the socket in it. Call `leave` in any case."""
        room = self.rooms.get(pk)
        if room is None:
            room = self.rooms[pk] = OpenRoom(pk, code)
            metrics.rooms.set(len(self.rooms))
        subscriber.n = UNKNOWN  # it gets no event before its snapshot
        room.subscribers.add(subscriber)
        return room

    async def join(self, subscriber: Subscriber, room: OpenRoom) -> None:
        """Send the frames a client receives on connecting; events follow from then on."""
        await self._start()
        await self._subscribe(room)
        await self.send_snapshot(room, subscriber)
        # Read after the snapshot: what changes later is announced by events.
        barred, seats = await self._threads.read(room_state.place_of, room.pk, subscriber.person)
        if barred:  # since it connected
            await room.dismiss(subscriber, barred)
            return
        subscriber.players, subscriber.lost = seats
        await subscriber.send(frames.you(subscriber.players, subscriber.lost))
        self.mark_present(room, subscriber)
        self._odds.on_join(room, subscriber)
        await self._send_current(room, subscriber)
        self._hints.on_join(room)

    async def leave(self, subscriber: Subscriber, room: OpenRoom, *, closed: bool = False) -> None:
        """Remove a socket. `closed`: its page has closed it, so it will hardly come back."""
        room.subscribers.discard(subscriber)
        room.odds.placed.discard(subscriber)
        room.note_left(subscriber, closed=closed)
        if not room.subscribers and self.rooms.get(room.pk) is room:
            del self.rooms[room.pk]
            room.count_spectators()
            self._left[room.pk] = room.local_presence
            metrics.rooms.set(len(self.rooms))
            if room.in_layer:
                await self._layer.group_discard(broadcast.group_of(room.pk), self._channel)
        else:
            room.count_spectators()

    async def send_snapshot(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Send the `sync` frame, and the events that happened since it was made."""
        while True:
            n, frame = await self._snapshot(room)
            async with room.lock:
                if room.head == UNKNOWN:
                    room.start_at(n)
                    await self._send_events(room, ())
                missed = room.events_after(n)
                if missed is not None:
                    await subscriber.send(frame)
                    for event in missed:
                        await subscriber.send(event.frame)
                    subscriber.n = max(n, room.head)
                    if n > room.head:
                        self._start_gap_read(room)
                    return

    async def _snapshot(self, room: OpenRoom) -> tuple[int, str]:
        async with room.snapshot_lock:  # made once for all sockets that connect together
            head = (await self._threads.read(room_state.heads, [room.pk]))[room.pk]
            if room.snapshot is None or room.snapshot[0] < head:
                made = await self._threads.read(room_state.sync, room.code)
                if made is None:
                    raise LookupError(f"room {room.code} no longer exists")
                room.snapshot = made
            return room.snapshot

    async def send_missed(self, room: OpenRoom, subscriber: Subscriber, n: int) -> None:
        """Send the events after `n` again, or a snapshot if they are too many."""
        events = await self._threads.read(room_state.events_after, room.pk, n)
        if len(events) >= room_state.EVENTS_AT_ONCE:
            await self.send_snapshot(room, subscriber)
            return
        for event in events:
            await subscriber.send(event.frame)
        if events and events[-1].n > room.head:
            self._start_gap_read(room)

    async def relay(self, room: OpenRoom, frame: str, kind: str = "picking") -> None:
        """Send a frame that is no event to the room's sockets in every process."""
        await broadcast.send(room.pk, {"type": kind, "text": frame})

    def mark_present(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Note that the socket's players are there now."""
        now = clock.now().timestamp()
        for player in subscriber.players:
            room.local_presence.mark_present(player, now)
        room.count_spectators()

    # Events

    async def deliver_update(self, update: broadcast.RoomUpdate) -> None:
        """Send what this process has committed at once, without the layer."""
        room = self.rooms.get(update.room)
        if room is not None:
            await self.deliver(room, update.events)

    async def deliver(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        """Send the events that are next to every socket; keep early ones, ignore old ones."""
        async with room.lock:
            await self._send_events(room, events)
        if room.early and room.head != UNKNOWN:
            self._start_gap_read(room)

    async def _send_events(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        before = room.head
        if await room.send_events(events):
            room.seats_changed = True
            self._spawn(self._send_seats(room))
        if room.head != before:
            new = list(takewhile(lambda event: event.n > before, reversed(room.recent)))
            self._hints.on_events(room, new)
            self._odds.on_events(room, new)

    def catch_up(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Send a socket whose client reads again what it has missed."""
        self._spawn(self._catch_up(room, subscriber))

    async def _catch_up(self, room: OpenRoom, subscriber: Subscriber) -> None:
        if subscriber.n == UNKNOWN:
            return  # its snapshot is still to come
        metrics.slow.inc()
        async with room.lock:
            missed = room.events_after(subscriber.n)
            for event in missed or ():
                subscriber.n = event.n
                await subscriber.send(event.frame)
        if missed is None:
            await self.send_snapshot(room, subscriber)
        await self._send_current(room, subscriber)

    async def _send_current(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Send what is no event: who is present, the recent messages, and the newest hint."""
        present = sorted(room.presence.players | set(room.local_presence.seen))
        await subscriber.send(frames.here(present, [], room.presence.watching, whole=True))
        await subscriber.send(await self._recent_messages(room))
        if room.hints.newest is not None:
            await subscriber.send(room.hints.newest)
        await room.odds.send_newest(subscriber)

    async def _recent_messages(self, room: OpenRoom) -> str:
        now = time.monotonic()
        if room.chat is None or now - room.chat[0] > _CHAT_CACHE_SECONDS:
            room.chat = (now, await self._threads.read(recent_messages, room.pk))
        return room.chat[1]

    def _start_gap_read(self, room: OpenRoom) -> None:
        if not room.reading_gap:
            room.reading_gap = True
            self._spawn(self._read_gap(room))

    async def _read_gap(self, room: OpenRoom) -> None:
        """Read the missing events, once for all sockets of the room."""
        metrics.gap_reads.inc()
        try:
            await asyncio.sleep(GAP_PATIENCE_SECONDS)
            while True:
                events = await self._threads.read(room_state.events_after, room.pk, room.head)
                await self.deliver(room, events)
                if len(events) < room_state.EVENTS_AT_ONCE:
                    break
        finally:
            room.reading_gap = False

    async def _send_seats(self, room: OpenRoom) -> None:
        """Tell each socket whose seats have changed which ones it has now. Close those of people
        whom the host has removed, and those without a seat if nobody may watch.

        If they cannot be read, the next tick tries again.
        """
        room.seats_changed = False
        try:
            may_watch = await self._threads.read(room_state.may_watch, room.pk)
            seats = await self._threads.read(room_state.seats_of, room.pk)
            removed = await self._threads.read(room_state.removed_from, room.pk)
        except Exception:
            room.seats_changed = True
            raise
        for subscriber in list(room.subscribers):
            if subscriber.person in removed:
                await room.dismiss(subscriber, "removed")
                continue
            mine = _seats_in(seats, subscriber)
            if mine != (subscriber.players, subscriber.lost):
                subscriber.players, subscriber.lost = mine
                await subscriber.send(frames.you(*mine))
                self.mark_present(room, subscriber)
            if not (may_watch or mine.mine or mine.lost):
                await room.dismiss(subscriber, "no_spectators")

    # Background tasks

    async def _start(self) -> None:
        async with self._starting:
            if self._channel is None:
                self._channel = await self._layer.new_channel("hub")
                self._spawn(self._receive(self._channel))
                self._spawn(self._tick())

    async def _subscribe(self, room: OpenRoom) -> None:
        """Subscribe to the room's messages. If the layer fails, the next tick tries again."""
        if not room.in_layer:
            room.in_layer = True
            try:
                await self._layer.group_add(broadcast.group_of(room.pk), self._channel)
            except Exception:
                logger.warning("the channel layer failed to subscribe", exc_info=True)
                room.in_layer = False

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may be cancelled before it begins

    async def _receive(self, channel: str) -> None:
        while True:
            try:
                message = await self._layer.receive(channel)
            except Exception:
                logger.warning("the channel layer failed to receive", exc_info=True)
                await asyncio.sleep(TICK_SECONDS)
                continue
            try:
                await self._on_message(message)
            except Exception:
                # Perhaps from a process of another version. The next message may be readable.
                logger.warning("a message of the channel layer is not readable", exc_info=True)

    async def _on_message(self, message: Mapping[str, Any]) -> None:
        room = self.rooms.get(message["room"])
        if room is None:
            return
        if message["type"] == "story":
            await self.deliver(room, [OutboundEvent(*event) for event in message["told"]])
        else:
            if message["type"] == "said":
                room.chat = None
            await room.send_to_all(message["text"])

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self._check_heads()
                await self._sessions.check(list(self.rooms.values()))
                await self._exchange_presence()  # last: it needs Redis
            except Exception:
                logger.warning("a tick of the hub failed", exc_info=True)

    async def _check_heads(self) -> None:
        """Find rooms whose newest event, or change of seats, has not been sent yet."""
        rooms = [room for room in self.rooms.values() if room.head != UNKNOWN]
        if not rooms:
            return
        for room in rooms:
            await self._subscribe(room)
        heads = await self._threads.read(room_state.heads, [room.pk for room in rooms])
        for room in rooms:
            if room.seats_changed:
                self._spawn(self._send_seats(room))
            if heads.get(room.pk, UNKNOWN) > room.head:  # an expired room has no head
                self._start_gap_read(room)

    async def _exchange_presence(self) -> None:
        """Share with the other processes who is present, and send the changes to the sockets."""
        rooms, left = dict(self.rooms), self._left
        if not rooms and not left:
            return
        self._left = {}
        now = clock.now().timestamp()
        if (jump := clock.newest_jump()) is not self._jump:
            self._jump = jump
            for room in rooms.values():
                room.follow_clock(jump)
        local = left | {pk: room.local_presence for pk, room in rooms.items()}
        local = {pk: presence.drop_stale(one, now) for pk, one in local.items()}
        found = await self._threads.read(presence.exchange, local, self._process, now)
        for pk, room in rooms.items():
            present, before = found[pk], room.presence
            if present != before:
                room.presence = present
                on = sorted(present.players - before.players)
                off = sorted(before.players - present.players)
                await room.send_to_all(frames.here(on, off, present.watching))
            try:
                await self._report_absences(room, present.players, now)
            except Exception:
                logger.warning("whose presence a room needs cannot be read", exc_info=True)

    async def _report_absences(self, room: OpenRoom, present: frozenset[int], now: float) -> None:
        """Perform the commands that say who is missing and who is back."""
        needs = room.presence_needs()
        if needs is None:
            head, needs = room.head, await self._threads.read(room_state.presence_needs, room.pk)
            room.stored_needs = (head, needs)
        for body in room.absence_reporter.reports(needs, present, now):
            kind = type(body).__name__.lower()
            command = Command(room.code, None, own_id(kind, body.player, room.head), body)
            self._spawn(self._perform(command))

    async def _perform(self, command: Command) -> None:
        await self._threads.perform(command)

    async def send_bye(self) -> None:
        """Tell every socket that this process stops, and to reconnect, each at its own time."""
        for room in list(self.rooms.values()):
            for subscriber in list(room.subscribers):
                after = random.randrange(_RECONNECT_MS)
                await subscriber.send(frames.bye("restart", after))

    async def stop(self) -> None:
        """End the background tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _seats_in(seats: Mapping[int, Seats], subscriber: Subscriber) -> Seats:
    return NO_SEATS if subscriber.person is None else seats.get(subscriber.person, NO_SEATS)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        logger.exception("a task of the hub failed")
