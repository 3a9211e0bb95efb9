"""Evenings with real sockets and a clock that the test moves: rooms and seats keep their owners."""

import asyncio
from contextlib import AsyncExitStack
from html import unescape

import pytest

from tests.conftest import ON_POSTGRES, ON_SQLITE
from tests.games.realtime.test_going_on import SHORT
from tests.support import stored
from tests.support.client import Browser, Page, play
from tests.support.halls import Hall, at_turn, is_turned_away, refused, told
from tests.support.sockets import Raw, farewell, in_thread, same_story, table

pytestmark = pytest.mark.no_cover

DAY = 24 * 3600


@ON_POSTGRES
async def test_a_room_stays_its_founders(hall: Hall) -> None:
    async with table(hall.server, seats=2) as pages, AsyncExitStack() as doors:
        mara, teo = pages
        code = mara.code

        def asks(browser: Browser, name: str) -> str:
            return browser.sent("/", f"/r/{code}/sit/", name=name)[0]

        async def comes(browser: Browser) -> Page:
            return await doors.enter_async_context(Page(browser, code))

        # Whoever knocks waits until the host lets them in.
        await mara.done("door", player=1, door="knock")
        nora, eve = Browser(hall.server.url), Browser(hall.server.url)
        for browser, name in ((nora, "Nora"), (eve, "Eve")):
            await in_thread(asks, browser, name)
        await teo.until(lambda: len(teo.here.room["knocks"]) == 2)
        (first, name), (second, _) = teo.here.room["knocks"]
        assert name == "Nora"
        assert await refused(teo, "let_in", player=2, knock=first, yes=True) == "not_host"
        await mara.done("let_in", player=1, knock=first, yes=True)
        await mara.done("let_in", player=1, knock=second, yes=False)
        inside = await comes(nora)
        await inside.until(lambda: inside.mine == [3])
        assert "The host didn't let you in." in unescape(await in_thread(asks, eve, "Eve"))

        # Nobody watches a room for players, from the moment on that it is one.
        screen = await comes(eve)
        await mara.done("door", player=1, spectators=False)
        await screen.until(lambda: screen.got("bye"))
        assert screen.got("bye")[0]["why"] == "no_spectators"
        async with Raw(eve, code)() as socket:
            assert await farewell(socket) == ("no_spectators", 4403)
        await inside.done("leave", player=3)
        await inside.until(lambda: inside.got("bye"))

        # Her phone sleeps. Who stands in cannot take the room, and she has it back with one tap.
        await hall.later(50, teo)
        await teo.until(lambda: "host" in teo.here.due)
        await hall.later(121, teo)
        await teo.until(lambda: teo.here.room["host"] == 2)
        assert await refused(teo, "remove", player=2, whom=1) == "not_founder"
        assert await refused(teo, "host", player=2, whom=1) == "not_founder"
        assert await refused(teo, "close", player=2) == "not_founder"
        await mara.done("take_host", player=1)
        await teo.until(lambda: teo.here.room["host"] == 1)

        # A crowd comes, and goes at once.
        await mara.done("door", player=1, door="open")
        for number in range(3):
            await in_thread(Browser(hall.server.url).sit, code, f"Raider {number}")
        await mara.done("remove_new", player=1, minutes=2)
        await teo.until(lambda: len(told(teo, "removed")) == 3)
        await same_story(pages, hall.database)
    await in_thread(stored.check_history, hall.server)


@ON_SQLITE
async def test_seats_go_to_whom_they_belong_and_to_nobody_else(hall: Hall) -> None:
    async with table(hall.server, seats=3) as pages, AsyncExitStack() as doors:
        mara, teo, nora = pages
        code = mara.code

        async def comes(browser: Browser) -> Page:
            return await doors.enter_async_context(Page(browser, code))

        def types(browser: Browser, typed: str) -> str:
            return browser.sent("/seat/", "/seat/", code=typed)[0]

        phone, stranger = Browser(hall.server.url), Browser(hall.server.url)
        await mara.done("settings", player=1, late="play", starts="loser")
        await mara.done("rules", player=1, rules={**SHORT, "target": 1000})
        await mara.done("start", player=1)
        await at_turn(pages, 1)

        # A code moves the seat to the phone, once, and only for who holds it.
        for browser in (stranger, mara.browser):
            assert await in_thread(browser.seat_code, code, 2, "double") == "not_yours"
        made = await in_thread(teo.browser.seat_code, code, 2, "move")
        assert await in_thread(phone.take_seat, made) == code
        on_phone = await comes(phone)
        await teo.until(lambda: teo.mine == [])
        await on_phone.until(lambda: on_phone.mine == [2])
        assert await refused(teo, "colour", player=2, colour=5) == "not_yours"
        used = "This code is wrong, expired or already used."
        assert used in await in_thread(types, stranger, made)
        made = await in_thread(phone.seat_code, code, 2, "double")
        await hall.later(600, mara, on_phone, nora)
        assert used in await in_thread(types, stranger, made)

        # The host gives nobody's seat away who has only just gone.
        again = Browser(hall.server.url)
        await in_thread(again.sit, code, "Nora again")
        back = await comes(again)
        assert told(mara, "late") == [[4, None]]
        assert back.here.game["players"] == [1, 2, 3, 4]
        assert await refused(mara, "give", player=1, whom=3, to=4) == "not_away"
        await hall.later(50, mara, on_phone, back)
        assert await refused(on_phone, "give", player=2, whom=3, to=2) == "not_host"
        await mara.until(lambda: any(3 in frame["off"] for frame in mara.got("here")))
        assert await refused(mara, "give", player=1, whom=3, to=4) == "not_away_long"
        for page in (teo, back):
            assert await refused(page, "object", player=3) == "not_yours"

        # Talk is text, from who sits here, not too much of it, and while the host likes it.
        evil = '<img src=x onerror="alert(1)"> https://evil.test/ javascript:alert(1)'
        await on_phone.done("say", player=2, text=evil)
        for page in (mara, teo, nora, back):
            await page.until(lambda page=page: page.got("said"))
            assert page.got("said")[0]["text"] == evil
        looks_on = await comes(stranger)
        await looks_on.until(lambda: looks_on.got("talk"))
        assert looks_on.got("talk")[0]["messages"][0]["text"] == evil
        for kind, more in (("say", {"text": "Ha"}), ("react", {"reaction": "clap"})):
            assert await refused(looks_on, kind, player=2, **more) == "not_yours"
            assert await refused(mara, kind, player=2, **more) == "not_yours"
        for text in ("a\u202eb", "a\x00b", " ", "x" * 201):
            assert await refused(nora, "say", player=3, text=text) == "bad_text"
        claps = [back.command("react", player=4, reaction="clap") for _ in range(20)]
        answers = await asyncio.gather(*claps)
        assert {answer.get("code") for answer in answers} == {None, "too_fast"}
        await mara.done("settings", player=1, talk=False)
        assert await refused(on_phone, "say", player=2, text="Ha") == "talk_off"

        # Who was removed stays away; the others play on, and once more with the last one first.
        await mara.done("remove", player=1, whom=4)
        await back.until(lambda: back.got("bye"))
        assert back.got("bye")[0]["why"] == "removed"
        assert await in_thread(is_turned_away, again, code)
        playing = (mara, on_phone, nora)
        await asyncio.gather(*map(play, playing))
        assert [row[:2] for row in mara.here.room["series"]] == [[1, 1], [2, 1], [3, 1], [4, 1]]
        scores = mara.here.game["state"]["scores"][:3]
        await mara.done("rematch", player=1)
        first = mara.here.game["players"][0]
        assert scores[first - 1] == min(scores)
        await same_story([mara, nora, on_phone], hall.database)
    await in_thread(stored.check_history, hall.server)
