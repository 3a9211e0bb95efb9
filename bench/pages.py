"""Time the pages of past games with a thousand whole games in the database, and then archived.

    python bench/pages.py --games 1000

A few rooms of games are played by the commands of `games.services` in a fresh SQLite file, under
the preset kcd, and copied row by row until there are enough. Then pages are requested with Django's
test client. Times are processor time of this process, which a busy machine disturbs little.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

PLAYED = (2, 4)
"""The number of seats in each room whose games are played rather than copied."""
A_ROOM = 10
"""How many games are played in each room."""
REQUESTS = 100
"""How often each page of a game is requested. Games are chosen at random, so that most are not in
the cache."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="how many games to store")
    args = parser.parse_args()
    folder = tempfile.mkdtemp()
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    os.environ.update(FARKLE_DATA=folder, ALLOWED_HOSTS="testserver")
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    cookie, paths = fill(args.games)
    print(f"{len(paths):,} games made in {time.perf_counter() - start:.0f} s")
    print(f"{kilobytes() / len(paths):.1f} kB of database a game")
    measure(cookie, paths)
    start = time.process_time()
    archive()
    spent = 1000 * (time.process_time() - start) / len(paths)
    print(f"archived, in {spent:.1f} ms a game; {kilobytes() / len(paths):.1f} kB a game")
    measure(cookie, paths)


def archive() -> None:
    """Archive every game, as a month later."""
    from datetime import timedelta

    from games import clock
    from games.services.upkeep.archiving import ARCHIVED_AFTER, archive

    archive(clock.now() + ARCHIVED_AFTER + timedelta(minutes=1))


def kilobytes() -> float:
    """Return the size of the database, without pages that wait to be used again."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0]) / 1000


def fill(games: int) -> tuple[str, list[str]]:
    """Make the games. Return the cookie of a person who played in all of them, and their paths."""
    from games.services.accounts import people as person_service
    from tests.support.guests import new_guest
    from tests.support.rooms import Place

    person, cookie = new_guest()
    places = [Place(seats, rules="kcd") for seats in PLAYED]
    for place in places:
        for _ in range(A_ROOM):
            place.start()
            place.play_out()
        person_service.merge(place.people[-1], person)
    codes = [place.code for place in places]
    rooms = [place.room.pk for place in places]
    more = range(games // A_ROOM - len(places))
    codes += [copied(rooms[number % len(rooms)], f"{number:08}") for number in more]
    rounds = range(1, A_ROOM + 1)
    return cookie, [f"/r/{code}/game/{number}/" for code in codes for number in rounds]


def copied(room_pk: int, code: str) -> str:
    """Copy a room with everything in it, and return the code of the copy."""
    from games.models import DiceSecret, Event, Game, Player, Room, Standing, Turn

    room = Room.objects.get(pk=room_pk)
    room.pk, room.code = None, code
    room.save()
    new = {}
    for model in (Player, Game):
        for row in model.objects.filter(room=room_pk):
            old, row.pk, row.room = row.pk, None, room
            row.save()
            new[model, old] = row.pk
    for model in (Event, Turn, Standing, DiceSecret):
        of_room = {"room": room_pk} if model is Event else {"game__room": room_pk}
        rows = list(model.objects.filter(**of_room))
        for row in rows:
            game, row.pk = row.game_id, None
            row.game_id = new.get((Game, game))
            if model is Event:
                row.room = room
            elif model is not DiceSecret:
                row.player_id = new[Player, row.player_id]
        model.objects.bulk_create(rows)
    return code


def measure(cookie: str, paths: list[str]) -> None:
    """Request each page several times and print the median and the longest time."""
    from django.core.cache import cache
    from django.test import Client

    from games.people import identity
    from games.replay import game as past_games
    from games.selectors import statistics

    rng = random.Random(2)
    client = Client()
    client.cookies[identity.COOKIE] = cookie
    past_games._kept_games.clear()
    cache.clear()
    some = [rng.choice(paths) for _ in range(REQUESTS)]
    pages = {
        "a game's page": some,
        "one step of the game": [f"{one}5/" for one in some],
        "the next step, as a part": [f"{one}6/?part=1" for one in some],
        "the check of the dice": [f"{one}dice/" for one in some],
        "download: record": [f"{one}game.json" for one in some],
        "download: table": [f"{one}game.csv" for one in some],
        "download: text": [f"{one}game.txt" for one in some],
        "my games": ["/games/"] * 20,
        "my games, searched": ["/games/?people=Player&result=won&rules=kcd"] * 20,
        "my statistics": ["/games/figures/"] * 20,
        "statistics of the site": ["/figures/"] * 20,
    }
    print(f"{'':<26} {'median':>8} {'slowest':>8}")
    for name, requests in pages.items():
        runs = []
        for path in requests:
            if name == "statistics of the site":
                cache.delete(statistics._CACHE_KEY)
            start = time.process_time()
            answer = client.get(path)
            runs.append(1000 * (time.process_time() - start))
            if answer.status_code != 200:
                raise SystemExit(f"{path}: {answer.status_code}")
        print(f"{name:<26} {sorted(runs)[len(runs) // 2]:>5.0f} ms {max(runs):>5.0f} ms")


if __name__ == "__main__":
    main()
