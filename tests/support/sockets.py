"""Real sockets against a real server: well-behaved pages, and raw sockets."""

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
    """Check that the server has logged no unexpected error."""
    log = server.log()
    assert "Traceback" not in log, log[-5000:]


async def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)


@contextlib.asynccontextmanager
async def table(*servers: services.Daphne, seats: int) -> AsyncIterator[list[Page]]:
    """Open a room with so many seats and a page for each, spread over the servers."""
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
    """Check that every page has each stored event since it joined, and that those which have heard
    as much show the same."""
    kept = stored.events_of(database, pages[0].code)
    await all_at(pages, len(kept))
    for page in pages:
        await page.until(lambda page=page: page.room is not None and max(page.story) >= len(kept))
        story = {n: text for n, text in page.story.items() if n <= len(kept)}
        assert story == {n: text for n, text in kept.items() if n >= min(story)}
    heard: dict[int, dict[str, Any]] = {}
    for page in pages:  # the room may have gone on meanwhile, and not all have heard of it
        assert heard.setdefault(page.here.n, page.here.compared()) == page.here.compared()


class Raw:
    """A raw socket, which need not behave like a page."""

    def __init__(self, browser: Browser, code: str, **headers: str) -> None:
        self.url = f"{browser.url.replace('http', 'ws')}/ws/room/{code}/"
        self.headers = {"Cookie": browser.cookies, "Origin": browser.url, **headers}

    def __call__(self) -> connect:
        headers = {name: value for name, value in self.headers.items() if value}
        return connect(self.url, additional_headers=headers, max_size=2**24)


async def answer_of(socket: Any, *, to: str) -> dict[str, Any]:
    """Return the next frame of this type."""
    async with asyncio.timeout(60):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame["type"] == to:
                return frame


async def farewell(socket: Any) -> tuple[str | None, int | None]:
    """Return why the socket was closed, and its close code."""
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
    """Check that the server has dropped it without another frame."""
    assert await farewell(socket) == (None, None)


def numbers(server: services.Daphne) -> dict[str, float]:
    """Return the metrics of a server, by name."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        text = answer.read().decode()
    return {
        name: float(value) for name, value in re.findall(r"^(farkle\S*) (\S+)$", text, re.MULTILINE)
    }
