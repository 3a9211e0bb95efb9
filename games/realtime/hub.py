"""The hub: sends each event of a room to every socket that has the room open in this process.

A message of the bus is only a hint: event n is sent only after n-1, and a gap is read from the
database, once for all sockets. Once a second, a job of the server process compares the heads of the
rooms with the database, so that a lost last message is noticed too.
"""

import asyncio
import logging
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from games import broadcast, metrics
from games.people.presence import PING_SECONDS
from games.protocol import frames
from games.realtime.advice import HintSender, OddsSender
from games.realtime.background import BackgroundTasks
from games.realtime.bus import Bus
from games.realtime.chat import heard_by, recent_messages, speaker_of
from games.realtime.room import UNKNOWN, OpenRoom, RoomView, Subscriber, read_view, seats_of
from games.realtime.threads import DatabaseThreads
from games.realtime.watch.changes import BlockWatch, HeadWatch, close_logged_out, mark_rooms
from games.realtime.watch.presence import PresenceWatch
from games.selectors.races import Board, boards_of
from games.services.tables import table_cache
from games.state import places, room_state
from games.state.room_state import OutboundEvent
from games.workers.solver import Solver

logger = logging.getLogger(__name__)

GAP_PATIENCE_SECONDS = 0.02
"""Time to wait for a missing event before it is read from the database."""
_CHAT_CACHE_SECONDS = 2.0
_BOARDS_AT_ONCE = 10
"""Number of rooms that are sent a board before the moves that have come meanwhile."""
_RECONNECT_MS = 1000
_RECONNECTS_PER_MS = 0.5
"""Number of sockets that reconnect per millisecond when this process stops."""


class Hub:
    """Belongs to one event loop. Without a bus it is the only hub of the site."""

    def __init__(
        self,
        threads: DatabaseThreads,
        solver: Solver,
        bus: Bus | None = None,
    ) -> None:
        self.rooms: dict[int, OpenRoom] = {}
        self._threads = threads
        self._bus = bus
        self._tasks = BackgroundTasks()
        self._spawn = self._tasks.spawn
        self._heads = HeadWatch()
        self._presence = PresenceWatch(threads, self._spawn, alone=bus is None)
        self._blocks = BlockWatch()
        self._behind: set[OpenRoom] = set()
        """Rooms whose seats could not be read: the next tick tries again."""
        self._boards: dict[int, Board] = {}
        """The boards of the races that are watched here, as they were last sent."""
        self._hints = HintSender(threads, solver, self._spawn)
        self._odds = OddsSender(threads, solver, self._spawn)

    # Sockets that connect and disconnect

    def open_room(self, subscriber: Subscriber, pk: int, code: str) -> OpenRoom:
        """Add the socket to the room with this key. Always call `leave` afterwards."""
        room = self.rooms.get(pk)
        if room is None:
            room = self.rooms[pk] = OpenRoom(pk, code, self._presence.changed)
            if self._bus is not None:
                self._bus.join(pk)
            metrics.rooms.set(len(self.rooms))
        room.code = subscriber.code = code
        subscriber.n = UNKNOWN  # no events are sent to it before its snapshot
        room.subscribers.add(subscriber)
        return room

    async def join(self, subscriber: Subscriber, room: OpenRoom, head: int | None = None) -> None:
        """Send the first frames. `head`: the room's newest event; None if it has yet to be read."""
        view = await self._send_snapshot(room, subscriber, head)
        if view is not None:
            self.mark_present(room, subscriber)
            self._hints.on_join(room, wanted=view.places.hints)
            self._odds.on_join(room, subscriber, view.places)

    async def leave(self, subscriber: Subscriber, room: OpenRoom, *, closed: bool = False) -> None:
        """Remove a socket. `closed`: its page has closed it, so it will probably not come back."""
        room.subscribers.discard(subscriber)
        room.note_left(subscriber, closed=closed)
        if not room.subscribers and self.rooms.get(room.pk) is room:
            del self.rooms[room.pk]
            room.count_spectators()
            self._presence.close(room)
            metrics.rooms.set(len(self.rooms))
            if self._bus is not None:
                self._bus.leave(room.pk)
        else:
            room.count_spectators()

    async def _send_snapshot(
        self, room: OpenRoom, subscriber: Subscriber, head: int | None = None
    ) -> RoomView | None:
        """Send the snapshot, later events, presence, chat and hint, all at once. If the socket may
        not be in the room, close it and return None."""
        if head is None:
            head = (await self._threads.read(room_state.heads, [room.pk])).get(room.pk, UNKNOWN)
        while True:
            view, talk = await self._view(room, head)
            if barred := view.places.bar_reason(subscriber.person, subscriber.code):
                room.dismiss(subscriber, barred)
                return None
            room.muted, room.race = view.places.blocks.muted, view.places.race
            if room.head == UNKNOWN:
                room.start_at(view.n)
                self._send_events(room, ())
            missed = room.events_after(view.n)
            # If seats, settings or messages changed meanwhile, read again: the view and the recent
            # messages are out of date.
            if (
                missed is not None
                and not any(event.seats_changed or event.settings_changed for event in missed)
                and room.chat is not None
            ):
                subscriber.n = max(view.n, room.head)
                seats = seats_of(subscriber, view.places)
                subscriber.players, subscriber.lost = map(list, seats)
                subscriber.push(
                    view.frame,
                    *(event.frame for event in missed),
                    frames.you(subscriber.players, subscriber.lost),
                    *self._current(room, subscriber, talk),
                )
                if view.n > room.head:
                    self._start_gap_read(room)
                return view
            head = room.head

    async def _view(self, room: OpenRoom, head: int) -> tuple[RoomView, str]:
        """Return a view at event `head` or later, and the recent messages: both read once for all
        sockets that connect together."""
        async with room.view_lock:
            view = room.view
            if view is None or not view.is_good_for(head):
                now = time.monotonic()
                fresh, talk = await self._threads.read_in_turn(read_view, room.pk, room.code)
                room.view, room.chat, view = fresh, (now, talk), fresh
                room.stored_needs = view.n, view.needs
            return view, await self._recent_messages(room)

    async def send_missed(self, room: OpenRoom, subscriber: Subscriber, n: int) -> None:
        """Send the events after `n` again, or a snapshot if they are too many."""
        events = await self._threads.read(room_state.events_after, room.pk, n)
        if len(events) >= room_state.EVENTS_AT_ONCE:
            await self._send_snapshot(room, subscriber)
            return
        for event in events:
            subscriber.push(event.frame)
        if events and events[-1].n > room.head:
            self._start_gap_read(room)

    def relay(
        self, room: OpenRoom, frame: str, kind: str = "picking", unheard_by: Sequence[int] = ()
    ) -> None:
        """Send a frame that is not an event to the room's sockets in every process, but those of
        the persons in `unheard_by`."""
        message = {"type": kind, "text": frame, "unheard_by": unheard_by}
        broadcast.current.send(room.pk, message)

    def mark_present(
        self, room: OpenRoom, subscriber: Subscriber, next_ping: int = PING_SECONDS
    ) -> None:
        """Note that the socket's players, if any, are present now, and when it will ping again."""
        room.mark_present(subscriber, next_ping)
        room.count_spectators()

    # Events

    def deliver_update(self, update: broadcast.RoomUpdate) -> None:
        """Send a commit of this process at once, without the bus."""
        room = self.rooms.get(update.room)
        if room is not None and update.is_rewritten:
            self._send_anew(room)
        elif room is not None:
            self.deliver(room, update.events)

    def _send_anew(self, room: OpenRoom) -> None:
        """Send the whole room to every socket, in place of very many events."""
        for subscriber in room.forget_events():
            self._spawn(self._send_again(room, subscriber))

    async def _send_again(self, room: OpenRoom, subscriber: Subscriber) -> None:
        await self._send_snapshot(room, subscriber)

    def deliver(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        """Send the next events to every socket; keep early ones, ignore old ones."""
        self._send_events(room, events)
        if room.early and room.head != UNKNOWN:
            self._start_gap_read(room)

    def _send_events(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        before = room.head
        if room.send_events(events):
            room.seats_changed = True
            self._spawn(self._send_seats(room))
        if room.head != before:
            new = list(takewhile(lambda event: event.n > before, reversed(room.recent)))
            self._hints.on_events(room, new)
            self._odds.on_events(room, new)

    def catch_up(self, room: OpenRoom, subscriber: Subscriber) -> None:
        """Send the missed frames to a socket whose client reads again."""
        self._spawn(self._catch_up(room, subscriber))

    async def _catch_up(self, room: OpenRoom, subscriber: Subscriber) -> None:
        if subscriber.n == UNKNOWN:
            return  # its snapshot is still to come
        metrics.slow.inc()
        missed = room.events_after(subscriber.n)
        for event in missed or ():
            subscriber.n = event.n
            subscriber.push(event.frame)
        if missed is None:
            await self._send_snapshot(room, subscriber)
        else:
            talk = await self._recent_messages(room)
            subscriber.push(*self._current(room, subscriber, talk))

    def _current(self, room: OpenRoom, subscriber: Subscriber, talk: str) -> list[str]:
        """Return the frames that are not events: presence, recent messages, and the newest hint."""
        present = sorted(room.presence.players | set(room.local_presence.seen))
        here = frames.here(present, [], room.presence.watching, whole=True)
        newest = room.hints.newest
        talk = heard_by(talk, room.muted_for(subscriber))
        more = [] if newest is None else [newest]
        if room.race in self._boards:
            more.append(frames.lanes([*self._boards[room.race].values()], whole=True))
        return [here, talk, *more]

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
        metrics.gap_reads.inc()
        try:
            await asyncio.sleep(GAP_PATIENCE_SECONDS)
            events = await self._threads.read(room_state.events_after, room.pk, room.head)
            if len(events) < room_state.EVENTS_AT_ONCE:
                self.deliver(room, events)
            else:
                self._send_anew(room)
        finally:
            room.reading_gap = False

    async def _send_seats(self, room: OpenRoom) -> None:
        """Send each socket its seats if they have changed, and close those that may no longer be in
        the room. If the seats cannot be read, the next tick tries again."""
        room.seats_changed = False
        try:
            seating = await self._threads.read(places.places_in, room.pk)
        except Exception:
            room.seats_changed = True
            self._behind.add(room)
            raise
        before, room.muted, room.race = room.muted, seating.blocks.muted, seating.race
        for subscriber in list(room.subscribers):
            if subscriber.n == UNKNOWN:
                continue  # its snapshot will have them
            if barred := seating.bar_reason(subscriber.person, subscriber.code):
                room.dismiss(subscriber, barred)
                continue
            muted = room.muted_for(subscriber)
            if muted != before.get(subscriber.person or 0, frozenset()):
                subscriber.push(heard_by(await self._recent_messages(room), muted))
            seats = seats_of(subscriber, seating)
            if seats != (subscriber.players, subscriber.lost):
                subscriber.players, subscriber.lost = map(list, seats)
                subscriber.push(frames.you(*seats))
                self.mark_present(room, subscriber)

    def on_message(self, pk: int, message: Mapping[str, Any]) -> None:
        """Handle a message of any process, this one included, for the room with this key."""
        room = self.rooms.get(pk)
        if room is None:
            return
        if message["type"] == "room.events":
            events = [OutboundEvent(*event) for event in message["events"]]
            is_news = bool(events) and events[-1].n > room.head  # not this process's own
            self.deliver(room, events)
            if is_news and isinstance(moves := message.get("moves"), str):
                table_cache.current.note(room.pk, moves)
        elif message["type"] == "room.anew":
            self._send_anew(room)
        elif message["type"] == "present":
            self._presence.on_message(room, message["by"])
        else:
            if message["type"] in ("said", "unsaid"):
                room.chat = None
            is_muted = message["type"] == "said" and room.muted
            speaker = speaker_of(message["text"]) if is_muted else None
            room.send_to_all(message["text"], speaker, message.get("unheard_by", ()))

    # Jobs of the server process

    async def share_presence(self) -> None:
        await self._presence.exchange(self.rooms)

    async def share_boards(self) -> None:
        """Send what has changed on the boards of races, once for all moves since the last time."""
        viewers: dict[int, list[OpenRoom]] = {}
        for room in self.rooms.values():
            if room.race is not None:
                viewers.setdefault(room.race, []).append(room)
        before = {race: board for race, board in self._boards.items() if race in viewers}
        self._boards = before | await self._threads.read(boards_of, list(viewers))
        for race, rooms in viewers.items():
            known, board = before.get(race), self._boards[race]
            rows = [lane for lane in board.values() if not known or known.get(lane.player) != lane]
            if rows or known is None:
                frame = frames.lanes(rows, whole=known is None)
                for at, room in enumerate(rooms, 1):
                    room.send_to_all(frame)
                    if at % _BOARDS_AT_ONCE == 0:
                        await asyncio.sleep(0)  # moves need not wait for all boards

    async def check_sessions(self) -> None:
        await close_logged_out(self._threads, self.rooms.values())

    async def check_rooms(self) -> None:
        """Catch up in rooms whose newest event was not sent, or whose seats were not read."""
        pks = list(self.rooms)
        heads, persons = await self._threads.read(
            lambda: (self._heads.read(pks), self._blocks.read())
        )
        behind, self._behind = self._behind, set()
        behind |= mark_rooms(persons, self.rooms.values())
        for room in behind:
            if self.rooms.get(room.pk) is room and room.seats_changed:
                self._spawn(self._send_seats(room))
        for pk, head in heads.items():
            room_behind = self.rooms.get(pk)
            if room_behind is not None and UNKNOWN < room_behind.head < head:
                self._start_gap_read(room_behind)

    def send_bye(self) -> None:
        """Tell every socket to reconnect, at staggered times, because this process stops."""
        sockets = sum(len(room.subscribers) for room in self.rooms.values())
        within = max(_RECONNECT_MS, round(sockets / _RECONNECTS_PER_MS))
        for room in list(self.rooms.values()):
            for subscriber in list(room.subscribers):
                after = random.randrange(within)
                subscriber.push(frames.bye("restart", after))

    async def stop(self) -> None:
        await self._tasks.stop()
