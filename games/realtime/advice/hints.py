"""Hints: the best move and why, sent to everybody in rooms whose host wants them.

The page works without a hint. Computer players get none.
"""

from typing import NamedTuple, Protocol

from farkle import GameState
from farkle.ai.hints.hints import hint
from games.models import Game, Player, Room
from games.realtime.advice.base import AdviceSender, AdvisedRoom, RoomAdvice
from games.state import frames
from games.state.room_settings import settings_of
from games.state.room_state import position_of
from games.workers.fair_queue import Owner
from games.workers.solver import Failed
from games.workers.worker import NoAnswer

_TRIES = 3
"""How often to ask again for a hint that is late: the first one under new rules may have to wait
until the rule set is prepared."""


class HintedRoom(AdvisedRoom, Protocol):
    """The part of an open room that hints need."""

    hints: RoomAdvice

    def send_to_all(self, frame: str) -> None:
        """Send a frame to every socket of the room."""


class HintRequest(NamedTuple):
    """Whether the room wants hints, its newest event, the state that needs a hint, and for whom it
    is worked out."""

    enabled: bool
    head: int
    state: GameState | None
    owner: Owner


class HintSender(AdviceSender[HintedRoom]):
    """Works out and sends the hints for all rooms of a hub."""

    def advice(self, room: HintedRoom) -> RoomAdvice:
        return room.hints

    def on_join(self, room: HintedRoom, *, wanted: bool) -> None:
        """React to a socket that joined, perhaps as the first; `wanted`: whether the host of the
        room wants hints."""
        if room.hints.enabled is None and not room.hints.busy:
            room.hints.enabled = wanted
            if wanted:
                self.start(room)

    async def work_out(self, room: HintedRoom) -> None:
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
        found = await self._solver.ask(request.owner, hint, request.state)
        return None if found is None else frames.hint(request.state.ply, found.to_dict())


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
