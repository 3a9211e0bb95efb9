"""Perform commands. This is the only way to change a room or a game.

Waiting commands share a transaction: lock their rooms in the order of the keys, call the handlers,
which refuse before they change anything, store everything, commit. Only then publish.

A repeated command id gets its first answer. Nearly every id is new, so ids are looked up only after
a handler has refused, or when the database has rejected a duplicate and the batch is tried again.
"""

import logging
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.utils.translation import override
from redis.exceptions import RedisError

from games import broadcast, metrics
from games.broadcast import RoomUpdate
from games.db import postgres
from games.models import Event, Room
from games.protocol.commands import Answer, Command, Done, No, Sit
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, has, is_move, is_play
from games.services import chat, commands
from games.services.commands import tries
from games.services.tables import persistence, table_cache
from games.services.tables.handlers import HANDLERS
from games.services.tables.refusals import report_command
from games.services.tables.table import Table
from games.state import room_state
from games.state.room_settings import settings_of
from games.state.running import Moves

logger = logging.getLogger(__name__)

for _module in iter_modules(commands.__path__, f"{commands.__name__}."):
    import_module(_module.name)  # its handlers register themselves

RETRIES: Final = 3
GIVE_UP_SECONDS: Final = 5.0
"""Time after which a failed batch is not retried."""
STATEMENT_SECONDS: Final = 5.0
"""Maximum time of a statement."""
LOCKED_MS: Final = 20
"""Maximum wait for a room that was locked at the last attempt."""

Publish = Callable[[Sequence[RoomUpdate]], None]
_Known = dict[tuple[str, str], Event | PendingEvent]
"""Events by room code and command id."""


class _Outcome(NamedTuple):
    """The result of a batch: the answers in order, and the primary keys of rooms by code."""

    answers: list[Answer]
    updates: list[RoomUpdate]
    rooms: Mapping[str, int]


def perform(command: Command) -> Answer:
    """Perform one command, publish its events and return the answer. Never raises."""
    return perform_many([command])[0]


def perform_many(commands: Sequence[Command], publish: Publish | None = None) -> list[Answer]:
    """Perform commands together, `publish` their events and return the answers in order.

    If a command raises an exception, all are performed one by one, so that the others are not lost.
    While another program has a room locked, that room is handled by itself. Never raises.
    """
    if not commands:
        return []
    rooms = {command.room for command in commands}
    locked = table_cache.current.locked
    if len(rooms) > 1 and not locked.isdisjoint(rooms):
        return _perform_apart(commands, publish)
    try:
        outcome = _with_retries(commands, is_patient=locked.isdisjoint(rooms))
        locked -= rooms
    except _Locked:
        locked |= rooms
        if len(rooms) > 1:
            return _perform_apart(commands, publish)
        outcome = _failed(commands, "busy")
    except Exception as error:
        if len(commands) > 1:
            return [perform_many([command], publish)[0] for command in commands]
        [command] = commands
        kind = type(command.body).__name__
        logger.exception("a %s failed", kind, extra={"command": command.id})
        # Some commands ask Redis for the presence of players.
        reason = "busy" if isinstance(error, RedisError) else "broken"
        outcome = _failed(commands, reason)
    (publish or broadcast.current.publish)(outcome.updates)
    for command, answer in zip(commands, outcome.answers, strict=True):
        if isinstance(answer, No):
            report_command(command, answer, outcome.rooms.get(command.room))
    return outcome.answers


def _perform_apart(commands: Sequence[Command], publish: Publish | None) -> list[Answer]:
    """Perform commands, each locked room by itself after the others."""
    locked = frozenset(table_cache.current.locked)
    groups: dict[str | None, list[int]] = {None: []}
    for at, command in enumerate(commands):
        groups.setdefault(command.room if command.room in locked else None, []).append(at)
    answers = dict[int, Answer]()
    for places in groups.values():
        group = [commands[at] for at in places]
        answers |= zip(places, perform_many(group, publish), strict=True)
    return [answers[at] for at in range(len(commands))]


class _Locked(Exception):
    """Another program keeps a room of this batch locked."""


def _with_retries(commands: Sequence[Command], *, is_patient: bool) -> _Outcome:
    ids_first, since = False, time.monotonic()
    for attempt in range(RETRIES + 1):
        try:
            with postgres.patience(STATEMENT_SECONDS):
                known = _events_of(commands) if ids_first else {}
                return _perform_together(commands, known, is_patient=is_patient)
        except IntegrityError:
            if ids_first:
                raise
            ids_first = True
        except (OperationalError, InterfaceError) as error:
            # A lock or a lost connection. If the commit succeeded after all, the ids show it.
            ids = [command.id for command in commands]
            logger.warning(
                "the database failed: %s (attempt %d)",
                error,
                attempt + 1,
                extra={"commands": ids},
            )
            if not connection.in_atomic_block:
                postgres.drop_lost_connections()
            if isinstance(error, OperationalError) and postgres.is_locked(error):
                raise _Locked from error
            if time.monotonic() - since > GIVE_UP_SECONDS:
                break
            if attempt < RETRIES:
                time.sleep(random.uniform(0.01, 0.05) * 2**attempt)
    return _failed(commands, "busy")


def _failed(commands: Sequence[Command], reason: str) -> _Outcome:
    answers: list[Answer] = []
    for command in commands:
        with _language_of(command):
            answers.append(_refusal(Refused(reason)))
    return _Outcome(answers, [], {})


def _language_of(command: Command) -> AbstractContextManager[None]:
    return override(command.language) if command.language else nullcontext()


def _perform_together(commands: Sequence[Command], known: _Known, *, is_patient: bool) -> _Outcome:
    with transaction.atomic(durable=True):  # so that nothing published is rolled back
        if not is_patient:
            postgres.limit_lock_wait(LOCKED_MS)
        tables = _lock({command.room for command in commands})
        answers = [_answer(tables, known, command) for command in commands]
        changed = [table for table in tables.values() if table.has_changes]
        persistence.store(changed)
        updates = [
            update_of(table) for table in changed if table.events
        ]  # this may query the database
    _count(changed)
    cache = table_cache.current
    for table in tables.values():
        table.clear()
        cache.put(table)
    return _Outcome(answers, updates, {code: table.room.pk for code, table in tables.items()})


def _count(changed: Sequence[Table]) -> None:
    written = [event for table in changed for event in table.events]
    metrics.events.inc(len(written))
    metrics.moves.inc(sum(is_move(event.events) for event in written))


def _lock(codes: Iterable[str]) -> dict[str, Table]:
    tables, cache = {}, table_cache.current
    for pk, code, head in persistence.lock_rooms(sorted(codes)):
        noted, table = cache.pop_moves(pk), cache.pop(pk)
        if table is None or not table_cache.bring_up_to_date(table, head, noted):
            table = Table.read(pk)
        tables[code] = table
    return tables


def _events_of(commands: Iterable[Command]) -> _Known:
    """Return the events that these commands recorded earlier."""
    known: _Known = {}
    for command in commands:
        event = Event.objects.filter(room__code=command.room, command=command.id).first()
        if event is not None:
            known[command.room, command.id] = event
    return known


def _answer(tables: Mapping[str, Table], known: _Known, command: Command) -> Answer:
    with _language_of(command):
        return _answer_in_language(tables, known, command)


def _answer_in_language(tables: Mapping[str, Table], known: _Known, command: Command) -> Answer:
    table, key = tables.get(command.room), (command.room, command.id)
    if table is None:
        return _refusal(Refused("no_room"))
    if key not in known:
        try:
            result = _handle(table, command)
        except Refused as refused:
            result = _refusal(refused)
        if isinstance(result, PendingEvent):
            known[key] = result
            return _success(result, command)
        known.update(_events_of([command]))  # the command may be a repeat
        if key not in known:
            return result
    event = known[key]
    if event.asker != command.person or event.intent != command.intent:
        return _refusal(Refused("id_taken"))
    return _success(event, command)


def _handle(table: Table, command: Command) -> PendingEvent | Answer:
    if table.room.status == Room.Status.CLOSED:
        raise Refused("room_closed")
    if table.room.deal_id is not None and not tries.allows(table, command.body):
        raise Refused("not_dealt")
    table.command = command
    result = HANDLERS[type(command.body)](table, command.body)
    if table.room.deal_id is not None and isinstance(result, PendingEvent):
        tries.note_progress(table, result)
    return result


def _success(event: Event | PendingEvent, command: Command) -> Done:
    return Done(event.number, event.player if isinstance(command.body, Sit) else None)


def _refusal(refused: Refused) -> No:
    return No(refused.code, refused.text)


def update_of(table: Table) -> RoomUpdate:
    """Return the table's new events, to be published once they are committed."""
    if table.is_rewritten:
        return RoomUpdate(table.room.id, [], table.room.due_at, is_rewritten=True)
    events = []
    for event in table.events:
        newest = _newest(table) if event is table.events[-1] else None
        final_state = None
        if table.last is not None and has(event.events, "over"):
            final_state = room_state.ended_state(event.game or table.last)
        events.append(
            room_state.outbound_event(event, table.players, newest, final_state, table.room)
        )
    return RoomUpdate(table.room.id, events, table.room.due_at, _moves(table), _reaction(table))


def _reaction(table: Table) -> str | None:
    """Return the frame of a computer player's reaction to the newest turn, if there is one."""
    if not table.turns or not settings_of(table.room)["talk"]:
        return None
    game, turn = table.turns[-1]
    return chat.reaction_to(turn, [table.players[seat] for seat in game.players])


def _moves(table: Table) -> Moves | None:
    """Return the table's new events if all of them are moves of the running game."""
    running, events, room = table.running, table.events, table.room
    if running is None or not all(is_play(event.events) for event in events):
        return None
    stored = [event.events for event in events]
    return Moves(running.game.id, events[0].number, stored, room.deadlines, room.absence)


def _newest(table: Table) -> room_state.HeadDetails:
    state = None if table.running is None else table.running.state
    return room_state.head_details(
        table.room, table.absence, state, table.at_turn, table.closes, table.last_move
    )
