"""The scheduler: performs what is due in any room, such as a timer or a computer player's move.

Deadlines are stored with the room. Every server process runs a scheduler and may try: the command
id is derived from the kind of deadline and the room's head, so only one of them has an effect.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q

from farkle import GameState
from farkle.ai.players import first_legal
from farkle.errors import REFUSALS
from games import broadcast, clock, metrics
from games.models import Event, Game, Player, Room
from games.protocol.commands import Answer, Command, ComputerMove, Expire, FollowClock, No
from games.protocol.requests import own_id
from games.realtime.threads import DatabaseThreads
from games.services.tables.deadlines import after_jump
from games.state.absence import AbsenceState
from games.state.room_state import position_of
from games.workers.fair_queue import Owner
from games.workers.solver import EASY, Decided, Solver, decide_easily

logger = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(seconds=10)
"""Maximum time between two looks for due work: another process may have died."""

_MOST_ROOMS = 100
_AFTER_REFUSAL = timedelta(seconds=1)
_AFTER_STANDSTILL = timedelta(minutes=10)
"""Time until a computer player tries again in a game that takes no move or has lost its dice."""

_CLAIM_SECONDS = 5

_MIN_OFF = timedelta(minutes=10)
"""Minimum age of the newest event at the start for the site to count as having been off."""


class Jump(NamedTuple):
    """A period in which no one could play, by the clock before and after it."""

    before: datetime
    after: datetime


class PendingComputerTurn(NamedTuple):
    """A computer player's turn in game number `game` of a room that `person` opened."""

    room: int
    person: int
    code: str
    game: int
    level: str
    state: GameState


class DueWork(NamedTuple):
    """The work due now, up to `late` seconds late. `elsewhere`: another process does part of it."""

    commands: Sequence[Command]
    computer_turns: Sequence[PendingComputerTurn]
    elsewhere: bool = False
    late: float = 0.0


class Scheduler:
    """Sleeps until the next deadline, or until a commit brings an earlier one."""

    def __init__(self, threads: DatabaseThreads, solver: Solver) -> None:
        self._threads = threads
        self._solver = solver
        self._wake = asyncio.Event()
        self._next = clock.now()
        self._deciding: dict[int, asyncio.Task[None]] = {}
        """The tasks that decide for computer players, by room."""

    def on_update(self, update: broadcast.RoomUpdate) -> None:
        """Wake up if a commit of this process makes something due earlier."""
        if update.due_at is not None and update.due_at < self._next:
            self._wake.set()

    async def run(self) -> None:
        has_looked_back = False
        while True:
            try:
                if not has_looked_back:
                    await self._move_deadlines()
                    has_looked_back = True
                await self.tick()
            except Exception:
                logger.warning("a tick of the scheduler failed", exc_info=True)
                self._next = clock.now() + LONGEST_SLEEP
            # Never longer, even if the clock was set back meanwhile.
            rest = min(self._next - clock.now(), LONGEST_SLEEP)
            with contextlib.suppress(TimeoutError):
                # Python 3.11's `wait_for` would go on if it is cancelled just as it is woken.
                async with asyncio.timeout(max(0.0, rest.total_seconds())):
                    await self._wake.wait()

    async def tick(self) -> None:
        """Perform what is due, let computer players decide, and set when to wake up next."""
        now = clock.now()
        self._sleep_from(now)
        due = await self._threads.read(due_work, now, set(self._deciding))
        metrics.ticker_lag.set(due.late)
        for turn in due.computer_turns:
            task = asyncio.get_running_loop().create_task(self._play(turn))
            self._deciding[turn.room] = task
        answers = await asyncio.gather(*map(self._threads.perform, due.commands))
        soonest = now
        if due.elsewhere or any(isinstance(answer, No) for answer in answers):
            soonest += _AFTER_REFUSAL  # it is still due; sleep, so as not to spin
        self._sleep_from(now)  # the read below covers what has woken it so far
        earliest = await self._threads.read(earliest_due, set(self._deciding))
        if earliest is not None:
            self._next = max(soonest, min(earliest, self._next))

    def _sleep_from(self, now: datetime) -> None:
        """Have every deadline that is committed from here on wake the scheduler."""
        self._wake.clear()
        self._next = now + LONGEST_SLEEP

    async def _move_deadlines(self) -> None:
        """If the site was off, move every deadline so that it is as far away as before."""
        commands = await self._threads.read(lambda: commands_after(jump_at_start()))
        answers = await asyncio.gather(*map(self._threads.perform, commands))
        if any(isinstance(answer, No) and answer.code == "busy" for answer in answers):
            raise TimeoutError("the deadlines have not been moved yet")  # retried before a tick

    async def _play(self, turn: PendingComputerTurn) -> None:
        """Make the move that the worker process decides on, or a simpler one if that is illegal."""
        state, owner = turn.state, Owner(turn.person, turn.room)
        try:
            decided = await self._solver.decide(state, turn.level, owner)
            answer = await self._move(turn, decided)
            if _is_bad_move(answer):
                answer = await self._move(turn, decide_easily(state))
            if _is_bad_move(answer):
                answer = await self._move(turn, Decided(first_legal(state), EASY))
            if isinstance(answer, No):
                stuck = answer.code == "no_dice" or _is_bad_move(answer)
                rest = _AFTER_STANDSTILL if stuck else _AFTER_REFUSAL
                await asyncio.sleep(rest.total_seconds())
        except Exception:
            extra = {"game": turn.game, "ply": state.ply}
            logger.exception("a computer player failed", extra=extra)
            await asyncio.sleep(_AFTER_REFUSAL.total_seconds())
        finally:
            del self._deciding[turn.room]
            self._wake.set()

    async def _move(self, turn: PendingComputerTurn, decided: Decided) -> Answer:
        weaker = "" if decided.level == turn.level else decided.level
        ply = turn.state.ply
        body = ComputerMove(turn.game, ply, decided.action, weaker)
        command = Command(turn.code, None, own_id("computer", turn.game, ply), body)
        return await self._threads.perform(command)


def _is_bad_move(answer: Answer) -> bool:
    """Return whether a computer's move was refused because of its decision."""
    return isinstance(answer, No) and (answer.code == "broken" or answer.code in REFUSALS)


def jump_at_start() -> Jump | None:
    """Return the jump since the newest event; None if it is short. No one could play while the site
    was off, or its clock was wrong, so each deadline is to stay as far away as at that event."""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    now = clock.now()
    if newest is None or abs(now - newest) < _MIN_OFF:
        return None
    return Jump(newest, now)


def commands_after(jump: Jump | None) -> list[Command]:
    """Return the commands that move the deadlines of all rooms after a jump."""
    if jump is None:
        return []
    before, after = (int(time.timestamp() * 1000) for time in jump)  # as `clock.milliseconds`
    rooms = Room.objects.filter(due_at__isnull=False)
    if before < after:
        due = Q(due_at__gt=jump.before, due_at__lte=jump.after)
        rooms = rooms.filter(due | Q(status=Room.Status.PLAYING))
    body = FollowClock(before, after)
    return [
        Command(room.code, None, own_id("clock", room.head), body)
        for room in rooms.iterator()
        if not _has_followed(room, before, after)
    ]


def _has_followed(room: Room, before: int, after: int) -> bool:
    absence, now = AbsenceState.from_dict(room.absence), clock.milliseconds()
    if room.status == Room.Status.PLAYING and absence.after_jump(before, after, now) != absence:
        return False
    # This does not know the current player. A command too many does no harm: it is refused.
    return after_jump(room, absence, before, after, None) == (room.deadlines, room.holidays)


def due_work(now: datetime, skip: Collection[int] = ()) -> DueWork:
    """Return the work due at `now`, except in the rooms `skip`: a computer is deciding there."""
    commands, turns, elsewhere, late = [], [], False, 0.0
    now_ms = now.timestamp() * 1000
    rooms = Room.objects.filter(due_at__lte=now).exclude(pk__in=skip)
    for room in rooms.order_by("due_at")[:_MOST_ROOMS]:
        for kind, at in room.deadlines.items():
            if at > now_ms:
                continue
            if kind != "computer":
                late = max(late, (now_ms - at) / 1000)
                commands.append(Command(room.code, None, own_id(kind, room.head), Expire(kind)))
            elif not _claim(room):
                elsewhere = True
            else:
                try:
                    turn = _computer_turn(room)
                except Exception:
                    logger.exception("a room cannot be read", extra={"head": room.head})
                    elsewhere = True  # the other rooms go on meanwhile
                    continue
                if turn is not None:
                    turns.append(turn)
    return DueWork(commands, turns, elsewhere, late)


def _computer_turn(room: Room) -> PendingComputerTurn | None:
    """Return the computer's turn that is due; None if the game went on or ended meanwhile."""
    game = Game.objects.running(room)
    if game is None:
        return None
    state = position_of(game).state
    if state.phase == "over":
        return None
    player = Player.objects.get(room=room, seat=game.players[state.current])
    level = AbsenceState.from_dict(room.absence).stand_in_level(player.seat) or player.level
    if not level:
        return None
    return PendingComputerTurn(room.pk, room.opened_by_id, room.code, game.number, level, state)


def _claim(room: Room) -> bool:
    """Claim a computer's turn; False if another process has it. Claims expire soon, as that process
    may die. If two decide after all, the command id makes it one move."""
    try:
        return bool(cache.add(f"thinks:{room.pk}:{room.head}", True, _CLAIM_SECONDS))
    except Exception:
        logger.warning("the cache failed to claim a computer's turn", exc_info=True)
        return True


def earliest_due(skip: Collection[int] = ()) -> datetime | None:
    """Return the earliest deadline, except in the rooms `skip`."""
    rooms = Room.objects.filter(due_at__isnull=False).exclude(pk__in=skip).order_by("due_at")
    return rooms.values_list("due_at", flat=True).first()
