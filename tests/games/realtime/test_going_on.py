"""A table goes on whatever happens to the server, and however many sit at it; with real sockets."""

import asyncio
import json
import time
from typing import Any

import pytest
from websockets.asyncio.client import connect

from farkle import PRESETS
from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser, Page, choose, play
from tests.support.sockets import Start, in_thread, same_story, table

pytestmark = pytest.mark.no_cover
PING_SECONDS = 10
SHORT = {**PRESETS["kcd"].to_dict(), "first_player": "seat"}
SEATS = 100


def current(page: Page) -> int:
    game = page.here.game
    player: int = game["players"][game["state"]["current"]]
    return player


async def against_computers(page: Page, target: int, count: int = 1, pace: str = "quick") -> None:
    """A game with computers, in which the first of them is at turn and the person comes last."""
    for _ in range(count):
        await page.done("add_computer", player=1, level="pip")
    await page.done("settings", player=1, pace=pace)
    await page.done("rules", player=1, rules={**SHORT, "target": target})
    await page.done("order", player=1, players=[*range(2, count + 2), 1])
    await page.done("start", player=1)


async def test_a_server_killed_while_a_computer_is_at_turn(
    sqlite_backend: Backend, daphne_server: Start
) -> None:
    server = daphne_server(database=sqlite_backend.database)
    async with table(server, seats=1) as [page]:
        await against_computers(page, target=1000)
        await play(page, until=lambda: page.my_turn is None)
        await in_thread(server.kill)
        await in_thread(server.start)
        await play(page)
        await same_story([page], sqlite_backend.database)
    await in_thread(stored.check_history, server)


async def test_another_server_goes_on_for_one_that_was_killed(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    """The server that has the room open dies, and nobody has the room open on the other."""
    database, redis = postgres_backend.database, postgres_backend.redis
    dying, other = (daphne_server(database=database, redis=redis) for _ in range(2))
    async with table(dying, seats=1) as [page]:
        # The game would wait for the person, who is gone too, so their turn must be far away.
        await against_computers(page, target=10000, count=3, pace="normal")
        await in_thread(dying.kill)
        head = page.here.n

        def goes_on() -> bool:
            return len(stored.events_of(database, page.code)) > head + 1

        await asyncio.to_thread(
            services.wait_until, goes_on, what="the game's going on", seconds=60
        )
    await in_thread(stored.check_history, other)


async def sits_and_plays(browser: Browser, code: str, player: int, ready: asyncio.Event) -> int:
    """Check that a socket receives every event once and in order, and move when its turn comes.
    Return the number of the last event. This does no more than it must, so that a hundred of them
    are no load."""
    url = f"{browser.url.replace('http', 'ws')}/ws/room/{code}/"
    headers = {"Cookie": browser.cookies}
    origin: Any = browser.url
    async with connect(url, origin=origin, additional_headers=headers, max_size=2**24) as socket:
        n, my_turn, pinged = 0, False, time.monotonic()
        async for text in socket:
            frame = json.loads(text)
            if time.monotonic() - pinged > PING_SECONDS:  # else it counts as absent after a while
                pinged = time.monotonic()
                await socket.send(json.dumps({"type": "ping", "n": n}))
            if frame["type"] == "sync":
                n = frame["n"]
                ready.set()
            elif frame["type"] == "no":
                raise AssertionError(frame)
            elif frame["type"] == "event":
                n += 1
                assert frame["n"] == n, "an event is missing, or came twice"
                for name, *fields in frame["events"]:
                    if name == "turn":
                        my_turn = fields[0] == player - 1
                    elif name == "ended":
                        return n
                # An event of the room has no ply: the move was sent before.
                if my_turn and "may" in frame and "ply" in frame:
                    kind, keep = choose(frame["may"])
                    move = {
                        "type": kind,
                        "id": f"move-{player:03}-{n}",
                        "player": player,
                        "game": 1,
                    }
                    await socket.send(json.dumps({**move, "ply": frame["ply"], "keep": keep}))
    raise AssertionError("the socket was closed")


async def test_a_hundred_play(one_server: services.Daphne) -> None:
    """One round with a seat and a socket for each; nobody misses a throw."""
    browsers = [Browser(one_server.url) for _ in range(SEATS)]
    code = await in_thread(browsers[0].open_room, "Player 1")

    def sit() -> None:
        for number, browser in enumerate(browsers[1:], 2):
            browser.sit(code, f"Player {number}")

    await in_thread(sit)
    async with Page(browsers[0], code) as host, asyncio.TaskGroup() as group:
        others = []
        for player, browser in enumerate(browsers[1:], 2):
            ready = asyncio.Event()
            others.append(group.create_task(sits_and_plays(browser, code, player, ready)))
            await ready.wait()
        await host.done("rules", player=1, rules={**SHORT, "rounds": 1, "tie_break": "leader"})
        await host.done("start", player=1)
        await play(host, until=lambda: current(host) != 1)
        ends = {await other for other in others}
        await host.until(lambda: host.here.game["status"] == "over")
        assert ends == {host.here.n}
    moves = [one for one in host.got("event") if one["events"][0][0] in ("rolled", "kept")]
    assert len(moves) >= SEATS
    assert max(len(json.dumps(one, separators=(",", ":"))) for one in moves[:-1]) <= 410
    await in_thread(stored.check_history, one_server)
