"""Evenings at tables with real sockets, on both databases, with a clock that goes on when told."""

import asyncio
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Backend
from tests.games.realtime.test_going_on import SHORT, current
from tests.support import services, stored
from tests.support.client import PATIENCE_SECONDS, Browser, Page, play
from tests.support.sockets import Raw, farewell, in_thread, nothing_broke, same_story, table

pytestmark = pytest.mark.no_cover

DAY = 24 * 3600

STEP_SECONDS = 25.0
"""Who is there says so at least so often."""


class Hall:
    """A server, and its clock."""

    def __init__(self, backend: Backend, folder: Path) -> None:
        self._file = folder / "clock"
        self._told = folder / "clock.told"
        self._told.write_text("0", encoding="ascii")
        self._ahead = 0.0
        self._set()
        self.database = backend.database
        environ = {"DATABASE_URL": backend.database, "TEST_CLOCK": str(self._file)}
        if backend.redis:
            environ["REDIS_URL"] = backend.redis
        self.server = services.Daphne(folder, environ, ("-m", "tests.support.clocked"))

    def _set(self) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(str(self._ahead), encoding="ascii")
        new.replace(self._file)  # nobody reads half a number

    async def later(self, seconds: float, *there: Page) -> None:
        """So long goes by, in which these pages are there and all others are silent."""
        while seconds > 0:
            step = min(seconds, STEP_SECONDS) if there else seconds
            self._ahead, seconds = self._ahead + step, seconds - step
            self._set()
            if there:
                times = [await now_of(page) for page in there]
                await in_thread(self._all_know_who_is_there, max(times))

    def _all_know_who_is_there(self, at: int) -> None:
        def told() -> bool:
            return float(self._told.read_text(encoding="ascii")) * 1000 > at + 1

        services.wait_until(told, what="telling who is there")


@pytest.fixture
def hall(backend: Backend, tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(backend, tmp_path)
    try:
        yield opened
        nothing_broke(opened.server)
    finally:
        opened.server.close()


async def now_of(page: Page) -> int:
    """What time it is at the server, in ms; asking is a sign of life."""
    before = len(page.got("pong"))
    await page.send({"type": "ping", "n": page.here.n})
    await page.until(lambda: len(page.got("pong")) > before)
    now: int = page.got("pong")[-1]["now"]
    return now


async def refused(page: Page, kind: str, **fields: Any) -> str:
    answer = await page.command(kind, **fields)
    assert answer["type"] == "no", answer
    code: str = answer["code"]
    return code


def page_of(url: str) -> str:
    """What somebody without cookies gets there."""
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
        text: str = answer.read().decode()
        return text


def is_turned_away(browser: Browser, code: str) -> bool:
    """Whether the form for sitting down is refused."""
    _, landed = browser.sent("/", f"/r/{code}/sit/", name="Once more")
    return f"/r/{code}/" not in landed


def told(page: Page, name: str) -> list[list[Any]]:
    """The fields of every event of this name so far."""
    events = [event for frame in page.got("event") for event in frame["events"]]
    return [fields for kind, *fields in events if kind == name]


async def at_turn(pages: list[Page], player: int) -> None:
    for page in pages:
        await page.until(lambda page=page: current(page) == player)


async def test_nobody_holds_the_table_up(hall: Hall) -> None:
    async with (
        table(hall.server, seats=3) as pages,
        Page(Browser(hall.server.url), pages[0].code) as screen,
    ):
        mara, teo, nora = pages
        await mara.done("settings", player=1, pace="quick")
        await mara.done("rules", player=1, rules={**SHORT, "target": 20000})
        await mara.done("start", player=1)
        await at_turn(pages, 1)

        # Mara is away, which is seen, and counted down as it is her turn.
        await hall.later(50, teo, nora)
        await teo.until(lambda: "away" in teo.here.due)
        await teo.until(lambda: any(1 in frame["off"] for frame in teo.got("here")))
        assert teo.here.room["away"] == [1]
        assert 0 < teo.here.due["away"] - await now_of(teo) <= 10_000
        for player in (1, 2):
            assert await refused(screen, "vote", player=player, about="go_on", yes=True) == (
                "not_yours"
            )
        assert await refused(teo, "vote", player=3, about="go_on", yes=True) == "not_yours"
        await nora.done("vote", player=3, about="go_on", yes=True)
        assert current(nora) == 1
        await teo.done("vote", player=2, about="go_on", yes=True)
        assert told(teo, "waited") == [[1, "vote", "skip", 1]]

        # On her next turns time runs at once; after the third a computer keeps the seat warm.
        for missed in (2, 3):
            for page in (teo, nora):
                await page.until(lambda page=page: page.my_turn)
                await play(page, until=lambda page=page: not page.my_turn)
            await teo.until(lambda: current(teo) == 1 and "away" in teo.here.due)
            await hall.later(30, teo, nora)
            await teo.until(lambda missed=missed: told(teo, "waited")[-1][-1] == missed)
        assert [one[2] for one in told(teo, "waited")] == ["skip", "skip", "computer"]
        await at_turn(pages, 2)
        assert teo.here.room["warm"] == [1]
        score = teo.here.game["state"]["scores"][0]

        # The room does not die with its host; and she has her seat as soon as she is back.
        await hall.later(75, teo, nora)
        await teo.until(lambda: teo.here.room["host"] == 2)
        mara.cut()
        await teo.until(lambda: told(teo, "back") == [[1, 3]])
        assert mara.mine == [1]
        assert (teo.here.room["away"], teo.here.room["warm"]) == ([], [])
        assert teo.here.game["state"]["scores"][0] == score

        # A turn's time, more of it, and a pause in which it stands still.
        await teo.done("settings", player=2, timer=60)
        full = teo.here.due["turn"]
        await hall.later(20, *pages)
        await teo.done("extend", player=2)
        assert teo.here.due["turn"] == full + 60_000
        assert await refused(screen, "vote", player=2, about="pause", yes=True) == "not_yours"
        await nora.done("vote", player=3, about="pause", yes=True)
        await mara.done("vote", player=1, about="pause", yes=True)
        await teo.until(lambda: teo.here.room["paused"])
        rest = full + 60_000 - teo.here.room["paused"]["since"]
        assert teo.here.due == {}
        await hall.later(200, *pages)
        assert await refused(nora, "resume", player=3) == "not_host"
        before = await now_of(teo)
        await teo.done("resume", player=2)
        assert before <= teo.here.due["turn"] - rest <= await now_of(teo)

        # The server dies while the time runs; the next one ends it, once.
        await in_thread(hall.server.kill)
        await hall.later(rest / 1000)
        await in_thread(hall.server.start)
        await at_turn(pages, 3)

        # Somebody goes for good, the founder is host again, and what nobody ends ends by itself.
        scores = teo.here.game["state"]["scores"]
        await nora.done("leave", player=3)
        assert await refused(teo, "host", player=2, whom=1) == "not_founder"
        await mara.done("take_host", player=1)
        assert teo.here.game["state"]["left"] == [False, False, True]
        assert teo.here.game["state"]["scores"] == scores
        waited = [text for _, text in sorted(teo.story.items()) if '"waited"' in text]
        assert ["timer" in text for text in waited] == [False, False, False, True]
        await mara.done("pause", player=1, reason="Holidays")
        await hall.later(6 * DAY)
        await teo.until(lambda: told(teo, "notice") == [[]])
        await hall.later(DAY)
        await teo.until(lambda: teo.here.game["status"] == "abandoned")
        assert teo.here.room["status"] == "over"
        await hall.later(DAY)
        await teo.until(lambda: told(teo, "slept") == [[]])
        await same_story(pages, hall.database)
        past = await in_thread(page_of, f"{hall.server.url}/r/{mara.code}/game/1/")
        assert "Player 3" in past
    await in_thread(stored.check_history, hall.server)


async def test_nobody_is_voted_out_and_nobody_holds_two_up(hall: Hall) -> None:
    async with table(hall.server, seats=2) as pages:
        mara, teo = pages
        vote = {"player": 2, "about": "go_on", "yes": True}
        await mara.done("settings", player=1, timer=60)
        await mara.done("rules", player=1, rules={**SHORT, "target": 20000})
        await mara.done("start", player=1)
        await at_turn(pages, 1)

        # While she has time, the other cannot take the turn; nor just after a throw.
        assert await refused(teo, "vote", **vote) == "not_yet"
        await hall.later(25, *pages)
        await mara.done("roll", player=1, game=1, ply=mara.here.game["ply"], keep="")
        await teo.until(lambda: teo.here.game["ply"] == mara.here.game["ply"])
        if current(teo) == 1:  # else she has farkled
            await hall.later(10, *pages)
            assert await refused(teo, "vote", **vote) == "not_yet"
            await hall.later(6, *pages)
            await teo.done("vote", **vote)
            assert told(teo, "waited")[0][:2] == [1, "vote"]

        # Without a limit, two minutes are enough; and a pause ends when he asks twice.
        await mara.done("settings", player=1, timer=0)
        while current(teo) == 2:
            await play(teo, until=lambda: not teo.my_turn)
        await hall.later(110, *pages)
        assert await refused(teo, "vote", **vote) == "not_yet"
        await mara.done("pause", player=1, reason="")
        for _ in range(2):
            await teo.until(lambda: teo.here.room["paused"])
            await teo.done("vote", player=2, about="resume", yes=True)
            await hall.later(300, *pages)
        assert teo.here.room["paused"] is None
        assert await refused(teo, "resume", player=2) == "not_host"
        await hall.later(121, *pages)
        await teo.done("vote", **vote)
        await at_turn(pages, 2)
        await same_story(pages, hall.database)


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

        # Who has lost the seat is given it by the host, before all eyes; the old browser objects.
        again = Browser(hall.server.url)
        await in_thread(again.sit, code, "Nora again")
        back = await comes(again)
        assert told(mara, "late") == [[4, None]]
        assert back.here.game["players"] == [1, 2, 3, 4]
        assert await refused(mara, "give", player=1, whom=3, to=4) == "not_away"
        await hall.later(50, mara, on_phone, back)
        assert await refused(on_phone, "give", player=2, whom=3, to=2) == "not_host"
        await mara.until(lambda: any(3 in frame["off"] for frame in mara.got("here")))
        await mara.done("give", player=1, whom=3, to=4)
        await back.until(lambda: back.mine == [3, 4])
        await nora.until(lambda: nora.got("you")[-1].get("lost") == [3])
        assert told(on_phone, "given") == [[3, 4]]
        for page in (teo, back):
            assert await refused(page, "object", player=3) == "not_yours"
        await nora.done("object", player=3)
        await back.until(lambda: back.mine == [4])
        await nora.until(lambda: nora.mine == [3])

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
