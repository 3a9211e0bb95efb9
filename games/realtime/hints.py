"""Hints: what the best player would do and why, for everybody in rooms whose host wants them.

A hint follows from the state, so it is never stored, and each process works out (in its helper
process) the same one for its own sockets. It comes when it comes: nobody waits for it, a newer
event makes it void, and where there is none the page does without. Computers get none.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, Protocol

from farkle import GameState
from farkle.ai.hints import hint
from games.models import Game, Player, Room
from games.realtime.threads import read
from games.solver_pool import NoAnswer, minds
from games.state import frames
from games.state.room_settings import settings_of
from games.state.room_state import OutboundEvent, position_of


class Hinted(Protocol):
    """An open room, as far as hints go."""

    pk: int
    head: int
    hints: "Hints"

    async def broadcast(self, text: str) -> None:
        """Send a frame to everybody there."""


class Hints:
    """What is known of the hints of one open room."""

    def __init__(self) -> None:
        self.on: bool | None = None
        """Whether the room gives any; None: not known yet."""
        self.newest: str | None = None
        self.busy = False


class Wanted(NamedTuple):
    """Whether the room gives hints; the state to give one for, if any, and the event it is at."""

    on: bool
    event: int
    state: GameState | None


class Hinting:
    """Gives the rooms of a hub their hints; `spawn` runs something beside."""

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._spawn = spawn

    def happened(self, room: Hinted, told: Iterable[OutboundEvent]) -> None:
        """Something did, perhaps to the settings: another hint may be wanted."""
        if room.hints.on is not False or any(one.settings for one in told):
            self._soon(room)

    def _soon(self, room: Hinted) -> None:
        if not room.hints.busy:
            room.hints.busy = True
            self._spawn(self._give(room))

    def came(self, room: Hinted) -> None:
        """Somebody opened the room here, perhaps the first."""
        if room.hints.on is None:
            self._soon(room)

    async def _give(self, room: Hinted) -> None:
        hints = room.hints
        try:
            while True:
                head = room.head
                wanted = await read(wanted_in, room.pk)
                hints.on = wanted.on
                text = None if wanted.state is None else await _hint(wanted.state)
                if room.head == head:
                    break
        finally:
            hints.busy = False
        if wanted.on and wanted.event > head:
            return  # ahead of what was handed out: the event is on its way, and will ask again
        if text != hints.newest:
            hints.newest = text
            if text is not None:
                await room.broadcast(text)


async def _hint(state: GameState) -> str | None:
    try:
        found = await minds.ask(hint, state)
    except NoAnswer:
        return None
    return None if found is None else frames.hint(state.ply, found.to_dict())


def wanted_in(room_id: int) -> Wanted:
    """What hint is wanted there now."""
    room = Room.objects.get(pk=room_id)
    if not settings_of(room)["hints"]:
        return Wanted(False, room.head, None)
    game = Game.objects.running(room)
    if game is None or room.waits.get("paused"):
        return Wanted(True, room.head, None)
    position = position_of(game)
    seat = game.players[position.state.current]
    of_computer = Player.objects.get(room=room, seat=seat).level
    return Wanted(True, position.event, None if of_computer else position.state)
