"""Send everybody's chance to win to spectators, in rooms whose host wants it.

A socket with a seat gets none, except where everybody gets hints anyway. Neither does a television
view in the browser of somebody who plays, unless their seat has moved to another device.
"""

from collections.abc import Collection
from typing import NamedTuple, Protocol

from farkle import GameState
from farkle.ai.review.live import live_chances
from games.models import Game, Room
from games.realtime.advice.base import AdviceSender, AdvisedRoom, RoomAdvice
from games.state import frames
from games.state.places import Places, places_in
from games.state.room_settings import settings_of
from games.state.room_state import position_of
from games.workers.fair_queue import Owner
from games.workers.worker import NoAnswer


class Watcher(Protocol):
    """A socket, as the chances see it."""

    n: int
    person: int | None
    players: list[int]
    lost: list[int]
    is_screen: bool

    @property
    def is_behind(self) -> bool:
        """Whether its client does not read."""

    def push(self, *frames: str) -> None:
        """Send frames. Never raises."""


class RoomOdds(RoomAdvice):
    """The chances of one open room."""

    def __init__(self) -> None:
        super().__init__()
        self.for_players = False
        """Whether players may see them too."""

    def may_see(self, watcher: Watcher, places: Places) -> bool:
        """Return whether the socket may see chances, by the newest `places`."""
        if watcher.n < 0 or watcher.is_behind:
            return False
        if self.for_players:
            return True
        mine, lost = places.of(watcher.person)
        if watcher.is_screen:  # it was told of no seat at all
            return not mine
        return not (watcher.players or watcher.lost or mine or lost)


class WatchedRoom(AdvisedRoom, Protocol):
    """The part of an open room that chances need."""

    odds: RoomOdds

    @property
    def watchers(self) -> Collection[Watcher]:
        """The room's sockets."""


class OddsRequest(NamedTuple):
    """What the host wants, the room's newest event, who is who there, and the state, if any."""

    enabled: bool
    for_players: bool
    head: int
    places: Places | None
    state: GameState | None
    owner: Owner


class OddsSender(AdviceSender[WatchedRoom]):
    """Works out and sends the chances for all rooms of a hub."""

    def advice(self, room: WatchedRoom) -> RoomOdds:
        return room.odds

    def on_join(self, room: WatchedRoom, watcher: Watcher, places: Places) -> None:
        """React to a socket that joined."""
        odds = room.odds
        if odds.enabled is None and not odds.busy:
            odds.enabled = places.odds
        if odds.newest is not None and odds.may_see(watcher, places):
            watcher.push(odds.newest)
        elif odds.enabled and odds.newest is None:
            self.start(room)

    async def work_out(self, room: WatchedRoom) -> None:
        odds, head = room.odds, None
        while room.head != head:
            head, odds.newest = room.head, None
            request = await self._threads.read(odds_request, room.pk)
            odds.enabled, odds.for_players = request.enabled, request.for_players
            places, state = request.places, request.state
            if places is None or state is None or room.head != head:
                continue
            if not any(odds.may_see(one, places) for one in room.watchers):
                continue
            frame = await self._frame(request.owner, state)
            if frame is None or room.head != head or request.head > head:
                continue  # no answer in time, or for an event that the sockets do not have yet
            odds.newest = frame
            for one in room.watchers:
                if odds.may_see(one, places):
                    one.push(frame)

    async def _frame(self, owner: Owner, state: GameState) -> str | None:
        try:
            sides = await self._solver.ask(owner, live_chances, state)
        except NoAnswer:
            return None
        return frames.odds(state.ply, sides) if sides else None


def odds_request(room_id: int) -> OddsRequest:
    """Return what the room needs chances for now."""
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
