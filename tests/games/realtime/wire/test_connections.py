"""Plain connections: too many, too slow, or with too large a body."""

import asyncio
import contextlib
import resource
import select
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from daphne.http_protocol import HTTPFactory
from twisted.internet.tcp import Port

from games.realtime.process import ServerProcess
from games.realtime.wire.connections import (
    ACCEPTED_AT_ONCE,
    BODY_BYTES,
    IMPORT_BYTES,
    install,
)
from tests.support import services
from tests.support.attackers import connect
from tests.support.client import Browser, Page
from tests.support.pages import fetch
from tests.support.sockets import in_thread, nothing_broke, numbers

Start = Callable[..., services.Daphne]
HASTY_SERVER = ("-m", "tests.support.servers.hasty_server")
PING = b'{"type":"ping","n":0}'
LATE = 30
"""Seconds in which a busy machine does what should take one or two."""


def limited(soft: int, hard: int) -> tuple[str, ...]:
    """Our server, in a process that may open so many files."""
    limit = f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))"
    run = "runpy.run_module('farkle_site.server', run_name='__main__')"
    return ("-c", f"import resource, runpy; {limit}; {run}")


def crowded() -> tuple[str, ...]:
    """Our server, which lets nobody in, because so many others are on their way."""
    crowd = "from games.realtime.wire import admission; admission.AT_ONCE = 0"
    run = "runpy.run_module('farkle_site.server', run_name='__main__')"
    return ("-c", f"import runpy; {crowd}; {run}")


def opened(server: services.Daphne) -> socket.socket:
    made = connect(server.port)
    made.settimeout(LATE)
    return made


def head_of(path: str, *lines: str, cookies: str = "") -> bytes:
    """The request line and headers of a form."""
    some = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *lines]
    some += [f"Cookie: {cookies}"] if cookies else []
    return "\r\n".join([*some, "", ""]).encode()


def answer_of(made: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    answer = b""
    while got := made.recv(2**16):
        answer += got
    return answer


def status_of(made: socket.socket) -> int:
    """The status of the next answer."""
    with made.makefile("rb") as file:
        return int(file.readline().split()[1])


@pytest.fixture(scope="module")
def server(lasting_server: Start) -> Iterator[services.Daphne]:
    """One for all tests that only send it a few requests."""
    started = lasting_server()
    yield started
    nothing_broke(started)


def test_a_body_that_is_announced_too_large_is_refused_before_it_comes(
    server: services.Daphne,
) -> None:
    head = head_of("/account/log-in/", "Content-Length: 1500000000")
    with contextlib.closing(opened(server)) as made:
        made.sendall(head)
        answer = answer_of(made)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"Content-Security-Policy: default-src" in answer
    assert b"X-Content-Type-Options: nosniff" in answer
    assert b"too big" in answer
    with contextlib.closing(opened(server)) as made:
        made.sendall(head)
        with pytest.raises(ConnectionError):
            made.sendall(b"x" * 200_000_000)
    assert numbers(server)['farkle_dropped_connections_total{why="413"}'] >= 2


def test_a_body_without_a_length_is_read_up_to_the_limit(server: services.Daphne) -> None:
    piece = b"1000\r\n" + b"x" * 4096 + b"\r\n"
    with contextlib.closing(opened(server)) as made:
        made.sendall(head_of("/account/log-in/", "Transfer-Encoding: chunked"))
        made.sendall(piece * (BODY_BYTES // len(piece)))
        made.sendall(b"0\r\n\r\n")
        assert status_of(made) == 403  # no token: Django has read it
    with contextlib.closing(opened(server)) as made:
        made.sendall(head_of("/account/log-in/", "Transfer-Encoding: chunked"))
        made.sendall(piece * (BODY_BYTES // len(piece) + 1))
        assert answer_of(made).startswith(b"HTTP/1.1 413 ")


def test_a_form_may_fill_the_limit(server: services.Daphne) -> None:
    with contextlib.closing(opened(server)) as made:
        made.sendall(head_of("/account/log-in/", f"Content-Length: {BODY_BYTES}"))
        made.sendall(b"x" * BODY_BYTES)
        assert status_of(made) == 403
    with contextlib.closing(opened(server)) as made:
        made.sendall(head_of("/account/log-in/", f"Content-Length: {BODY_BYTES + 1}"))
        assert status_of(made) == 413


def test_no_client_chooses_how_links_begin(server: services.Daphne) -> None:
    for name in ("Daphne-Root-Path", "daphne-root-path"):
        _, _, page = fetch(f"{server.url}/", **{name: "/evil"})
        assert b'href="/' in page
        assert b"/evil" not in page


def test_a_request_for_a_socket_has_no_body(server: services.Daphne) -> None:
    lines = ("Upgrade: websocket", "Connection: Upgrade", "Content-Length: 10")
    with contextlib.closing(opened(server)) as made:
        made.sendall(head_of("/ws/room/AAAAAAAA/", *lines))
        assert status_of(made) == 400


def test_who_waits_to_be_let_in_holds_up_nobody(daphne_server: Start) -> None:
    server = daphne_server(program=crowded())
    lines = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    request = head_of("/ws/room/AAAAAAAA/", *lines, key).replace(b"POST", b"GET")
    with silent(server, 20) as some:
        for made in some:
            made.sendall(request)
        browser = Browser(server.url)
        browser.open_room("Host")
        assert closed(some) == 0
        assert numbers(server)["farkle_sockets"] == 0
        for made in some:
            made.setblocking(True)
            made.sendall(PING)
        early = 'farkle_dropped_connections_total{why="early"}'
        services.wait_until(lambda: numbers(server).get(early) == 20, what="dropping them")
    nothing_broke(server)


def test_a_large_game_is_taken_from_a_player_alone(server: services.Daphne) -> None:
    host, stranger = Browser(server.url), Browser(server.url)
    host.open_room("Host")
    for browser, size, wanted in (
        (stranger, 3_000_000, 413),
        (host, 3_000_000, 403),  # no token: Django has read it
        (host, IMPORT_BYTES + 1, 413),
    ):
        lines = (f"Content-Length: {size}", "Content-Type: application/octet-stream")
        with contextlib.closing(opened(server)) as made:
            made.sendall(head_of("/games/bring/", *lines, cookies=browser.cookies))
            with contextlib.suppress(OSError):
                made.sendall(b"x" * size)
            assert status_of(made) == wanted
    page, _ = host.sent("/games/bring/", "/games/bring/", record=" " * 2_000_000)
    assert "Choose a file" in page


def test_one_large_game_at_a_time_from_each(server: services.Daphne) -> None:
    host = Browser(server.url)
    host.open_room("Host")
    head = head_of("/games/bring/", "Content-Length: 3000000", cookies=host.cookies)
    begun = head + b"x" * 2**17
    with (
        contextlib.closing(opened(server)) as one,
        contextlib.closing(opened(server)) as other,
    ):
        one.sendall(begun)
        other.sendall(begun)
        [refused], _, _ = select.select([one, other], [], [], LATE)
        assert status_of(refused) == 503
        taken = one if refused is other else other
        taken.sendall(b"x" * (3_000_000 - 2**17))
        assert status_of(taken) == 403
    with contextlib.closing(opened(server)) as later:
        later.sendall(head + b"x" * 3_000_000)
        assert status_of(later) == 403


async def test_who_is_slow_is_closed(daphne_server: Start) -> None:
    server = daphne_server(program=HASTY_SERVER)
    head = b"POST /account/log-in/ HTTP/1.1\r\nContent-Length: 1000\r\n"

    async def trickle(begun: bytes, what: bytes) -> bytes:
        """Send `begun`, then byte by byte, each within a second; return all that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        answer = asyncio.create_task(reader.read())
        writer.write(begun)
        for at in range(len(what)):
            writer.write(what[at : at + 1])
            if (await asyncio.wait([answer], timeout=0.1))[0]:
                break
        try:
            return await answer
        finally:
            writer.close()

    async def ask_twice() -> None:
        """Ask twice on one connection, which is closed some time after the second answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for pause in (1.5, 0):  # the first is longer than it may say nothing in the beginning
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            await reader.readuntil(b'"ok"')
            await asyncio.sleep(pause)
        await reader.read()
        writer.close()

    async with asyncio.timeout(LATE):
        said_nothing, slow_head, slow_body, _ = await asyncio.gather(
            trickle(b"", b""),
            trickle(head, b"X-Slow: " + b"x" * 100),
            trickle(head + b"\r\n", b"x" * 100),
            ask_twice(),
        )
    assert said_nothing == b""
    assert slow_head.startswith(b"HTTP/1.1 408 ")
    assert slow_body.startswith(b"HTTP/1.1 408 ")
    nothing_broke(server)


@contextlib.contextmanager
def silent(server: services.Daphne, number: int) -> Iterator[list[socket.socket]]:
    """So many connections that say nothing."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(opened(server)) for _ in range(number)]


def closed(some: list[socket.socket]) -> int:
    """How many of them the server has closed."""
    found = 0
    for made in some:
        made.setblocking(False)
        try:
            found += not made.recv(1)
        except BlockingIOError:
            pass
        except OSError:
            found += 1
    return found


def test_an_address_has_so_many_connections(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_CONNECTIONS_OF_ADDRESS="5")
    with silent(server, 8) as some:
        assert numbers(server)['farkle_dropped_connections_total{why="address"}'] == 4
        assert closed(some[:4]) == 4
        assert closed(some[4:]) == 0
    Browser(server.url).open_room("Host")


def test_a_proxy_has_as_many_as_it_likes(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_CONNECTIONS_OF_ADDRESS="5", FARKLE_BEHIND_PROXY="yes")
    with silent(server, 20) as some:
        Browser(server.url).open_room("Host")
        assert closed(some) == 0


def test_a_few_connections_are_accepted_in_a_turn_of_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(HTTPFactory, "protocol", HTTPFactory.protocol)
    monkeypatch.setattr(Port, "numberAccepts", 0, raising=False)
    install(ServerProcess(), {})
    accepted: list[object] = []
    factory = SimpleNamespace(
        numPorts=0,
        doStart=lambda: None,
        buildProtocol=accepted.append,  # it returns no protocol: the connection is closed
    )
    reactor = SimpleNamespace(addReader=lambda _reader: None)
    port = Port(0, factory, interface="127.0.0.1", backlog=20, reactor=reactor)
    port.startListening()
    with contextlib.closing(port.socket), contextlib.ExitStack() as stack:
        for _ in range(3 * ACCEPTED_AT_ONCE - 1):
            stack.enter_context(contextlib.closing(connect(port.getHost().port)))
        counts = []
        for _ in range(4):
            before = len(accepted)
            port.doRead()
            counts.append(len(accepted) - before)
    assert counts == [ACCEPTED_AT_ONCE, ACCEPTED_AT_ONCE, ACCEPTED_AT_ONCE - 1, 0]


async def test_silent_connections_leave_files_for_the_rest(daphne_server: Start) -> None:
    server = daphne_server(program=limited(80, 120))
    assert resource.prlimit(server.pid, resource.RLIMIT_NOFILE) == (120, 120)
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Host")
    async with Page(browser, code) as page:
        with silent(server, 150) as some:
            await page.done("colour", player=1, colour=3)
            other = Browser(server.url)
            await in_thread(other.sit, code, "Guest")
            async with Page(other, code) as guest:
                await guest.done("colour", player=2, colour=4)
            assert closed(some) > 60
        assert page.connects == 1
    nothing_broke(server)
