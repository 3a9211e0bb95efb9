"""Measure what others notice of an attack: a room's response times, and the server's memory.

    python bench/attack.py                        all attacks, some seconds each
    python bench/attack.py pings vanish           only these
    python bench/attack.py --tree ../old          on the server of another checkout, to compare

Two seats of one room play on, as fast as each other's moves arrive, at most twenty a second. The
attackers come from one process, on this machine; only the `guests` have cookies. The attacks last
`--seconds`, and none sends more than it says below.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.clients import FarkleClients, Tally, connect_gate
from tests.support import services
from tests.support.attackers import ATTACKS

MOVES_A_SECOND = 20
NONE = "nobody"
HERE = services.ROOT


def percentile(seconds: list[float], share: float) -> float:
    """Return a rank of the sorted times, in milliseconds."""
    ranked = sorted(seconds) or [0.0]
    return 1000 * ranked[int(share * (len(ranked) - 1))]


def peak_memory(pid: int, *, afresh: bool = False) -> int:
    """Return the most memory the process has had; `afresh` forgets what was before."""
    if afresh:
        Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


def start_attack(name: str, port: int, code: str, seconds: float) -> subprocess.Popen[bytes]:
    line = [sys.executable, "-m", "tests.support.attackers", name, str(port), code, str(seconds)]
    return subprocess.Popen(line, cwd=HERE, stdout=subprocess.PIPE)


async def measure(
    name: str, server: services.Daphne, room: tuple[str, list[str]], target: str, seconds: float
) -> str:
    """Play while the attack goes on; return a row of the table."""
    code, cookies = room
    tally = Tally()
    clients = FarkleClients(tally, code, cookies, 1 / MOVES_A_SECOND)
    await clients.open([server.port], connect_gate())
    clients.start()
    await asyncio.sleep(1)
    process = psutil.Process(server.pid)
    before, cpu = peak_memory(server.pid, afresh=True), sum(process.cpu_times()[:2])
    attack, sent = None, ""
    if name != NONE:
        attack = start_attack(name, server.port, target, seconds)
    tally.counting, started = True, time.perf_counter()
    await asyncio.sleep(seconds + 1)
    tally.counting, took = False, time.perf_counter() - started
    cpu = (sum(process.cpu_times()[:2]) - cpu) / took
    peak = peak_memory(server.pid)
    clients.stop()
    if attack is not None:
        out, _ = attack.communicate(timeout=30)
        sent = f"{int(out) / 1e6:.0f}"
    await asyncio.sleep(0.5)
    lost = sum(one.closed for one in clients.sockets) + tally.wrong
    for one in clients.sockets:
        one.close()
    times = [percentile(tally.latencies, share) for share in (0.5, 0.99, 1)]
    cells = [name, f"{tally.moves / took:.1f}", *(f"{one:.1f}" for one in times)]
    cells += [f"{(peak - before) / 2**20:.1f}", f"{cpu:.2f}", sent, str(lost)]
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "| attack | moves/s | p50 ms | p99 ms | longest ms | MiB more | cpu | MB sent | lost |\n"
    + "|---" * 9
    + "|"
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", default=[NONE, *ATTACKS])
    parser.add_argument("--seconds", type=float, default=8.0, help="of each; default: 8")
    parser.add_argument(
        "--tree", type=Path, default=services.ROOT, help="serve this checkout instead, to compare"
    )
    options = parser.parse_args()
    services.ROOT = options.tree.resolve()
    print(HEAD, flush=True)
    for name in options.attacks:
        with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as stack:
            folder = Path(made)
            environ = {"DATABASE_URL": f"sqlite:///{folder / 'farkle.sqlite3'}"}
            environ |= {"SECRET_KEY": "bench" * 20, "FARKLE_LOG": "ERROR"}
            services.migrate(folder, environ["DATABASE_URL"])
            done = subprocess.run(
                [sys.executable, "bench/rooms.py", "2x2"],
                cwd=services.ROOT,
                env=services.plain_environ(folder) | environ,
                capture_output=True,
                check=True,
            )
            [[room, target]] = json.loads(done.stdout)
            start = stack.enter_context(services.servers(folder))
            row = asyncio.run(measure(name, start(**environ), room, target[0], options.seconds))
            print(row, flush=True)


if __name__ == "__main__":
    main()
