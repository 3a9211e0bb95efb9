"""Whole games over real sockets, on both databases, and what happens around them."""

import asyncio

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser, Page, play
from tests.support.sockets import (
    Start,
    all_at,
    in_thread,
    same_story,
    table,
)


async def test_a_whole_game(backend: Backend, server: services.Daphne) -> None:
    seats = 4 if backend.name == "sqlite" else 2  # below, four play on PostgreSQL
    async with table(server, seats=seats) as pages:
        assert [page.mine for page in pages] == [[number] for number in range(1, seats + 1)]
        for page in pages:
            number = page.here.room["next"]["number"]
            text = f"string-of-{page.mine[0]}"
            await page.done("string", player=page.mine[0], game=number, text=text)
        started = await pages[0].done("start", player=1)
        await all_at(pages, started["n"])
        moves = await asyncio.gather(*map(play, pages))
        assert all(moves)
        await same_story(pages, backend.database)
        game = pages[0].here.game
        assert game["strings"] == [f"string-of-{number}" for number in range(1, seats + 1)]
        assert len(game["seed"]) == 64
        again = await pages[0].done("rematch", player=1)
        await all_at(pages, again["n"])
        assert {page.here.game["number"] for page in pages} == {2}
        assert all(page.connects == 1 for page in pages)
    await in_thread(stored.check_history, server)


async def test_a_room_over_three_processes(postgres_backend: Backend, daphne_server: Start) -> None:
    servers = [
        daphne_server(
            database=postgres_backend.database, redis=postgres_backend.redis, SECRET_KEY="k" * 50
        )
        for _ in range(3)
    ]
    async with table(*servers, seats=4) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        await asyncio.gather(*map(play, pages))
        await same_story(pages, postgres_backend.database)
        for page in pages:  # presence crosses too
            await page.until(
                lambda page=page: {p for f in page.got("here") for p in f["on"]} == {1, 2, 3, 4}
            )


async def test_two_tabs_are_one_seat_and_both_live(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        host, other = pages
        async with Page(other.browser, other.code) as second_tab:
            assert second_tab.mine == other.mine == [2]
            started = await host.done("start", player=1)
            await all_at([*pages, second_tab], started["n"])

            async def either() -> None:
                game = other.here.game
                fields = {"game": game["number"], "ply": 0, "keep": ""}
                mover = other if other.my_turn else host
                if mover is host:
                    await host.done("roll", player=1, **fields)
                    return
                answers = await asyncio.gather(
                    other.command("roll", player=2, **fields),
                    second_tab.command("roll", player=2, **fields),
                )
                assert sorted(answer["type"] for answer in answers) == ["no", "ok"]

            await either()
            await asyncio.gather(play(host), play(other), play(second_tab))
            assert second_tab.story == other.story


async def test_a_spectator_sits_down(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        browser = Browser(one_server.url)
        async with Page(browser, pages[0].code) as looker:
            assert looker.mine == []
            await pages[0].until(lambda: any(f["watching"] for f in pages[0].got("here")))
            answer = await looker.command("ready", player=1, yes=True)
            assert answer["code"] == "not_yours"
        await in_thread(browser.sit, pages[0].code, "Player 3")
        async with Page(browser, pages[0].code) as seated:
            assert seated.mine == [3]
            # The other tab of the same person hears at once what changes for it.
            async with Page(browser, pages[0].code) as tab:
                await pages[0].done("remove", player=1, whom=3)
                for page in (tab, seated):
                    await page.until(lambda page=page: page.got("bye"))
                    assert page.got("bye")[0]["why"] == "removed"


async def test_everything_in_the_lobby(one_server: services.Daphne) -> None:
    async with table(one_server, seats=3) as pages:
        host, second, third = pages
        await host.done("settings", player=1, name="Friday", listed=True)
        await host.done("rules", player=1, rules="kcd")
        await second.done("rename", player=2, name="Zoë 🎲")
        await second.done("colour", player=2, colour=5)
        await second.done("ready", player=2, yes=True)
        await host.done("order", player=1, players=[3, 2, 1])
        await third.done("leave", player=3)
        await host.done("host", player=1, whom=2)
        assert (await second.command("close", player=2))["code"] == "not_founder"
        await host.done("take_host", player=1)
        last = await host.done("close", player=1)
        await all_at(pages, last["n"])
        assert host.here.room["status"] == "closed"
        assert [p["name"] for p in host.here.compared()["players"]][1] == "Zoë 🎲"
        async with Page(host.browser, host.code) as fresh:
            assert fresh.here.compared() == host.here.compared()
