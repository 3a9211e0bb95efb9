"""Frames on a connection: read, written, and held back, with and without our own shortcuts."""

import asyncio
import contextlib
import itertools
import json
import socket
import sqlite3
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from games.realtime.wire import transport
from games.realtime.wire.transport import FrameWriter, GuardedSocket, check_some, decode_frame
from tests.conftest import Backend
from tests.games.realtime.test_outages import hello, peak_of
from tests.support import attackers, services
from tests.support.client import Browser, play
from tests.support.sockets import (
    Raw,
    all_at,
    answer_of,
    gone,
    in_thread,
    nothing_broke,
    numbers,
    same_story,
    table,
)

PING = b'{"type":"ping","n":0}'
CONTINUED, TEXT, BINARY, PINGED, PONGED = 0, 1, 2, 9, 10

masks = st.binary(min_size=4, max_size=4)


def framed(
    payload: bytes, *, kind: int = TEXT, final: bool = True, mask: bytes = b"mask", spare: int = 0
) -> bytes:
    """One frame from a client (RFC 6455, 5.2), of less than 64 KiB."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2, "big")
    hidden = bytes(byte ^ key for byte, key in zip(payload, itertools.cycle(mask), strict=False))
    return bytes((0x80 * final | spare << 4 | kind,)) + length + mask + hidden


@given(st.binary(min_size=1, max_size=1000), masks)
def test_one_small_frame_is_decoded(payload: bytes, mask: bytes) -> None:
    assert decode_frame(framed(payload, mask=mask)) == payload


@given(st.binary(max_size=300), masks, st.data())
def test_nothing_else_is_decoded(payload: bytes, mask: bytes, data: st.DataObject) -> None:
    good = framed(payload, mask=mask)
    cut = data.draw(st.integers(0, len(good) - 1))
    assert decode_frame(good[:cut]) is None
    assert decode_frame(good + data.draw(st.binary(min_size=1, max_size=300))) is None
    assert decode_frame(framed(b"", mask=mask)) is None
    assert decode_frame(framed(payload, mask=mask, final=False)) is None
    assert decode_frame(framed(payload, mask=mask, spare=data.draw(st.integers(1, 7)))) is None
    kind = data.draw(st.sampled_from([kind for kind in range(16) if kind != TEXT]))
    assert decode_frame(framed(payload, mask=mask, kind=kind)) is None
    unmasked = bytes((good[0], good[1] & 0x7F)) + good[2:]
    assert decode_frame(unmasked) is None
    assert decode_frame(framed(payload + b"x" * 1024, mask=mask)) is None
    eight = bytes((good[0], 0xFF)) + (70_000).to_bytes(8, "big") + mask
    assert decode_frame((eight + payload * 130)[:133]) is None
    if len(payload) < 126:  # its length said in the longer form, which is forbidden
        longer = bytes((good[0], 0xFE)) + len(payload).to_bytes(2, "big") + good[2:]
        assert decode_frame(longer) is None


BEGUN = framed(PING[:5], final=False)
ENDED = framed(PING[5:], kind=CONTINUED)
WHOLE = framed(PING)
WAYS: dict[str, tuple[list[bytes], int]] = {
    "one": ([WHOLE], 1),
    "a longer one": ([framed(PING + b" " * 300)], 1),
    "a very long one": ([framed(PING + b" " * 5000)], 1),
    "two at once": ([WHOLE * 2], 2),
    "one and a half, and the rest": ([WHOLE + WHOLE[:9], WHOLE[9:]], 2),
    "its head and its body": ([WHOLE[:2], WHOLE[2:]], 1),
    "in two frames": ([BEGUN, ENDED], 1),
    "with another kind between": ([BEGUN, framed(b"?", kind=PINGED), ENDED], 1),
    "after a pong": ([framed(b"", kind=PONGED), framed(b"?", kind=PONGED), WHOLE], 1),
    "behind a pong": ([framed(b"", kind=PONGED) + WHOLE], 1),
    "with a pong between": ([BEGUN, framed(b"", kind=PONGED), ENDED], 1),
    "binary": ([framed(PING, kind=BINARY)], 0),
    "as what another says": ([bytes((0x80 | BINARY, 0x80 | len(WHOLE))) + bytes(4), WHOLE], 0),
    "as what is pinged": ([bytes((0x80 | PINGED, 0x80 | len(WHOLE))) + bytes(4), WHOLE], 0),
    "as that, and its mask": ([bytes((0x80 | BINARY, 0x7F + len(WHOLE))) + bytes(3), WHOLE], 0),
}
"""What is written, piece after piece, and how often it asks for a pong."""

WRONG = {
    "no UTF-8": [framed(b"\xff\xfe")],
    "a spare bit": [framed(PING, spare=4)],
    "no mask": [bytes((0x81, len(PING))) + PING],
    "one in another": [BEGUN, WHOLE],
}
"""What no client may send."""


@pytest.mark.parametrize("fast", ["yes", "no"])
async def test_frames_are_read_however_they_arrive(
    daphne_server: Callable[..., Any], fast: str
) -> None:
    server: services.Daphne = daphne_server(FARKLE_FAST_SOCKETS=fast)
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Host")

    async def write(socket: Any, pieces: list[bytes]) -> None:
        for piece in pieces:
            socket.transport.write(piece)
            await pongs(other)  # so that each piece comes apart from the next

    async with Raw(browser, code)() as other:
        async with Raw(browser, code)() as socket:
            for way, (pieces, wanted) in WAYS.items():
                await write(socket, pieces)
                assert await pongs(socket) == wanted, way
        for pieces in WRONG.values():
            async with Raw(browser, code)() as socket:
                await write(socket, pieces)
                await gone(socket)
    nothing_broke(server)


async def test_a_whole_game_without_shortcuts(
    sqlite_backend: Backend, daphne_server: Callable[..., Any]
) -> None:
    """As on a server whose connections we do not know."""
    database = sqlite_backend.database
    server: services.Daphne = daphne_server(database=database, FARKLE_FAST_SOCKETS="no")
    async with table(server, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        await asyncio.gather(*map(play, pages))
        await same_story(pages, database)
    nothing_broke(server)


FLOODS = {
    "pings": (b"", framed(b"", kind=PINGED)),
    "pongs": (b"", framed(b"", kind=PONGED)),
    "empty pieces": (framed(b"", final=False), framed(b"", kind=CONTINUED, final=False)),
    "large pings": (b"", framed(b"x" * 125, kind=PINGED)),
}
"""What is written once, and then again and again; none of it reaches the application."""


@pytest.mark.parametrize("fast", ["yes", "no"])
async def test_a_flood_of_any_kind_is_cut_off(daphne_server: Callable[..., Any], fast: str) -> None:
    server: services.Daphne = daphne_server(FARKLE_FAST_SOCKETS=fast)
    code = await in_thread(Browser(server.url).open_room, "Host")
    stranger = Browser(server.url)
    for kind, (opening, one) in FLOODS.items():
        async with Raw(stranger, code)() as other, Raw(stranger, code)() as socket:
            await answer_of(socket, to="here")
            socket.transport.write(opening)
            sent = 0
            while socket.state is State.OPEN and sent < 2 * AT_ONCE:
                socket.transport.write(one * (1024 // len(one)))
                sent += 1024
                await pongs(other)  # so that the server has read it
            assert sent < AT_ONCE, kind
            await gone(socket)
    async with Raw(stranger, code)() as socket:
        await answer_of(socket, to="here")
        wrong = framed(b'{"type":"nonsense","id":"12345678"}')
        socket.transport.write(wrong * (2 * AT_ONCE // len(wrong)))
        await gone(socket)
    found = numbers(server)
    assert found['farkle_dropped_connections_total{why="flood"}'] == len(FLOODS) + 1
    # Most of the last was dropped before it was parsed. The others asked for their pongs.
    asked = len(FLOODS) * AT_ONCE // 1024
    assert found['farkle_refusals_total{code="unknown_type"}'] < AT_ONCE // 64 + asked
    nothing_broke(server)


async def test_before_its_sync_a_socket_may_send_next_to_nothing(
    postgres_backend: Backend, daphne_server: Callable[..., Any]
) -> None:
    server: services.Daphne = daphne_server(
        database=postgres_backend.database, redis=postgres_backend.redis
    )
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Host")
    with psycopg.connect(postgres_backend.database) as locked:
        # What is read of a room can wait, when it is known who comes.
        locked.execute("LOCK TABLE games_message IN ACCESS EXCLUSIVE MODE")
        async with Raw(browser, code)() as socket:
            for _ in range(3):
                await socket.send(PING.decode() + " " * 6000)
            await gone(socket)
        locked.execute("LOCK TABLE games_room IN ACCESS EXCLUSIVE MODE")
        # The application waits for the database, and has not even answered this one.
        with contextlib.closing(attackers.connect(server.port)) as early:
            early.sendall(hello(browser, code).encode())
            with pytest.raises(ConnectionError):
                await trickle(early)
    assert numbers(server)['farkle_dropped_connections_total{why="flood"}'] == 1
    assert numbers(server)['farkle_dropped_connections_total{why="early"}'] == 1
    nothing_broke(server)


async def test_sockets_that_write_much_and_vanish_cost_little(one_server: services.Daphne) -> None:
    browser = Browser(one_server.url)
    code = await in_thread(browser.open_room, "Host")
    async with Raw(browser, code)() as other:
        assert await pongs(other) == 0
        before = peak_of(one_server, afresh=True)
        attack = asyncio.create_task(in_thread(attackers.vanish, one_server.port, code, 2.0))
        answered = 0
        while not attack.done():
            await pongs(other)
            answered += 1
            await asyncio.sleep(0.05)
        assert await attack > 10 * AT_ONCE
        assert answered > 2
        assert peak_of(one_server) - before < 64 * 2**20


async def test_a_flood_while_the_database_is_locked_is_dropped(
    sqlite_backend: Backend, daphne_server: Callable[..., Any]
) -> None:
    """What waits lies in the server's memory."""
    server: services.Daphne = daphne_server(
        database=sqlite_backend.database, FARKLE_LIMITS_FACTOR="1000"
    )
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Host")
    path = sqlite_backend.database.removeprefix("sqlite:///")
    async with Raw(browser, code)() as socket:
        await answer_of(socket, to="here")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as locked:
            locked.execute("BEGIN IMMEDIATE")
            await socket.send('{"type":"colour","id":"waits-long","player":1,"colour":3}')
            with pytest.raises(ConnectionClosed):
                await flood(socket)
    nothing_broke(server)


AT_ONCE = 2 * 32 * 1024
"""The most bytes a socket can send before it is dropped, however they are cut."""


async def flood(socket: Any) -> None:
    for _ in range(100_000):
        await socket.send(PING.decode() + " " * 1000)


async def trickle(early: socket.socket) -> None:
    """Send a frame again and again, each by itself."""
    async with asyncio.timeout(30):
        while True:
            await asyncio.sleep(0.05)
            early.sendall(WHOLE)


async def pongs(socket: Any) -> int:
    """How many came before the answer to what is asked now."""
    await socket.send('{"type":"nonsense","id":"all-read"}')
    found = 0
    async with asyncio.timeout(30):
        while (answer := json.loads(await socket.recv())).get("id") != "all-read":
            found += answer["type"] == "pong"
    return found


async def test_connections_are_checked_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Connection:
        def __init__(self) -> None:
            self.checks = 0

        def check_timeouts(self) -> None:
            self.checks += 1

    class Server:
        def __init__(self) -> None:
            self.connections = {Connection(): {} for _ in range(90)}

        def timeout_checker(self) -> None:
            """Only the test's own rounds."""

    server: Any = Server()
    lost, *_, last = server.connections
    most = 0
    for _ in range(18):
        before = sum(one.checks for one in server.connections)
        check_some(server)
        most = max(most, sum(one.checks for one in server.connections) - before)
        server.connections.pop(last, None)
    assert most == 5
    assert {one.checks for one in server.connections} == {1}
    assert last.checks == 0, "it was lost before its turn"
    assert lost.checks == 1
    check_some(server)
    assert sum(one.checks for one in server.connections) == 89 + 5, "and from the beginning"


async def test_what_was_held_back_is_sent_together() -> None:
    sent: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("text", message))

    writer = FrameWriter(send, lambda: None)
    writer.send("1", "2")
    writer.hold()
    writer.send("3")
    await writer.finish()
    assert sent == ["1", "2"]
    writer.send("4")
    writer.release()
    writer.send("5")
    writer.close(4008)
    await writer.finish()
    assert sent == ["1", "2", "3", "4", "5", {"type": "websocket.close", "code": 4008}]


async def test_a_closed_socket_ignores_what_is_sent() -> None:
    sent: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])
        raise ConnectionError("it is closed")

    writer = FrameWriter(send, lambda: None)
    for text in ("1", "2"):
        writer.send(text, "never")
        await writer.finish()
    assert sent == ["1", "2"]


def test_a_text_is_offered_to_the_application_unless_others_wait() -> None:
    socket, offered = PatientSocket(), list[str]()
    socket.is_fast = True
    socket.dataReceived(WHOLE)
    assert socket.application_queue.qsize() == 1, "it is not the application's turn yet"

    def take(text: str) -> bool:
        offered.append(text)
        return len(offered) > 1

    socket.admit(take)
    socket.dataReceived(WHOLE)
    assert (offered, socket.application_queue.qsize()) == ([], 2)
    while not socket.application_queue.empty():
        socket.application_queue.get_nowait()
    socket.dataReceived(WHOLE)
    assert socket.application_queue.get_nowait() == {
        "type": "websocket.receive",
        "text": PING.decode(),
    }
    socket.dataReceived(WHOLE)
    assert (offered, socket.application_queue.qsize()) == ([PING.decode()] * 2, 0)


class PatientSocket(GuardedSocket):
    """An open socket without a connection, which notes what it does."""

    state = GuardedSocket.STATE_OPEN
    current_frame = None
    data = b""
    inside_message = False
    client_addr = None

    def __init__(self) -> None:
        super().__init__()
        self.server = SimpleNamespace(ping_interval=15, ping_timeout=30)
        self.application_queue = asyncio.Queue[Any]()
        self.done: list[str] = []

    def sendPing(self, payload: bytes | None = None) -> None:  # noqa: N802
        self.done.append("ping")

    def dropConnection(self, abort: bool = False) -> None:  # noqa: N802
        self.done.append("drop")


def test_a_client_that_says_so_may_be_silent_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(transport, "time", SimpleNamespace(monotonic=lambda: now))
    at_play, at_rest = PatientSocket(), PatientSocket()
    for one in (at_play, at_rest):
        one.server.ping_interval = 60
    at_rest.expect(45)
    pinged: dict[PatientSocket, float] = {}
    for _ in range(30):
        now += 2
        for one in (at_play, at_rest):
            one.check_timeouts()
            if one.done == ["ping"]:
                pinged.setdefault(one, now - 1000)
    assert [pinged[one] for one in (at_play, at_rest)] == [22, 52]


def test_silent_clients_are_pinged_and_dropped_if_they_do_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = pinged = 1000.0
    monkeypatch.setattr(transport, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(GuardedSocket.__bases__[0], "dataReceived", lambda *_: None)
    silent, answering, talking = PatientSocket(), PatientSocket(), PatientSocket()
    for _ in range(31):
        now += 2
        before = len(answering.done)
        for one in (silent, answering, talking):
            one.check_timeouts()
        pinged = now if len(answering.done) > before else pinged
        if answering.done[-1:] == ["ping"] and now - pinged > 20:
            answering.dataReceived(framed(b"", kind=PONGED))
            answering.done.append("pong")
        talking.dataReceived(WHOLE)
    assert silent.done[:2] == ["ping", "drop"]
    assert answering.done == ["ping", "pong", "ping"]
    assert not talking.done
