"""Keep tables in memory between commands, so that a move need not read the whole room again.
`bring_up_to_date` applies the moves that other processes have made meanwhile."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence

import orjson

from games.db.statements import find
from games.protocol.events import Stored, is_play
from games.services.tables.deadlines import earliest
from games.services.tables.table import ROOM, Table
from games.state.absence import AbsenceState
from games.state.room_state import Position, position_after
from games.state.running import MOST_CHARACTERS, Moves, RunningGame

logger = logging.getLogger(__name__)

MOST_TABLES = 2000
MOST_MISSED = 20
"""Maximum number of missed events. A table that missed more is read again."""

_MISSED = (
    "SELECT number, game_id, events FROM games_event WHERE room_id = %s AND number > %s"
    " ORDER BY number LIMIT %s"
)


class TableCache:
    """The most recently used tables, and the moves that other processes have made since.

    The thread that takes a table owns it until it is put back, so no two threads share one. It must
    hold the room's lock and use the table only after `bring_up_to_date`.
    """

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._moves: dict[int, list[str]] = {}
        self._lock = threading.Lock()
        self.locked: set[str] = set()
        """The codes of rooms that another program kept locked when they were last needed."""

    def pop(self, room: int) -> Table | None:
        """Remove and return the table of the room with this key, or None."""
        with self._lock:
            return self._tables.pop(room, None)

    def put(self, table: Table) -> None:
        """Keep a table whose changes are committed."""
        with self._lock:
            self._tables[table.room.id] = table
            self._tables.move_to_end(table.room.id)
            while len(self._tables) > self._most:
                dropped, _ = self._tables.popitem(last=False)
                self._moves.pop(dropped, None)

    def note(self, room: int, moves: str) -> None:
        """Keep packed moves of another process until they are needed. Too many are dropped, because
        they can be read from the database."""
        with self._lock:
            if room in self._tables:
                noted = self._moves.setdefault(room, [])
                noted.append(moves)
                if sum(map(len, noted)) > MOST_CHARACTERS:
                    del self._moves[room]

    def pop_moves(self, room: int) -> list[str]:
        """Remove and return the noted moves of a room."""
        with self._lock:
            return self._moves.pop(room, [])

    def clear(self) -> None:
        """Forget every table."""
        with self._lock:
            self._tables.clear()
            self._moves.clear()


current = TableCache()


def bring_up_to_date(table: Table, head: int, noted: Sequence[str] = ()) -> bool:
    """Bring the table up to event `head`, the room's newest. Return False if that is impossible.

    A few missed moves of the running game are applied: those `noted`, or else read. If anything
    else happened, or an event is missing, the table is useless. The caller must hold the lock.
    """
    if table.room.head == head:
        return True
    try:
        if _apply_noted(table, noted, head):
            return True
    except Exception:
        # They may come from a process of another version.
        logger.warning("the moves of another process are not readable", exc_info=True)
        return False
    return _apply_stored(table) and table.room.head == head


def _apply_noted(table: Table, noted: Sequence[str], head: int) -> bool:
    """Apply noted moves up to event `head`. Return False, changing nothing, if one is missing."""
    room, running, events = table.room, table.running, dict[int, Sequence[Stored]]()
    newest: Moves | None = None
    for moves in map(Moves.unpack, noted):
        events |= enumerate(moves.events, moves.first)
        newest = moves if moves.last == head else newest
    missed = range(room.head + 1, head + 1)
    if running is None or newest is None or newest.game != running.game.id:
        return False
    if not all(number in events and is_play(events[number]) for number in missed):
        return False
    _apply(table, running, ((number, events[number]) for number in missed))
    room.deadlines, room.absence = dict(newest.deadlines), dict(newest.absence)
    room.due_at = earliest(room.deadlines)
    table.absence = AbsenceState.from_dict(room.absence)
    return True


def _apply_stored(table: Table) -> bool:
    """Read and apply the missed moves. Return False, changing nothing, if not all are moves."""
    running, room = table.running, table.room
    if running is None:
        return False
    moves: list[tuple[int, Sequence[Stored]]] = []
    for number, game, text in find(_MISSED, room.pk, room.head, MOST_MISSED + 1):
        events = orjson.loads(text)
        if game != running.game.id or number > room.head + MOST_MISSED or not is_play(events):
            return False
        if number != room.head + len(moves) + 1:  # the ones before are in an archive
            return False
        moves.append((number, events))
    _apply(table, running, moves)
    [now] = ROOM(room.pk)
    room.deadlines, room.due_at, room.absence = now.deadlines, now.due_at, now.absence
    table.absence = AbsenceState.from_dict(room.absence)
    return True


def _apply(
    table: Table, running: RunningGame, moves: Iterable[tuple[int, Sequence[Stored]]]
) -> None:
    room, game = table.room, running.game
    at = Position(running.state, running.log, room.head, game.thrown)
    for number, events in moves:
        at = position_after(at, number, events)
    running.state, _, room.head, game.thrown = at
    game.ply = at.state.ply
