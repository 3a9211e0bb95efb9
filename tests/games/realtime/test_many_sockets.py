"""Hundreds of sockets on one process: all are served, and each takes little memory.

FARKLE_SOCKETS says how many; `make soak` opens 10,000.
"""

import asyncio
import base64
import contextlib
import json
import os
import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from tests.support import services
from tests.support.client import Browser, Page
from tests.support.sockets import in_thread, nothing_broke, numbers

SOCKETS = int(os.environ.get("FARKLE_SOCKETS", "400"))
ROOMS = 20
AT_ONCE = 100
SECONDS = 60 + SOCKETS // 50
KIB_A_SOCKET = 64

pytestmark = [pytest.mark.no_cover, pytest.mark.timeout(4 * SECONDS)]


class Watcher(asyncio.Protocol):
    """Somebody who watches a room, and notes the newest event they were sent."""

    def __init__(self, port: int, code: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET /ws/room/{code}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._received = b""
        self.synced = asyncio.Event()
        self.n = -1
        self.lost = False

    @classmethod
    async def of(cls, port: int, code: str, gate: asyncio.Semaphore) -> Self:
        """Return one who has the room."""
        async with gate:
            loop = asyncio.get_running_loop()
            made = await loop.create_connection(lambda: cls(port, code), "127.0.0.1", port)
            await made[1].synced.wait()
            return made[1]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, _error: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.synced.is_set():
            _, _, self._received = self._received.rpartition(b"\r\n\r\n")
        while len(self._received) > 1:
            size, at = self._received[1], 2
            if size == 126:
                size, at = int.from_bytes(self._received[2:4], "big"), 4
            if len(self._received) < at + size:
                break
            self._on_frame(self._received[at : at + size])
            self._received = self._received[at + size :]

    def _on_frame(self, payload: bytes) -> None:
        if payload.startswith((b'{"type":"sync"', b'{"type":"event"')):
            frame = json.loads(payload)
            assert frame["type"] == "sync" or frame["n"] == self.n + 1
            self.n = frame["n"]
            self.synced.set()


def kib_of(server: services.Daphne) -> int:
    """The memory of the server's process."""
    [line] = (
        line
        for line in Path(f"/proc/{server.pid}/status").read_text(encoding="ascii").splitlines()
        if line.startswith("VmRSS")
    )
    return int(line.split()[1])


async def until(so: Callable[[], bool]) -> None:
    await in_thread(partial(services.wait_until, so, what="so many sockets", seconds=SECONDS))


async def test_all_are_served(daphne_server: Callable[..., services.Daphne]) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    many = str(2 * SOCKETS)
    server = daphne_server(FARKLE_SOCKETS_OF_ADDRESS=many, FARKLE_CONNECTIONS_OF_ADDRESS=many)
    gate = asyncio.Semaphore(AT_ONCE)
    async with asyncio.timeout(3 * SECONDS), contextlib.AsyncExitStack() as stack:
        hosts = []
        for _ in range(ROOMS):
            browser = Browser(server.url)
            code = await in_thread(browser.open_room, "Host")
            hosts.append(await stack.enter_async_context(Page(browser, code)))
        before = kib_of(server)
        for _ in range(2):  # whoever comes after others have gone takes no more
            watchers = await asyncio.gather(
                *(Watcher.of(server.port, hosts[at % ROOMS].code, gate) for at in range(SOCKETS))
            )
            assert numbers(server)["farkle_sockets"] == SOCKETS + ROOMS
            for colour in (3, 4):
                for host in hosts:
                    await host.done("colour", player=1, colour=colour)
            heads = [hosts[at % ROOMS].here.n for at in range(SOCKETS)]
            await until(lambda heads=heads, some=watchers: [one.n for one in some] == heads)
            assert not any(one.lost for one in watchers)
            assert (kib_of(server) - before) / SOCKETS < KIB_A_SOCKET
            for one in watchers:
                one.transport.abort()
            await until(lambda: numbers(server)["farkle_sockets"] == ROOMS)
        assert all(host.connects == 1 for host in hosts)
    nothing_broke(server)
