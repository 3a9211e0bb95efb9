"""A room that is open in this process: its sockets, and the events they have been sent."""

import asyncio
import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from games import clock
from games.people.presence import PING_SECONDS, LocalPresence, RoomPresence
from games.realtime.chat import recent_messages
from games.state import places, room_state
from games.state.absence import NOBODY, AbsenceReporter, PresenceNeeds
from games.state.places import NO_SEATS, Places, Seats
from games.state.room_state import LyingDice, OutboundEvent

_RECENT = 100
UNKNOWN = -1


class Subscriber(Protocol):
    """A socket, as the hub uses it."""

    n: int
    """The number of the newest event it was sent; UNKNOWN before its snapshot."""
    code: str
    """The room code in the link that opened it."""
    person: int | None
    players: list[int]
    lost: list[int]

    @property
    def is_behind(self) -> bool:
        """True while its client does not read. It gets nothing until it has caught up."""

    session: str | None
    """The session of its account, if any."""
    is_screen: bool
    """True for a TV view, which never holds seats."""

    def push(self, *frames: str) -> None:
        """Send frames. Never raises."""

    def dismiss(self, why: str, after: int | None = None) -> None:
        """Close the socket, after a `bye` with this reason. Never raises."""


def seats_of(subscriber: Subscriber, places: Places) -> Seats:
    """Return the seats that a socket acts and is present for."""
    return NO_SEATS if subscriber.is_screen else places.of(subscriber.person)


class RoomView(NamedTuple):
    """A room as of event `n`, for all sockets that connect together.

    Nothing in it changes without an event, so it serves every socket that has read a head up to
    `n`. A closed room is the exception: its seats change without one when a guest becomes an
    account. So a view of it serves a single socket.
    """

    n: int
    frame: str
    """The `sync` frame."""
    places: Places
    needs: PresenceNeeds
    dice: LyingDice | None

    def is_good_for(self, head: int) -> bool:
        return self.n >= head and not self.places.is_closed


def read_view(room: int, code: str) -> tuple[RoomView, str]:
    sync = room_state.sync(code)
    if sync is None:
        raise LookupError(f"room {code} no longer exists")
    # Read after the frame. What changes later is announced by events.
    view = RoomView(sync.n, sync.frame, places.places_in(room), sync.needs, sync.dice)
    return view, recent_messages(room)


class RoomAdvice:
    """The hints, or the chances to win, of one open room. `newest` is the latest frame."""

    def __init__(self) -> None:
        self.enabled: bool | None = None
        """True if the host wants them; None until it was read."""
        self.newest: str | None = None
        self.busy = False


class RoomOdds(RoomAdvice):
    def __init__(self) -> None:
        super().__init__()
        self.for_players = False
        """True if players may see them too."""

    def may_see(self, watcher: Subscriber, places: Places) -> bool:
        """Return whether the socket may see the chances, by the newest `places`."""
        if watcher.n < 0 or watcher.is_behind:
            return False
        if self.for_players:
            return True
        held, lost = places.of(watcher.person)
        if watcher.is_screen:  # a TV view never holds seats
            return not held
        return not (watcher.players or watcher.lost or held or lost)


class OpenRoom:
    """An open room. `head` is the number of the newest event that was sent to its sockets."""

    def __init__(self, pk: int, code: str, changed: "set[OpenRoom] | None" = None) -> None:
        self.pk = pk
        self.code = code
        self.subscribers: set[Subscriber] = set()
        self.head = UNKNOWN
        self.early: dict[int, OutboundEvent] = {}
        """Events that arrived before their predecessor."""
        self.recent: deque[OutboundEvent] = deque(maxlen=_RECENT)
        """The newest events that were sent."""
        self.view: RoomView | None = None
        self.view_lock = asyncio.Lock()
        self.reading_gap = False
        self.seats_changed = False
        """True if the sockets have yet to be sent a change of seats."""
        self.local_presence = LocalPresence()
        self.presence = RoomPresence(frozenset(), 0)
        self.presence_due = 0.0
        """Time (s since 1970) at which its presence is shared again."""
        self.planned = math.inf
        """Time (s since 1970) at which it is checked at the latest."""
        self._changed = set() if changed is None else changed
        """The rooms to check. A room adds itself when it has changed."""
        self._changed.add(self)
        self.settled: tuple[int, RoomPresence] | None = None
        """The head and the presence at which there was nothing to report."""
        self.chat: tuple[float, str] | None = None
        """Time (monotonic) at which the recent messages were read, and their frame."""
        self.stored_needs = (UNKNOWN, NOBODY)
        """A head, and the presence needs read from the database at that head."""
        self.muted: Mapping[int, frozenset[int]] = {}
        """The players that each person with blocks does not hear. Read together with the seats."""
        self.absence_reporter = AbsenceReporter(clock.now().timestamp())
        self.race: int | None = None
        """The deal of the race that is on. Read together with the seats."""
        self.hints = RoomAdvice()
        self.odds = RoomOdds()

    def presence_needs(self) -> PresenceNeeds | None:
        """Return the presence needed at the head; None if that must be read first."""
        newest = self.recent[-1] if self.recent else None
        if newest is not None and newest.n == self.head and newest.needs is not None:
            return PresenceNeeds(*newest.needs)
        return self.stored_needs[1] if self.stored_needs[0] == self.head else None

    def may_pick(self, player: int, ply: int, dice: Iterable[int]) -> bool:
        """Return whether `player` is to move at this ply, and `dice` are positions in its roll."""
        newest = self.recent[-1] if self.recent else None
        if newest is None or (self.view is not None and self.view.n > newest.n):
            lying = None if self.view is None else self.view.dice
        else:
            lying = newest.dice
        if lying is None:
            return False
        current, its_ply, size = lying
        return (player, ply) == (current, its_ply) and all(at < size for at in dice)

    def send_events(self, events: Iterable[OutboundEvent]) -> bool:
        """Send the events that follow without a gap. Return whether seats or settings have
        changed."""
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

    def forget_events(self) -> list[Subscriber]:
        """Forget what was sent, because too much has happened at once. Return the sockets that had
        the room; they get nothing before they have it anew."""
        behind = [subscriber for subscriber in self.subscribers if subscriber.n != UNKNOWN]
        for subscriber in behind:
            subscriber.n = UNKNOWN
        self.head, self.view = UNKNOWN, None
        self.early.clear()
        self.recent.clear()
        return behind

    def events_after(self, n: int) -> list[OutboundEvent] | None:
        """Return the events that were sent after event `n`; None if some are no longer kept."""
        missed = [event for event in self.recent if event.n > n]
        if n >= self.head or (missed and missed[0].n == n + 1):
            return missed
        return None

    def send_to_all(
        self, frame: str, speaker: int | None = None, unheard_by: Collection[int] = ()
    ) -> None:
        """Send a frame to every socket that has its snapshot, reads, and hears the `speaker`. The
        persons in `unheard_by` do not hear it."""
        for subscriber in list(self.subscribers):
            heard = subscriber.person not in unheard_by and (
                speaker is None or speaker not in self.muted_for(subscriber)
            )
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
        """Have this room's presence shared soon."""
        self.presence_due = 0.0
        self._changed.add(self)

    def note_left(self, subscriber: Subscriber, *, closed: bool) -> None:
        """Note the players who have no socket here any more."""
        others = {player for other in self.subscribers for player in other.players}
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
        watching = sum(not subscriber.players for subscriber in self.subscribers)
        if watching != self.local_presence.watching:
            self.local_presence.watching = watching
            self.share_presence()
