"""A storm: a server process is killed, and all its sockets come back at once.

    python bench/storm.py                          SQLite; the process is started again
    python bench/storm.py --processes 2            PostgreSQL and Redis; one of two is killed
    python bench/storm.py --processes 2 --proxy    the same behind Caddy
    python bench/storm.py --rooms 300 --at-play 50

Rooms of four are open, and in some of them somebody moves every two seconds. Then a process gets
SIGKILL. Its clients reconnect as pages do, after waits that grow from a tenth of a second to five,
and go on from what they find. With two processes they go to the one that is left. It
is printed how long it took until everybody had the room again, how long pushes took in each second
since, and what it cost. The yardstick (yardstick.py) gets the same storm.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import interpreter
from bench.clients import FarkleClients, RoomClients, Tally, connect_gate
from bench.load import (
    ENVIRON,
    FAST_DISK,
    MOVE_SECONDS,
    YARDSTICK,
    cpu_seconds,
    memory_kib,
    opened_rooms,
)
from bench.wire import Socket
from tests.support import services
from tests.support.outside import proxy

FIRST_WAIT, LONGEST_WAIT, OPEN_WITHIN = 0.1, 5.0, 8.0
"""As in static/js/client/connection.js."""
BEFORE_SECONDS, AFTER_SECONDS = 10.0, 20.0
LOST_SECONDS = 0.2
"""How long it takes at most until the clients have noticed that their sockets are lost."""


class Pushes(list[float]):
    """The latencies of pushes, each with the time when it came."""

    def __init__(self) -> None:
        self.timed: list[tuple[float, float]] = []

    def append(self, seconds: float) -> None:
        if seconds > 0:
            self.timed.append((time.perf_counter(), seconds))


class ReturningClients(RoomClients):
    """Clients of the yardstick that come back to whatever they find."""

    attempts = 0
    """How often one of them tried to."""

    def on_frame(self, socket: Socket, payload: bytes, size: int) -> None:
        if payload.startswith(b'{"type":"sync"'):
            self.on_sync(socket, json.loads(payload))
        else:
            super().on_frame(socket, payload, size)

    def on_sync(self, socket: Socket, frame: dict[str, object]) -> None:
        """Take over the room as it is. The yardstick forgets everything when it is killed."""
        assert isinstance(frame["n"], int)
        self.n = socket.n = frame["n"]
        self._to_move = self.n % self.seats
        self._sent_at = math.inf  # no push is timed before the next move
        if not socket.ready.done():
            socket.ready.set_result(None)

    async def come_back(self, seat: int, ports: list[int]) -> None:
        """Reconnect as a page does. Whoever is at turn then moves, if need be again."""
        attempts, self._open_within = 0, OPEN_WITHIN
        while True:
            ceiling = min(LONGEST_WAIT, FIRST_WAIT * 2**attempts)
            await asyncio.sleep(ceiling / 2 + random.random() * ceiling / 2)
            attempts += 1
            self.attempts += 1
            try:
                await self.reopen(seat, ports)
            except (OSError, TimeoutError):
                continue
            break


class ReturningSeats(ReturningClients, FarkleClients):
    """The same for rooms of the site."""

    def on_sync(self, socket: Socket, frame: dict[str, object]) -> None:
        super().on_sync(socket, frame)
        game = frame["game"]
        self._to_move = -1
        if not isinstance(game, dict):
            return
        self._game, self._ply, self._players = game["number"], game["ply"], game["players"]
        self._over = game["status"] != "playing"
        self._current, self._may = game["state"].get("current", 0), frame["may"] or {}
        self._to_move = 0 if self._over else self._players[self._current] - 1


async def storm(
    servers: Sequence[services.Daphne],
    everyone: Sequence[ReturningClients],
    at_play: int,
    pushes: Pushes,
    front: int | None = None,
) -> list[str]:
    """Connect everybody, kill the first server, and return the cells of a row. `front`: the port
    that everybody connects to, if not the servers' own."""
    ports, gate = [front] if front else [one.port for one in servers], connect_gate()
    homes = [[ports[at % len(ports)]] for at in range(len(everyone))]
    started, cpu = time.perf_counter(), cpu_seconds(servers[-1:])  # for a start alone
    await asyncio.gather(
        *(room.open(home, gate) for room, home in zip(everyone, homes, strict=True))
    )
    seats = sum(room.seats for room in everyone)
    rate = seats / (time.perf_counter() - started)
    for number, room in enumerate(everyone[:at_play]):
        room.start(number * MOVE_SECONDS / at_play)
    await asyncio.sleep(BEFORE_SECONDS)
    before = len(pushes.timed)
    servers[0].kill()
    left = ports[1:] or ports
    await asyncio.sleep(LOST_SECONDS)
    lost = [(room, at) for room in everyone for at, one in enumerate(room.sockets) if one.closed]
    coming = [asyncio.create_task(room.come_back(seat, left)) for room, seat in lost]
    began, own = time.perf_counter(), time.process_time()
    if len(servers) == 1:
        await asyncio.to_thread(servers[0].start)
    starting = time.perf_counter() - began
    alive = servers[-1:]
    cpu, most = cpu if len(servers) == 1 else cpu_seconds(alive), 0.0
    back: list[float] = []
    for task in coming:
        task.add_done_callback(lambda _: back.append(time.perf_counter() - began))
    while len(back) < len(coming):
        await asyncio.sleep(0.2)
        most = max(most, memory_kib(alive))
    cost = (cpu_seconds(alive) - cpu) / len(coming)
    own = (time.process_time() - own) / (time.perf_counter() - began)
    attempts = sum(room.attempts for room in everyone) / len(coming)
    await asyncio.sleep(max(0.0, AFTER_SECONDS - (time.perf_counter() - began)))
    for room in everyone:
        room.stop()
    since = [(at - began, seconds) for at, seconds in pushes.timed[before:] if at > began]
    await asyncio.sleep(1.0)
    wrong = sum(abs(room.n - one.n) + one.closed for room in everyone for one in room.sockets)
    for room in everyone:
        for one in room.sockets:
            one.close()
    third = starting + 3.0  # seconds of the server
    spans = [(0.0, third), (third, max(back)), (max(back), AFTER_SECONDS)]
    p99s = [_p99([seconds for at, seconds in since if a <= at < b]) for a, b in spans]
    back.sort()
    times = [f"{back[int(share * (len(back) - 1))]:.1f}" for share in (0.5, 0.99, 1.0)]
    whole = _p99([seconds for _, seconds in pushes.timed[:before]])
    return [f"{len(coming):,}", f"{rate:,.0f}", f"{starting:.1f}", *times, f"{attempts:.1f}",
            f"{own:.2f}", f"{1000 * cost:.2f}", whole, *p99s, f"{most / 1024:,.0f}",
            str(wrong)]  # fmt: skip


def _p99(latencies: list[float]) -> str:
    found = sorted(latencies)
    return f"{1000 * found[int(0.99 * (len(found) - 1))]:.0f}" if found else ""


HEAD = (
    "| | came back | connects/s before | server up s | median s | 99 % s | all s | attempts each "
    "| clients' cores | cpu ms each | p99 ms | in the first 3 s | until all are back | after | MiB "
    "| out of step |\n" + "|---" * 16 + "|"
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=1250, help="how many are open; default: 1250")
    parser.add_argument(
        "--at-play", type=int, default=200, help="in how many somebody moves; default: 200"
    )
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1, help="default: 1")
    parser.add_argument("--proxy", action="store_true", help="two processes behind Caddy")
    parser.add_argument("--no-yardstick", action="store_true", help="only the site itself")
    options = parser.parse_args()
    disk = FAST_DISK if FAST_DISK.is_dir() else None
    print(f"{interpreter.described()}\n\n{HEAD}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=disk)))
        if not options.no_yardstick:
            pushes = Pushes()
            tally = Tally(counting=True, latencies=pushes)
            plain = [ReturningClients(tally, f"/{n}", [""] * 4, MOVE_SECONDS)
                     for n in range(options.rooms)]  # fmt: skip
            server = services.Daphne(folder, {}, [YARDSTICK])
            try:
                cells = asyncio.run(storm([server], plain, options.at_play, pushes))
            finally:
                server.close()
            print("| " + " | ".join(["yardstick", *cells]) + " |", flush=True)
        environ = {**ENVIRON, "DATABASE_URL": f"sqlite:///{folder / 'farkle.sqlite3'}"}
        if options.processes > 1:
            postgres, redis = services.Postgres(), services.Redis()
            stack.callback(postgres.remove)
            stack.callback(redis.stop)
            environ |= {"DATABASE_URL": postgres.create("farkle"), "REDIS_URL": redis.url}
        services.migrate(folder, environ["DATABASE_URL"])
        opened = opened_rooms(folder, environ, options.rooms, 4)
        pushes = Pushes()
        tally = Tally(counting=True, latencies=pushes)
        seats = [ReturningSeats(tally, code, cookies, MOVE_SECONDS) for code, cookies in opened]
        start = stack.enter_context(services.servers(folder))
        front: int | None = None
        if options.proxy:
            environ |= {"PORT": str(services.free_port()), "FARKLE_BEHIND_PROXY": "yes"}
            hosts = [f"127.0.0.{number}" for number in range(1, options.processes + 1)]
            servers = [start(**environ, HOST=host) for host in hosts]
            front = stack.enter_context(
                proxy.caddy(folder, hosts, servers[0].port, plain=True)
            ).port
        else:
            servers = [start(**environ) for _ in range(options.processes)]
        cells = asyncio.run(storm(servers, seats, options.at_play, pushes, front))
        assert "Traceback" not in servers[-1].log(), servers[-1].log()[-3000:]
        print("| " + " | ".join([f"{options.processes} process(es)", *cells]) + " |")
        print(f"refused: {len(tally.refused)}")


if __name__ == "__main__":
    main()
