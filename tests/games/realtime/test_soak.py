"""Random play with random faults, and everything that was told is compared with what is stored.

`make soak` plays for half an hour, `make test` for thirty seconds (FARKLE_SOAK_SECONDS).
One of the processes has a bad network and a clock that jumps (`tests.support.faulty_server`).
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.support import services, stored
from tests.support.client import Page, choose
from tests.support.sockets import in_thread, same_story, table

SECONDS = float(os.environ.get("FARKLE_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("FARKLE_SOAK_SEED", "1"))
ROOMS, SEATS, PROCESSES = 3, 3, 3
THOUGHT_SECONDS = 0.3
SHAKEN_SECONDS = 120
"""Somebody's turn may be long in coming while everything is stopped and started."""
AGAIN = ("too_fast", "busy")
LATE = ("stale", "game_over", "not_your_turn", "no_game", "game_on", "not_playing")

Start = Callable[..., services.Daphne]
pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(SECONDS + 300)]


class Site:
    """Three processes, their database and their Redis, none of which can be relied upon."""

    def __init__(self, folder: Path, start: Start, rng: random.Random) -> None:
        self.postgres, self.redis = services.Postgres(), services.Redis()
        self.database = self.postgres.create("farkle")
        services.migrate(folder, self.database)
        self.processes = [
            start(
                database=self.database,
                redis=self.redis.url,
                SECRET_KEY="k" * 50,
                program=services.OUR_SERVER if number else services.FAULTY_SERVER,
            )
            for number in range(PROCESSES)
        ]
        self.rng = rng
        self.jumps = itertools.cycle((signal.SIGUSR1, signal.SIGUSR2))
        self.faults: list[Callable[[], None]] = [
            self.kill,
            self.stop_in_order,
            self.redis.flush,
            self.restart_redis,
            self.restart_postgres,
            self.jump,
        ]

    def kill(self) -> None:
        self.rng.choice(self.processes).restart()

    def stop_in_order(self) -> None:
        process = self.rng.choice(self.processes)
        process.terminate()
        process.start()

    def jump(self) -> None:
        """Forward and back by turns: far enough ahead, rooms close because nothing happens."""
        os.kill(self.processes[0].pid, next(self.jumps))

    def restart_redis(self) -> None:
        self.redis.stop()
        time.sleep(self.rng.uniform(0, 1))
        self.redis.start()

    def restart_postgres(self) -> None:
        self.postgres.stop()
        time.sleep(self.rng.uniform(0, 1))
        self.postgres.start()

    def remove(self) -> None:
        self.redis.stop()
        self.postgres.remove()


@pytest.fixture
async def site(tmp_path: Path, daphne_server: Start) -> AsyncIterator[Site]:
    made = await in_thread(Site, tmp_path, daphne_server, random.Random(SEED))
    yield made
    for process in made.processes:
        await in_thread(process.close)
    await in_thread(made.remove)


async def play_on(page: Page, over: asyncio.Event, rng: random.Random) -> None:
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
        before = page.here.n
        if not playing(page):
            answer = await page.command("rematch" if page.here.game else "start", player=1)
        else:
            kind, keep = choose(page.here.may)
            game = page.here.game
            fields = {"game": game["number"], "ply": game["ply"], "keep": keep}
            answer = await page.command(kind, player=page.mine[0], **fields)
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
    count, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end or count < len(site.faults):
        if count % len(site.faults) == 0:
            site.rng.shuffle(site.faults)
        await asyncio.sleep(site.rng.uniform(2, 5))
        await in_thread(site.faults[count % len(site.faults)])
        count += 1
    await asyncio.sleep(1)
    over.set()
    return count


async def test_whatever_happens_everybody_has_the_same_story(site: Site) -> None:
    over = asyncio.Event()
    async with contextlib.AsyncExitStack() as stack:
        rooms = [
            await stack.enter_async_context(table(*site.processes, seats=SEATS))
            for _ in range(ROOMS)
        ]
        pages = [page for room in rooms for page in room]
        players = [
            asyncio.create_task(play_on(page, over, random.Random(number)))
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
    await in_thread(stored.check_history, site.processes[0])
