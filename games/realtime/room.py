"""A room that is open in this process: its sockets, and which events they have been sent."""

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from games import clock
from games.people.presence import PING_SECONDS, LocalPresence, RoomPresence
from games.realtime.advice.base import RoomAdvice
from games.realtime.advice.odds import RoomOdds
from games.realtime.room_view import RoomView
from games.state.absence_watch import NOBODY, AbsenceReporter, PresenceNeeds
from games.state.places import NO_SEATS, Places, Seats
from games.state.room_state import OutboundEvent

_RECENT = 100
UNKNOWN = -1


class Subscriber(Protocol):
    """A socket, as the hub uses it."""

    n: int
    """The number of the newest event it was sent; UNKNOWN before its snapshot."""
    code: str
    """The room code in the link it was opened by."""
    person: int | None
    players: list[int]
    lost: list[int]

    @property
    def is_behind(self) -> bool:
        """Whether its client does not read. It gets nothing until it has caught up."""

    session: str | None
    """The session of the account that opened it, if one did."""
    is_screen: bool
    """Whether it is a television view, which has no seat whoever opened it."""

    def push(self, *frames: str) -> None:
        """Send frames. Never raises."""

    def dismiss(self, why: str, after: int | None = None) -> None:
        """Close the socket, after a `bye` with this reason. Never raises."""


def seats_of(subscriber: Subscriber, places: Places) -> Seats:
    """Return the seats that a socket acts and is present for."""
    return NO_SEATS if subscriber.is_screen else places.of(subscriber.person)


class OpenRoom:
    """See the module. `head` is the number of the newest event that was sent here."""

    def __init__(self, pk: int, code: str, changed: "set[OpenRoom] | None" = None) -> None:
        self.pk = pk
        self.code = code
        self.subscribers: set[Subscriber] = set()
        self.head = UNKNOWN
        self.early: dict[int, OutboundEvent] = {}
        """Events that arrived before their predecessor."""
        self.recent: deque[OutboundEvent] = deque(maxlen=_RECENT)
        """The newest of the events that were sent."""
        self.view: RoomView | None = None
        self.view_lock = asyncio.Lock()
        self.reading_gap = False
        self.seats_changed = False
        """Whether seats have changed and the sockets have not been told yet."""
        self.local_presence = LocalPresence()
        self.presence = RoomPresence(frozenset(), 0)
        self.presence_due = 0.0
        """When (s since 1970) this room's presence is to be shared again."""
        self.planned = math.inf
        """When the room will be checked at the latest."""
        self._changed = set() if changed is None else changed
        """The set to which a room adds itself when it must be checked, because something has
        changed."""
        self._changed.add(self)
        self.settled: tuple[int, RoomPresence] | None = None
        """The head and the presence at which there was nothing to report."""
        self.chat: tuple[float, str] | None = None
        """The cached frame of the recent messages, and when it was read."""
        self.stored_needs = (UNKNOWN, NOBODY)
        """Presence needs that were read from the database, and the head they belong to."""
        self.muted: Mapping[int, frozenset[int]] = {}
        """By person who blocks others: the players not heard. Read together with the seats."""
        self.absence_reporter = AbsenceReporter(clock.now().timestamp())
        self.hints = RoomAdvice()
        self.odds = RoomOdds()

    @property
    def watchers(self) -> list[Subscriber]:
        """The room's sockets, for frames that only some of them get."""
        return list(self.subscribers)

    def presence_needs(self) -> PresenceNeeds | None:
        """Return whose presence matters at the head; None if that must be read first."""
        newest = self.recent[-1] if self.recent else None
        if newest is not None and newest.n == self.head and newest.needs is not None:
            return PresenceNeeds(*newest.needs)
        return self.stored_needs[1] if self.stored_needs[0] == self.head else None

    def may_pick(self, player: int, ply: int, dice: Iterable[int]) -> bool:
        """Return whether the player is at turn with a throw of this ply, and these dice lie in
        it."""
        newest = self.recent[-1] if self.recent else None
        if newest is None or (self.view is not None and self.view.n > newest.n):
            lying = None if self.view is None else self.view.dice
        else:
            lying = newest.dice
        if lying is None:
            return False
        at_turn, its_ply, size = lying
        return (player, ply) == (at_turn, its_ply) and all(at < size for at in dice)

    def send_events(self, events: Iterable[OutboundEvent]) -> bool:
        """Send every event that now follows without a gap, and keep the rest for later.

        Return whether seats changed hands, or the settings for who may be in the room changed.
        """
        self.early.update((event.n, event) for event in events if event.n > self.head)
        changed = False
        if self.head == UNKNOWN:
            return changed
        self._changed.add(self)
        while self.early and (event := self.early.pop(self.head + 1, None)) is not None:
            self.head = event.n
            self.recent.append(event)
            changed = changed or event.seats_changed or event.settings_changed
            for subscriber in list(self.subscribers):
                if subscriber.n == event.n - 1 and not subscriber.is_behind:
                    subscriber.n = event.n
                    subscriber.push(event.frame)
        return changed

    def start_at(self, head: int) -> None:
        """Start sending after event `head`; drop older events that arrived meanwhile."""
        self.head = head
        self._changed.add(self)
        for n in [n for n in self.early if n <= head]:
            del self.early[n]

    def events_after(self, n: int) -> list[OutboundEvent] | None:
        """Return the events that were sent after event `n`; None if they are not all kept."""
        missed = [event for event in self.recent if event.n > n]
        if n >= self.head or (missed and missed[0].n == n + 1):
            return missed
        return None

    def send_to_all(self, frame: str, speaker: int | None = None) -> None:
        """Send a frame that is not an event to every socket that has its snapshot and reads. Skip
        those who block the `speaker`, a player."""
        for subscriber in list(self.subscribers):
            heard = speaker is None or speaker not in self.muted_for(subscriber)
            if heard and subscriber.n >= 0 and not subscriber.is_behind:
                subscriber.push(frame)

    def muted_for(self, subscriber: Subscriber) -> frozenset[int]:
        """Return the players whose chat and reactions this socket does not hear."""
        return self.muted.get(subscriber.person or 0, frozenset())

    def dismiss(self, subscriber: Subscriber, why: str, after: int | None = None) -> None:
        """Close a socket that may no longer be here."""
        self.subscribers.discard(subscriber)
        subscriber.n, subscriber.players = UNKNOWN, []
        subscriber.dismiss(why, after)

    def share_presence(self) -> None:
        """Share this room's presence soon."""
        self.presence_due = 0.0
        self._changed.add(self)

    def note_left(self, subscriber: Subscriber, *, closed: bool) -> None:
        """Note which players have no socket here any more."""
        others = {player for one in self.subscribers for player in one.players}
        now = clock.now().timestamp()
        self.share_presence()
        for player in set(subscriber.players) - others:
            self.local_presence.mark_left(player, now, closed=closed)

    def mark_present(self, subscriber: Subscriber, next_ping: int = PING_SECONDS) -> None:
        """Note that the socket's players are there now, and when it will ping again."""
        now = clock.now().timestamp()
        for player in subscriber.players:
            if player not in self.presence.players:
                self.share_presence()
            self.local_presence.mark_present(player, now, next_ping)

    def count_spectators(self) -> None:
        """Count the sockets without a seat."""
        watching = sum(not one.players for one in self.subscribers)
        if watching != self.local_presence.watching:
            self.local_presence.watching = watching
            self.share_presence()
