"""Clients that put load on a room. They move when it is their turn, and time and check pushes."""

from __future__ import annotations

import asyncio
import json
import math
import time
from dataclasses import dataclass, field
from typing import Any

from bench.wire import Socket, connect
from tests.support.client import choose

_EVENT = b'{"type":"event","n":'
_SYNC = b'{"type":"sync"'
_PING = b'{"type":"ping","n":0}'
_QUIET_PING = b'{"type":"ping","n":0,"next":45}'
_CONNECTS_AT_ONCE = 20
_YARDSTICK_MOVE = b"." * 90  # about as long as a command


@dataclass
class Tally:
    """What the clients count while `counting` is set."""

    counting: bool = False
    moves: int = 0
    pushes: int = 0
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move until another seat has received it."""
    sizes_with_keeps: list[int] = field(default_factory=list)
    sizes_without_keeps: list[int] = field(default_factory=list)
    """Bytes on the wire of each push, by whether it carries the legal keeps of a throw."""
    wrong: int = 0
    """Pushes that were lost, doubled or out of order, from first to last, counting or not."""
    refused: list[str] = field(default_factory=list)


class RoomClients:
    """The sockets of one room of the yardstick. The seats move in turn."""

    def __init__(self, tally: Tally, path: str, cookies: list[str], every: float = 0.0) -> None:
        self.sockets: list[Socket] = []
        self.seats = len(cookies)
        self.n = -1
        self._tally = tally
        self._path = path
        self._cookies = cookies
        self._every = every
        """Seconds between two moves; 0: a seat moves as soon as it has received the last move."""
        self._open_within = 60.0
        self._next = 0.0
        self._sent_at = 0.0
        self._mover = self._to_move = -1
        self._stopped = True  # a room that is never started only listens

    async def open(self, ports: list[int], gate: asyncio.Semaphore) -> None:
        """Connect every seat, spread over the servers at these ports."""

        async def open_seat(seat: int) -> Socket:
            async with gate:
                return await self._connect(seat, ports)

        self.sockets = list(await asyncio.gather(*map(open_seat, range(len(self._cookies)))))

    def may_reopen(self, seat: int) -> bool:
        """Return whether the seat is connected, and none of its moves is under way."""
        return seat != self._mover and self._is_open(seat)

    async def reopen(self, seat: int, ports: list[int]) -> None:
        """Let the page of a seat go and come back. A move it had to make, it makes then."""
        self.sockets[seat].close()
        self.sockets[seat] = socket = await self._connect(seat, ports)
        self._move_if_due(socket)

    def ping(self, seat: int) -> bool:
        """Send a ping, as a page does now and then. Return False if the seat is not connected."""
        if not self._is_open(seat):
            return False
        self.sockets[seat].send(_QUIET_PING if self.is_quiet else _PING)
        return True

    @property
    def is_quiet(self) -> bool:
        """Whether nobody moves here."""
        return self._stopped

    def _is_open(self, seat: int) -> bool:
        if not self.sockets:
            return False
        socket = self.sockets[seat]
        return socket.ready.done() and not socket.closed

    async def _connect(self, seat: int, ports: list[int]) -> Socket:
        port = ports[seat % len(ports)]
        cookie, within = self._cookies[seat], self._open_within
        return await connect(port, self._path, cookie, self.on_frame, seat, within)

    def start(self, delay: float = 0.0) -> None:
        """Send the first move, from the host's seat, in `delay` seconds."""
        self._stopped = False
        self._next = time.perf_counter() + delay
        self._sent_at = self._next
        asyncio.get_running_loop().call_later(delay, self._begin)

    def _begin(self) -> None:
        self.sockets[0].send(_YARDSTICK_MOVE)

    def stop(self) -> None:
        """Make no more moves. Moves on their way still arrive."""
        self._stopped = True

    def on_frame(self, socket: Socket, payload: bytes, size: int) -> None:
        """Handle a text frame that took `size` bytes on the wire."""
        if payload.startswith(_EVENT):
            self._on_event(socket, payload, size)
        elif payload.startswith(_SYNC):
            head = json.loads(payload)["n"]
            if socket.n >= 0 and head != socket.n:
                self._tally.wrong += 1
            socket.n = head
            if self.n < 0:
                self.n = head
            if not socket.ready.done():
                socket.ready.set_result(None)
        elif payload.startswith(b'{"type":"no"'):
            self._tally.refused.append(payload.decode())

    def _on_event(self, socket: Socket, payload: bytes, size: int) -> None:
        now = time.perf_counter()
        tally = self._tally
        at = len(_EVENT)
        n = int(payload[at : payload.index(b",", at)])
        tally.wrong += n != socket.n + 1
        socket.n = n
        if tally.counting and not self._stopped:
            tally.pushes += 1
            if socket.seat != self._mover:
                tally.latencies.append(now - self._sent_at)
        if n == self.n + 1:
            self.n = n
            tally.moves += tally.counting and not self._stopped
            self._to_move = self.on_new_event(payload, size)
        self._move_if_due(socket)

    def _move_if_due(self, socket: Socket) -> None:
        if socket.seat == self._to_move and socket.n == self.n and not self._stopped:
            self._to_move = -1
            self._schedule_move(socket.seat)

    def _schedule_move(self, seat: int) -> None:
        if not self._every:
            self._move(seat)
            return
        now = time.perf_counter()
        self._next += self._every
        # After a stall a room waits for its next place in the grid. If it moved at once, all rooms
        # would move together from then on.
        if self._next < now:
            self._next += self._every * math.ceil((now - self._next) / self._every)
        asyncio.get_running_loop().call_later(self._next - now, self._move, seat)

    def _move(self, seat: int) -> None:
        if self._stopped:
            return
        socket = self.sockets[seat]
        if socket.closed or socket.n < self.n:  # the page is away; it moves when it is back
            self._to_move = seat
            return
        self._mover = socket.seat
        payload = self.next_move()
        self._sent_at = time.perf_counter()
        socket.send(payload)

    def on_new_event(self, payload: bytes, size: int) -> int:  # noqa: ARG002  # FarkleClients need it
        """Handle the event that one socket is the first to receive. Return the seat to move."""
        if self._tally.counting:
            self._tally.sizes_without_keeps.append(size)
        return self.n % len(self.sockets)

    def next_move(self) -> bytes:
        """Return the frame that the seat to move sends."""
        return _YARDSTICK_MOVE


class FarkleClients(RoomClients):
    """The sockets of one room of the site.

    The host starts game after game. Seats bank as soon as that is allowed.
    """

    def __init__(self, tally: Tally, code: str, cookies: list[str], every: float = 0.0) -> None:
        super().__init__(tally, f"/ws/room/{code}/", cookies, every)
        self._players: list[int] = []
        self._game = self._ply = self._current = self._count = 0
        self._may: dict[str, Any] = {}
        self._over = True

    def _begin(self) -> None:
        self._mover = 0
        self.sockets[0].send(self.next_move())

    def on_new_event(self, payload: bytes, size: int) -> int:
        frame = json.loads(payload)
        for name, *fields in frame["events"]:
            if name == "game":
                self._game, self._players, self._over = fields[0], fields[1], False
            elif name == "turn":
                self._current = fields[0]
            elif name == "ended":
                self._over = True
        self._may = frame.get("may", {})
        if "ply" not in frame:  # no move: somebody is missing, or back
            return self._to_move
        self._ply = frame["ply"]
        tally = self._tally
        if tally.counting and not self._over and frame["events"][0][0] != "game":
            with_keeps = "keeps" in self._may
            sizes = tally.sizes_with_keeps if with_keeps else tally.sizes_without_keeps
            sizes.append(size)
        return 0 if self._over else self._players[self._current] - 1

    def next_move(self) -> bytes:
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


def connect_gate() -> asyncio.Semaphore:
    """Return a semaphore that limits how many sockets connect at once."""
    return asyncio.Semaphore(_CONNECTS_AT_ONCE)
