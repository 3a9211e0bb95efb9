"""Time how long a command waits while the daily upkeep works on a large database.

    python bench/database/upkeep.py                    # 1,000,000 events
    python bench/database/upkeep.py --events 100000
    TMPDIR=/dev/shm python bench/database/upkeep.py --on postgres

The rows are made up, in a fresh SQLite file or PostgreSQL server: nine tenths of the events are of
this month, the rest is to be deleted or archived. Each step runs in a process of its own, as on a
site, while this process changes a colour in another room, again and again, and times it: "waits"
are these commands, "held" is the longest transaction of the step, by the clock and by the
processor. (What PostgreSQL computes is not in that.)
"""

import argparse
import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

LOBBIES, GUESTS, MESSAGES, SESSIONS = 200, 2_000, 5_000, 2_000
A_GAME, A_BATCH = 500, 10_000
NOTHING, BACKUP = "nothing", "backup"
PAUSE = 0.005
"""Seconds between two commands."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--step", help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    if options.step:
        perform(options.step)
        return
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    if options.on == "postgres":
        from tests.support.services import Postgres

        postgres = Postgres()
        atexit.register(postgres.remove)
        os.environ["DATABASE_URL"] = postgres.create("bench")
    os.environ["FARKLE_DATA"] = folder
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from games.services.upkeep import runs
    from tests.support.rooms import Place

    begun = time.perf_counter()
    fill(options.events)
    print(f"filled in {time.perf_counter() - begun:.0f} s, load {os.getloadavg()[0]:.1f}")
    place = Place(1)
    heads = ("waits", "p50", "p99", "longest", "held", "by cpu", "rows", "took")
    print(" " * 24 + "".join(f"{head:>9}" for head in heads), flush=True)
    for name in (NOTHING, *runs.STEPS, BACKUP):
        report(name, place)
    print(f"load {os.getloadavg()[0]:.1f}")


def perform(name: str) -> None:
    """Perform one step, and print its rows and its longest transaction in ms, by clock and cpu."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection, transaction

    from farkle_site import backup
    from games import clock
    from games.services.upkeep import runs

    begun, held, cpu = list[tuple[float, float]](), [0.0], [0.0]

    def note_begin(execute: Any, *statement: Any) -> Any:
        if connection.in_atomic_block and not begun:
            begun.append((time.perf_counter(), time.thread_time()))
            transaction.on_commit(note_end)
        return execute(*statement)

    def note_end() -> None:
        start, start_cpu = begun.pop()
        held.append(1000 * (time.perf_counter() - start))
        cpu.append(1000 * (time.thread_time() - start_cpu))

    rows = 0
    if name == NOTHING:
        time.sleep(10)
    elif name == BACKUP:
        backup.write_daily(settings.BACKUPS, clock.now())
    else:
        with connection.execute_wrapper(note_begin):
            rows = runs.STEPS[name](clock.now())
    print(rows, max(held), max(cpu))


def report(name: str, place: Any) -> None:
    """Run a step in a process of its own, and print how long commands waited meanwhile."""
    from games.protocol.commands import Colour

    begun = time.perf_counter()
    line = [sys.executable, __file__, "--step", name]
    process = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    waits = []
    while process.poll() is None:
        start = time.perf_counter()
        place.does(1, Colour(1, len(waits) % 2))
        waits.append(1000 * (time.perf_counter() - start))
        time.sleep(PAUSE)
    took = time.perf_counter() - begun
    assert process.stdout is not None
    rows, held, cpu = process.stdout.read().split()
    waits.sort()
    p50, p99 = (waits[int(part * len(waits))] for part in (0.5, 0.99))
    times = "".join(f"{float(ms):>6.1f} ms" for ms in (p50, p99, waits[-1], held, cpu))
    print(f"{name:<24}{len(waits):>9}{times}{rows:>9}{took:>7.0f} s", flush=True)


def fill(events: int) -> None:
    """Make up a site with so many events."""
    from django.contrib.sessions.models import Session
    from django.db import connection, transaction

    from games.models import Event, Game, Message, Person, Player, Room, Turn

    now = datetime.now(UTC)
    old, long_ago = now - timedelta(days=40), now - timedelta(days=100)

    def rooms_of(person: Person, prefix: str, count: int, at: datetime, **values) -> list[Room]:
        return Room.objects.bulk_create(
            Room(code=f"{prefix}{n:07}", opened_by=person, rules={}, created=at, **values)
            for n in range(count)
        )

    def add_events(rooms: list[Room], games: list[Game | None], count: int, at: datetime) -> None:
        text = [{"e": "rolled", "dice": [1, 2, 3, 4, 5, 6], "player": 1}] * 2
        Event.objects.bulk_create(
            Event(
                room=rooms[0],
                game=games[0],
                number=n,
                ply=n,
                player=1,
                events=text,
                command=f"{n:032}",
                intent=f"{n:032}",
                asker=1,
                at=at,
            )
            for n in range(1, count + 1)
        )
        own = {"id", "room_id", "game_id"}
        same = ", ".join({field.column for field in Event._meta.concrete_fields} - own)
        with transaction.atomic(), connection.cursor() as cursor:
            for room, game in list(zip(rooms, games, strict=True))[1:]:
                cursor.execute(
                    f"INSERT INTO games_event (room_id, game_id, {same}) SELECT %s, %s, {same}"
                    " FROM games_event WHERE room_id = %s",
                    [room.pk, None if game is None else game.pk, rooms[0].pk],
                )

    def games_of(rooms: list[Room], status: str, **values) -> list[Game]:
        return Game.objects.bulk_create(
            Game(room=room, number=1, status=status, commitment="", **values) for room in rooms
        )

    people = Person.objects.bulk_create(
        Person(key_hash=f"{n:064}", created=long_ago) for n in range(2 * GUESTS)
    )
    host = people[0]
    # Half of the guests have a seat.
    halls = rooms_of(host, "h", GUESTS // 100, now, status="lobby", head=1)
    Player.objects.bulk_create(
        Player(
            room=halls[n // 100],
            seat=n % 100 + 1,
            person=person,
            since=long_ago,
            name="M",
            colour=0,
            place=0,
        )
        for n, person in enumerate(people[1 : GUESTS + 1])
    )
    lobbies = rooms_of(host, "l", LOBBIES, old, status="closed", head=5)
    games_of(lobbies, "waiting")
    add_events(lobbies, [None] * LOBBIES, 5, old)
    [practice] = rooms_of(people[1], "p", 1, long_ago, status="over", head=5_000)
    add_events([practice], [None], 5_000, long_ago)
    for kind, size, count in (("e", A_GAME, events // 20 // A_GAME), ("f", 10_000, 1)):
        ended = rooms_of(host, kind, count, old, status="over", head=size + 1)
        games = games_of(ended, "over", snapshot_event=size, finished=old)
        add_events(ended, list(games), size, old)
        players = Player.objects.bulk_create(
            Player(room=room, seat=1, person=host, since=old, name="M", colour=0, place=0)
            for room in ended
        )
        Turn.objects.bulk_create(
            (
                Turn(
                    game=game,
                    player=player,
                    number=n,
                    seat=0,
                    round=n,
                    rolls=[],
                    points=0,
                    outcome="banked",
                    built=0,
                    penalty=0,
                    total=0,
                )
                for game, player in zip(games, players, strict=True)
                for n in range(size // 3)
            ),
            batch_size=A_BATCH,
        )
    Message.objects.bulk_create(
        Message(room=ended[0], player=players[0], text="Hello", at=old, command=str(n))
        for n in range(MESSAGES)
    )
    lively = rooms_of(host, "n", events * 9 // 10 // A_GAME, now, status="playing", head=A_GAME)
    add_events(lively, list(games_of(lively, "playing")), A_GAME, now)
    Session.objects.bulk_create(
        Session(session_key=str(n), session_data="", expire_date=old) for n in range(SESSIONS)
    )
    quiet = rooms_of(host, "q", events // 20 // A_GAME, old, status="lobby", head=A_GAME + 1)
    add_events(quiet, [None] * len(quiet), A_GAME, old)
    if connection.vendor == "postgresql":
        connection.cursor().execute("ANALYZE")  # as PostgreSQL does by itself in time


if __name__ == "__main__":
    main()
