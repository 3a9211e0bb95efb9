"""Answer plain requests on a few threads, for which the clients' addresses take turns.

Django's ASGI handler starts a thread for every request. The interpreter runs one at a time, so many
pages at once take longer, delay every move, and need memory each. Here requests wait for one of a
few threads. Each kind has its own, so that slow forms delay no page or probe.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import Any, Final

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.template.loader import render_to_string

from farkle_site.headers import HEADERS
from games import metrics
from games.people.address import address_in, largest_network_of
from games.workers.fair_queue import FairQueue, QueueFull

THREADS: Final = {
    "page": 1,
    "replay": 1,
    "form": 2,
    "download": 1,
    "file": 2,
    "probe": 1,
    "alive": 1,
}
"""Number of threads for each kind of request. More pages would only delay moves for longer. A past
game may have to be replayed first, so it holds up no other page. Forms hash passwords, which keeps
a core busy for half a second, and downloads may take seconds."""
_PAST_GAMES: Final = ("/game/", "/imported/")
_DOWNLOADS: Final = (".csv", ".json", ".png", ".txt")
MOST_WAITING: Final = 500
"""Maximum number of waiting requests of a kind; more of the busiest address are refused."""
WAIT_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 5

_Message = dict[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_Application = Callable[[dict[str, Any], _Receive, _Send], Awaitable[None]]


class PagePool:
    """An ASGI application that passes requests on to another, a few at a time."""

    def __init__(
        self,
        application: _Application,
        *,
        most_waiting: int = MOST_WAITING,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._application = application
        self._wait_seconds = wait_seconds
        self._threads = {
            kind: _Threads(kind, number, most_waiting) for kind, number in THREADS.items()
        }

    async def __call__(self, scope: dict[str, Any], receive: _Receive, send: _Send) -> None:
        # Read the request first: a client that sends slowly takes no thread meanwhile.
        messages = [await receive()]
        while messages[-1].get("more_body"):
            messages.append(await receive())
        disconnect = asyncio.ensure_future(receive())

        async def receive_again() -> _Message:
            return messages.pop(0) if messages else await disconnect

        try:
            until = time.monotonic() + self._wait_seconds
            async with self._threads[kind_of(scope)].take(address_in(scope), until):
                if not disconnect.done():
                    await self._application(scope, receive_again, send)
        except (QueueFull, TimeoutError):
            await _refuse(send)
        finally:
            disconnect.cancel()


class _Threads:
    """The threads for one kind of request, and the queue for them."""

    def __init__(self, kind: str, number: int, most_waiting: int) -> None:
        self._queue = FairQueue(number, most_waiting)
        # One executor per thread, because Django answers a request on one thread.
        self._idle: list[Executor] = [ThreadPoolExecutor(1, kind) for _ in range(number)]

    @contextlib.asynccontextmanager
    async def take(self, address: str, until: float) -> AsyncIterator[None]:
        """Wait for a thread, and use it for all of Django inside the block. Each /48 takes turns
        with the others, and so do the networks within it. Raise TimeoutError if none is free by
        `until` (monotonic), QueueFull if too many wait."""
        async with self._queue.turn((largest_network_of(address), address), until=until):
            executor = self._idle.pop()
            try:
                async with ThreadSensitiveContext(executor=executor):
                    yield
            finally:
                await _become_idle(executor)
                self._idle.append(executor)


def kind_of(scope: dict[str, Any]) -> str:
    path: str = scope["path"]
    if path == "/healthz":
        return "alive"
    if path in {"/readyz", "/metrics"}:
        return "probe"
    if path.startswith(settings.STATIC_URL):
        return "file"
    if path.endswith(_DOWNLOADS):
        return "download"
    if scope["method"] == "POST":
        return "form"
    return "replay" if any(part in path for part in _PAST_GAMES) else "page"


async def _become_idle(executor: Executor) -> None:
    """Wait until the thread is idle: a view goes on after its client has disconnected."""
    idle = asyncio.wrap_future(executor.submit(lambda: None))
    while not idle.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(idle)


async def _refuse(send: _Send) -> None:
    """Answer that the site is busy, without a thread."""
    metrics.dropped.labels("503").inc()
    headers = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Retry-After": str(RETRY_SECONDS),
    }
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 503, "headers": encoded})
    await send({"type": "http.response.body", "body": _busy_page()})


@cache
def _busy_page() -> bytes:
    return render_to_string("busy.html").encode()
