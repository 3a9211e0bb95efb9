"""The yardstick: a bare ASGI application that only broadcasts. No database, no game, no rules.

Whenever a socket of a room sends anything, all sockets of the room receive a frame of 100 bytes
with the next number. Only a ping is answered with a pong instead. Server, options and clients are
the same as for the site, so that its result is what the machine and daphne allow.

With DATABASE, the path of a new SQLite file, a thread first commits what the site commits for a
move: it reads a room, updates it and inserts an event. So nothing is sent that is not kept. The
site does the same, and knows rules besides.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

FRAME_BYTES = 100
_PING = '{"type":"ping"'


class Room:
    """The open sockets of a room, and the number of the last broadcast."""

    def __init__(self) -> None:
        self.n = 0
        self.sends: set[Callable[[Any], Awaitable[None]]] = set()


_rooms: dict[str, Room] = {}


_TABLES = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE room (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT UNIQUE, head INTEGER, state);
    CREATE TABLE event (
        id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER, number INTEGER, game INTEGER,
        ply INTEGER, player INTEGER, events TEXT, command TEXT, asker INTEGER, intent TEXT, at TEXT,
        UNIQUE (room, number), UNIQUE (room, command));
    CREATE INDEX game ON event (game);
    CREATE INDEX room_of ON event (room);
"""


class Log:
    """Rooms and their broadcasts, in a file with a write-ahead log, written by one thread."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.executescript(_TABLES)

    async def keep(self, room: str, n: int) -> None:
        """Commit a broadcast."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._insert, room, n)

    def _insert(self, room: str, n: int) -> None:
        run = self._database.execute
        run("BEGIN IMMEDIATE")
        found = run("SELECT id, code, head FROM room WHERE code = ?", (room,)).fetchone()
        if found is None:
            made = run("INSERT INTO room (code, head, state) VALUES (?, 0, ?)", (room, "." * 1500))
            found = (made.lastrowid, room, 0)
        run("UPDATE room SET head = ? WHERE id = ?", (n, found[0]))
        event = (found[0], n, 1, n, 1, "." * 180, f"move-{n:08}", 1, "." * 32, "." * 26)
        run("INSERT INTO event VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", event)
        run("COMMIT")


@cache
def the_log() -> Log | None:
    """Return the log to keep broadcasts in, if there is to be one."""
    return Log(os.environ["DATABASE"]) if "DATABASE" in os.environ else None


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """Serve a web socket at /<room>. Answer any HTTP request, so that a start can be awaited."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = _rooms.setdefault(scope["path"], Room())
    room.sends.add(send)
    await send({"type": "websocket.send", "text": f'{{"type":"sync","n":{room.n}}}'})
    while (message := await receive())["type"] == "websocket.receive":
        if message["text"].startswith(_PING):
            await send({"type": "websocket.send", "text": f'{{"type":"pong","n":{room.n}}}'})
            continue
        room.n = n = room.n + 1
        if log := the_log():
            await log.keep(scope["path"], n)
        text = f'{{"type":"event","n":{n},"pad":"'
        text += "." * (FRAME_BYTES - len(text) - 2) + '"}'
        for one in list(room.sends):
            await one({"type": "websocket.send", "text": text})
    room.sends.discard(send)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import daphne.cli

    from farkle_site.server import arguments

    options = arguments("127.0.0.1", int(os.environ["PORT"]))[:-1]  # the last is our application
    daphne.cli.CommandLineInterface().run([*options, "bench.yardstick:application"])
