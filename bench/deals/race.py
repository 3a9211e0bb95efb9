"""Load test of a race: many seats at once on one process, each with a move every two seconds.

    python bench/deals/race.py             500 seats, half a minute
    python bench/deals/race.py 100 --seconds 10

Prints how long a mover waits for the answer, how old a total is when the board shows it, the
processor time, and the bytes that the boards take.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.load import cpu_seconds, one_server
from bench.wire import Socket, connect
from tests.support import services
from tests.support.client import choose

MOVE_SECONDS = 2.0
WARM_UP_SECONDS = 5.0
CONNECTS_AT_ONCE = 20

OPEN = """
import django, json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "farkle_site.settings"
django.setup()
from bench.rooms import _open
from games.models import Player, Room
from games.protocol.commands import ChangeRules, Command, SetRoom, Start
from games.services import executor
from games.services.races import enter

code, cookies = _open(int(sys.argv[1]))
host = Player.objects.get(room__code=code, seat=1).person_id
for number, body in enumerate([
    ChangeRules(1, {"rounds": 100, "entry_min": 0}),
    SetRoom(1, together=True, away_after=0),
    Start(1),
]):
    print(executor.perform(Command(code, host, f"race-of-{number:08}", body)), file=sys.stderr)
seats = Player.objects.filter(room__code=code).select_related("room__race").order_by("seat")
print(json.dumps([code, cookies, [enter(player).code for player in seats]]))
"""


@dataclass
class Tally:
    """What the clients count while `counting` is set."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    boards: list[int] = field(default_factory=list)
    """Bytes of each push of a board."""
    refused: Counter[str] = field(default_factory=Counter)
    known: dict[int, tuple[int, float]] = field(default_factory=dict)
    """By player: the newest total, and the time at which the player was sent it."""


class Runner:
    """The socket of a player of the race, in the room of their try."""

    def __init__(self, tally: Tally, player: int) -> None:
        self.tally = tally
        self.player = player
        self.may: dict[str, Any] | None = None
        self.ply = 0
        self.sent = 0.0
        self.waits = False
        """True while a move has not been answered."""
        self.socket: Socket | None = None

    def receive(self, socket: Socket, text: bytes, wire: int) -> None:
        tally = self.tally
        if text.startswith(b'{"type":"lanes"'):  # reading it would delay the measured answers
            if tally.counting:
                tally.boards.append(wire)
            return
        frame = json.loads(text)
        kind = frame["type"]
        if kind == "sync":
            self.may, self.ply = frame["may"], frame["game"]["ply"]
            if not socket.ready.done():
                socket.ready.set_result(None)
        elif kind == "event":
            self.may, self.ply = frame.get("may", self.may), frame.get("ply", self.ply)
            for name, *fields in frame["events"]:
                if name == "banked":  # seat, points, total
                    tally.known[self.player] = (fields[2], time.perf_counter())
        elif kind == "ok":
            self.waits = False
            if tally.counting:
                tally.latencies.append(time.perf_counter() - self.sent)
        elif kind == "no":
            self.waits = False
            tally.refused[frame["code"]] += 1

    def move(self) -> None:
        if self.may is None or self.socket is None or self.waits:
            return
        do, keep = choose(self.may)
        body = {"player": 1, "game": 1, "ply": self.ply, "keep": keep}
        self.sent, self.waits = time.perf_counter(), True
        self.socket.send(json.dumps({"type": do, "id": secrets.token_hex(8), **body}).encode())


class Watcher:
    """A socket of the room itself, which sees the board."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.seen: dict[int, int] = {}

    def receive(self, socket: Socket, text: bytes, _wire: int) -> None:
        if text.startswith(b'{"type":"sync"') and not socket.ready.done():
            socket.ready.set_result(None)
        if not text.startswith(b'{"type":"lanes"'):
            return
        now = time.perf_counter()
        for player, _name, _level, _colour, total, *_rest in json.loads(text)["rows"]:
            known = self.tally.known.get(player)
            is_new = known is not None and known[0] == total != self.seen.get(player)
            if self.tally.counting and known is not None and is_new:
                self.tally.ages.append(now - known[1])
            self.seen[player] = total


async def run(server: services.Daphne, opened: Any, seconds: float) -> None:
    code, cookies, lanes = opened
    tally, gate = Tally(), asyncio.Semaphore(CONNECTS_AT_ONCE)
    watcher = Watcher(tally)
    await connect(server.port, f"/ws/room/{code}/", cookies[0], watcher.receive)
    runners = [Runner(tally, player) for player in range(1, len(lanes) + 1)]

    async def open_one(runner: Runner, lane: str, cookie: str) -> None:
        async with gate:
            path = f"/ws/room/{lane}/"
            runner.socket = await connect(server.port, path, cookie, runner.receive)

    begun = time.perf_counter()
    await asyncio.gather(*map(open_one, runners, lanes, cookies))
    print(f"connected in {time.perf_counter() - begun:.1f} s", flush=True)

    async def play(runner: Runner) -> None:
        await asyncio.sleep(random.uniform(0, MOVE_SECONDS))
        while True:
            runner.move()
            await asyncio.sleep(MOVE_SECONDS)

    tasks = [asyncio.create_task(play(runner)) for runner in runners]
    await asyncio.sleep(WARM_UP_SECONDS)
    tally.counting, before = True, cpu_seconds([server])
    await asyncio.sleep(seconds)
    tally.counting, cpu = False, (cpu_seconds([server]) - before) / seconds
    for task in tasks:
        task.cancel()

    def rank(values: list[float], share: float) -> float:
        return sorted(values or [0.0])[int(share * (len(values or [0]) - 1))]

    print(f"moves a second: {len(tally.latencies) / seconds:,.0f}; refused: {dict(tally.refused)}")
    answers = ", ".join(f"{1000 * rank(tally.latencies, at):.1f}" for at in (0.5, 0.95, 0.99))
    print(f"answer, p50, p95, p99: {answers} ms")
    ages = ", ".join(f"{rank(tally.ages, at):.2f}" for at in (0.5, 0.99, 1))
    print(f"age of the board, p50, p99, most: {ages} s")
    mean = sum(tally.boards) / max(1, len(tally.boards))
    pushes = len(tally.boards) / seconds / len(runners)
    print(f"pushes of the board: {pushes:.2f} a second for each viewer, {mean:,.0f} bytes each")
    print(f"processor: {cpu:.2f} cores")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seats", nargs="?", type=int, default=500, help="default: 500")
    parser.add_argument("--seconds", type=float, default=30.0, help="default: 30")
    options = parser.parse_args()
    with one_server("-c", OPEN, str(options.seats)) as (server, opened):
        asyncio.run(run(server, opened, options.seconds))


if __name__ == "__main__":
    main()
