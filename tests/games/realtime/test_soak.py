"""Random play with random faults; everything that pages received is compared with what is stored.

`make soak` plays for half an hour, `make test` for thirty seconds (FARKLE_SOAK_SECONDS), half of it
on each database, or until each fault has come once. On SQLite there is one process, else three. One
has a bad network (`tests/support/servers/faulty_server.py`). Attacks are among the faults, each on
one process. How long the players wait for answers meanwhile is printed.

The players are known visitors, because the attackers share their address, and keep within the
limits.
"""

import asyncio
import contextlib
import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support import attackers, services, stored
from tests.support.client import Page, choose
from tests.support.sockets import in_thread, same_story, table

SECONDS = float(os.environ.get("FARKLE_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("FARKLE_SOAK_SEED", "1"))
ROOMS, SEATS, PROCESSES = 3, 3, 3
LONG = SECONDS >= 1800
THOUGHT_SECONDS = 0.6 if LONG else 0.3
"""In the long run, one command a second is allowed to a player, who has every third turn."""
ATTACK_SECONDS = 2
SLOWEST_SECONDS = 5
"""Under attack, 99 of 100 commands are answered within it, on however slow a machine."""
SPARED_SECONDS = 0.25
"""The same for those on another process than the attacked one, in a long run."""
SHAKEN_SECONDS = 120
"""Somebody's turn may be long in coming while everything is stopped and started."""
AGAIN = ("too_fast", "busy")
LATE = ("stale", "game_over", "not_your_turn", "no_game", "game_on", "not_playing")

Start = Callable[..., services.Daphne]
pytestmark = pytest.mark.timeout(SECONDS / 2 + 300)


class Site:
    """The processes, their database and their Redis, none of which can be relied upon."""

    def __init__(self, folder: Path, start: Start, rng: random.Random, *, small: bool) -> None:
        self.servers: list[services.Postgres | services.Redis] = []
        self.faults: list[Callable[[], None]] = []
        redis_url = None
        if small:
            self.database = f"sqlite:///{folder / 'farkle.sqlite3'}"
        else:
            postgres, redis = services.Postgres(), services.Redis()
            self.servers += [postgres, redis]
            self.faults += [redis.flush, *(partial(self.restart, one) for one in self.servers)]
            self.database, redis_url = postgres.create("farkle"), redis.url
        services.migrate(folder, self.database)
        self.processes = [
            start(
                database=self.database,
                redis=redis_url,
                SECRET_KEY="k" * 50,
                program=services.OUR_SERVER if number else services.FAULTY_SERVER,
            )
            for number in range(1 if small else PROCESSES)
        ]
        self.rng = rng
        self.codes: list[str] = []
        """Of the rooms in which the others play."""
        self.waits: dict[bool, list[float]] = {True: [], False: []}
        """Seconds until a command was answered, of those sent while an attack was on: to the
        attacked process, and to the others."""
        self.attacked: services.Daphne | None = None
        self.attacks = itertools.cycle(attackers.ATTACKS)
        self.faults += [self.kill, self.stop_in_order, *[self.attack] * 3]

    def kill(self) -> None:
        self.rng.choice(self.processes).restart()

    def stop_in_order(self) -> None:
        process = self.rng.choice(self.processes)
        process.terminate()
        process.start()

    def attack(self) -> None:
        """Attack one of the processes, each time in another way."""
        line = [sys.executable, "-m", "tests.support.attackers", next(self.attacks)]
        self.attacked, code = self.rng.choice(self.processes), self.rng.choice(self.codes)
        subprocess.run(
            [*line, str(self.attacked.port), code, str(ATTACK_SECONDS)],
            cwd=services.ROOT,
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=60,
        )
        self.attacked = None

    def restart(self, server: services.Postgres | services.Redis) -> None:
        server.stop()
        time.sleep(self.rng.uniform(0, 1))
        server.start()

    def remove(self) -> None:
        for server in self.servers:
            server.remove() if isinstance(server, services.Postgres) else server.stop()


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres+redis", marks=[pytest.mark.postgres, pytest.mark.redis]),
    ]
)
async def site(
    request: pytest.FixtureRequest, tmp_path: Path, daphne_server: Start
) -> AsyncIterator[Site]:
    small = request.param == "sqlite"
    made = await in_thread(lambda: Site(tmp_path, daphne_server, random.Random(SEED), small=small))
    yield made
    for process in made.processes:
        await in_thread(process.close)
    await in_thread(made.remove)


async def play_on(page: Page, site: Site, over: asyncio.Event, rng: random.Random) -> None:
    """Move whenever it is one's turn, begin the next game where one has ended, until it is over."""
    host = page.mine == [1]
    while not over.is_set():
        await page.until(
            lambda: over.is_set() or page.my_turn or (host and not playing(page)),
            patience=SHAKEN_SECONDS,
        )
        if over.is_set():
            return
        await asyncio.sleep(rng.uniform(0, THOUGHT_SECONDS))
        if playing(page) and not page.my_turn:
            continue  # somebody else's clock has said that it took too long
        before, attacked, asked = page.here.n, site.attacked, time.monotonic()
        if not playing(page):
            answer = await page.command("rematch" if page.here.game else "start", player=1)
        else:
            kind, keep = choose(page.here.may)
            game = page.here.game
            fields = {"game": game["number"], "ply": game["ply"], "keep": keep}
            answer = await page.command(kind, player=page.mine[0], **fields)
        if attacked is not None and site.attacked is attacked:
            site.waits[page.browser.url == attacked.url].append(time.monotonic() - asked)
        if rng.random() < 0.02:
            page.cut()
        if answer["type"] == "ok":
            await page.until(
                lambda seen=answer["n"]: over.is_set() or page.here.n >= seen,
                patience=SHAKEN_SECONDS,
            )
        elif answer["code"] in AGAIN:
            await asyncio.sleep(0.1)
        else:
            # An answer that came after a crash: what was asked has been done, or is out of date.
            assert answer["code"] in LATE, answer
            await page.until(
                lambda seen=before: over.is_set() or page.here.n > seen or not page.my_turn,
                patience=SHAKEN_SECONDS,
            )


def playing(page: Page) -> bool:
    return page.here.room["status"] == "playing"


async def disturb(site: Site, over: asyncio.Event) -> int:
    """One fault after the other, each kind once before any comes again; how many there were."""
    count, end = 0, time.monotonic() + SECONDS / 2
    while time.monotonic() < end or count < len(site.faults):
        if count % len(site.faults) == 0:
            site.rng.shuffle(site.faults)
        await asyncio.sleep(site.rng.uniform(2, 5))
        await in_thread(site.faults[count % len(site.faults)])
        count += 1
    await asyncio.sleep(1)
    over.set()
    return count


async def test_whatever_happens_everybody_has_the_same_story(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    over = asyncio.Event()
    async with contextlib.AsyncExitStack() as stack:
        rooms = [
            await stack.enter_async_context(table(*site.processes, seats=SEATS))
            for _ in range(ROOMS)
        ]
        pages = [page for room in rooms for page in room]
        site.codes = [room[0].code for room in rooms]
        await in_thread(stored.make_known, site.database)
        for page in pages:
            page.cut()  # who comes is known from then on
        players = [
            asyncio.create_task(play_on(page, site, over, random.Random(number)))
            for number, page in enumerate(pages)
        ]
        faults = asyncio.create_task(disturb(site, over))
        done, _ = await asyncio.wait([*players, faults], return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        for page in pages:  # wake those who wait for their turn
            async with page._news:
                page._news.notify_all()
        await asyncio.gather(*players)
        commands = await in_thread(stored.commands_of, site.database)
        assert len(commands) == len(set(commands))
        for room in rooms:
            await same_story(room, site.database)
            acknowledged = [f["id"] for page in room for f in page.got("ok") if f["n"]]
            assert acknowledged
            assert set(acknowledged) <= set(commands)
    assert faults.result() >= len(site.faults)
    for who, most in (
        (True, SLOWEST_SECONDS),
        (False, SPARED_SECONDS if LONG else SLOWEST_SECONDS),
    ):
        waits = sorted(site.waits[who])
        if not waits:
            continue  # there is one process, and no other
        median, slow = (waits[int(share * (len(waits) - 1))] for share in (0.5, 0.99))
        with capsys.disabled():
            sys.stdout.write(
                f"\n{'Attacked' if who else 'Beside an attack'}, {len(waits)} answers: "
                f"p50 {1000 * median:.0f} ms, p99 {1000 * slow:.0f} ms, "
                f"longest {1000 * waits[-1]:.0f} ms\n"
            )
        assert slow < most
    await in_thread(stored.check_history, site.processes[0])
