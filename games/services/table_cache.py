"""Keep tables in memory between commands, so that a move need not read the whole room again."""

import threading
from collections import OrderedDict

from games.process_wide import ProcessWide
from games.services.table import Table
from games.state.moves import MOST_CHARACTERS

MOST_TABLES = 2000


class TableCache:
    """The most recently used tables.

    Whoever takes a table owns it until it is put back, so no two threads share one. The taker must
    compare it with the room's head under the lock: another process may have gone on meanwhile.
    What other processes tell of that waits here for the taker.
    """

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._told: dict[int, list[str]] = {}
        self._lock = threading.Lock()

    def take(self, room: int) -> Table | None:
        """Return the table of the room with this key and forget it, or None."""
        with self._lock:
            return self._tables.pop(room, None)

    def put(self, table: Table) -> None:
        """Keep a table whose changes are committed."""
        with self._lock:
            self._tables[table.room.id] = table
            self._tables.move_to_end(table.room.id)
            while len(self._tables) > self._most:
                dropped, _ = self._tables.popitem(last=False)
                self._told.pop(dropped, None)

    def note(self, room: int, moves: str) -> None:
        """Keep moves that another process has made, packed, until they are asked for. Too many are
        forgotten, because the database knows them all."""
        with self._lock:
            if room in self._tables:
                told = self._told.setdefault(room, [])
                told.append(moves)
                if sum(map(len, told)) > MOST_CHARACTERS:
                    del self._told[room]

    def take_told(self, room: int) -> list[str]:
        """Return the moves that were noted for a room, and forget them."""
        with self._lock:
            return self._told.pop(room, [])

    def clear(self) -> None:
        """Forget every table, as a new process would start."""
        with self._lock:
            self._tables.clear()
            self._told.clear()


current = ProcessWide(TableCache())
