"""What each step of the fast path gains: the load again, with one step undone at a time.

    python bench/steps.py                     50x4, everything on SQLite, one process
    python bench/steps.py 1x100 --seconds 20

Processor time of the server for a move, compared with the server as it is; other programs of the
machine disturb that less than they disturb moves a second.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

SCENARIOS = ("50x4",)


def moves_one_by_one() -> None:
    """A transaction for each move, whoever waits."""
    from games.realtime import threads

    threads.MAX_BATCH = 1


def tables_from_the_database() -> None:
    """Room, players and game are read anew for each move."""
    from games.services.table_cache import TableCache

    TableCache.take = lambda _cache, _room: None  # type: ignore[method-assign]  # a bench undoes it


def own_stories_through_the_layer() -> None:
    """The hub hears of this process's own commits as of any other's."""
    from games.broadcast import Broadcaster

    make = Broadcaster.__init__
    Broadcaster.__init__ = lambda self, loop=None, *_, **__: make(self, loop)  # type: ignore[method-assign]  # as above


def frames_made_for_each_socket() -> None:
    """Every frame goes through daphne and autobahn."""
    from games.realtime import transport

    transport._protocol_behind = lambda _send: None


def frames_read_by_the_server() -> None:
    """What pages send goes through all of autobahn as well."""
    from games.realtime import transport

    transport.decode_frame = lambda _data: None


def frames_written_by_the_reactor() -> None:
    """Twisted buffers each frame, and writes it when the system says that it may."""
    from games.realtime import transport

    transport._write = lambda connection, frame: connection.write(frame)


def a_thread_hop_a_message() -> None:
    """As Channels' consumers make one, to close old connections."""
    from games.realtime.consumer import RoomSocket

    handle = RoomSocket._on_message

    async def hop(self: RoomSocket, *arguments: Any) -> None:
        await self._threads.read(lambda: None)
        await handle(self, *arguments)

    RoomSocket._on_message = hop  # type: ignore[method-assign]  # as above


def sqlite_as_it_comes() -> None:
    """A rollback journal, and a sync of the disk for each commit."""
    from farkle_site import env

    env._SQLITE_PRAGMAS = ""


STEPS: tuple[Callable[[], None], ...] = (
    moves_one_by_one,
    tables_from_the_database,
    own_stories_through_the_layer,
    frames_made_for_each_socket,
    frames_read_by_the_server,
    frames_written_by_the_reactor,
    a_thread_hop_a_message,
    sqlite_as_it_comes,
)


def serve_without(name: str) -> None:
    """This process is a server, with that step undone."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    if name == sqlite_as_it_comes.__name__:
        sqlite_as_it_comes()
    import django

    django.setup()
    for step in STEPS:
        if step.__name__ == name:
            step()
    from farkle_site.server import serve

    serve("127.0.0.1", int(os.environ["PORT"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--seconds", type=float, default=6.0)
    wish = parser.parse_args()
    from bench.load import FAST_DISK, measure
    from tests.support import services

    print("| undone | " + " | ".join(wish.scenarios) + " |", flush=True)
    print("|---" * (1 + len(wish.scenarios)) + "|", flush=True)
    with tempfile.TemporaryDirectory(dir=FAST_DISK if FAST_DISK.is_dir() else None) as name:
        folder = Path(name)
        for step in (None, *STEPS):
            # Each in a file of its own: a journal mode stays with the file.
            label = step.__name__ if step else "nothing"
            database = f"sqlite:///{folder / label}.sqlite3"
            services.migrate(folder, database)
            if step is sqlite_as_it_comes:
                with sqlite3.connect(folder / f"{label}.sqlite3") as connection:
                    connection.execute("PRAGMA journal_mode=DELETE")
            program = ("bench/steps.py", "--serve", label)
            cells = []
            for scenario in wish.scenarios:
                found = measure(scenario, database, None, 1, wish.seconds, folder, program)
                spent = 1e6 * found.cpu * found.seconds / found.tally.moves
                cells.append(f"{spent:,.0f} µs, {found.tally.moves / found.seconds:,.0f}/s")
            print(f"| {label.replace('_', ' ')} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_without(sys.argv[2])
    else:
        main()
