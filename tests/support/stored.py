"""Read the database of a running site from outside, without the site's own code."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg

from games.protocol.events import is_move, to_wire
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
    """Return the rows of a query."""
    with _connected(url) as connection:
        return list(connection.execute(query).fetchall())


def make_known(url: str) -> None:
    """Date everybody's first visit back, so that they count as known."""
    with _connected(url) as connection:
        connection.execute("UPDATE games_person SET created = '2020-01-01 00:00:00+00:00'")
        connection.commit()


def add_seats(url: str, code: str, last: int) -> None:
    """Give the host of a room all its seats up to number `last`."""
    columns = (
        "person_id, level, colour, material, dice, ready, left, removed, since, string, string_game"
    )
    with _connected(url) as connection:
        connection.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers"
            f" WHERE n < {last}) INSERT INTO games_player (room_id, seat, name, place, {columns})"
            f" SELECT room_id, n, 'Player ' || n, n, {columns} FROM numbers, games_player"
            f" WHERE room_id = (SELECT id FROM games_room WHERE code = '{code}') AND seat = 1"
        )
        connection.commit()


def events_of(url: str, code: str) -> dict[int, str]:
    """Return the events of a room in the form of `Page.story`."""
    found = rows(
        url,
        "SELECT e.number, e.ply, e.player, e.events FROM games_event e"
        f" JOIN games_room r ON r.id = e.room_id WHERE r.code = '{code}' ORDER BY e.number",
    )
    found_events = {}
    for number, ply, player, raw in found:
        events = json.loads(raw) if isinstance(raw, str) else raw
        by = None if is_move(events) else player
        found_events[number] = json.dumps([number, ply, by, to_wire(events)], sort_keys=True)
    assert list(found_events) == list(range(1, len(found_events) + 1)), "an event is missing"
    return found_events


def commands_of(url: str) -> list[str]:
    """Return the ids of all commands that left an event, but for the server's own, which are unique
    in their room only."""
    found = [command for (command,) in rows(url, "SELECT command FROM games_event")]
    return [command for command in found if ":" not in command]


def check_history(server: services.Daphne) -> None:
    """Check that all stored data agrees with itself."""
    done = services.manage(server.environ, "check_history", "--skip-checks")
    assert done.returncode == 0, done.stdout + done.stderr
