"""Hints: the best move and why, sent to everybody in rooms whose host wants them.

A hint follows from the state, so it is never stored: the worker process of each server process
works it out for that process's sockets. Nothing waits for a hint. A newer event makes it void, and
the page works without one. Computer players get none.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, Protocol

from farkle import GameState
from farkle.ai.hints import hint
from games.fair_queue import Owner
from games.models import Game, Player, Room
from games.realtime.threads import DatabaseThreads
from games.solver import Solver
from games.solver_pool import NoAnswer
from games.state import frames
from games.state.room_settings import settings_of
from games.state.room_state import OutboundEvent, position_of

_TRIES = 3
"""How often a hint is asked for that does not come in time: the first one under new rules may have
to wait until the rule set is prepared."""


class RoomHints:
    """The hints of one open room."""

    def __init__(self) -> None:
        self.enabled: bool | None = None
        """Whether the host wants hints; None until it was read."""
        self.newest: str | None = None
        """The frame of the newest hint."""
        self.busy = False
        """Whether one is being worked out."""


class HintedRoom(Protocol):
    """The part of an open room that hints need."""

    pk: int
    head: int
    hints: RoomHints

    async def send_to_all(self, frame: str) -> None:
        """Send a frame to every socket of the room."""


class HintRequest(NamedTuple):
    """Whether the room wants hints, its newest event, the state that needs a hint, and for whom it
    is worked out."""

    enabled: bool
    head: int
    state: GameState | None
    owner: Owner


class HintSender:
    """Works out and sends the hints for all rooms of a hub; `spawn` starts a background task."""

    def __init__(
        self,
        threads: DatabaseThreads,
        solver: Solver,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._threads = threads
        self._solver = solver
        self._spawn = spawn

    def on_events(self, room: HintedRoom, events: Iterable[OutboundEvent]) -> None:
        """React to new events: the room may need another hint, or its settings may have changed."""
        if room.hints.enabled is not False or any(event.settings_changed for event in events):
            self._start(room)

    def on_join(self, room: HintedRoom, *, wanted: bool) -> None:
        """React to a socket that joined, perhaps as the first; `wanted`: whether the host of the
        room wants hints."""
        if room.hints.enabled is None and not room.hints.busy:
            room.hints.enabled = wanted
            if wanted:
                self._start(room)

    def _start(self, room: HintedRoom) -> None:
        if not room.hints.busy:
            room.hints.busy = True
            self._spawn(self._work_out(room))

    async def _work_out(self, room: HintedRoom) -> None:
        hints, head, late = room.hints, -1, 0
        try:
            while True:
                if room.head != head:
                    head, late = room.head, 0
                frame = None
                request = await self._threads.read(hint_request, room.pk)
                hints.enabled = request.enabled
                if request.state is not None:
                    try:
                        frame = await self._hint(request.owner, request.state)
                    except NoAnswer:  # the rule set may be prepared by the next time
                        late += 1
                        if late < _TRIES:
                            continue
                if room.head == head:
                    break
        finally:
            hints.busy = False
        if request.enabled and request.head > head:
            return  # newer than what the sockets have; the event is on its way and asks again
        if frame != hints.newest:
            hints.newest = frame
            if frame is not None:
                await room.send_to_all(frame)

    async def _hint(self, owner: Owner, state: GameState) -> str | None:
        found = await self._solver.ask(owner, hint, state)
        return None if found is None else frames.hint(state.ply, found.to_dict())


def hint_request(room_id: int) -> HintRequest:
    """Return what the room needs a hint for now."""
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
