"""Time the page of a day that many have played, for a guest who is among them.

    python bench/deals/day.py                          100,000 tries in a fresh SQLite file
    DATABASE_URL=postgres://... python bench/deals/day.py      in this database, which must be empty

Printed are the time of the page, and of the first request of each round, which counts all results
anew, as medians, and the least, since others may use the machine; the processor time of the page in
this process, and the number of its queries. `--with OTHER` runs the same of another folder of the
project in turn with this one, and prints the ratio.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 15


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=10, help="in each round")
    parser.add_argument("--with", dest="other", type=Path, help="another folder of the project")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.requests)
        return
    folder = tempfile.mkdtemp()
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
    os.environ.update(FARKLE_DATA=folder, ALLOWED_HOSTS="testserver")
    os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
    sys.path.insert(0, str(ROOT))
    cookie = fill(options.tries)
    folders = [ROOT, *([options.other.resolve()] if options.other else [])]
    servers = [
        subprocess.Popen(
            [
                *(sys.executable, str(Path(__file__).resolve())),
                *("--serve", cookie, "--requests", str(options.requests)),
            ],
            cwd=path,
            env={**os.environ, "PYTHONPATH": str(path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for path in folders
    ]
    times: list[list[list[float]]] = [[] for _ in servers]
    for _ in range(ROUNDS):
        for at, server in enumerate(servers):
            assert server.stdin
            assert server.stdout
            server.stdin.write("go\n")
            server.stdin.flush()
            times[at].append([float(word) for word in server.stdout.readline().split()])
    for path, rounds in zip(folders, times, strict=True):
        columns = list(zip(*rounds, strict=True))
        page, cpu, queries, anew = (f"{median(each):.1f} ({min(each):.1f})" for each in columns)
        print(
            f"{path}: {page} ms, counted anew {anew}, {cpu} of processor time, queries: {queries}"
        )
    if len(times) > 1:
        ratios = [own[1] / other[1] for own, other in zip(*times, strict=True)]
        print(f"processor time, ratio of each round: {median(ratios):.2f}")
    for server in servers:
        assert server.stdin
        server.stdin.close()
        server.wait()


def serve(cookie: str, requests: int) -> None:
    """Answer each line of the input with the median times of some requests, and their queries."""
    import django

    django.setup()
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.people import identity

    client = Client()
    client.cookies[identity.COOKIE] = cookie
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/daily/").status_code == 200
    sent = len(queries)
    if os.environ.get("SHOW"):
        for query in sorted(queries, key=lambda row: -float(row["time"])):
            print(query["time"], query["sql"][:300], file=sys.stderr)
    for _line in sys.stdin:
        whole, spent = [], []
        for at in range(requests):
            if at == 0:
                cache.clear()
            clock, cpu = time.perf_counter(), time.process_time()
            client.get("/daily/")
            whole.append(1000 * (time.perf_counter() - clock))
            spent.append(1000 * (time.process_time() - cpu))
        print(median(whole), median(spent), sent, whole[0], flush=True)


def fill(count: int) -> str:
    """Have as many people play the daily deal. Return the cookie of the last one."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from games import clock
    from games.models import Game, Person, Room, Try
    from games.services.deals import todays_deal
    from tests.support.deals import Attempt
    from tests.support.guests import new_guest

    deal, now, rng = todays_deal(), clock.now(), random.Random(1)
    deal.spread = {"levels": {}, "par": 6000, "perfect": None, "par_turns": [600] * 10}
    deal.save()
    person, cookie = new_guest()
    attempt = Attempt(deal, person)
    attempt.play_out()
    room, game = attempt.room, attempt.game()
    for start in range(0, count, 5000):
        many = range(start, min(count, start + 5000))
        people = Person.objects.bulk_create(
            [Person(key_hash=f"{at:064}", name="Ines", created=now) for at in many]
        )
        rooms = [
            Room(
                **{name: getattr(room, name) for name in ("rules", "base", "settings", "status")},
                code=f"{at:08}",
                opened_by=people[at - start],
                deal=deal,
                created=now,
            )
            for at in many
        ]
        Room.objects.bulk_create(rooms)
        games = [
            Game(
                **{
                    name: getattr(game, name)
                    for name in ("number", "status", "rules", "players", "commitment", "terms")
                },
                room=its_room,
                deal=deal,
            )
            for its_room in rooms
        ]
        Game.objects.bulk_create(games)
        tries = []
        for at, its_game in zip(many, games, strict=True):
            turns = [max(0, round(rng.gauss(500, 400) / 50)) * 50 for _ in range(10)]
            tries.append(
                Try(
                    deal=deal,
                    person=people[at - start],
                    game=its_game,
                    is_first=True,
                    by_guest=at % 3 > 0,
                    is_shown=at % 10 == 0,
                    began=now - timedelta(minutes=5),
                    ended=now,
                    points=sum(turns),
                    turns=turns,
                )
            )
        Try.objects.bulk_create(tries)
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return cookie


if __name__ == "__main__":
    main()
