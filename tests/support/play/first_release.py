"""A small database of version 1.0.0, as text, which every later version must be able to go on with.

Until the release, `python -m tests.support.play.first_release` writes it anew after a change to the
models. From then on it stays as it is.
"""

import contextlib
import re
import sqlite3
import tempfile
from pathlib import Path

from tests.support import services

FILE = services.ROOT / "tests/data/1.0.0.sql"
NAME, PASSWORD = "mara", "a word too many"
_MADE_BY_MIGRATE = re.compile(r'INSERT INTO "(auth_permission|django_content_type)"')


def environ_of(database: Path) -> dict[str, str]:
    """Return the variables of a site with this database."""
    return {"DATABASE_URL": f"sqlite:///{database}", "SECRET_KEY": "the-key-of-version-1.0.0"}


def load(database: Path) -> None:
    """Make a SQLite database from the text."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.executescript(FILE.read_text())


def fill() -> None:
    """Play in the database of this process: a room of two seats on one device, the first game in
    its archive, the second over, the third going on."""
    from django.contrib.auth.models import User

    from games.models import Person
    from games.protocol.commands import AddString, Command, Say, SetRules, Sit
    from games.services import chat
    from tests.support.play.archives import archive_all
    from tests.support.rooms import Place, fresh_id, short

    place = Place(1)
    [mara] = place.people
    Person.objects.filter(pk=mara.pk).update(user=User.objects.create_user(NAME, password=PASSWORD))
    place.does(1, Sit("Ines", another=True))
    place.people.append(mara)
    place.does(1, SetRules(1, short(2000)))
    place.start()
    place.play_out()
    archive_all()
    place.start()
    place.play_out()
    place.does(1, AddString(1, 3, "mara-string"))
    place.start()
    for _ in range(3):
        place.move()
    chat.say(Command(place.code, mara.pk, fresh_id(), Say(1, "Back soon")), Say(1, "Back soon"))


def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "farkle.sqlite3"
        environ = {**services.plain_environ(Path(folder)), **environ_of(database)}
        services.migrate(Path(folder), environ["DATABASE_URL"])
        play = "from tests.support.play.first_release import fill; fill()"
        done = services.manage(environ, "shell", "-c", play)
        if done.returncode:
            raise SystemExit(done.stderr)
        with contextlib.closing(sqlite3.connect(database)) as connection:
            statements = [
                line for line in connection.iterdump() if not _MADE_BY_MIGRATE.match(line)
            ]
    FILE.write_text("".join(f"{statement}\n" for statement in statements))


if __name__ == "__main__":
    _main()
