"""A race over real sockets: everybody in a room of their own, and one board for all."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from pathlib import Path

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Page, play
from tests.support.servers.clocked import set_ahead
from tests.support.sockets import all_at, in_thread, table

SOON = 20.0


def entered(page: Page, player: int) -> str:
    """Send the form by which a player enters a race, and return where it leads."""
    home = f"/r/{page.code}/"
    _, landed = page.browser.sent(home, f"{home}race/", player=str(player))
    return landed


def tells_dice(page: Page) -> bool:
    return '"rolled"' in json.dumps(page.frames)


async def test_a_race_is_played_to_its_end_and_shows_no_die_before(
    backend: Backend, server: services.Daphne
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        pages = await stack.enter_async_context(table(server, seats=3))
        host = pages[0]
        await host.done("change", player=1, fields={"rounds": 2})
        await host.done("settings", player=1, together=True, pace="quick")
        await host.done("add_computer", player=1, level="pip")
        await all_at(pages, (await host.done("start", player=1))["n"])
        assert all(page.here.room["race"]["turns"] == 2 for page in pages)

        # Nobody plays for another.
        assert await in_thread(entered, pages[1], 1) == f"/r/{host.code}/"
        runs: list[Page] = []
        for page in pages:
            landed = await in_thread(entered, page, page.mine[0])
            assert await in_thread(entered, page, page.mine[0]) == landed
            code = landed.split("/")[2]
            runs.append(await stack.enter_async_context(Page(page.browser, code)))
        first, *others = runs
        await first.until(lambda: first.room is not None)
        await play(first)
        made = first.here.state["scores"][0]
        for page in (*pages, *others):  # all see the total, and no die
            await page.until(
                lambda page=page: any(
                    [row[0], row[4], row[7]] == [1, made, True]
                    for frame in page.got("lanes")
                    for row in frame["rows"]
                ),
                SOON,
            )
            assert not tells_dice(page)
        assert first.here.game["seed"] is None
        for run in others:
            await run.until(lambda run=run: run.room is not None)
        await asyncio.gather(*map(play, others))
        for page in pages:
            await page.until(lambda page=page: page.here.game is not None, SOON)
            assert page.here.game["status"] == "over"
            assert page.here.game["players"] == [1, 2, 3, 4]
            assert page.here.state["scores"][0] == made
            assert page.here.room["race"] is None
            assert len(page.here.game["seed"]) == 64
    await in_thread(stored.check_history, server)


def total_of(page: Page, player: int) -> tuple[int, int] | None:
    """Return the total and the turn of a player on the newest board that this page has."""
    rows = [row for frame in page.got("lanes") for row in frame["rows"] if row[0] == player]
    return (rows[-1][4], rows[-1][5]) if rows else None


async def test_a_clock_ends_the_turns_of_all_at_the_same_time(
    daphne_server: Callable[..., services.Daphne], tmp_path: Path
) -> None:
    ahead = tmp_path / "clock"
    set_ahead(ahead, 0)
    program = ("-m", "tests.support.servers.clocked")
    server = daphne_server(program=program, TEST_CLOCK=str(ahead))
    async with contextlib.AsyncExitStack() as stack:
        pages = await stack.enter_async_context(table(server, seats=2))
        await pages[0].done("settings", player=1, together=True, timer=120)
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        assert pages[1].here.room["race"]["seconds"] == 120
        runs: list[Page] = []
        for page in pages:
            code = (await in_thread(entered, page, page.mine[0])).split("/")[2]
            runs.append(await stack.enter_async_context(Page(page.browser, code)))
        idle, busy = runs
        for run in runs:
            await run.until(lambda run=run: run.room is not None)
        await play(busy, until=lambda: busy.here.state["round"] == 3)  # it waits for nobody
        due = {run.here.due["turn"] for run in runs}
        assert max(due) - min(due) == 2 * 120_000
        set_ahead(ahead, 120)
        await pages[0].until(lambda: total_of(pages[0], 1) == (0, 2), SOON)
        assert busy.here.state["round"] == 3
        assert idle.here.due["turn"] == min(due) + 120_000
        set_ahead(ahead, 360)
        await pages[0].until(lambda: (total_of(pages[0], 2) or (0, 0))[1] == 4, SOON)
