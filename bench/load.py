"""What one process carries, or several: real sockets against real servers, beside a yardstick.

    python bench/load.py                          everything on SQLite, one process: a few minutes
    python bench/load.py 50x4 1x500               these only
    python bench/load.py --on postgres --processes 3 50x4

Everybody plays as fast as the answers come (or at a steady pace), every push is checked for its
number, and processor time is that of the server processes alone. The yardstick does the same with
an application that only broadcasts; compare as ratios, since machines differ and are busy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.clients import FarkleTable, Table, Tally, gate
from tests.support import services

YARDSTICK = "bench/yardstick.py"
WARM_UP_SECONDS = 2.0
FAST_DISK = Path("/dev/shm")
SCENARIOS = ("1x2", "50x4", "50x4@200", "1x100", "1x500", "idle", "50x4+800")
"""rooms x seats, closed loop; @: moves a second in all; +: so many more sockets that listen."""
IDLE = 1000


@dataclass
class Result:
    """One scenario on one kind of server."""

    scenario: str
    seconds: float
    tally: Tally
    cpu: float
    connects: float
    kib: float

    def line(self, yard: Result | None) -> str:
        tally = self.tally
        rate = tally.moves / self.seconds
        cells = [self.scenario, f"{rate:,.0f}", "", ""]
        if yard is not None:
            per_cpu = rate / self.cpu * yard.cpu * yard.seconds / yard.tally.moves
            cells[2:] = [f"{rate * yard.seconds / yard.tally.moves:.2f}", f"{per_cpu:.2f}"]
        cells.append(f"{1e6 * self.cpu * self.seconds / tally.moves:,.0f}" if tally.moves else "")
        at = sorted(tally.latencies) or [0.0]
        cells += [f"{1000 * at[int(p * (len(at) - 1))]:.1f}" for p in (0.5, 0.95, 0.99)]
        sizes = [f"{sum(s) / len(s):.0f}/{max(s)}" for s in (tally.others, tally.throws) if s]
        cells += [" ".join(sizes), str(tally.wrong), f"{self.connects:,.0f}", f"{self.kib:.0f}"]
        return "| " + " | ".join(cells) + " |"


HEAD = (
    "| | moves/s | of yardstick | of it by cpu | cpu µs a move | p50 ms | p95 | p99 "
    "| bytes a push (mean/most) | lost or doubled | connects/s | KiB a socket |\n"
    + "|---" * 12
    + "|"
)


def seconds_of_cpu(servers: Sequence[services.Daphne]) -> float:
    return sum(sum(psutil.Process(one.pid).cpu_times()[:2]) for one in servers)


def kib_of(servers: Sequence[services.Daphne]) -> float:
    return sum(psutil.Process(one.pid).memory_info().rss for one in servers) / 1024


async def load(
    servers: Sequence[services.Daphne],
    scenario: str,
    make: Callable[[Tally, int, int, float], list[Table]],
    seconds: float,
    *,
    by_room: bool = False,
) -> Result:
    """Connect, play, count. `make` gives so many tables of so many seats, moving every so often;
    the seats of a room are spread over the servers, unless `by_room`."""
    shape, _, idle = scenario.partition("+")
    if scenario == "idle":
        shape, idle = "0x0", str(IDLE)
    shape, _, pace = shape.partition("@")
    rooms, seats = map(int, shape.split("x"))
    tally = Tally()
    playing = make(tally, rooms, seats, rooms / int(pace) if pace else 0.0)
    tables = playing + (make(tally, int(idle) // 4, 4, 0.0) if idle else [])
    ports, door = [one.port for one in servers], gate()
    homes = [ports[at % len(ports) :][:1] if by_room else ports for at in range(len(tables))]
    before, started = kib_of(servers), time.perf_counter()
    await asyncio.gather(
        *(table.open(home, door) for table, home in zip(tables, homes, strict=True))
    )
    sockets = sum(len(table.sockets) for table in tables)
    connects = sockets / (time.perf_counter() - started)
    await asyncio.sleep(1.5)
    kib = (kib_of(servers) - before) / sockets
    for number, table in enumerate(playing):
        table.start(number / int(pace) if pace else 0.0)
    await asyncio.sleep(WARM_UP_SECONDS)
    tally.on, cpu, started = True, seconds_of_cpu(servers), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.on, took = False, time.perf_counter() - started
    cpu = (seconds_of_cpu(servers) - cpu) / took
    for table in playing:
        table.stop()
    await asyncio.sleep(1.5)
    for table in tables:
        tally.wrong += sum(abs(table.n - one.n) + one.closed for one in table.sockets)
        for one in table.sockets:
            one.close()
    assert not tally.refused, tally.refused[:3]
    return Result(scenario, took, tally, cpu, connects, kib)


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
) -> Result:
    """One scenario on our own servers."""
    environ = {"DATABASE_URL": database, "SECRET_KEY": "bench" * 20, "FARKLE_LOG": "WARNING"}
    environ |= {"FARKLE_LIMITS_FACTOR": "1000000"} | ({"REDIS_URL": redis} if redis else {})

    def rooms(tally: Tally, count: int, seats: int, every: float) -> list[Table]:
        done = subprocess.run(
            [sys.executable, "bench/rooms.py", f"{count}x{seats}"],
            cwd=services.ROOT,
            env=services.plain_environ(folder) | environ,
            capture_output=True,
            check=True,
        )
        [opened] = json.loads(done.stdout)
        return [FarkleTable(tally, code, cookies, every) for code, cookies in opened]

    with services.servers(folder) as start:
        servers = [start(program, **environ) for _ in range(processes)]
        result = asyncio.run(load(servers, scenario, rooms, seconds, by_room=by_room))
        for server in servers:
            assert "Traceback" not in server.log(), server.log()[-3000:]
        return result


def measure_yardstick(scenario: str, seconds: float, folder: Path) -> Result:
    """The same on the bare broadcast."""

    def rooms(tally: Tally, count: int, seats: int, every: float) -> list[Table]:
        return [Table(tally, f"/{number}", [""] * seats, every) for number in range(count)]

    server = services.Daphne(folder, {}, [YARDSTICK])
    try:
        return asyncio.run(load([server], scenario, rooms, seconds))
    finally:
        server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--by-room", action="store_true", help="a process has all of a room")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--no-yardstick", action="store_true")
    wish = parser.parse_args()
    place = FAST_DISK if FAST_DISK.is_dir() else None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=place)))
        redis, database = None, f"sqlite:///{folder / 'farkle.sqlite3'}"
        if wish.on == "postgres":
            postgres = services.Postgres()
            stack.callback(postgres.remove)
            database = postgres.create("farkle")
        if wish.on == "postgres" or wish.processes > 1:  # several tell each other through it
            cache = services.Redis()
            stack.callback(cache.stop)
            redis = cache.url
        services.migrate(folder, database)
        print(f"{wish.on}, processes: {wish.processes}\n\n{HEAD}", flush=True)
        for scenario in wish.scenarios:
            yard = None
            if not wish.no_yardstick and scenario != "idle":
                yard = measure_yardstick(scenario, wish.seconds, folder)
                yard.scenario += " yardstick"
                print(yard.line(None), flush=True)
            result = measure(
                scenario,
                database,
                redis,
                wish.processes,
                wish.seconds,
                folder,
                by_room=wish.by_room,
            )
            print(result.line(yard), flush=True)


if __name__ == "__main__":
    main()
