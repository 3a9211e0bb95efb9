"""Time how long a command waits while the daily upkeep works on a large database.

    python bench/database/upkeep.py                    # 1,000,000 events
    python bench/database/upkeep.py --events 100000
    TMPDIR=/dev/shm python bench/database/upkeep.py --on postgres

The rows are made up, in a fresh SQLite file or PostgreSQL server: nine tenths of the events are of
this month, the rest is to be deleted or archived. Each step runs in a process of its own, as on a
site, while this process changes a colour in another room, again and again, and times it.
"""

import argparse
import atexit
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

LOBBIES, GUESTS, MESSAGES, SESSIONS = 200, 2_000, 5_000, 2_000
A_GAME, A_BATCH = 500, 10_000
PAUSE = 0.005
"""Seconds between two commands."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    if options.on == "postgres":
        from tests.support.services import Postgres

        postgres = Postgres()
        atexit.register(postgres.remove)
        os.environ["DATABASE_URL"] = postgres.create("bench")
    os.environ["FARKLE_DATA"] = folder
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from games.services.upkeep import runs
    from tests.support.rooms import Place

    fill(options.events)
    place = Place(1)
    print(f"{'':<28}{'waits':>7}{'p50':>9}{'p99':>9}{'longest':>9}{'rows':>8}{'took':>8}")
    report("nothing", place, ["-c", "import time; time.sleep(10)"])
    for name in runs.STEPS:
        work = f"print(runs.STEPS[{name!r}](clock.now()))"
        report(name, place, ["manage.py", "shell", "-v0", "-c", f"{IMPORTS}; {work}"])
    backup = "backup.write_daily(settings.BACKUPS, clock.now())"
    report("backup", place, ["manage.py", "shell", "-v0", "-c", f"{IMPORTS}; print({backup})"])


IMPORTS = (
    "from django.conf import settings; from farkle_site import backup; from games import clock; "
    "from games.services.upkeep import runs"
)


def report(name: str, place, line: list[str]) -> None:
    """Run a step in a process of its own, and print how long commands waited meanwhile."""
    from games.protocol.commands import Colour

    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *line], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    waits = []
    while process.poll() is None:
        start = time.perf_counter()
        place.does(1, Colour(1, len(waits) % 2))
        waits.append(1000 * (time.perf_counter() - start))
        time.sleep(PAUSE)
    took = time.perf_counter() - begun
    assert process.stdout is not None
    rows = process.stdout.read().strip()
    waits.sort()
    p50, p99 = (waits[int(part * len(waits))] for part in (0.5, 0.99))
    times = "".join(f"{value:>6.1f} ms" for value in (p50, p99, waits[-1]))
    print(f"{name:<28}{len(waits):>7}{times}{rows:>8}{took:>6.0f} s", flush=True)


def fill(events: int) -> None:
    """Make up a site with so many events."""
    from django.contrib.sessions.models import Session

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
        rows = (
            Event(
                room=room,
                game=game,
                number=n,
                ply=n,
                player=1,
                events=text,
                command=f"{n:032}",
                intent=f"{n:032}",
                asker=1,
                at=at,
            )
            for room, game in zip(rooms, games, strict=True)
            for n in range(1, count + 1)
        )
        Event.objects.bulk_create(rows, batch_size=A_BATCH)

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
        Player(room=halls[n // 100], seat=n % 100 + 1, person=person, name="M", colour=0, place=0)
        for n, person in enumerate(people[1 : GUESTS + 1])
    )
    lobbies = rooms_of(host, "l", LOBBIES, old, status="closed", head=5)
    games_of(lobbies, "waiting")
    add_events(lobbies, [None] * LOBBIES, 5, old)
    [practice] = rooms_of(people[1], "p", 1, long_ago, status="over", head=5_000)
    add_events([practice], [None], 5_000, long_ago)
    for size, count in ((A_GAME, events // 20 // A_GAME), (10_000, 1)):
        ended = rooms_of(host, f"e{size % 7}", count, old, status="over", head=size + 1)
        games = games_of(ended, "over", snapshot_event=size, finished=old)
        add_events(ended, list(games), size, old)
        players = Player.objects.bulk_create(
            Player(room=room, seat=1, person=host, name="M", colour=0, place=0) for room in ended
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


if __name__ == "__main__":
    main()
