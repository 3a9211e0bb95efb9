"""Open rooms for a load test, in the database that DATABASE_URL names.

    python bench/rooms.py 50x4 1x100

Prints JSON: for each argument the list of its rooms, each with its code and the cookies of all
seats. bench/load.py runs this in another process, because it does not set up Django itself.
"""

import json
import os
import secrets
import sys
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")

import django

django.setup()

# These need Django to be set up, which the line above did.
from games import clock  # noqa: E402
from games.models import Person  # noqa: E402
from games.people import identity  # noqa: E402
from games.protocol.commands import Command, Done, SetRoom, Sit  # noqa: E402
from games.services import create_room, executor  # noqa: E402
from tests.support.guests import new_guest  # noqa: E402

SITS_AT_ONCE = 100


def main() -> None:
    opened = []
    for shape in sys.argv[1:]:
        rooms, seats = map(int, shape.split("x"))
        opened.append([_open(seats) for _ in range(rooms)])
    # They are known: what strangers and new guests of their address do costs them nothing.
    Person.objects.update(created=clock.now() - timedelta(days=1))
    print(json.dumps(opened))


def _open(seats: int) -> tuple[str, list[str]]:
    """Open a room with all seats taken. Return its code and the cookie of each seat."""
    guests = [new_guest() for _ in range(seats)]
    host = guests[0][0]
    room = create_room.open_room(host, secrets.token_urlsafe(12), name="Player 1", rules="family")
    sits = [
        Command(room.code, person.pk, secrets.token_urlsafe(12), Sit(f"Player {number}"))
        for number, (person, _) in enumerate(guests[1:], 2)
    ]
    # The load's clients send no pings, so nobody may count as absent.
    settings = Command(room.code, host.pk, secrets.token_urlsafe(12), SetRoom(1, away_after=0))
    assert isinstance(executor.perform(settings), Done)
    for start in range(0, len(sits), SITS_AT_ONCE):
        answers = executor.perform_many(sits[start : start + SITS_AT_ONCE])
        assert all(isinstance(answer, Done) for answer in answers), answers
    return room.code, [f"{identity.COOKIE}={cookie}" for _, cookie in guests]


if __name__ == "__main__":
    main()
