"""Evenings with real sockets and a clock that the test moves: nobody holds the others up."""

import pytest

from tests.conftest import ON_POSTGRES, ON_SQLITE
from tests.games.realtime.test_going_on import SHORT, current
from tests.support import stored
from tests.support.client import Browser, Page, play
from tests.support.halls import Hall, at_turn, now_of, page_of, refused, told
from tests.support.sockets import in_thread, same_story, table

pytestmark = pytest.mark.no_cover

DAY = 24 * 3600


@ON_POSTGRES
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

        # On her next turns time runs at once; after the third a computer plays the seat on.
        for missed in (2, 3):
            for page in (teo, nora):
                await page.until(lambda page=page: page.my_turn)
                await play(page, until=lambda page=page: not page.my_turn)
            await teo.until(lambda: current(teo) == 1 and "away" in teo.here.due)
            await hall.later(30, teo, nora)
            await teo.until(lambda missed=missed: told(teo, "waited")[-1][-1] == missed)
        assert [one[2] for one in told(teo, "waited")] == ["skip", "skip", "computer"]
        await at_turn(pages, 2)
        assert teo.here.room["autoplay"] == [1]
        score = teo.here.game["state"]["scores"][0]

        # The room does not die with its host; and she has her seat as soon as she is back.
        await hall.later(75, teo, nora)
        await teo.until(lambda: teo.here.room["host"] == 2)
        mara.cut()
        await teo.until(lambda: told(teo, "back") == [[1, 3]])
        assert mara.mine == [1]
        assert (teo.here.room["away"], teo.here.room["autoplay"]) == ([], [])
        assert teo.here.game["state"]["scores"][0] == score

        # A turn's time, more of it, and a pause in which it stands still.
        assert await refused(teo, "settings", player=2, timer=60) == "not_founder"
        await mara.done("take_host", player=1)
        await mara.done("settings", player=1, timer=60)
        await mara.done("host", player=1, whom=2)
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


@ON_SQLITE
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
