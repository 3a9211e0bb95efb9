"""Keep tables in memory between commands, so that a move need not read the whole room again."""

import threading
from collections import OrderedDict

from games.process_wide import ProcessWide
from games.services.table import Table

MOST_TABLES = 2000


class TableCache:
    """The most recently used tables.

    Whoever takes a table owns it until it is put back, so no two threads share one. The taker must
    compare it with the room's head under the lock: another process may have gone on meanwhile.
    """

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._tables: OrderedDict[int, Table] = OrderedDict()
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
                self._tables.popitem(last=False)

    def clear(self) -> None:
        """Forget every table, as a new process would start."""
        with self._lock:
            self._tables.clear()


current = ProcessWide(TableCache())
