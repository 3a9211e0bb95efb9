"""What a database of a running site holds, read from outside, without our own code in between."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg

from games.protocol import events as room_events
from tests.support import services


@contextlib.contextmanager
def _connected(url: str) -> Iterator[Any]:
    if urlsplit(url).scheme == "sqlite":
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            yield connection
    else:
        with psycopg.connect(url) as connection:
            yield connection


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    """What a query finds."""
    with _connected(url) as connection:
        return list(connection.execute(query).fetchall())


def events_of(url: str, code: str) -> dict[int, str]:
    """The room's story as its pages tell it: see `Page.story`."""
    found = rows(
        url,
        "SELECT e.number, e.ply, e.player, e.events FROM games_event e"
        f" JOIN games_room r ON r.id = e.room_id WHERE r.code = '{code}' ORDER BY e.number",
    )
    told = {}
    for number, ply, player, raw in found:
        events = json.loads(raw) if isinstance(raw, str) else raw
        by = None if room_events.is_move(events) else player
        told[number] = json.dumps([number, ply, by, room_events.to_wire(events)], sort_keys=True)
    assert list(told) == list(range(1, len(told) + 1)), "the story has a hole"
    return told


def commands_of(url: str) -> list[str]:
    """The id of every command of somebody's that left an event; the server's own ids, which have a
    colon, are each room's own."""
    found = [command for (command,) in rows(url, "SELECT command FROM games_event")]
    return [command for command in found if ":" not in command]


def check_history(server: services.Daphne) -> None:
    """Everything that is stored agrees with itself."""
    done = services.manage(server.environ, "check_history")
    assert done.returncode == 0, done.stdout + done.stderr
