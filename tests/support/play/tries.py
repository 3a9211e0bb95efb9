"""Tries of one deal, begun in the database of a running site.

`python -m tests.support.play.tries deal COUNT TURNS` writes a list of [room, cookie], one for each
new guest with a try; with `race` in place of `deal` they all play in one room at the same time.
"""

import json
import os
import sys


def begin(count: int, turns: int) -> list[tuple[str, str]]:
    from games.services.deals import begin_try
    from tests.support.deals import new_deal
    from tests.support.guests import new_guest
    from tests.support.rooms import fresh_id

    deal, begun = new_deal("standard", turns), []
    for _ in range(count):
        person, cookie = new_guest()
        begun.append((begin_try(person, deal, fresh_id(), name="Mara").code, cookie))
    return begun


def begin_race(count: int, turns: int) -> list[tuple[str, str]]:
    from tests.support.guests import new_guest
    from tests.support.play.races import Race

    race, cookies = Race(1, "standard", turns), []  # its host does not play
    for at in range(count):
        person, cookie = new_guest()
        race.sits(person, f"Guest {at}")
        cookies.append(cookie)
    race.begin()
    return [(race.enter(seat).room.code, cookie) for seat, cookie in enumerate(cookies, 2)]


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    django.setup()
    kind, *numbers = sys.argv[1:]
    begun = {"deal": begin, "race": begin_race}[kind](*map(int, numbers))
    sys.stdout.write(json.dumps(begun))
