"""Load test of one or several server processes, with real sockets, beside a yardstick.

    python bench/load.py                          all scenarios on SQLite, one process: some minutes
    python bench/load.py 50x4 1x500               only these scenarios
    python bench/load.py --on postgres --processes 3 50x4

Each seat moves as soon as it receives the last move, or at a steady pace. The number of every push
is checked. Processor time is that of the server processes alone. The yardstick (yardstick.py) puts
the same load on an application that only broadcasts. Compare ratios: machines differ, and may be
busy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import interpreter
from bench.clients import FarkleClients, RoomClients, Tally, connect_gate
from tests.support import services

YARDSTICK = "bench/yardstick.py"
WARM_UP_SECONDS = 2.0
FAST_DISK = Path("/dev/shm")
"""Where the SQLite file goes if this folder exists: in memory, so that no disk is measured."""
ENVIRON = {"SECRET_KEY": "bench" * 20, "FARKLE_LOG": "WARNING", "FARKLE_LIMITS_FACTOR": "1000000"}
"""Of every server."""
SCENARIOS = (
    "1x2", "50x4", "50x4@25", "50x4@200", "1x100", "1x500", "idle", "50x4+2000",
)  # fmt: skip
"""Rooms x seats, in a closed loop; @: moves a second in all rooms; +: more sockets, which only
listen. With a slash, rooms of 4 at human pace: how many are open, and in how many of them somebody
moves every two seconds."""
MOVE_SECONDS = 2.0
CHURN = 0.03 / 60
"""At human pace: how often a seat moves, and which share of the sockets reconnects in a second."""
PING_SECONDS, QUIET_PING_SECONDS = 15.0, 45.0
"""How often a page pings, at play and where nobody moves."""
IDLE = 4000
"""How many sockets the scenario `idle` opens."""


@dataclass
class Result:
    """What was measured in one scenario."""

    scenario: str
    seconds: float
    """How long moves were counted."""
    tally: Tally
    cpu: float
    """Processor time of all servers, in seconds a second."""
    connects: float
    """Sockets connected a second."""
    connect_cpu: float
    """Processor time of all servers for a connect, in seconds."""
    kib: float
    """Memory of all servers for each socket."""

    def row(self, yardstick: Result | None) -> str:
        """Return a row of the table in Markdown, compared with the yardstick if there is one."""
        tally = self.tally
        rate = tally.moves / self.seconds
        cells = [self.scenario, f"{rate:,.0f}", "", ""]
        if yardstick is not None and yardstick.tally.moves:
            of_yardstick = rate * yardstick.seconds / yardstick.tally.moves
            cells[2:] = [f"{of_yardstick:.2f}", f"{of_yardstick / self.cpu * yardstick.cpu:.2f}"]
        cells.append(f"{1e6 * self.cpu * self.seconds / tally.moves:,.0f}" if tally.moves else "")
        cells.append(f"{self.cpu:.3f}")
        latencies = sorted(tally.latencies) or [0.0]
        ranks = [int(share * (len(latencies) - 1)) for share in (0.5, 0.95, 0.99)]
        cells += [f"{1000 * latencies[rank]:.1f}" for rank in ranks]
        both = tally.sizes_without_keeps, tally.sizes_with_keeps
        sizes = [f"{sum(some) / len(some):.0f}/{max(some)}" for some in both if some]
        cells += [" ".join(sizes), str(tally.wrong), f"{self.connects:,.0f}"]
        cells += [f"{1000 * self.connect_cpu:.2f}", f"{self.kib:.0f}"]
        return "| " + " | ".join(cells) + " |"


HEAD = (
    "| | moves/s | of yardstick | by cpu | cpu µs a move | cores | p50 ms | p95 | p99 "
    "| bytes a push (mean/most) | lost or doubled | connects/s | cpu ms a connect "
    "| KiB a socket |\n" + "|---" * 14 + "|"
)


def cpu_seconds(servers: Sequence[services.Daphne]) -> float:
    """Return the processor time of the servers, in nanoseconds' detail: the usual ticks of 10 ms
    are 50 µs a move in eight seconds of 25 moves each."""
    # The clock of another process, as clock_getcpuclockid makes it (Linux).
    return sum(time.clock_gettime((~one.pid << 3) | 2) for one in servers)


def stolen_seconds() -> float:
    """Return the processor time that others on the same hardware took from this machine."""
    return psutil.cpu_times().steal


def memory_kib(servers: Sequence[services.Daphne]) -> float:
    return sum(psutil.Process(one.pid).memory_info().rss for one in servers) / 1024


async def load(
    servers: Sequence[services.Daphne],
    scenario: str,
    make: Callable[[Tally, int, int, float], list[RoomClients]],
    seconds: float,
    *,
    by_room: bool = False,
) -> Result:
    """Connect the clients, let them move, and return what was measured.

    `make(tally, rooms, seats, every)` returns the clients of new rooms, which move every so many
    seconds. The seats of a room are spread over the servers, or with `by_room` on one of them.
    """
    shape, _, idle = scenario.partition("+")
    if scenario == "idle":
        shape, idle = "0x0", str(IDLE)
    shape, _, pace = shape.partition("@")
    is_human = "/" in shape
    if is_human:
        opened, at_play = map(int, shape.split("/"))
        shape, idle, pace = f"{at_play}x4", str(4 * (opened - at_play)), str(at_play / MOVE_SECONDS)
    rooms, seats = map(int, shape.split("x"))
    tally = Tally()
    playing = make(tally, rooms, seats, rooms / float(pace) if pace and rooms else 0.0)
    everyone = playing + (make(tally, int(idle) // 4, 4, 0.0) if idle and idle != "0" else [])
    ports, gate = [one.port for one in servers], connect_gate()
    homes = [ports[at % len(ports) :][:1] if by_room else ports for at in range(len(everyone))]
    ending = asyncio.Event()
    churn = CHURN if is_human else 0.0
    people = asyncio.create_task(live(everyone, homes, ending, churn)) if idle or is_human else None
    before, started, cpu = memory_kib(servers), time.perf_counter(), cpu_seconds(servers)
    await asyncio.gather(
        *(clients.open(home, gate) for clients, home in zip(everyone, homes, strict=True))
    )
    sockets = sum(len(clients.sockets) for clients in everyone)
    connects = sockets / (time.perf_counter() - started)
    connect_cpu = (cpu_seconds(servers) - cpu) / sockets
    await asyncio.sleep(1.5)
    kib = (memory_kib(servers) - before) / sockets
    for number, clients in enumerate(playing):
        clients.start(number / float(pace) if pace else 0.0)
    # Daphne's first pings go out after fifteen seconds.
    await asyncio.sleep(8 * WARM_UP_SECONDS if people is not None else WARM_UP_SECONDS)
    tally.counting, cpu, started = True, cpu_seconds(servers), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting, took = False, time.perf_counter() - started
    cpu = (cpu_seconds(servers) - cpu) / took
    if people is not None:
        ending.set()
        await people  # those who are away come back first
        people.result() if not people.cancelled() else None
    for clients in playing:
        clients.stop()
    await asyncio.sleep(1.5)
    for clients in everyone:
        tally.wrong += sum(abs(clients.n - one.n) + one.closed for one in clients.sockets)
        for one in clients.sockets:
            one.close()
    assert not tally.refused, tally.refused[:3]
    return Result(scenario, took, tally, cpu, connects, connect_cpu, kib)


async def live(
    everyone: Sequence[RoomClients],
    homes: Sequence[list[int]],
    ending: asyncio.Event,
    churn: float,
) -> None:
    """Let the people of all rooms send pings, and a few of them reconnect."""
    seats = [(room, home, seat) for room, home in zip(everyone, homes, strict=True)
             for seat in range(room.seats)]  # fmt: skip
    random.shuffle(seats)
    greeted = set[int]()
    rounds = round(QUIET_PING_SECONDS / PING_SECONDS)
    started, pinged, churned = time.perf_counter(), 0, 0
    async with asyncio.TaskGroup() as coming:
        while not ending.is_set():
            await asyncio.sleep(0.02)
            past = time.perf_counter() - started
            while pinged < past / PING_SECONDS * len(seats):
                turn, at = divmod(pinged, len(seats))
                room, _, seat = seats[at]
                # A page's first ping comes soon after it has connected.
                is_due = not room.is_quiet or at not in greeted or (turn + at) % rounds == 0
                if is_due and room.ping(seat):
                    greeted.add(at)
                pinged += 1
            while churned < past * churn * len(seats):
                room, home, seat = random.choice(seats)
                if room.may_reopen(seat):
                    coming.create_task(room.reopen(seat, home))
                churned += 1


def opened_rooms(
    folder: Path, environ: Mapping[str, str], count: int, seats: int
) -> list[tuple[str, list[str]]]:
    """Open rooms in a migrated database. Return the code and the cookies of each."""
    [opened] = printed(folder, environ, "bench/rooms.py", f"{count}x{seats}")
    return [(code, cookies) for code, cookies in opened]


def printed(folder: Path, environ: Mapping[str, str], *command: str) -> Any:
    """Run Python with these arguments, and return the JSON that it prints."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=services.ROOT,
        env={**services.plain_environ(folder), **environ},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


@contextmanager
def one_server(*command: str) -> Iterator[tuple[services.Daphne, Any]]:
    """Start a server with a new SQLite file, which Python with these arguments has filled, and give
    the JSON that this printed. Print what the server ran on. Raises AssertionError for a traceback
    in its log."""
    with ExitStack() as stack:
        disk = FAST_DISK if FAST_DISK.is_dir() else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=disk)))
        environ = {**ENVIRON, "DATABASE_URL": f"sqlite:///{folder / 'farkle.sqlite3'}"}
        services.migrate(folder, environ["DATABASE_URL"])
        filled = printed(folder, environ, *command) if command else None
        print(interpreter.described())
        server = stack.enter_context(services.servers(folder))(services.OUR_SERVER, **environ)
        yield server, filled
        assert "Traceback" not in server.log(), server.log()[-3000:]
        print(f"load of the machine: {', '.join(f'{each:.1f}' for each in os.getloadavg())}")


def measure(
    scenario: str,
    database: str,
    redis: str | None,
    processes: int,
    seconds: float,
    folder: Path,
    program: Sequence[str] = services.OUR_SERVER,
    *,
    by_room: bool = False,
    settings: Mapping[str, str] | None = None,
) -> Result:
    """Return the result of one scenario on our own servers.

    `settings` are more environment variables for them.
    """
    environ = {**ENVIRON, "DATABASE_URL": database, **(settings or {})}
    environ |= {"REDIS_URL": redis} if redis else {}

    def rooms(tally: Tally, count: int, seats: int, every: float) -> list[RoomClients]:
        opened = opened_rooms(folder, environ, count, seats)
        return [FarkleClients(tally, code, cookies, every) for code, cookies in opened]

    with services.servers(folder) as start:
        servers = [start(program, **environ) for _ in range(processes)]
        result = asyncio.run(load(servers, scenario, rooms, seconds, by_room=by_room))
        for server in servers:
            assert "Traceback" not in server.log(), server.log()[-3000:]
        return result


def measure_yardstick(scenario: str, seconds: float, folder: Path, *, commits: bool) -> Result:
    """Return the result of the same scenario on the yardstick."""

    def rooms(tally: Tally, count: int, seats: int, every: float) -> list[RoomClients]:
        return [RoomClients(tally, f"/{number}", [""] * seats, every) for number in range(count)]

    kept = {"DATABASE": str(folder / f"{scenario.replace('/', ' of ')}.sqlite3")} if commits else {}
    server = services.Daphne(folder, kept, [YARDSTICK])
    try:
        return asyncio.run(load([server], scenario, rooms, seconds))
    finally:
        server.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "scenarios", nargs="*", default=SCENARIOS, help=f"default: {' '.join(SCENARIOS)}"
    )
    parser.add_argument(
        "--on", choices=("sqlite", "postgres"), default="sqlite", help="default: sqlite"
    )
    parser.add_argument("--processes", type=int, default=1, help="how many servers; default: 1")
    parser.add_argument(
        "--by-room", action="store_true", help="connect all seats of a room to the same server"
    )
    parser.add_argument(
        "--seconds", type=float, default=8.0, help="how long each scenario is measured; default: 8"
    )
    parser.add_argument(
        "--no-yardstick", action="store_true", help="do not run the yardstick beside each scenario"
    )
    parser.add_argument(
        "--commits",
        action="store_true",
        help="the yardstick commits, before each broadcast, what the site commits for a move",
    )
    options = parser.parse_args()
    disk = FAST_DISK if FAST_DISK.is_dir() else None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=disk)))
        redis, database = None, f"sqlite:///{folder / 'farkle.sqlite3'}"
        if options.on == "postgres":
            postgres = services.Postgres()
            stack.callback(postgres.remove)
            database = postgres.create("farkle")
        # Several processes reach each other through Redis.
        if options.on == "postgres" or options.processes > 1:
            server = services.Redis()
            stack.callback(server.stop)
            redis = server.url
        services.migrate(folder, database)
        print(interpreter.described())
        begun, stolen = time.perf_counter(), stolen_seconds()
        print(f"{options.on}, processes: {options.processes}\n\n{HEAD}", flush=True)
        for scenario in options.scenarios:
            yardstick = None
            if not options.no_yardstick:
                yardstick = measure_yardstick(
                    scenario, options.seconds, folder, commits=options.commits
                )
                yardstick.scenario += " yardstick"
                print(yardstick.row(None), flush=True)
            result = measure(
                scenario,
                database,
                redis,
                options.processes,
                options.seconds,
                folder,
                by_room=options.by_room,
            )
            print(result.row(yardstick), flush=True)
        whole = (time.perf_counter() - begun) * (os.cpu_count() or 1)
        share = (stolen_seconds() - stolen) / whole
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        print(f"\nStolen from this machine meanwhile: {share:.1%} of its processors; load {load}")


if __name__ == "__main__":
    main()
