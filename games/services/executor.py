"""The only writer of rooms and games: commands go in, answers come out.

Commands that wait are performed together, in one transaction: lock the rooms in the order of their
keys; each goes to its handler, which refuses before it changes anything; one write; commit. Only
then does anybody hear of it.

A command whose id is known gets the answer it got. Nearly every id is new, so they are not looked
up beforehand: one that is asked again is refused (its move is made already) and then looked up, or
it is performed and the database, in which ids are unique, takes nothing of the whole; then all is
done again, and ids are looked up first.
"""

import logging
import random
import time
from collections.abc import Iterable, Mapping, Sequence

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from games import broadcast, metrics
from games.models import Event, Room
from games.protocol.commands import Answer, Command, Done, No, Sit
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, is_move
from games.services import persistence, statements, table_cache
from games.services.room import HANDLERS
from games.services.table import Table, intent_of
from games.state import room_state

logger = logging.getLogger(__name__)

RETRIES = 3

_Known = dict[tuple[str, str], Event | PendingEvent]
"""What commands left, by the room's code and their id."""


def perform(command: Command) -> Answer:
    """Perform one command and publish what came of it."""
    return perform_many([command])[0]


def perform_many(commands: Sequence[Command]) -> list[Answer]:
    """Perform commands together and publish what came of them; one answer each, in their order.

    A command that fails (rather than being refused) takes nobody with it: all are then performed
    one by one. Never raises.
    """
    if not commands:
        return []
    try:
        answers, stories = _with_patience(commands)
    except Exception:
        if len(commands) > 1:
            return [perform(command) for command in commands]
        [command] = commands
        what = type(command.body).__name__
        logger.exception("a %s failed", what, extra={"command": command.id})
        return [_no(Refused("broken"))]
    broadcast.publish(stories)
    return answers


def _with_patience(commands: Sequence[Command]) -> tuple[list[Answer], list[broadcast.RoomUpdate]]:
    ids_first = False
    for attempt in range(RETRIES + 1):
        try:
            return _together(commands, _known(commands) if ids_first else {})
        except IntegrityError:
            if ids_first:
                raise
            ids_first = True
        except (OperationalError, InterfaceError) as error:
            # A lock, or a lost connection. If the commit was done after all, the ids say so.
            ids = [command.id for command in commands]
            logger.warning(
                "the database would not: %s (attempt %d)",
                error,
                attempt + 1,
                extra={"commands": ids},
            )
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
            if attempt < RETRIES:
                time.sleep(random.uniform(0.01, 0.05) * 2**attempt)
    return [_no(Refused("busy")) for _ in commands], []


def _together(
    commands: Sequence[Command], known: _Known
) -> tuple[list[Answer], list[broadcast.RoomUpdate]]:
    with transaction.atomic(durable=True):  # what is published after it must be committed
        tables = _lock({command.room for command in commands})
        answers = [_answer(tables, known, command) for command in commands]
        changed = [table for table in tables.values() if table.has_changes]
        persistence.store(changed)
    stories = [story_of(table) for table in changed if table.events]
    _count(changed)
    cache = table_cache.current()
    for table in tables.values():
        table.clear()
        cache.put(table)
    return answers, stories


def _count(changed: Sequence[Table]) -> None:
    written = [event for table in changed for event in table.events]
    metrics.events.inc(len(written))
    metrics.moves.inc(sum(is_move(event.events) for event in written))


def _lock(codes: Iterable[str]) -> dict[str, Table]:
    tables, cache = {}, table_cache.current()
    for pk, code, head in statements.lock_rooms(sorted(codes)):
        table = cache.take(pk)
        if table is None or not table.is_at(head):
            table = Table(Room.objects.get(pk=pk))
        tables[code] = table
    return tables


def _known(commands: Iterable[Command]) -> _Known:
    """What those of the commands left that were performed before."""
    found: _Known = {}
    for one in commands:
        event = Event.objects.filter(room__code=one.room, command=one.id).first()
        if event is not None:
            found[one.room, one.id] = event
    return found


def _answer(tables: Mapping[str, Table], known: _Known, command: Command) -> Answer:
    try:
        table = tables.get(command.room)
        if table is None:
            raise Refused("no_room")
        return _perform(table, known, command)
    except Refused as refused:
        return _no(refused)


def _perform(table: Table, known: _Known, command: Command) -> Answer:
    key = command.room, command.id
    if key not in known:
        try:
            done = _handle(table, command)
        except Refused as refused:
            done = _no(refused)
        if isinstance(done, PendingEvent):
            known[key] = done
            return _done(done, command)
        known.update(_known([command]))  # perhaps nothing happens because it has happened
        if key not in known:
            return done
    return _same_again(known[key], command)


def _handle(table: Table, command: Command) -> PendingEvent | Answer:
    if table.room.status == Room.Status.CLOSED:
        raise Refused("room_closed")
    return HANDLERS[type(command.body)](table, command, command.body)


def _same_again(event: Event | PendingEvent, command: Command) -> Answer:
    if event.asker != command.person or event.intent != intent_of(command):
        raise Refused("id_taken")
    return _done(event, command)


def _done(event: Event | PendingEvent, command: Command) -> Done:
    return Done(event.number, event.player if isinstance(command.body, Sit) else None)


def _no(refused: Refused) -> No:
    return No(refused.code, refused.text)


def story_of(table: Table) -> broadcast.RoomUpdate:
    """What happened at the table, to be published once it is committed."""
    told = []
    for event in table.events:
        newest = event is table.events[-1]
        told.append(
            room_state.outbound_event(event, table.players, _newest(table) if newest else None)
        )
    return broadcast.RoomUpdate(table.room.id, told, table.room.due_at)


def _newest(table: Table) -> room_state.HeadDetails:
    state = None if table.running is None else table.running.state
    return room_state.head_details(table.room, table.waits, state, table.at_turn)


def forget_tables() -> None:
    """Empty the table cache, as a new process would start."""
    table_cache.current().clear()
