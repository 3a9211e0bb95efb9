"""Outages: a process is told to stop, a client does not read, the disk is full, the site is off."""

import asyncio
import contextlib
import resource
import socket
import sqlite3
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.conftest import Backend
from tests.support import services, stored
from tests.support.client import Browser, play
from tests.support.pages import ask
from tests.support.servers.clocked import set_ahead
from tests.support.sockets import all_at, in_thread, same_story, table

Start = Callable[..., services.Daphne]


def until_it_is_leaving(server: services.Daphne) -> None:
    services.wait_until(lambda: ask(f"{server.url}/readyz")[0] == 503, what="hearing of SIGTERM")


async def test_told_to_stop_a_process_sends_its_sockets_elsewhere(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    shared = {"SECRET_KEY": "k" * 50, "FARKLE_DRAIN_SECONDS": "3"}
    first, second = (
        daphne_server(database=postgres_backend.database, redis=postgres_backend.redis, **shared)
        for _ in range(2)
    )
    async with table(first, second, seats=4) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        games = [asyncio.create_task(play(page)) for page in pages]
        stopping = asyncio.create_task(in_thread(first.terminate))
        await in_thread(until_it_is_leaving, first)
        # No longer ready, but still serving: a proxy has time to notice.
        assert (await in_thread(ask, f"{first.url}/healthz"))[0] == 200
        assert not any(page.got("bye") for page in pages)
        moved = [page for page in pages if page.browser.url == first.url]
        for page in moved:
            page.browser.url = second.url  # what the proxy does
        for page in moved:
            await page.until(lambda page=page: page.got("bye"))
            assert 0 <= page.got("bye")[0]["after"] <= 1000
            await page.until(lambda page=page: page.connects > 1 and len(page.got("sync")) > 1)
        await stopping
        await asyncio.gather(*games)
        await same_story(pages, postgres_backend.database)
        acknowledged = [frame["id"] for page in pages for frame in page.got("ok")]
        commands = stored.commands_of(postgres_backend.database)
        assert all(commands.count(one) == 1 for one in acknowledged)


def hello(browser: Browser, code: str) -> str:
    """Return what a browser sends to open a room's socket."""
    lines = {
        "Host": browser.url.removeprefix("http://"),
        "Origin": browser.url,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": f"{'A' * 22}==",
        "Cookie": browser.cookies,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"GET /ws/room/{code}/ HTTP/1.1\r\n{head}\r\n"


def silent_socket(browser: Browser, code: str) -> socket.socket:
    """Return a client that has opened its socket and never reads from it."""
    host, port = browser.url.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect((host, int(port)))
    raw.sendall(hello(browser, code).encode())
    raw.recv(1)  # before the answer nothing more may be sent
    return raw


def frame(text: str) -> bytes:
    payload = text.encode()
    return bytes((0x81, 0x80 | len(payload))) + bytes(4) + payload


def asks_on(raw: socket.socket, number: int) -> None:
    """Ask for all events again and again, until the server has closed the connection."""
    raw.settimeout(0.5)
    with contextlib.suppress(OSError):
        for _ in range(number):
            raw.sendall(frame('{"type":"since","n":0}'))


async def test_a_client_that_never_reads_costs_little_and_is_dropped(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_LIMITS_FACTOR="100000", FARKLE_PING_SECONDS="1")
    async with table(server, seats=2) as pages:
        for colour in range(100):
            await pages[0].done("colour", player=1, colour=colour % 6)
        before = peak_of(server, afresh=True)
        with await in_thread(silent_socket, pages[1].browser, pages[1].code) as raw:
            # Answered, this would be 50 MB.
            await in_thread(asks_on, raw, 5_000)
            for colour in range(100):  # the others hear of everything meanwhile
                await pages[0].done("colour", player=1, colour=colour % 6)
            await all_at(pages, pages[0].here.n)
            await in_thread(until_two_are_left, server)
        grown = peak_of(server) - before
        assert grown < 16 * 2**20, grown
    assert "Traceback" not in server.log(), server.log()[-3000:]


def peak_of(server: services.Daphne, *, afresh: bool = False) -> int:
    """Return the most memory that the server has had at once, in bytes. `afresh` starts anew."""
    process = Path(f"/proc/{server.pid}")
    if afresh:
        (process / "clear_refs").write_text("5")
    status = (process / "status").read_text()
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


def until_two_are_left(server: services.Daphne) -> None:
    services.wait_until(
        lambda: b"farkle_sockets 2.0" in metrics(server), what="dropping who does not read"
    )


def metrics(server: services.Daphne) -> bytes:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        return bytes(answer.read())


async def test_a_full_disk_is_a_clear_refusal(
    sqlite_backend: Backend, daphne_server: Start, tmp_path: Path
) -> None:
    server = daphne_server(database=sqlite_backend.database)
    async with table(server, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        head = pages[0].here.n
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
        answer = await pages[0].command("colour", player=1, colour=3, command_id="on-a-full-disk")
        assert (answer["type"], answer["code"]) == ("no", "busy")
        assert pages[0].here.n == head
        assert len(stored.events_of(sqlite_backend.database, pages[0].code)) == head
        text, _ = await in_thread(opens_a_room, browser := Browser(server.url))
        assert browser.status == 503
        assert "save right now" in text
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        again = await pages[0].done("colour", player=1, colour=3, command_id="on-a-full-disk")
        assert again["n"] == head + 1
        await asyncio.gather(*map(play, pages))
        await same_story(pages, sqlite_backend.database)
    await in_thread(stored.check_history, server)


async def test_another_program_that_writes_is_a_clear_refusal(
    sqlite_backend: Backend, daphne_server: Start
) -> None:
    server = daphne_server(database=sqlite_backend.database)
    async with table(server, seats=1) as [page]:
        with contextlib.closing(
            sqlite3.connect(sqlite_backend.database.removeprefix("sqlite:///"))
        ) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = await page.command("colour", player=1, colour=3)
            assert (answer["type"], answer["code"]) == ("no", "busy")
        assert (await page.command("colour", player=1, colour=3))["type"] == "ok"


def opens_a_room(browser: Browser) -> tuple[str, str]:
    return browser.sent("/", "/rooms/", name="Nora")


async def test_a_database_that_may_only_be_read_is_a_clear_no(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    server = daphne_server(database=postgres_backend.database, redis=postgres_backend.redis)
    browser = Browser(server.url)
    await in_thread(opens_a_room, browser)
    assert browser.status == 302
    with psycopg.connect(postgres_backend.database, autocommit=True) as connection:
        name = sql.Identifier(connection.info.dbname)
        connection.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name)
        )
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    text, _ = await in_thread(opens_a_room, Browser(server.url))
    assert "save right now" in text


async def test_without_redis_the_log_says_so_but_not_for_each_move(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    redis = services.Redis()
    try:
        server = daphne_server(
            database=postgres_backend.database, redis=redis.url, FARKLE_LIMITS_FACTOR="100"
        )
        async with table(server, seats=2) as pages:
            await pages[0].done("colour", player=1, colour=1)
            redis.stop()
            for number in range(100):
                await asyncio.gather(
                    *(page.done("colour", player=page.mine[0], colour=number % 6) for page in pages)
                )
        assert "Redis is unavailable" in server.log()
        assert "Traceback" not in server.log()
        assert len(server.log().splitlines()) < 100
    finally:
        redis.stop()


async def test_while_redis_hangs_other_processes_still_hear_of_moves(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    redis = services.Redis()
    shared = {"database": postgres_backend.database, "redis": redis.url, "SECRET_KEY": "k" * 50}
    servers = [daphne_server(**shared) for _ in range(2)]
    try:
        async with table(*servers, seats=2) as pages:
            await all_at(pages, (await pages[0].done("colour", player=1, colour=1))["n"])
            redis.pause()
            for colour in (2, 3, 4):
                await all_at(pages, (await pages[0].done("colour", player=1, colour=colour))["n"])
            assert await in_thread(status_of_home, pages[0].browser) == 200
            assert (await pages[0].command("say", player=1, text="Still here"))["type"] == "ok"
            await pages[0].until(lambda: pages[0].got("said"))
            redis.go_on()
            # What is said is heard in both again, once they have connected.
            while not pages[1].got("said"):
                await pages[0].command("say", player=1, text="And here")
                await asyncio.sleep(3)
    finally:
        redis.stop()


def status_of_home(browser: Browser) -> int:
    request = urllib.request.Request(f"{browser.url}/", headers={"Cookie": browser.cookies})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return int(answer.status)


@pytest.mark.no_cover
async def test_a_network_that_loses_messages(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    shared = {"SECRET_KEY": "k" * 50, "FARKLE_LIMITS_FACTOR": "100"}
    faulty = [
        daphne_server(
            database=postgres_backend.database,
            redis=postgres_backend.redis,
            program=services.FAULTY_SERVER,
            **shared,
        )
        for _ in range(2)
    ]
    async with table(*faulty, seats=4) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        games = [asyncio.create_task(play(page)) for page in pages]
        await asyncio.gather(*games)
        await same_story(pages, postgres_backend.database)
        acknowledged = [frame["id"] for page in pages for frame in page.got("ok")]
        commands = stored.commands_of(postgres_backend.database)
        assert all(commands.count(one) == 1 for one in acknowledged)
        assert sum(gaps_filled(server) for server in faulty) > 0  # messages were lost indeed
    await in_thread(stored.check_history, faulty[0])


def gaps_filled(server: services.Daphne) -> float:
    [line] = [one for one in metrics(server).split(b"\n") if one.startswith(b"farkle_gap_reads_t")]
    return float(line.split()[1])


async def test_after_a_month_off_nothing_closes_and_no_turn_ends(
    postgres_backend: Backend, daphne_server: Start, tmp_path: Path
) -> None:
    ahead = tmp_path / "clock"
    set_ahead(ahead, 0)
    server = daphne_server(
        database=postgres_backend.database,
        redis=postgres_backend.redis,
        program=("-m", "tests.support.servers.clocked"),
        SECRET_KEY="k" * 50,
        TEST_CLOCK=str(ahead),
    )
    async with table(server, seats=1) as [lobby], table(server, seats=2) as pages:
        page = pages[0]
        await page.done("settings", player=1, timer=90)
        await all_at(pages, (await page.done("start", player=1))["n"])
        await in_thread(server.kill)
        set_ahead(ahead, 30 * 86400)
        await in_thread(server.start)
        # An event may follow its sync at once, because deadlines move.
        await page.until(
            lambda: len(page.got("sync")) > 1 and page.here.n >= page.got("sync")[-1]["n"]
        )
        assert (await page.done("colour", player=1, colour=4))["n"]
        assert (await lobby.done("colour", player=1, colour=4))["n"]
        assert page.here.game["status"] == "playing"
        told = [name for one in page.got("event") for name, *_ in one["events"]]
        assert not {"waited", "away", "host", "closed", "ended"} & set(told)
