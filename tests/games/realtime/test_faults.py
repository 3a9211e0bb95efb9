"""Things break: a server is killed, a line is cut. Nothing acknowledged is lost or done twice."""

import asyncio
import contextlib
import json
from collections import Counter

import pytest

from games.people import identity
from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser, Page, play
from tests.support.sockets import all_at, in_thread, same_story, table

pytestmark = pytest.mark.no_cover


async def test_a_server_killed_in_the_middle_of_a_game(
    backend: Backend, server: services.Daphne
) -> None:
    async with table(server, seats=3) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        games = [asyncio.create_task(play(page)) for page in pages]
        for kills, after in enumerate((10, 25, 45)):
            for page in pages:  # clients that are still reconnecting must notice this kill
                await page.until(lambda page=page, kills=kills: page.connects > kills)
            await pages[0].until(
                lambda after=after: (
                    pages[0].here.n >= after or pages[0].here.game["status"] != "playing"
                )
            )
            await in_thread(server.restart)
        await asyncio.gather(*games)
        await same_story(pages, backend.database)
        assert min(page.connects for page in pages) >= 4
        acknowledged = [frame for page in pages for frame in page.got("ok")]
        commands = stored.commands_of(backend.database)
        for frame in acknowledged:
            assert commands.count(frame["id"]) == 1
        assert len(commands) == len(set(commands))
    await in_thread(stored.check_history, server)


class _Guest(Browser):
    """A guest with a cookie that the site has given to them."""

    def __init__(self, url: str, cookie: str) -> None:
        super().__init__(url)
        self.cookie = cookie

    @property
    def cookies(self) -> str:
        return f"{identity.COOKIE}={self.cookie}"


def _wait_for_commands(database: str, count: int) -> None:
    services.wait_until(lambda: len(stored.commands_of(database)) >= count, what="the moves")


async def _play_while_it_is_killed(server: services.Daphne, kind: str) -> int:
    """Play forty tries of three turns while the server is killed twice. Return the number of tries.
    Whatever was acknowledged is stored once, and what is sent again gets its first answer.
    Connections are lost as well: hardly any command is stored at a kill but not yet answered."""
    line = ("-m", "tests.support.play.tries", kind, "40", "3")
    made = await in_thread(services.python, server.environ, *line)
    assert made.returncode == 0, made.stderr
    database = server.environ["DATABASE_URL"]
    begun = len(stored.commands_of(database))
    async with contextlib.AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(Page(_Guest(server.url, cookie), code))
            for code, cookie in json.loads(made.stdout)
        ]
        for page in pages:
            page.cut_every = 5
        games = [asyncio.create_task(play(page)) for page in pages]
        for moves in (60, 160):
            await in_thread(_wait_for_commands, database, begun + moves)
            await in_thread(server.restart)
        await asyncio.gather(*games)
        acknowledged = [frame for page in pages for frame in page.got("ok")]
        refused = {frame["code"] for page in pages for frame in page.got("no")}
        again = sum(page.sent_again for page in pages)
    counts = Counter(stored.commands_of(database))
    assert {counts[frame["id"]] for frame in acknowledged} == {1}
    assert again
    assert refused <= {"too_fast", "busy"}
    return len(pages)


async def test_a_server_killed_in_the_middle_of_forty_tries_of_a_deal(
    one_server: services.Daphne,
) -> None:
    """Everybody ends one try that counts, with the same dice and what they banked."""
    played = await _play_while_it_is_killed(one_server, "deal")
    database = one_server.environ["DATABASE_URL"]
    tries = stored.rows(
        database,
        "SELECT t.is_first, t.points, s.score, t.turns, t.ended FROM games_try t"
        " JOIN games_standing s ON s.game_id = t.game_id",
    )
    assert len(tries) == played
    for is_first, points, score, turns, ended in tries:
        assert is_first
        assert ended
        assert points == score == sum(json.loads(turns))
        assert len(json.loads(turns)) == 3
    await in_thread(stored.check_history, one_server)
    spreads = "SELECT 1 FROM games_deal WHERE spread IS NOT NULL"  # however often it was killed
    await in_thread(_wait_for_rows, database, spreads)


async def test_a_server_killed_in_the_middle_of_a_race_of_forty(
    one_server: services.Daphne,
) -> None:
    """Everybody has one try, and all are in one game, which was made between two further kills."""
    played = await _play_while_it_is_killed(one_server, "race")
    database = one_server.environ["DATABASE_URL"]
    await in_thread(one_server.restart)
    await in_thread(_wait_for_rows, database, "SELECT 1 FROM games_deal WHERE closed IS NOT NULL")
    await in_thread(one_server.restart)
    rows = stored.rows(
        database,
        "SELECT t.player_id, t.points, t.turns, s.score, s.game_id FROM games_try t"
        " JOIN games_standing s ON s.player_id = t.player_id",
    )
    assert len(rows) == len({player for player, *_ in rows}) == played
    assert len({game for *_, game in rows}) == 1
    for _player, points, turns, score, _game in rows:
        assert points == score == sum(json.loads(turns))
    await in_thread(stored.check_history, one_server)


def _wait_for_rows(database: str, query: str) -> None:
    services.wait_until(lambda: bool(stored.rows(database, query)), what=query)


async def test_a_connection_lost_between_command_and_answer(one_server: services.Daphne) -> None:
    database = one_server.environ["DATABASE_URL"]
    async with table(one_server, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        for page in pages:
            page.cut_every = 5
        await asyncio.gather(*map(play, pages))
        await same_story(pages, database)
        assert sum(page.sent_again for page in pages) > 5
        commands = stored.commands_of(database)
        assert len(commands) == len(set(commands))
    await in_thread(stored.check_history, one_server)


async def test_a_resend_on_another_socket_gets_the_same_answer(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        first = await pages[0].done("colour", player=1, colour=4, command_id="one-intent")
        async with Page(pages[0].browser, pages[0].code) as other_tab:
            again = await other_tab.done("colour", player=1, colour=4, command_id="one-intent")
        assert first == again
        stolen = await pages[1].command("colour", player=2, colour=4, command_id="one-intent")
        assert stolen["code"] == "id_taken"
