"""Time lists and statistics of past games, the home page and a room's page in a large database.

    python bench/past.py --games 100000

The games are made up, in a fresh SQLite file or in the empty database that DATABASE_URL names. Only
their results are stored, as a played game leaves them: standings of two thousand people, one of
whom played in every fifth room.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

PEOPLE = 2000
A_ROOM = 5
"""How many games are played in each room."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="how many games to make up")
    args = parser.parse_args()
    folder = tempfile.mkdtemp()
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
    os.environ.setdefault("FARKLE_DATA", folder)
    os.environ.setdefault("ALLOWED_HOSTS", "testserver")
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    regular = fill(args.games)
    print(f"{args.games:,} games made in {time.perf_counter() - start:.0f} s")
    measure_queries(regular)
    measure_pages(regular)


def fill(games: int) -> int:
    """Make up the games. Return the key of the person who played most."""
    from farkle import PRESETS
    from games.models import Game, Person, Player, Room, Standing

    rng, now = random.Random(1), datetime.now(UTC)
    rules = PRESETS["family"].to_dict()
    people = Person.objects.bulk_create(
        Person(key_hash=f"{n:064}", name=f"Somebody {n}", created=now) for n in range(PEOPLE)
    )
    for first in range(0, games // A_ROOM, 1000):
        rooms = Room.objects.bulk_create(
            Room(code=f"{n:08}", opened_by=people[0], rules=rules, created=now)
            for n in range(first, min(first + 1000, games // A_ROOM))
        )
        players, made, standings = [], [], []
        for room in rooms:
            count = rng.choice((2, 2, 3, 4, 6))
            seated = rng.sample(people[1:], count)
            if rng.random() < 0.2:
                seated[0] = people[0]
            mine = [
                Player(room=room, seat=n, person=one, name=one.name, colour=n % 6, place=n)
                for n, one in enumerate(seated, 1)
            ]
            players += mine
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
                    finished=ended,
                )
                made.append(game)
                for seat, player in enumerate(mine):
                    standings.append(standing(rng, Standing, game, player, seat, count))
        Player.objects.bulk_create(players)
        Game.objects.bulk_create(made)
        Standing.objects.bulk_create(standings)
    return people[0].pk


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


def measure_queries(regular: int) -> None:
    """Time the queries behind lists and statistics."""
    from datetime import date

    from django.core.cache import cache

    from games.models import Person, Standing
    from games.selectors.game_list import Search, games_of
    from games.selectors.statistics import of_person, of_site

    person, other = Person.objects.get(pk=regular), Person.objects.get(pk=regular + 7)
    count = Standing.objects.filter(person=person).count()
    print(f"{count:,} of them played by one person, {Standing.objects.count():,} standings")
    after, page = "", None
    for _ in range(count // 40):
        page = games_of(person, Search(), after)
        after = page.next or ""
    queries = {
        "first page": lambda: games_of(person, Search()),
        "page from the middle": lambda: games_of(person, Search(), after),
        "first page of a person with few games": lambda: games_of(other, Search()),
        "search by a name": lambda: games_of(person, Search(people="body 7")),
        "search by a name nobody has": lambda: games_of(person, Search(people="xyzzy")),
        "search by rules, result and dates": lambda: games_of(
            person, Search(rules="kcd", result="won", since=date(2020, 1, 1))
        ),
        "statistics of one person": lambda: of_person(person),
        "statistics of a person with few games": lambda: of_person(other),
        "statistics of the site": lambda: (cache.clear(), of_site()),
    }
    for name, query in queries.items():
        print(f"{name:<38} {1000 * timed(query):8.1f} ms")


def measure_pages(regular: int) -> None:
    """Time whole pages, from the request to the last byte, for the person who played most."""
    from django.test import Client

    from games.models import Player, Standing
    from games.people import identity

    guest, cookie = identity.new_guest()
    Player.objects.filter(person=regular).update(person=guest)
    Standing.objects.filter(person=regular).update(person=guest)
    mine = Player.objects.filter(person=guest).select_related("room").order_by("-pk")[0].room
    known, stranger = Client(), Client()
    known.cookies[identity.COOKIE] = cookie
    pages = {
        "home": (known, "/"),
        "home, new visitor": (stranger, "/"),
        "a room, seated": (known, f"/r/{mine.code}/"),
        "a room, invited": (stranger, f"/r/{mine.code}/"),
        "all my games": (known, "/games/"),
    }
    for name, (client, path) in pages.items():
        assert client.get(path, secure=False).status_code == 200, path
        seconds = timed(lambda: client.get(path))  # noqa: B023  # called before the loop goes on
        print(f"{name:<38} {1000 * seconds:8.1f} ms")


def timed(call: Callable[[], object]) -> float:
    """Return the median time of five calls in seconds, after one that warms up."""
    call()
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        call()
        runs.append(time.perf_counter() - start)
    return sorted(runs)[2]


if __name__ == "__main__":
    main()
