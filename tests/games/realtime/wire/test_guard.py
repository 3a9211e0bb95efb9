"""What arrives on a connection is counted and read, and silent clients are pinged."""

import asyncio
import contextlib
import json
import socket
import sqlite3
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from games.realtime.limits import BYTES_AT_ONCE
from games.realtime.wire.guard import GuardedSocket
from tests.conftest import Backend
from tests.games.realtime.test_outages import hello, peak_of
from tests.support import attackers, services
from tests.support.client import Browser
from tests.support.protocol.frames import BINARY, CONTINUED, PINGED, PONGED, framed
from tests.support.sockets import (
    Raw,
    answer_of,
    gone,
    in_thread,
    nothing_broke,
    numbers,
)

PING = b'{"type":"ping","n":0}'
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
"""By name: what the client writes, piece by piece, and how many pongs it asks for."""

WRONG = {
    "no UTF-8": [framed(b"\xff\xfe")],
    "a spare bit": [framed(PING, spare=4)],
    "no mask": [bytes((0x81, len(PING))) + PING],
    "one in another": [BEGUN, WHOLE],
}
"""What no client may send."""


async def test_frames_are_read_however_they_arrive(daphne_server: Callable[..., Any]) -> None:
    server: services.Daphne = daphne_server()
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


FLOODS = {
    "pings": (b"", framed(b"", kind=PINGED)),
    "pongs": (b"", framed(b"", kind=PONGED)),
    "empty pieces": (framed(b"", final=False), framed(b"", kind=CONTINUED, final=False)),
    "large pings": (b"", framed(b"x" * 125, kind=PINGED)),
}
"""What is written once, and then again and again; none of it reaches the application."""


async def test_a_flood_of_any_kind_is_cut_off(daphne_server: Callable[..., Any]) -> None:
    server: services.Daphne = daphne_server()
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

    def dropConnection(self, abort: bool = False) -> None:  # noqa: N802
        self.done.append("drop")


def test_a_message_of_ever_more_frames_is_cut_off() -> None:
    socket = PatientSocket()
    socket.failedByMe, socket.maxMessagePayloadSize, socket.maxFramePayloadSize = False, 0, 8192
    for length in (4096, BYTES_AT_ONCE):  # each message counts anew
        socket.onMessageBegin(False)
        for _ in range(length // 4096):
            socket.onMessageFrameBegin(4096)
    assert socket.done == []
    socket.onMessageFrameBegin(1)
    assert socket.done == ["drop"]
