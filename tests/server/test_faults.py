"""Things break: a server is killed, a line is cut. Nothing acknowledged is lost or done twice."""

import asyncio
from collections.abc import Callable

import pytest

from tests import services
from tests.conftest import Backend
from tests.server import stored
from tests.server.client import Page, play
from tests.server.test_sockets import all_at, in_thread, same_story, table

Start = Callable[..., services.Daphne]


@pytest.fixture
def server(backend: Backend, daphne_server: Start) -> services.Daphne:
    return daphne_server(database=backend.database, redis=backend.redis)


async def test_a_server_killed_in_the_middle_of_a_game(
    backend: Backend, server: services.Daphne
) -> None:
    async with table(server, seats=3) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        games = [asyncio.create_task(play(page)) for page in pages]
        for after in (10, 25, 45):
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


async def test_a_line_cut_between_command_and_answer(
    backend: Backend, server: services.Daphne
) -> None:
    async with table(server, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        games = [asyncio.create_task(play(page)) for page in pages]

        async def cutter(page: Page, every: int) -> None:
            """Cut the line as soon as a command is on its way."""
            for cuts in range(1, 8):
                await page.until(
                    lambda cuts=cuts: (
                        (
                            len(page.got("ok")) >= every * cuts
                            and page.connects == cuts
                            and page.room
                        )
                        or page.here.game["status"] != "playing"
                    )
                )
                if page.here.game["status"] != "playing":
                    return
                await page.cut()

        await asyncio.gather(*games, *(cutter(page, 3) for page in pages))
        await same_story(pages, backend.database)
        assert sum(page.connects for page in pages) > 2
        commands = stored.commands_of(backend.database)
        assert len(commands) == len(set(commands))
    await in_thread(stored.check_history, server)


async def test_a_resend_on_another_line_is_answered_the_same(server: services.Daphne) -> None:
    async with table(server, seats=2) as pages:
        first = await pages[0].done("colour", player=1, colour=4, command_id="one-intent")
        async with Page(pages[0].browser, pages[0].code) as other_tab:
            again = await other_tab.done("colour", player=1, colour=4, command_id="one-intent")
        assert first == again
        stolen = await pages[1].command("colour", player=2, colour=4, command_id="one-intent")
        assert stolen["code"] == "id_taken"
