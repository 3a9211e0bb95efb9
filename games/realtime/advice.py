"""Hints, and chances to win, for the sockets of open rooms.

Both follow from the state of a game, so they are never stored: a worker process works them out.
Nothing waits for them, and a newer event makes them obsolete. Computer players get none.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, NamedTuple

from farkle import GameState
from farkle.ai.hints.hints import hint
from farkle.ai.review.winning import live_chances
from games.models import Game, Player, Room
from games.protocol import frames
from games.realtime.room import OpenRoom, RoomAdvice, RoomOdds, Subscriber
from games.realtime.threads import DatabaseThreads
from games.state.places import Places, places_in
from games.state.room_settings import settings_of
from games.state.room_state import OutboundEvent, position_of
from games.workers.fair_queue import Owner
from games.workers.solver import Failed, Solver
from games.workers.worker import NoAnswer

_TRIES: Final = 3
"""Number of tries for a hint that is late: the first one under new rules may have to wait until the
rule set is prepared."""


class AdviceSender(ABC):
    """Works out and sends advice for all rooms of a hub; `spawn` starts a background task.

    A room has at most one task at a time.
    """

    def __init__(
        self,
        threads: DatabaseThreads,
        solver: Solver,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._threads = threads
        self._solver = solver
        self._spawn = spawn

    @abstractmethod
    def advice(self, room: OpenRoom) -> RoomAdvice:
        """Return the room's advice of this kind."""

    @abstractmethod
    async def work_out(self, room: OpenRoom) -> None:
        """Send the advice for the newest state, again for each newer one, until no event has come
        meanwhile."""

    def on_events(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        """React to new events: the advice is out of date, or the host may want it from now on."""
        settings_changed = any(event.settings_changed for event in events)
        if self.advice(room).enabled is not False or settings_changed:
            self.start(room)

    def start(self, room: OpenRoom) -> None:
        """Start the room's task, unless it runs."""
        advice = self.advice(room)
        if not advice.busy:
            advice.busy = True
            self._spawn(self._run(room))

    async def _run(self, room: OpenRoom) -> None:
        try:
            await self.work_out(room)
        finally:
            self.advice(room).busy = False


class HintRequest(NamedTuple):
    """A room that may need a hint, as of event `head`, and the owner of that work."""

    enabled: bool
    head: int
    state: GameState | None
    """The state that needs one."""
    owner: Owner


class HintSender(AdviceSender):
    """Works out and sends hints, the best move and why, to all sockets of rooms whose host wants
    them."""

    def advice(self, room: OpenRoom) -> RoomAdvice:
        return room.hints

    def on_join(self, room: OpenRoom, *, wanted: bool) -> None:
        """React to a socket that joined, perhaps as the first; `wanted`: whether the host of the
        room wants hints."""
        if room.hints.enabled is None and not room.hints.busy:
            room.hints.enabled = wanted
            if wanted:
                self.start(room)

    async def work_out(self, room: OpenRoom) -> None:
        head, late = -1, 0
        while room.head != head or 0 < late < _TRIES:
            if room.head != head:
                head, late = room.head, 0
            request = await self._threads.read(hint_request, room.pk)
            room.hints.enabled = request.enabled
            try:
                frame, late = await self._frame(request), 0
            except Failed:
                frame, late = None, 0
            except NoAnswer:  # the rule set may be prepared by the next time
                frame, late = None, late + 1
            if room.head != head or 0 < late < _TRIES:
                continue
            if request.enabled and request.head > head:
                continue  # newer than what the sockets have; its event is on the way
            if frame != room.hints.newest:
                room.hints.newest = frame
                if frame is not None:
                    room.send_to_all(frame)

    async def _frame(self, request: HintRequest) -> str | None:
        if request.state is None:
            return None
        best = await self._solver.ask(request.owner, hint, request.state)
        return None if best is None else frames.hint(request.state.ply, best.to_dict())


def hint_request(room_id: int) -> HintRequest:
    """Return the state in which the room needs a hint now, if any."""
    room = Room.objects.get(pk=room_id)
    owner = Owner(room.opened_by_id, room.pk)
    if not settings_of(room)["hints"]:
        return HintRequest(False, room.head, None, owner)
    game = Game.objects.running(room)
    if game is None or room.waits.get("paused"):
        return HintRequest(True, room.head, None, owner)
    position = position_of(game)
    seat = game.players[position.state.current]
    of_computer = Player.objects.get(room=room, seat=seat).level
    return HintRequest(True, position.event, None if of_computer else position.state, owner)


class OddsRequest(NamedTuple):
    """The settings, the seats and the state of a room as of event `head`."""

    enabled: bool
    for_players: bool
    head: int
    places: Places | None
    state: GameState | None
    owner: Owner


class OddsSender(AdviceSender):
    """Works out and sends the chances of all players to spectators, in rooms whose host wants it.

    A socket with a seat gets none, except where all get hints anyway. Neither does a TV view in the
    browser of a player, unless their seat has moved to another device.
    """

    def advice(self, room: OpenRoom) -> RoomOdds:
        return room.odds

    def on_join(self, room: OpenRoom, watcher: Subscriber, places: Places) -> None:
        """React to a socket that joined."""
        odds = room.odds
        if odds.enabled is None and not odds.busy:
            odds.enabled = places.odds
        if odds.newest is not None and odds.may_see(watcher, places):
            watcher.push(odds.newest)
        elif odds.enabled and odds.newest is None:
            self.start(room)

    async def work_out(self, room: OpenRoom) -> None:
        odds, head = room.odds, None
        while room.head != head:
            head, odds.newest = room.head, None
            request = await self._threads.read(odds_request, room.pk)
            odds.enabled, odds.for_players = request.enabled, request.for_players
            places, state = request.places, request.state
            if places is None or state is None or room.head != head:
                continue
            if not any(odds.may_see(watcher, places) for watcher in room.subscribers):
                continue
            frame = await self._frame(request.owner, state)
            if frame is None or room.head != head or request.head > head:
                continue  # no answer in time, or for an event that the sockets do not have yet
            odds.newest = frame
            for watcher in list(room.subscribers):
                if odds.may_see(watcher, places):
                    watcher.push(frame)

    async def _frame(self, owner: Owner, state: GameState) -> str | None:
        try:
            sides = await self._solver.ask(owner, live_chances, state)
        except NoAnswer:
            return None
        return frames.odds(state.ply, sides) if sides else None


def odds_request(room_id: int) -> OddsRequest:
    """Return the state for which the room needs chances now, if any."""
    room = Room.objects.get(pk=room_id)
    settings, owner = settings_of(room), Owner(room.opened_by_id, room.pk)
    enabled, hints = bool(settings["odds"]), bool(settings["hints"])
    if not enabled:
        return OddsRequest(False, hints, room.head, None, None, owner)
    game = Game.objects.running(room)
    position = None if game is None else position_of(game)
    head = room.head if position is None else position.event
    state = None if position is None or position.state.phase == "over" else position.state
    return OddsRequest(True, hints, head, places_in(room.pk), state, owner)
