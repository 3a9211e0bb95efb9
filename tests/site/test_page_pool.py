"""The threads on which pages are answered: few, shared fairly, and closed to nobody for long."""

import asyncio
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from farkle_site.page_pool import RETRY_SECONDS, THREADS, PagePool
from tests.support import services
from tests.support.client import Browser
from tests.support.pages import fetch
from tests.support.sockets import Raw, answer_of, in_thread

Start = Callable[..., services.Daphne]


class Site:
    """An application whose requests take a thread until they are told to go on."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.begun: list[tuple[str, str]] = []
        """The address and path of each request that began, in order."""
        self.threads: set[int] = set()
        self.at_once = self.most_at_once = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await sync_to_async(self._work)(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    def _work(self, scope: dict[str, Any]) -> None:
        self.begun.append((scope["client"][0], scope["path"]))
        self.threads.add(threading.get_ident())
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.gate.wait(60)
        self.at_once -= 1


class Visitor:
    """A client with one request."""

    def __init__(self, pool: PagePool, address: str, path: str = "/", method: str = "GET") -> None:
        self.gone = asyncio.Event()
        self.sent: list[dict[str, Any]] = []
        self._body = [{"type": "http.request", "body": b"", "more_body": False}]
        scope = {"path": path, "method": method, "headers": [], "client": (address, 1)}
        self.answer = asyncio.create_task(pool(scope, self._receive, self._send))

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None

    async def _receive(self) -> dict[str, Any]:
        if self._body:
            return self._body.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.gate.set()


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not so():  # noqa: ASYNC110  # threads set no event of this loop
            await asyncio.sleep(0.001)


async def test_pages_run_on_a_fixed_number_of_threads(site: Site) -> None:
    pool = PagePool(site)
    site.gate.set()
    visitors = [Visitor(pool, f"10.0.0.{number}") for number in range(50)]
    await asyncio.gather(*(one.answer for one in visitors))
    assert {one.status for one in visitors} == {200}
    assert site.most_at_once <= THREADS["page"]
    assert len(site.threads) <= THREADS["page"]


async def test_addresses_take_turns(site: Site) -> None:
    pool = PagePool(site)
    crowd = [Visitor(pool, "10.0.0.1", f"/{number}") for number in range(30)]
    await until(lambda: len(site.begun) == THREADS["page"])
    late = Visitor(pool, "10.0.0.2")
    await asyncio.sleep(0)
    site.gate.set()
    await asyncio.gather(late.answer, *(one.answer for one in crowd))
    place = site.begun.index(("10.0.0.2", "/"))
    assert place <= 2 * THREADS["page"]  # after those at work and at most one turn of the others


async def test_many_networks_of_one_48_share_its_turns(site: Site) -> None:
    pool = PagePool(site)
    crowd = [Visitor(pool, f"2001:db8:1:{number:x}::1") for number in range(30)]
    await until(lambda: len(site.begun) == THREADS["page"])
    others = ["2001:db8:2::1", "10.0.0.2"]
    late = [Visitor(pool, address) for address in others]
    await asyncio.sleep(0)
    site.gate.set()
    await asyncio.gather(*(one.answer for one in crowd + late))
    places = [site.begun.index((address, "/")) for address in others]
    assert max(places) <= 2 * THREADS["page"] + 1


async def test_one_kind_of_request_does_not_hold_up_another(site: Site) -> None:
    pool = PagePool(site)
    form = ("/account/log-in/", "POST")
    page, download = ("/", "GET"), ("/account/data.json", "GET")
    kinds = [form, page, download, ("/static/a.css", "GET"), ("/readyz", "GET")]
    kinds += [("/r/26SHFKN8/game/1/", "GET")]
    many = [Visitor(pool, "10.0.0.1", *kind) for kind in kinds for _ in range(10)]
    alive = Visitor(pool, "10.0.0.1", "/healthz")
    await until(lambda: len(site.begun) == sum(THREADS.values()))
    assert {path for _, path in site.begun} == {"/healthz", *(path for path, _ in kinds)}
    site.gate.set()
    await asyncio.gather(alive.answer, *(one.answer for one in many))


async def test_the_address_with_the_most_waits_in_vain_when_the_queue_is_full(site: Site) -> None:
    pool = PagePool(site, most_waiting=3)
    crowd = [Visitor(pool, "10.0.0.1") for _ in range(THREADS["page"] + 3)]
    await until(lambda: len(site.begun) == THREADS["page"])
    few = [Visitor(pool, "10.0.0.2"), Visitor(pool, "10.0.0.3")]
    await until(lambda: sum(one.status == 503 for one in crowd) == 2)
    threads = threading.active_count()
    answer = next(one for one in crowd if one.status == 503).sent
    headers = dict(answer[0]["headers"])
    assert headers[b"retry-after"] == str(RETRY_SECONDS).encode()
    assert headers[b"content-security-policy"]
    assert "Busy right now" in answer[1]["body"].decode()
    assert threading.active_count() == threads
    site.gate.set()
    await asyncio.gather(*(one.answer for one in crowd + few))
    assert [one.status for one in few] == [200, 200]


async def test_nobody_waits_for_long(site: Site) -> None:
    pool = PagePool(site, wait_seconds=0.05)
    visitors = [Visitor(pool, "10.0.0.1") for _ in range(THREADS["page"] + 1)]
    await visitors[-1].answer
    assert visitors[-1].status == 503
    site.gate.set()
    await asyncio.gather(*(one.answer for one in visitors))
    assert [one.status for one in visitors[:-1]] == [200] * THREADS["page"]


async def test_whoever_has_gone_costs_nothing(site: Site) -> None:
    pool = PagePool(site)
    visitors = [Visitor(pool, "10.0.0.1") for _ in range(THREADS["page"] + 1)]
    await until(lambda: len(site.begun) == THREADS["page"])
    visitors[-1].gone.set()
    site.gate.set()
    await asyncio.gather(*(one.answer for one in visitors))
    assert len(site.begun) == THREADS["page"]
    assert visitors[-1].sent == []


async def test_a_cancelled_request_keeps_its_place_while_its_thread_works(site: Site) -> None:
    pool = PagePool(site)
    visitors = [Visitor(pool, "10.0.0.1") for _ in range(THREADS["page"])]
    await until(lambda: len(site.begun) == THREADS["page"])
    for one in visitors:
        one.answer.cancel()
    later = Visitor(pool, "10.0.0.2")
    await asyncio.sleep(0.05)
    assert not later.sent
    site.gate.set()
    await later.answer
    assert later.status == 200
    assert site.most_at_once == THREADS["page"]


async def test_a_failure_gives_its_place_back() -> None:
    async def failing(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ZeroDivisionError

    pool = PagePool(failing)
    for _ in range(2 * THREADS["page"]):
        with pytest.raises(ZeroDivisionError):
            await Visitor(pool, "10.0.0.1").answer


# With a real server


def threads_of(server: services.Daphne) -> int:
    return len(list(Path(f"/proc/{server.pid}/task").iterdir()))


def files_of(server: services.Daphne) -> list[str]:
    """Return the names of the files that the server has open."""
    names = []
    for path in Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            names.append(str(path.readlink()))
    return names


def loaded(server: services.Daphne, number: int) -> list[int]:
    """Load the home page so many times at once; return the statuses."""
    with concurrent.futures.ThreadPoolExecutor(number) as pool:
        return list(pool.map(lambda _: fetch(server.url + "/")[0], range(number)))


def test_a_crowd_adds_no_threads(daphne_server: Start) -> None:
    server = daphne_server()
    before = threads_of(server)
    most = before
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        crowd = pool.submit(loaded, server, 60)
        while not crowd.done():
            most = max(most, threads_of(server))
            time.sleep(0.005)
    assert set(crowd.result()) <= {200, 503}  # a busy machine lets some wait for too long
    assert most <= before + sum(THREADS.values())


async def test_files_stay_as_few_when_many_come_back(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_LIMITS_FACTOR="10")
    browser = Browser(server.url)
    watch = Raw(Browser(server.url), await in_thread(browser.open_room, "Mara"))
    counts = []
    for _ in range(4):
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(30):
                socket = await stack.enter_async_context(watch())
                await answer_of(socket, to="sync")
            assert set(await in_thread(loaded, server, 60)) <= {200, 503}
        counts.append(sum("sqlite3" in name for name in files_of(server)))
    # Each thread keeps its connection of up to three files. Not every round starts all threads,
    # but a leak would add files in every round.
    assert min(later - earlier for earlier, later in pairwise(counts)) <= 0
    assert max(counts) <= 3 * (sum(THREADS.values()) + 4)
