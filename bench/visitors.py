"""Measure what plain page loads cost others: everybody's moves, and the server's memory and files.

    python bench/visitors.py home                 many clients load the home page
    python bench/visitors.py import               many load the largest game that may be imported
    python bench/visitors.py files                pages and sockets come and go, again and again
    python bench/visitors.py home --tree ../old   on the server of another checkout, to compare

Five rooms of two play on, 20 moves a second each. Phases with and without visitors take turns on
one server, so that both have the same machine. Visitors come from a process of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.attack import peak_memory, percentile
from bench.clients import FarkleClients, Tally, connect_gate
from tests.support import services

HERE = services.ROOT
MOVES_A_SECOND = 20
SHAPES = ("5x2", "60x2")
CLIENTS = {"home": 300, "import": 60}
ROUNDS = 3
PAGES, SOCKETS, STORMS = 200, 120, 5


async def visit(port: int, path: str, number: int, seconds: float) -> None:
    """Load a page again and again, as so many clients; print how often, and the times."""
    end = time.perf_counter() + seconds
    times: list[float] = []
    refused = 0

    async def client() -> None:
        nonlocal refused
        while time.perf_counter() < end:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with contextlib.closing(writer):
                    while (since := time.perf_counter()) < end:
                        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                        head = await reader.readuntil(b"\r\n\r\n")
                        await _read_body(reader, head)
                        refused += not head.startswith(b"HTTP/1.1 200")
                        times.append(time.perf_counter() - since)

    tasks = [asyncio.create_task(client()) for _ in range(number)]
    await asyncio.wait(tasks, timeout=seconds + 1)
    for task in tasks:
        task.cancel()
    print(json.dumps([len(times) / seconds, refused, percentile(times, 0.5)]))


async def _read_body(reader: asyncio.StreamReader, head: bytes) -> None:
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
    if b"content-length" in fields:
        await reader.readexactly(int(fields[b"content-length"]))
        return
    size = -1
    while size:
        size = int(await reader.readline(), 16)
        await reader.readexactly(size + 2)


def run_here(command: str, *arguments: object) -> subprocess.Popen[bytes]:
    """Start a process of visitors."""
    line = [sys.executable, __file__, command, *map(str, arguments)]
    return subprocess.Popen(line, cwd=HERE, stdout=subprocess.PIPE)


async def play(
    server: services.Daphne,
    rooms: list[tuple[str, list[str]]],
    path: str,
    number: int,
    seconds: float,
) -> None:
    """Play on, with and without visitors in turn, and print a row for each phase."""
    tally = Tally()
    clients = [FarkleClients(tally, *room, 1 / MOVES_A_SECOND) for room in rooms]
    for one in clients:
        await one.open([server.port], connect_gate())
        one.start()
    print(
        "| visitors | moves/s | p50 ms | p99 | longest | pages/s | not 200 | page p50 ms "
        "| other page ms | peak MiB |\n" + "|---" * 10 + "|"
    )
    shares: dict[int, list[float]] = {0: [], number: []}
    for visitors in (0, number) * ROUNDS:
        await asyncio.sleep(1)
        tally.latencies.clear()
        peak_memory(server.pid, afresh=True)
        crowd = run_here("visit", server.port, path, visitors, seconds) if visitors else None
        await asyncio.sleep(0.5)  # its start
        tally.counting = True
        await asyncio.sleep(seconds / 2)
        since = time.perf_counter()
        await asyncio.to_thread(_get, server.port, "127.0.0.2")
        other = 1000 * (time.perf_counter() - since)
        await asyncio.sleep(max(0.0, seconds / 2 - other / 1000))
        tally.counting = False
        pages, refused, page = (
            json.loads((await asyncio.to_thread(crowd.communicate))[0]) if crowd else (0, 0, 0)
        )
        late = [percentile(tally.latencies, share) for share in (0.5, 0.99, 1)]
        shares[visitors].append(late[1])
        print(
            f"| {visitors} | {len(tally.latencies) / seconds:.0f} | "
            + " | ".join(f"{one:.1f}" for one in late)
            + f" | {pages:.0f} | {refused} | {page:.0f} | {other:.0f} "
            f"| {peak_memory(server.pid) / 2**20:.0f} |",
            flush=True,
        )
    for one in clients:
        one.stop()
    alone, beside = (sorted(shares[which])[ROUNDS // 2] for which in (0, number))
    print(
        f"median p99: {alone:.1f} ms alone, {beside:.1f} ms beside them: {beside / alone:.1f} times"
    )


def _get(port: int, address: str) -> None:
    """Load the home page from another address of this machine."""
    import http.client

    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=60, source_address=(address, 0)
    )
    connection.request("GET", "/", headers={"Host": "127.0.0.1"})
    connection.getresponse().read()
    connection.close()


async def come_and_go(server: services.Daphne, rooms: list[tuple[str, list[str]]]) -> None:
    """Load pages beside new sockets, in rounds, and print the open files after each."""
    print("| round | open files | of the database | MiB |\n" + "|---" * 4 + "|")
    for number in range(STORMS + 1):
        files, resident = files_and_memory(server.pid)
        of_database = sum("sqlite3" in name for name in files)
        print(f"| {number} | {len(files)} | {of_database} | {resident:.0f} |", flush=True)
        if number == STORMS:
            break
        tally = Tally()
        clients = [FarkleClients(tally, *room) for room in rooms]
        crowd = run_here("load", server.port, PAGES)
        await asyncio.gather(*(one.open([server.port], connect_gate()) for one in clients))
        await asyncio.to_thread(crowd.wait)
        for socket in itertools.chain.from_iterable(one.sockets for one in clients):
            socket.close()
        await asyncio.sleep(2)


def files_and_memory(pid: int) -> tuple[list[str], float]:
    """Return the names of the files the process has open, and its resident memory in MiB."""
    links = [path for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()]
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
    return [str(path.readlink()) for path in links], resident


async def load(port: int, number: int) -> None:
    """Load the home page so many times, on connections of their own, 50 at a time."""
    gate = asyncio.Semaphore(50)

    async def client() -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            await reader.read()
            writer.close()

    await asyncio.gather(*(client() for _ in range(number)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("home", "import", "files", "visit", "load"))
    parser.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each phase; default: 8")
    parser.add_argument(
        "--tree", type=Path, default=services.ROOT, help="serve this checkout instead, to compare"
    )
    options = parser.parse_args()
    if options.what == "visit":
        port, path, number, seconds = options.rest
        asyncio.run(visit(int(port), path, int(number), float(seconds)))
        return
    if options.what == "load":
        asyncio.run(load(*map(int, options.rest)))
        return
    services.ROOT = options.tree.resolve()
    with tempfile.TemporaryDirectory() as made, contextlib.ExitStack() as stack:
        folder = Path(made)
        environ = {"DATABASE_URL": f"sqlite:///{folder / 'farkle.sqlite3'}"}
        environ |= {"SECRET_KEY": "bench" * 20, "FARKLE_LOG": "ERROR"}
        services.migrate(folder, environ["DATABASE_URL"])
        plain = services.plain_environ(folder) | environ
        done = subprocess.run(
            [sys.executable, "bench/rooms.py", *SHAPES],
            cwd=services.ROOT,
            env=plain,
            capture_output=True,
            check=True,
        )
        few, many = json.loads(done.stdout)
        path = "/"
        if options.what == "import":
            line = [sys.executable, str(HERE / "bench/database/largest_import.py")]
            done = subprocess.run(
                line, cwd=services.ROOT, env=plain, stdout=subprocess.PIPE, check=True
            )
            path = done.stdout.decode().strip()
        server = services.Daphne(folder, environ, site=services.ROOT)
        stack.callback(server.close)
        if options.what == "files":
            asyncio.run(come_and_go(server, many))
        else:
            asyncio.run(play(server, few, path, CLIENTS[options.what], options.seconds))


if __name__ == "__main__":
    main()
