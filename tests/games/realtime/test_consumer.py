"""Real sockets against a real server, on both databases: whole games, and everything between."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.conftest import Backend
from tests.games.protocol.test_parser import GOOD, WRONG
from tests.support import services, stored
from tests.support.client import Browser, Page, play

Start = Callable[..., services.Daphne]


@pytest.fixture
def server(backend: Backend, daphne_server: Start) -> Iterator[services.Daphne]:
    started = daphne_server(database=backend.database, redis=backend.redis)
    yield started
    nothing_broke(started)


@pytest.fixture
def one_server(daphne_server: Start) -> Iterator[services.Daphne]:
    """Where the database makes no difference."""
    started = daphne_server()
    yield started
    nothing_broke(started)


def nothing_broke(server: services.Daphne) -> None:
    """The server has met nothing it did not expect."""
    log = server.log()
    assert "Traceback" not in log, log[-5000:]


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)


@contextlib.asynccontextmanager
async def table(*servers: services.Daphne, seats: int) -> AsyncIterator[list[Page]]:
    """A room with so many seats, a page for each, spread over the servers."""
    browsers = [Browser(servers[at % len(servers)].url) for at in range(seats)]
    code = await in_thread(browsers[0].open_room, "Player 1")
    for number, browser in enumerate(browsers[1:], 2):
        await in_thread(browser.sit, code, f"Player {number}")
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Page(browser, code)) for browser in browsers]


async def all_at(pages: list[Page], n: int) -> None:
    for page in pages:
        await page.until(lambda page=page: page.here.n >= n)


async def same_story(pages: list[Page], database: str) -> None:
    """Every page has, from where it came in, every event that is stored, byte for byte."""
    kept = stored.events_of(database, pages[0].code)
    await all_at(pages, len(kept))
    for page in pages:
        await page.until(lambda page=page: page.room is not None and max(page.story) == len(kept))
        first = min(page.story)
        assert page.story == {n: text for n, text in kept.items() if n >= first}
        assert page.here.compared() == pages[0].here.compared()


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_whole_game(backend: Backend, server: services.Daphne, seats: int) -> None:
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


async def test_somebody_who_looks_on_and_then_sits_down(one_server: services.Daphne) -> None:
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
                await tab.until(lambda: tab.mine == [])
                await seated.until(lambda: seated.mine == [])
                assert (await tab.command("ready", player=3, yes=True))["code"] == "removed"


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
        last = await second.done("close", player=2)
        await all_at(pages, last["n"])
        assert host.here.room["status"] == "closed"
        assert [p["name"] for p in host.here.compared()["players"]][1] == "Zoë 🎲"
        async with Page(host.browser, host.code) as fresh:
            assert fresh.here.compared() == host.here.compared()


async def test_what_a_player_selects_is_passed_on(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        for dice in ([0], [0, 1], [0, 1, 2], [1, 2], [2]):
            await pages[0].send({"type": "pick", "player": 1, "ply": 0, "dice": dice})
        await pages[1].send({"type": "pick", "player": 1, "ply": 0, "dice": [5]})  # not his
        await pages[1].until(lambda: any(f["dice"] == [2] for f in pages[1].got("picking")))
        assert all(f["player"] == 1 and f["dice"] != [5] for f in pages[1].got("picking"))
        assert len(pages[1].got("picking")) <= 3  # of what came at once the first and the last


async def test_ping_and_since(one_server: services.Daphne) -> None:
    async with table(one_server, seats=7) as pages:
        page = pages[0]
        await page.send({"type": "ping", "n": page.here.n})
        await page.until(lambda: page.got("pong"))
        assert page.got("pong")[0]["n"] == page.here.n == 7
        await page.send({"type": "since", "n": 0})
        await page.until(lambda: set(page.story) >= {1, 2})

        async def paint(page: Page) -> None:
            for colour in range(30):  # which is no more than a burst
                await page.done("colour", player=page.mine[0], colour=colour % 6)

        await asyncio.gather(*map(paint, pages))
        assert page.here.n == 217
        syncs = len(page.got("sync"))
        await page.send({"type": "since", "n": 100})
        await page.until(lambda: page.frames[-1]["type"] == "event")
        assert len(page.got("sync")) == syncs
        await page.send({"type": "since", "n": 1})
        await page.until(lambda: len(page.got("sync")) == syncs + 1)


class Raw:
    """A socket without manners."""

    def __init__(self, browser: Browser, code: str, **headers: str) -> None:
        self.url = f"{browser.url.replace('http', 'ws')}/ws/room/{code}/"
        self.headers = {"Cookie": browser.cookies, "Origin": browser.url, **headers}

    def __call__(self) -> connect:
        headers = {name: value for name, value in self.headers.items() if value}
        return connect(self.url, additional_headers=headers, max_size=2**24)


async def answer_of(socket: Any, *, to: str) -> dict[str, Any]:
    """The next frame of this type."""
    async with asyncio.timeout(20):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame["type"] == to:
                return frame


async def farewell(socket: Any) -> tuple[str | None, int | None]:
    """Why the socket is closed, and its close code."""
    why = None
    async with asyncio.timeout(20):
        try:
            while True:
                frame = json.loads(await socket.recv())
                if frame["type"] == "bye":
                    why = frame["why"]
        except ConnectionClosed as closed:
            return why, None if closed.rcvd is None else closed.rcvd.code


async def gone(socket: Any) -> None:
    """The server has dropped it, without a word more."""
    assert await farewell(socket) == (None, None)


@pytest.fixture
def lobby(one_server: services.Daphne) -> tuple[Browser, str]:
    browser = Browser(one_server.url)
    return browser, browser.open_room("Mara")


async def test_bad_frames_are_refused_and_the_socket_stays(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        for bad in (b"\x00\x01", b'{"type":"ping","n":1}', "", "nonsense", "[" * 5000, "{}"):
            await socket.send(bad)
            assert (await answer_of(socket, to="no"))["code"] == "bad_frame"
        await socket.send('{"type":"cheat","id":"0123456789"}')
        answer = await answer_of(socket, to="no")
        assert (answer["code"], answer["id"]) == ("unknown_type", "0123456789")
        await socket.send('{"type":"ping","n":1}')
        await answer_of(socket, to="pong")


async def test_frames_over_8_kib_close_the_socket(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        await socket.send(" " * 8190 + "{}")
        assert (await answer_of(socket, to="no"))["code"] == "bad_frame"
        await socket.send(" " * 8191 + "{}")
        await gone(socket)
    async with Raw(*lobby)() as socket:
        await socket.send("é" * 5000)  # 10,000 bytes in 5,000 characters
        await gone(socket)


async def test_what_is_not_utf8_closes_the_socket(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        await socket.send([b"\xff\xfe{}"], text=True)
        await gone(socket)


async def test_too_fast_and_a_flood(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        for number in range(80):
            await socket.send(
                json.dumps({"type": "ready", "id": f"{number:08}", "player": 1, "yes": True})
            )
        codes = set()
        for _ in range(80):
            frame = json.loads(await socket.recv())
            while frame["type"] not in ("ok", "no"):
                frame = json.loads(await socket.recv())
            codes.add(frame.get("code", "ok"))
        assert codes == {"ok", "too_fast"}
    async with Raw(*lobby)() as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(10_000):
                await socket.send('{"type":"ping","n":1}')
        assert await farewell(socket) == ("flood", 4008)


async def test_too_many_sockets_of_one_person(lobby: tuple[Browser, str]) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(30):
            socket = await stack.enter_async_context(Raw(*lobby)())
            await answer_of(socket, to="you")
        async with Raw(*lobby)() as one_more:
            assert await farewell(one_more) == ("too_many", 4008)
    async with Raw(*lobby)() as later:
        await answer_of(later, to="you")


async def test_a_room_that_is_none(lobby: tuple[Browser, str]) -> None:
    async with Raw(lobby[0], "22222222")() as socket:
        assert await farewell(socket) == ("no_room", 4404)


async def test_cookies_that_are_forged_are_a_stranger(lobby: tuple[Browser, str]) -> None:
    good = lobby[0].cookies
    for bad in ("", "farkle_guest=" + "0" * 32, good[:-4] + "abcd", 'farkle_guest="\\777;;=,'):
        async with Raw(*lobby, Cookie=bad)() as socket:
            assert (await answer_of(socket, to="you"))["players"] == []
    async with Raw(*lobby)() as socket:
        assert (await answer_of(socket, to="you"))["players"] == [1]


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.test",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1.evil.test:{port}",
    ],
)
async def test_pages_of_others_are_turned_away(
    one_server: services.Daphne, lobby: tuple[Browser, str], origin: str
) -> None:
    wrong = origin.format(port=one_server.port)
    with pytest.raises(InvalidStatus) as caught:
        async with Raw(*lobby, Origin=wrong)():
            pass
    assert caught.value.response.status_code == 403


async def test_a_host_that_is_not_ours(
    one_server: services.Daphne, lobby: tuple[Browser, str]
) -> None:
    with pytest.raises(InvalidStatus):
        async with Raw(*lobby, Origin="http://evil.test", Host="evil.test")():
            pass


async def test_other_addresses(one_server: services.Daphne, lobby: tuple[Browser, str]) -> None:
    browser, code = lobby
    for path in ("", code.lower(), f"{code}/more", "../room"):
        with pytest.raises(InvalidStatus):
            async with Raw(browser, path)():
                pass


async def test_a_server_that_stops_says_goodbye(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        stopping = asyncio.create_task(in_thread(one_server.terminate))
        for page in pages:
            await page.until(lambda page=page: page.got("bye"))
            assert page.got("bye")[0]["why"] == "restart"
        await stopping
        one_server.start()
        for page in pages:
            await page.until(lambda page=page: page.connects == 2)
            await page.until(lambda page=page: len(page.got("sync")) == 2)


def mutations(rng: random.Random) -> Iterator[str | bytes]:
    """Frames as they should be, and then not quite, or not at all."""
    while True:
        kind = rng.choice(sorted(GOOD))
        data = {"type": kind, **GOOD[kind][0], "id": f"{rng.getrandbits(64):016x}"}
        if rng.random() < 0.5:
            data.update(player=1, game=1, ply=rng.randrange(4))
        for _ in range(rng.randrange(3)):
            name = rng.choice(sorted(data))
            data[name] = rng.choice([*WRONG, rng.randrange(10), ["x"], {"version": 1}])
        if rng.random() < 0.2:
            del data[rng.choice(sorted(data))]
        text = json.dumps(data)
        if rng.random() < 0.1:
            text = text[: rng.randrange(len(text))]
        yield text.encode() if rng.random() < 0.05 else text


async def test_nothing_a_client_says_breaks_anything(one_server: services.Daphne) -> None:
    async with table(one_server, seats=2) as pages:
        await pages[1].until(lambda: pages[1].here.n >= 2)
        for seed in range(6):
            frames = mutations(random.Random(seed))
            async with Raw(pages[seed % 2].browser, pages[0].code)() as socket:
                for _ in range(150):
                    with contextlib.suppress(ConnectionClosed):
                        await socket.send(next(frames)[:8000])
                with contextlib.suppress(ConnectionClosed):
                    await socket.send('{"type":"ping","n":0}')
                    await answer_of(socket, to="pong")
        for page in pages:  # whose checks are on all the while
            await page.send({"type": "ping", "n": page.here.n})
            await page.until(lambda page=page: page.got("pong"))
    await in_thread(stored.check_history, one_server)
