"""Real sockets against a real server: pages that behave, and sockets that need not."""

import asyncio
import contextlib
import json
import re
import urllib.request
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support import services, stored
from tests.support.client import Browser, Page

Start = Callable[..., services.Daphne]


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
    async with asyncio.timeout(60):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame["type"] == to:
                return frame


async def farewell(socket: Any) -> tuple[str | None, int | None]:
    """Why the socket is closed, and its close code."""
    why = None
    async with asyncio.timeout(60):
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


def numbers(server: services.Daphne) -> dict[str, float]:
    """The metrics of a server, by name."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        text = answer.read().decode()
    return {
        name: float(value) for name, value in re.findall(r"^(farkle\S*) (\S+)$", text, re.MULTILINE)
    }
