"""Tries of one deal, begun in the database of a running site.

`python -m tests.support.play.tries COUNT TURNS` writes a list of [room, cookie], one for each new
guest with a try.
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


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(begin(*map(int, sys.argv[1:]))))
