"""Work out what 100,000 and 1,000,000 seats would take, from what was measured on one process.

    python bench/scaling.py

First one process is simulated: commands come at random and wait for the batch before them, and a
batch takes a fixed time and a time for each command, as measured. That says how many moves a second
it carries until the slowest of a hundred pushes takes 50 ms. Then the parts of a large site are
counted. The numbers at the top are measurements (docs/develop/benchmarks.md) or, where they say so,
assumptions. docs/run/settings.md lists the steps to such a site.
"""

import random
from math import ceil
from typing import NamedTuple

# Measured with one process on SQLite, Debian's Python 3.11, two shared cores of an AMD EPYC.
MOVE_ALONE = 1780e-6
"""Seconds of processor time for a move alone (50x4@200)."""
MOVE_IN_BATCH = 475e-6
"""Seconds for one of twenty-five together (50x4)."""
BATCH = 25
MOST_IN_BATCH = 200
SILENT_SOCKET = 0.035 / 4000
"""Share of a core for the pings of a socket."""
CONNECT = 2.0e-3
SOCKET_KIB = 26
PROCESS_MIB = 150
PUSH_BYTES = 140
"""A push to one seat, on average; four of them and an answer follow from a move."""
GAME_KB, ARCHIVED_KB, GAME_MOVES = 61, 10, 198
"""A game of four on disk, with indexes; the same once it is archived; and its moves."""

# Assumed.
OVERHEAD_BYTES = 100
"""What TCP, TLS and the frame add to a push, with the acknowledgement."""
SEATS_A_ROOM = 4
SECONDS_A_MOVE = 2.0
"""In each room: everybody plays, and fast. Most evenings are slower by a factor of three."""
CHURN = 0.03 / 60
"""Share of the sockets that go and come back in a second."""
COMMITS = 5000
"""What one PostgreSQL commits in a second, durably, on local solid-state disks."""
REDIS = 80_000
"""Messages that one Redis takes and hands on in a second."""
PUSH_LIMIT = 0.050
PLANNED_CORES = 0.7
"""What a process should take of its core, so that others can take over from one that is lost."""
CORE_MONTH, GIGABYTE_OUT, GIGABYTE_MONTH = 30.0, 0.02, 0.12
"""US dollars for a virtual core, for traffic, and for disk with its copies, as clouds charge."""
HOURS_A_DAY = 6
"""So many hours of each day are as busy as this; the rest is quiet."""

PER_MOVE = (BATCH * MOVE_IN_BATCH - MOVE_ALONE) / (BATCH - 1)
PER_BATCH = MOVE_ALONE - PER_MOVE


class Load(NamedTuple):
    """One process at a rate: the share of a core it takes, batches a second, and latencies in s."""

    cores: float
    batches: float
    p50: float
    p99: float


def simulate(rate: float, seconds: float = 60.0, seed: int = 1) -> Load:
    """Return how one process does that gets `rate` moves a second."""
    rng = random.Random(seed)
    seats = rate * SECONDS_A_MOVE * SEATS_A_ROOM
    background = seats * (SILENT_SOCKET + CHURN * CONNECT)
    arrivals, at = [], 0.0
    while at < seconds:
        at += rng.expovariate(rate)
        arrivals.append(at)
    now = busy = 0.0
    first = batches = 0
    waited = []
    while first < len(arrivals):
        now = max(now, arrivals[first])
        last = first
        while last < len(arrivals) and arrivals[last] <= now and last - first < MOST_IN_BATCH:
            last += 1
        work = (PER_BATCH + (last - first) * PER_MOVE) * rng.uniform(0.7, 1.3)
        now += work / max(0.05, 1 - background)
        busy += work
        waited += [now - one for one in arrivals[first:last]]
        first, batches = last, batches + 1
    waited.sort()
    took = max(now, seconds)
    return Load(
        busy / took + background,
        batches / took,
        waited[len(waited) // 2],
        waited[int(0.99 * len(waited))],
    )


def carried() -> int:
    """Return the highest rate, in steps of 50, at which 99 of 100 pushes are in time."""
    rate = 50
    while simulate(rate + 50).p99 <= PUSH_LIMIT:
        rate += 50
    return rate


def planned_for() -> int:
    """Return the highest rate, in steps of 50, that leaves a process some air."""
    rate = 50
    while simulate(rate + 50).cores <= PLANNED_CORES:
        rate += 50
    return rate


def main() -> None:
    print(f"a batch takes {1e6 * PER_BATCH:.0f} µs and {1e6 * PER_MOVE:.0f} µs for each move")
    print("one process: moves/s, seats, share of a core, batches/s, p50 ms, p99 ms")
    most, planned = carried(), planned_for()
    for rate in (25, 200, planned, 600, 1150, most, most + 100):
        one = simulate(rate)
        seats = rate * SECONDS_A_MOVE * SEATS_A_ROOM
        print(
            f"{rate:>7,} {seats:>8,.0f} {one.cores:6.2f} {one.batches:6.0f}"
            f" {1000 * one.p50:7.1f} {1000 * one.p99:7.1f}"
        )
    print(f"\nplanned with {planned:,} moves/s a process")
    print(f"{'seats':<34} {100_000:>12,} {1_000_000:>12,}")
    rows = [need(seats, planned) for seats in (100_000, 1_000_000)]
    for name in rows[0]:
        print(f"{name:<34} {rows[0][name]:>12,.0f} {rows[1][name]:>12,.0f}")


def need(seats: int, planned: int) -> dict[str, float]:
    """Return what so many seats take."""
    rate = seats / SEATS_A_ROOM / SECONDS_A_MOVE
    processes = ceil(rate / planned)
    commits = processes * simulate(rate / processes).batches
    out = rate * (SEATS_A_ROOM + 1) * (PUSH_BYTES + OVERHEAD_BYTES)
    month = 3600 * HOURS_A_DAY * 30
    disk = rate * month / GAME_MOVES * GAME_KB / 1e6
    databases = ceil(commits / COMMITS)
    shards = ceil(rate / REDIS)
    cores = 1.5 * processes + 16 * databases + 2 * shards
    traffic = out * month / 1e9
    return {
        "moves a second": rate,
        "web processes": processes,
        "their memory, GB": (seats * SOCKET_KIB / 1024 + processes * PROCESS_MIB) / 1024,
        "commits a second": commits,
        "PostgreSQL servers of 16 cores": databases,
        "Redis messages a second": rate,
        "Redis shards": shards,
        "out, Mbit/s": 8 * out / 1e6,
        "disk, GB a month": disk,
        "of which archives keep, GB": disk * ARCHIVED_KB / GAME_KB,
        "cores": cores,
        "dollars a month: cores": cores * CORE_MONTH,
        "dollars a month: traffic": traffic * GIGABYTE_OUT,
        "dollars a month: a month's games": disk * GIGABYTE_MONTH,
        "after a restart, s until all are back": seats * CONNECT / processes,
    }


if __name__ == "__main__":
    main()
