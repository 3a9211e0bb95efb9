"""The database of version 1.0.0 can be migrated, its past games read and its games played on."""

import asyncio
import contextlib
import re
import sqlite3
import urllib.request
from pathlib import Path

from tests.support import services
from tests.support.client import Browser, Page, play
from tests.support.manage_each import manage_each
from tests.support.play import first_release


def tables_of(database: Path) -> dict[str, list[str]]:
    """Return the words of the statements that make the tables and indexes of the app, by name,
    in alphabetical order: Django writes the items of a set in any order."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE tbl_name LIKE 'games_%' AND sql IS NOT NULL"
        )
        return {name: sorted(re.findall(r"\w+", sql)) for name, sql in found}


def assert_migrated(database: Path) -> None:
    """Migrate the database, and check that its games follow from their events."""
    environ = {**services.plain_environ(database.parent), **first_release.environ_of(database)}
    migrated, checked = manage_each(environ, ["migrate", "--verbosity=0"], ["check_history"])
    assert (migrated.returncode, migrated.stderr) == (0, "")
    assert checked.stdout == "1 of 1 rooms agree with their events.\n", checked.stderr


def test_the_first_migration_stays_as_it_was_released(tmp_path: Path) -> None:
    """Before the release, `python -m tests.support.play.first_release` writes the file anew."""
    released, made = tmp_path / "released.sqlite3", tmp_path / "made.sqlite3"
    first_release.load(released)
    environ = {**services.plain_environ(tmp_path), **first_release.environ_of(made)}
    [done] = manage_each(environ, ["migrate", "--verbosity=0", "games", "0001"])
    assert done.returncode == 0, done.stderr
    assert tables_of(made) == tables_of(released)


def test_a_database_of_the_first_release_is_migrated_and_used(tmp_path: Path) -> None:
    database = tmp_path / "farkle.sqlite3"
    first_release.load(database)
    assert_migrated(database)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        [code] = connection.execute("SELECT code FROM games_room").fetchone()
    with services.servers(tmp_path) as start:
        browser = Browser(start(**first_release.environ_of(database)).url)
        typed = {"name": first_release.NAME, "password": first_release.PASSWORD}
        browser.sent("/account/", "/account/log-in/", **typed)
        for path in ("", "game/1/", "game/1/1/", "game/2/", "game/2/dice/"):
            address = f"{browser.url}/r/{code}/{path}"
            asked = urllib.request.Request(address, headers={"Cookie": browser.cookies})
            with urllib.request.urlopen(asked) as answer:
                assert (answer.status, answer.url) == (200, address)
        asyncio.run(plays_on(browser, code))
    assert_migrated(database)


async def plays_on(browser: Browser, code: str) -> None:
    """Play the game that was going on to its end."""
    async with Page(browser, code) as page:
        assert page.mine == [1, 2]
        assert page.here.game["number"] == 3
        assert await play(page) > 0
        assert page.here.game["status"] == "over"
