"""What happens by itself: rooms whose time has come, in every server process alike.

Deadlines are stored with the room, so they outlive any process. All processes may try: the command
id comes from the room, the kind of deadline and the room's head, so one of them has an effect.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from twisted.internet.defer import Deferred

from farkle import GameState
from games import broadcast, clock, metrics
from games.models import Game, Player, Room
from games.protocol.commands import Command, ComputerMove, Expire, No, own_id
from games.realtime.routing import hub
from games.realtime.threads import Writer, read
from games.solver_pool import minds
from games.state.absence import AbsenceState
from games.state.room_state import position_of

logger = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(seconds=10)
"""So often each process looks what is due, whatever it has heard: another one may have died."""

_MOST_AT_ONCE = 100
_AFTER_A_NO = timedelta(seconds=1)
_CLAIM_SECONDS = 5


class PendingComputerTurn(NamedTuple):
    """A computer of this level is at turn in a room's game number `game`."""

    room: int
    code: str
    game: int
    level: str
    state: GameState


class Due(NamedTuple):
    """What is to be performed now, and what a computer has to think about first; whether other
    processes are at something as well; by how many seconds the first command is late."""

    commands: Sequence[Command]
    thoughts: Sequence[PendingComputerTurn]
    elsewhere: bool = False
    late: float = 0.0


class Ticker:
    """Sleeps until the next deadline, or until a commit brings an earlier one."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._woken = asyncio.Event()
        self._next = clock.now()
        self._thinking: dict[int, asyncio.Task[None]] = {}

    def hear(self, story: broadcast.RoomUpdate) -> None:
        """A commit of this process: perhaps something is due earlier than was thought."""
        if story.due_at is not None and story.due_at < self._next:
            self._woken.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                await self.tick()
            except Exception:
                logger.warning("a tick failed", exc_info=True)
                self._next = clock.now() + LONGEST_SLEEP
            rest = (self._next - clock.now()).total_seconds()
            try:
                await asyncio.wait_for(self._woken.wait(), max(0.0, rest))
            except TimeoutError:
                continue

    async def tick(self) -> None:
        """Perform what is due now, let computers think, and find out when the next is due."""
        self._woken.clear()
        now = clock.now()
        found = await read(due, now, frozenset(self._thinking))
        metrics.ticker_lag.set(found.late)
        for thought in found.thoughts:
            task = asyncio.get_running_loop().create_task(self._think(thought))
            self._thinking[thought.room] = task
        answers = await asyncio.gather(*map(self._writer.perform, found.commands))
        earliest = await read(earliest_due, frozenset(self._thinking))
        soonest = now
        if found.elsewhere or any(isinstance(answer, No) for answer in answers):
            soonest += _AFTER_A_NO  # it is due still: do not turn like a wheel
        self._next = now + LONGEST_SLEEP
        if earliest is not None:
            self._next = max(soonest, min(earliest, self._next))

    async def rest(self) -> None:
        """Wait until nobody thinks any more."""
        await asyncio.gather(*self._thinking.values())

    async def _think(self, thought: PendingComputerTurn) -> None:
        """Have it decided outside this process's threads, and do it."""
        try:
            action = await minds.decide(thought.state, thought.level)
            ply = thought.state.ply
            body = ComputerMove(thought.game, ply, action)
            command = Command(thought.code, None, own_id("computer", thought.game, ply), body)
            answer = await self._writer.perform(command)
            if isinstance(answer, No):
                await asyncio.sleep(_AFTER_A_NO.total_seconds())
        except Exception:
            logger.exception(
                "a computer player failed", extra={"game": thought.game, "ply": thought.state.ply}
            )
            await asyncio.sleep(_AFTER_A_NO.total_seconds())
        finally:
            del self._thinking[thought.room]
            self._woken.set()


def due(now: datetime, but: Collection[int] = ()) -> Due:
    """What is due, in other rooms than `but`: where somebody thinks, the rest waits as well."""
    commands, thoughts, elsewhere, late = [], [], False, 0.0
    moment = now.timestamp() * 1000
    rooms = Room.objects.filter(due_at__lte=now).exclude(pk__in=but)
    for room in rooms.order_by("due_at")[:_MOST_AT_ONCE]:
        for kind, at in room.deadlines.items():
            if at > moment:
                continue
            if kind != "computer":
                late = max(late, (moment - at) / 1000)
                commands.append(Command(room.code, None, own_id(kind, room.head), Expire(kind)))
            elif not _claim(room):
                elsewhere = True
            else:
                try:
                    thought = thought_in(room)
                except Exception:
                    logger.exception("a room cannot be read", extra={"head": room.head})
                    elsewhere = True  # and let the others have their time
                    continue
                if thought is not None:
                    thoughts.append(thought)
    return Due(commands, thoughts, elsewhere, late)


def thought_in(room: Room) -> PendingComputerTurn | None:
    """What is to be decided there; None where the game went on, or ended, meanwhile."""
    game = Game.objects.running(room)
    if game is None:
        return None
    state = position_of(game).state
    if state.phase == "over":
        return None
    player = Player.objects.get(room=room, seat=game.players[state.current])
    level = AbsenceState.from_dict(room.waits).mind_for(player.seat) or player.level
    return PendingComputerTurn(room.pk, room.code, game.number, level, state) if level else None


def _claim(room: Room) -> bool:
    """Whether this process is the one to think there. If it dies over it, another one may after a
    while; and if two think all the same, the command's id makes it one move."""
    try:
        return bool(cache.add(f"thinks:{room.pk}:{room.head}", True, _CLAIM_SECONDS))
    except Exception:
        logger.warning("nobody to ask who thinks", exc_info=True)
        return True


def earliest_due(but: Collection[int] = ()) -> datetime | None:
    """When something happens next, in other rooms than `but`."""
    rooms = Room.objects.filter(due_at__isnull=False).exclude(pk__in=but).order_by("due_at")
    return rooms.values_list("due_at", flat=True).first()


_running: set[asyncio.Task[None]] = set()


def start() -> None:
    """Begin, once the server's event loop runs."""
    loop = asyncio.get_event_loop()
    alone = settings.REDIS_URL is None
    broadcaster = broadcast.install(broadcast.Broadcaster(loop, hub().hear_story, alone=alone))
    ticker = Ticker(hub().writer)
    broadcaster.listen(ticker.hear)
    _running.add(loop.create_task(ticker.run()))


def stop() -> Any:
    """Say goodbye to every socket and stop; Twisted waits for the Deferred."""

    async def leave() -> None:
        for task in _running:
            task.cancel()
        await hub().say_goodbye()
        await hub().stop()
        minds.stop()

    return Deferred.fromFuture(asyncio.ensure_future(leave(), loop=asyncio.get_event_loop()))
