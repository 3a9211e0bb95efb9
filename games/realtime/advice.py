"""Send hints and chances to win to the sockets of open rooms.

A worker process works them out from the state of the game. They are never stored, and a newer event
makes them obsolete.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from farkle import GameState
from farkle.ai.hints.hints import NO_HINT, hint
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
"""Number of tries for late advice: under new rules, the rule set may have to be prepared first."""


T = TypeVar("T")


class AdviceSender(ABC):
    """Works out and sends advice for a hub's rooms, in at most one background task per room."""

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
        """Send the advice for the newest state, again and again until no event comes meanwhile."""

    def on_events(self, room: OpenRoom, events: Iterable[OutboundEvent]) -> None:
        """Start the task if the advice is now out of date, or its setting may have changed."""
        settings_changed = any(event.settings_changed for event in events)
        if self.advice(room).enabled is not False or settings_changed:
            self.start(room)

    def start(self, room: OpenRoom) -> None:
        advice = self.advice(room)
        if not advice.busy:
            advice.busy = True
            self._spawn(self._run(room))

    async def ask(
        self,
        room: OpenRoom,
        owner: Owner,
        work: Callable[[GameState], T | None],
        state: GameState,
        instead: T | None = None,
    ) -> T | None:
        """Return `work(state)`, or `instead` if it fails, or None if it is late again and again, or
        out of date."""
        head = room.head
        for _ in range(_TRIES):
            try:
                return await self._solver.ask(owner, work, state)
            except Failed:
                return instead
            except NoAnswer:  # the rule set may be prepared by the next time
                if room.head != head:
                    return None
        return None

    async def _run(self, room: OpenRoom) -> None:
        try:
            await self.work_out(room)
        finally:
            self.advice(room).busy = False


class HintRequest(NamedTuple):
    """The state to give a hint for, if any, as of event `head`."""

    enabled: bool
    head: int
    state: GameState | None
    owner: Owner


class HintSender(AdviceSender):
    """Sends the best move, and why, to all sockets of rooms with hints enabled."""

    def advice(self, room: OpenRoom) -> RoomAdvice:
        return room.hints

    def on_join(self, room: OpenRoom, *, wanted: bool) -> None:
        """Start hints at the first socket to join, if the host has enabled them (`wanted`)."""
        if room.hints.enabled is None and not room.hints.busy:
            room.hints.enabled = wanted
            if wanted:
                self.start(room)

    async def work_out(self, room: OpenRoom) -> None:
        head = -1
        while room.head != head:
            head = room.head
            request = await self._threads.read(hint_request, room.pk)
            room.hints.enabled = request.enabled
            frame = await self._frame(room, request)
            if room.head != head:
                continue
            if request.enabled and request.head > head:
                continue  # newer than the sockets know; its event is on the way
            if frame != room.hints.newest:
                room.hints.newest = frame
                if frame is not None:
                    room.send_to_all(frame)

    async def _frame(self, room: OpenRoom, request: HintRequest) -> str | None:
        if request.state is None:
            return None
        best = await self.ask(room, request.owner, hint, request.state, NO_HINT)
        return None if best is None else frames.hint(request.state.ply, best.to_dict())


def hint_request(room_id: int) -> HintRequest:
    """Return the state in which the room needs a hint now, if any."""
    room = Room.objects.get(pk=room_id)
    owner = Owner(room.opened_by_id, room.pk)
    if not settings_of(room)["hints"]:
        return HintRequest(False, room.head, None, owner)
    game = Game.objects.running(room)
    if game is None or room.absence.get("paused"):
        return HintRequest(True, room.head, None, owner)
    position = position_of(game)
    seat = game.players[position.state.current]
    of_computer = Player.objects.get(room=room, seat=seat).level
    return HintRequest(True, position.event, None if of_computer else position.state, owner)


class OddsRequest(NamedTuple):
    enabled: bool
    for_players: bool
    head: int
    places: Places | None
    state: GameState | None
    owner: Owner


class OddsSender(AdviceSender):
    """Sends every player's chance to win to spectators, in rooms with odds enabled.

    Sockets with a seat get them only in rooms with hints. The same holds for a TV view in a
    player's browser, unless the seat has moved to another device.
    """

    def advice(self, room: OpenRoom) -> RoomOdds:
        return room.odds

    def on_join(self, room: OpenRoom, watcher: Subscriber, places: Places) -> None:
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
            sides = await self.ask(room, request.owner, live_chances, state)
            if not sides or room.head != head or request.head > head:
                continue  # none, or for an event that the sockets do not have yet
            frame = frames.odds(state.ply, sides)
            odds.newest = frame
            for watcher in list(room.subscribers):
                if odds.may_see(watcher, places):
                    watcher.push(frame)


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
