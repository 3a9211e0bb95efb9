"""Time pages and queries in a small and in a large database, for the same visitors.

    python bench/past.py                      # 10,000 past games, then 1,000,000
    python bench/past.py --games 10000 100000
    TMPDIR=/dev/shm python bench/past.py --on postgres

The games are made up, in a fresh SQLite file or PostgreSQL server, or in the empty database that
DATABASE_URL names. Only their results and the newest event of each room are stored, as played games
leave them. The larger database holds the same games again and again, each time of other people in
other rooms, so that the visitors who are timed have the same past in both.
"""

import argparse
import atexit
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

PEOPLE = 2000
DEVICES = 200
"""How many of them have a second device."""
A_ROOM = 5
"""How many games are played in each room."""
RUNS = 9


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games",
        type=int,
        nargs=2,
        default=(10_000, 1_000_000),
        metavar=("FEW", "MANY"),
        help="how many past games there are, first and then",
    )
    parser.add_argument(
        "--on", choices=("sqlite", "postgres"), default="sqlite", help="default: sqlite"
    )
    options = parser.parse_args()
    few, many = options.games
    folder = tempfile.mkdtemp()
    if options.on == "postgres":
        from tests.support.services import Postgres

        postgres = Postgres()
        atexit.register(postgres.remove)
        os.environ.setdefault("DATABASE_URL", postgres.create("bench"))
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
    os.environ.setdefault("FARKLE_DATA", folder)
    os.environ.setdefault("ALLOWED_HOSTS", "testserver")
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    visitors = fill(few)
    analyze()
    before = measure(visitors)
    start = time.perf_counter()
    copy_games(many // few - 1)
    analyze()
    print(f"{many:,} games made in {time.perf_counter() - start:.0f} s")
    after = measure(visitors)
    print(f"{'':<42} {few:>10,} {many:>10,}  ratio")
    for name, seconds in before.items():
        ratio = after[name] / seconds
        print(f"{name:<42} {1000 * seconds:>7.1f} ms {1000 * after[name]:>7.1f} ms {ratio:>6.2f}")


@dataclass(frozen=True)
class Visitors:
    """Whose pages are timed: the key and the cookie of somebody who played in every fifth room of
    the small database, the key of somebody with few games, and a room of the first one."""

    regular: int
    cookie: str
    other: int
    code: str


def fill(games: int) -> Visitors:
    """Make up the games of the small database."""
    from farkle import PRESETS
    from games.models import Contact, Event, Game, Holder, Person, Player, Room, Standing
    from tests.support.guests import new_guest

    rng, now = random.Random(1), datetime.now(UTC)
    rules = PRESETS["family"].to_dict()
    regular, cookie = new_guest()
    people = Person.objects.bulk_create(
        Person(key_hash=f"{n:064}", name=f"Somebody {n}", created=now) for n in range(PEOPLE)
    )
    phones = Person.objects.bulk_create(
        Person(key_hash=f"{PEOPLE + n:064}", created=now) for n in range(DEVICES)
    )
    rooms = Room.objects.bulk_create(
        Room(
            code=f"A{n:07}",
            opened_by=people[0],
            host=1,
            rules=rules,
            created=now,
            status="over",
            played=A_ROOM,
            head=1,
        )
        for n in range(games // A_ROOM)
    )
    players, made, standings, events = [], [], [], []
    for room in rooms:
        count = rng.choice((2, 2, 3, 4, 6))
        seated = rng.sample(people, count)
        if rng.random() < 0.2:
            seated[0] = regular
        mine = [
            Player(room=room, seat=n, person=one, since=now, name=one.name, colour=n % 6, place=n)
            for n, one in enumerate(seated, 1)
        ]
        players += mine
        ended = now
        for number in range(1, A_ROOM + 1):
            ended = now - timedelta(minutes=(games - room.pk * A_ROOM - number))
            game = Game(
                room=room,
                number=number,
                status="over",
                commitment="",
                rules=rules,
                preset=rng.choice(("family", "kcd", "")),
                players=[player.seat for player in mine],
                winners=[0],
                started=ended - timedelta(minutes=20),
                finished=ended,
            )
            made.append(game)
            for seat, player in enumerate(mine):
                standings.append(standing(rng, Standing, game, player, seat, count))
        events.append(Event(room=room, number=1, events=[], command=f"made-{room.pk}", at=ended))
    phones = dict(zip(people[:: PEOPLE // DEVICES], phones, strict=True))
    devices = [
        Holder(player=one, person=phones[one.person]) for one in players if one.person in phones
    ]
    friends = [
        Contact(person=one, other=other, favourite=True, changed=now)
        for one, other in pairwise(people)
    ]
    for rows in (players, devices, friends, made, standings, events):
        type(rows[0]).objects.bulk_create(rows, batch_size=5000)
    code = Player.objects.filter(person=regular).order_by("-pk")[0].room.code
    return Visitors(regular.pk, cookie, people[7].pk, code)


def standing(rng, model, game, player, seat, count):
    faces = {name: rng.randrange(60, 100) for name in model.FACES}
    return model(
        game=game,
        player=player,
        person=player.person,
        finished=game.finished,
        preset=game.preset,
        players=count,
        seat=seat,
        score=rng.randrange(10_000),
        rank=seat + 1,
        result="lost" if seat else "won",
        turns=20,
        farkles=8,
        best_turn=rng.randrange(3000),
        points=9000,
        throws=60,
        deserved=7.5,
        **faces,
    )


def copy_games(times: int) -> None:
    """Store the small database's games again `times` times, each time of other people."""
    from django.core.management.color import no_style
    from django.db import connection, transaction

    from games.models import Contact, Event, Game, Holder, Person, Player, Room, Standing

    models = (Person, Room, Player, Holder, Contact, Game, Standing, Event)
    last = {
        model: model.objects.order_by("-pk").values_list("pk", flat=True)[0] for model in models
    }
    quote = connection.ops.quote_name
    followers = connection.ops.sequence_reset_sql(no_style(), models)
    for n in range(1, times + 1):
        with transaction.atomic(), connection.cursor() as cursor:
            for model in models:
                columns, values = [], []
                for field in model._meta.concrete_fields:
                    columns.append(quote(field.column))
                    values.append(copied(field, n, last, quote(field.column)))
                table = quote(model._meta.db_table)
                cursor.execute(
                    f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} "
                    f"FROM {table} WHERE {quote(model._meta.pk.column)} <= {last[model]}"
                )
    with connection.cursor() as cursor:
        for statement in followers:
            cursor.execute(statement)


def copied(field, n: int, last, column: str) -> str:
    """Return the SQL for a column of the n-th copy: other keys, and other unique texts."""
    if field.primary_key:
        return f"{column} + {n * last[field.model]}"
    if field.related_model in last:
        return f"{column} + {n * last[field.related_model]}"
    if field.name == "code":
        return f"'{chr(ord('B') + n // 100)}{n % 100:02}' || substr({column}, 4)"
    if field.name == "key_hash":
        return f"'{n}-' || substr({column}, 9)"
    return column


def analyze() -> None:
    """Let the database see what it holds, as it does now and then by itself."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def measure(visitors: Visitors) -> dict[str, float]:
    """Return how long each page and query takes, in seconds."""
    from django.core.cache import cache
    from django.test import Client

    from games.models import Person
    from games.people import identity
    from games.selectors.game_list import Search, games_of
    from games.selectors.statistics import of_site
    from games.selectors.waiting import waiting_turns
    from games.services.standings import add_up
    from games.services.upkeep import runs
    from games.state import room_state

    regular, other = (Person.objects.get(pk=key) for key in (visitors.regular, visitors.other))
    known, stranger = Client(), Client()
    known.cookies[identity.COOKIE] = visitors.cookie
    room = f"/r/{visitors.code}/"
    lobby = new_room(known)
    pages = {
        "home": (known, "/"),
        "home, new visitor": (stranger, "/"),
        "a room, seated": (known, room),
        "a room, invited": (stranger, room),
        "a room's season and boards": (known, f"{room}standings/"),
        "my games": (known, "/games/"),
        "my figures": (known, "/games/figures/"),
        "people I played with": (known, "/people/"),
        "figures of the site": (stranger, "/figures/"),
    }
    calls: dict[str, Callable[[], object]] = {
        name: lambda client=client, path=path: expect(client.get(path))
        for name, (client, path) in pages.items()
    }
    while add_up(datetime.now(UTC) + timedelta(days=1)):
        pass  # a server does it from time to time
    calls |= {
        "open a room": lambda: new_room(known),
        "the first frame of a room's socket": lambda: room_state.sync(lobby),
        "search by a name": lambda: games_of(regular, Search(people="body 7")),
        "search by a name nobody has": lambda: games_of(regular, Search(people="xyzzy")),
        "search by rules, result and dates": lambda: games_of(
            regular, Search(rules="kcd", result="won", since=date(2020, 1, 1))
        ),
        "my games, of a person with few": lambda: games_of(other, Search()),
        "figures of the site, not cached": lambda: (cache.clear(), of_site()),
        "turns that wait for a digest": lambda: waiting_turns(datetime.now(UTC)),
        "cleanup, with nothing to delete": lambda: runs.perform(runs.STEPS, datetime.now(UTC)),
    }
    return {name: timed(call) for name, call in calls.items()}


def new_room(client) -> str:
    """Open a room and return its code."""
    from django.core.cache import cache

    cache.clear()  # it counts the rooms that one opens in a minute
    return client.post("/rooms/", {"name": "Mara"})["Location"].split("/")[2]


def expect(answer) -> None:
    assert answer.status_code == 200, answer


def timed(call: Callable[[], object]) -> float:
    """Return the shortest of some calls in seconds, after one that warms up.

    It is processor time, so that other work on the machine counts little.
    """
    clock = clock_of_this_and_the_database()
    call()
    runs = []
    for _ in range(RUNS):
        start = clock()
        call()
        runs.append(clock() - start)
    return min(runs)


def clock_of_this_and_the_database() -> Callable[[], float]:
    """Return a function that returns the processor time so far, in seconds: of this process, in
    which SQLite works, and of the one that works for it in a PostgreSQL server on this machine."""
    from django.db import connection

    if connection.vendor == "sqlite":
        return time.process_time
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # they would not be counted
        cursor.execute("SELECT pg_backend_pid()")
        file = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: time.process_time() + int(file.read_text().split()[0]) / 1e9


if __name__ == "__main__":
    main()
