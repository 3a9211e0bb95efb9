"""What each shortcut of the fast path gains: the load test again, with one shortcut off at a time.

    python bench/steps.py                     50x4, on SQLite, one process
    python bench/steps.py 1x100 --seconds 20

Compare the server's processor time for a move with the first row: other programs disturb it less
than they disturb moves a second. The server patches the shortcut away before it starts.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

SCENARIOS = ("50x4",)


def perform_moves_one_by_one() -> None:
    """Use one transaction for each move, however many wait."""
    from games.realtime import threads

    threads.MAX_BATCH = 1


def read_every_table() -> None:
    """Read room, players and game from the database for each move."""
    from games.services.tables.table_cache import TableCache

    TableCache.pop = lambda _cache, _room: None


def write_through_the_reactor() -> None:
    """Let Twisted buffer each frame and write it when its reactor next runs."""
    from games.realtime.wire import writer

    writer.write_at_once = lambda connection, frame: connection.write(frame)


def encode_for_each_socket() -> None:
    """Encode each frame anew for each socket, and write it as daphne does."""
    from games.realtime.wire.writer import FrameWriter

    def send(writer: FrameWriter, *texts: str) -> None:
        for text in texts:
            writer._asgi.put({"type": "websocket.send", "text": text})

    FrameWriter.send = send


def hop_to_a_thread_for_each_message() -> None:
    """Do as the consumers of Channels do, which close old connections on a thread for each
    message."""
    from channels.generic.websocket import AsyncWebsocketConsumer

    from games.realtime.consumers import RoomConsumer

    RoomConsumer.dispatch = AsyncWebsocketConsumer.dispatch


def keep_sqlite_defaults() -> None:
    """Use a rollback journal and sync the disk for each commit."""
    from farkle_site import databases

    databases._SQLITE_PRAGMAS = ""


@dataclass(frozen=True)
class Shortcut:
    """A shortcut of the fast path, and the patch of the server that turns it off."""

    name: str
    patch: Callable[[], None] | None = None


SHORTCUTS = (
    Shortcut("waiting moves are performed together", perform_moves_one_by_one),
    Shortcut("tables are kept in memory", read_every_table),
    Shortcut("frames are encoded once for all sockets", encode_for_each_socket),
    Shortcut("frames are written past the reactor", write_through_the_reactor),
    Shortcut("no thread hop for each message", hop_to_a_thread_for_each_message),
    Shortcut("SQLite with a write-ahead log", keep_sqlite_defaults),
)


def serve_without(number: int) -> None:
    """Make this process a server without the shortcut of this number."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    patch = SHORTCUTS[number].patch
    assert patch is not None
    if patch is keep_sqlite_defaults:
        patch()  # the settings read what it changes
    import django

    django.setup()
    if patch is not keep_sqlite_defaults:
        patch()
    from farkle_site.server import serve

    serve("127.0.0.1", int(os.environ["PORT"]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "scenarios", nargs="*", default=SCENARIOS, help="as for bench/load.py; default: 50x4"
    )
    parser.add_argument(
        "--seconds", type=float, default=6.0, help="how long each scenario is measured; default: 6"
    )
    options = parser.parse_args()
    from bench.load import FAST_DISK, measure
    from tests.support import services

    print("| without | " + " | ".join(options.scenarios) + " |", flush=True)
    print("|---" * (1 + len(options.scenarios)) + "|", flush=True)
    with tempfile.TemporaryDirectory(dir=FAST_DISK if FAST_DISK.is_dir() else None) as name:
        folder = Path(name)
        everything = Shortcut("(the server as it is)")
        for number, shortcut in enumerate((everything, *SHORTCUTS), -1):
            # A journal mode stays with its file, so each server has a file of its own.
            path = folder / f"{number + 1}.sqlite3"
            database = f"sqlite:///{path}"
            services.migrate(folder, database)
            if shortcut.patch is keep_sqlite_defaults:
                with sqlite3.connect(path) as connection:
                    connection.execute("PRAGMA journal_mode=DELETE")
            program: Sequence[str] = services.OUR_SERVER
            if shortcut.patch is not None:
                program = ("bench/steps.py", "--serve", str(number))
            cells = []
            for scenario in options.scenarios:
                found = measure(scenario, database, None, 1, options.seconds, folder, program)
                micros = 1e6 * found.cpu * found.seconds / found.tally.moves
                rate = found.tally.moves / found.seconds
                cells.append(f"{micros:,.0f} µs a move, {rate:,.0f} moves/s")
            print(f"| {shortcut.name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_without(int(sys.argv[2]))
    else:
        main()
