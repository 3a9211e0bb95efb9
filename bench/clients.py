"""Rooms as the load sees them: who is to move, what they send, and when whom it reached."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from bench.wire import Socket, connect
from tests.support.client import choose

_EVENT = b'{"type":"event","n":'
_SYNC = b'{"type":"sync"'
_CONNECTS_AT_ONCE = 20


@dataclass
class Tally:
    """What was counted while `on`."""

    on: bool = False
    moves: int = 0
    pushes: int = 0
    latencies: list[float] = field(default_factory=list)
    """Seconds from the mover's sending to another seat's having it."""
    throws: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    """Bytes on the wire of one push, by whether it carries keeps."""
    wrong: int = 0
    """Pushes that were lost, doubled or out of order; from the first to the last, on or not."""
    refused: list[str] = field(default_factory=list)


class Table:
    """A room of the yardstick: whose number comes next says something. Each seat in its turn."""

    def __init__(self, tally: Tally, path: str, cookies: list[str], every: float = 0.0) -> None:
        self.sockets: list[Socket] = []
        self.n = 0
        self._tally = tally
        self._path = path
        self._cookies = cookies
        self._every = every
        """Seconds between two moves; 0: the next as soon as the mover has heard of the last."""
        self._next = 0.0
        self._sent_at = 0.0
        self._mover = self._to_move = -1
        self._stopped = True  # one that nobody starts only listens

    async def open(self, ports: list[int], gate: asyncio.Semaphore) -> None:
        """Connect every seat, spread over the servers."""

        async def one(seat: int) -> Socket:
            async with gate:
                port = ports[seat % len(ports)]
                socket = await connect(port, self._path, self._cookies[seat], self.hear)
            socket.seat = seat
            return socket

        self.sockets = list(await asyncio.gather(*map(one, range(len(self._cookies)))))

    def start(self, delay: float = 0.0) -> None:
        """Begin: the host says so."""
        self._stopped = False
        self._next = time.perf_counter() + delay
        self._sent_at = self._next
        asyncio.get_running_loop().call_later(delay, self._begin)

    def _begin(self) -> None:
        self.sockets[0].say(b"." * 90)

    def stop(self) -> None:
        self._stopped = True

    def hear(self, socket: Socket, payload: bytes, size: int) -> None:
        if payload.startswith(_EVENT):
            self._event(socket, payload, size)
        elif payload.startswith(_SYNC):
            head = json.loads(payload)["n"]
            if socket.n >= 0 and head != socket.n:
                self._tally.wrong += 1
            socket.n = head
            self.n = max(self.n, head)
            if not socket.ready.done():
                socket.ready.set_result(None)
        elif payload.startswith(b'{"type":"no"'):
            self._tally.refused.append(payload.decode())

    def _event(self, socket: Socket, payload: bytes, size: int) -> None:
        now = time.perf_counter()
        tally = self._tally
        at = len(_EVENT)
        n = int(payload[at : payload.index(b",", at)])
        tally.wrong += n != socket.n + 1
        socket.n = n
        if tally.on and not self._stopped:
            tally.pushes += 1
            if socket.seat != self._mover:
                tally.latencies.append(now - self._sent_at)
        if n == self.n + 1:
            self.n = n
            tally.moves += tally.on and not self._stopped
            self._to_move = self.understand(payload, size)
        if socket.seat == self._to_move and n == self.n and not self._stopped:
            self._to_move = -1
            self._soon(socket, now)

    def _soon(self, socket: Socket, now: float) -> None:
        if not self._every:
            self._send(socket)
            return
        self._next = max(self._next + self._every, now)
        asyncio.get_running_loop().call_at(
            asyncio.get_running_loop().time() + self._next - now, self._send, socket
        )

    def _send(self, socket: Socket) -> None:
        self._mover = socket.seat
        payload = self.move()
        self._sent_at = time.perf_counter()
        socket.say(payload)

    def understand(self, payload: bytes, size: int) -> int:  # noqa: ARG002  # tables of the site read it
        """Take the newest event; the seat that is to move."""
        if self._tally.on:
            self._tally.others.append(size)
        return self.n % len(self.sockets)

    def move(self) -> bytes:
        """What whoever is to move says."""
        return b"." * 90


class FarkleTable(Table):
    """A room of the site. Its host starts game after game; everybody banks when they may."""

    def __init__(self, tally: Tally, code: str, cookies: list[str], every: float = 0.0) -> None:
        super().__init__(tally, f"/ws/room/{code}/", cookies, every)
        self._players: list[int] = []
        self._game = self._ply = self._current = self._count = 0
        self._may: dict[str, Any] = {}
        self._over = True

    def _begin(self) -> None:
        self._mover = 0
        self.sockets[0].say(self.move())

    def understand(self, payload: bytes, size: int) -> int:
        frame = json.loads(payload)
        for name, *fields in frame["events"]:
            if name == "game":
                self._game, self._players, self._over = fields[0], fields[1], False
            elif name == "turn":
                self._current = fields[0]
            elif name == "ended":
                self._over = True
        self._ply = frame.get("ply", self._ply)
        self._may = frame.get("may", {})
        if self._tally.on and not self._over and frame["events"][0][0] != "game":
            sizes = self._tally.throws if "keeps" in self._may else self._tally.others
            sizes.append(size)
        return 0 if self._over else self._players[self._current] - 1

    def move(self) -> bytes:
        self._count += 1
        frame: dict[str, Any] = {"id": f"move-{self._count:08}"}
        if self._over:
            frame |= {"type": "rematch" if self._game else "start", "player": 1}
        else:
            kind, keep = choose(self._may)
            player = self._players[self._current]
            frame |= {"type": kind, "player": player, "game": self._game}
            frame |= {"ply": self._ply, "keep": keep}
        return json.dumps(frame, separators=(",", ":")).encode()


def gate() -> asyncio.Semaphore:
    """So many connect at once."""
    return asyncio.Semaphore(_CONNECTS_AT_ONCE)
