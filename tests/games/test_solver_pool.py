"""The solver's worker process decides as this process would, whatever happens to it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from farkle import PRESETS, GameState
from farkle.ai.players import LEVELS, decide
from games.solver_pool import NoAnswer, SolverPool

FAMILY = PRESETS["family"]


@pytest.fixture(scope="module")
def pool() -> Iterator[SolverPool]:
    pool = SolverPool(patience=120)
    yield pool
    pool.stop()


def position(throw: str) -> GameState:
    state, _ = GameState.start(replace(FAMILY, first_player="seat"), 2, lambda n: (1,) * n)
    thrown = {"throw": [int(face) for face in throw], "rolls": 1, "ply": 9}
    changed = state.to_dict() | {"entered": [True, True], "scores": [4000, 4500]} | thrown
    return GameState.from_dict(state.rules, changed)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(120):
        while not gone(pid):  # noqa: ASYNC110  # nobody tells when a process ends
            await asyncio.sleep(0.02)


async def test_every_level_decides_as_in_this_process(pool: SolverPool) -> None:
    state = position("115234")
    await pool.prepare(state.rules)
    for level in LEVELS:
        assert await pool.decide(state, level) == decide(state, level)
    assert await pool.ask(os.getpid) != os.getpid()


async def test_jobs_may_be_given_together(pool: SolverPool) -> None:
    state = position("155234")
    decisions = await asyncio.gather(*(pool.decide(state, "ledger") for _ in range(20)))
    assert set(decisions) == {decide(state, "ledger")}


async def test_a_job_that_raises_raises_for_its_caller(pool: SolverPool) -> None:
    with pytest.raises(KeyError):
        await pool.decide(position("115234"), "deep thought")
    assert await pool.ask(abs, -1) == 1


async def test_a_worker_that_dies_is_replaced(pool: SolverPool) -> None:
    before = await pool.ask(os.getpid)
    os.kill(before, signal.SIGKILL)
    state = position("115234")
    assert await pool.decide(state, "abacus") == decide(state, "abacus")
    assert await pool.ask(os.getpid) != before


async def test_a_job_that_kills_each_worker_is_given_up(pool: SolverPool) -> None:
    with pytest.raises(NoAnswer):
        await pool.ask(os._exit, 1)
    assert await pool.ask(abs, -1) == 1


async def test_a_worker_that_hangs_is_killed_and_an_easy_level_decides() -> None:
    pool = SolverPool(patience=120)
    try:
        pid = await pool.ask(os.getpid)
        pool.patience = 0.05
        with pytest.raises(NoAnswer):
            await pool.ask(time.sleep, 600)
        assert not gone(pid)  # it may be slow only
        state = position("115234")
        assert await pool.decide(state, "abacus") == decide(state, "pip")
        pool.hangs = 0.0
        await pool.prepare(state.rules)
        await until_gone(pid)
        pool.patience = 60.0
        assert await pool.decide(state, "abacus") == decide(state, "abacus")
    finally:
        pool.stop()


async def test_stopping_leaves_no_process() -> None:
    pool = SolverPool(patience=120)
    pid = await pool.ask(os.getpid)
    pool.stop()
    await until_gone(pid)
    pool.stop()


async def test_a_closed_pool_gives_up_its_jobs_and_takes_no_more() -> None:
    pool = SolverPool(patience=120)
    pid = await pool.ask(os.getpid)
    waiting = asyncio.create_task(pool.ask(time.sleep, 600))
    await asyncio.sleep(0)
    pool.close()
    with pytest.raises(NoAnswer):
        await waiting
    with pytest.raises(NoAnswer):
        await pool.ask(abs, -1)
    await until_gone(pid)


def test_the_worker_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from games.solver_pool import SolverPool\n"
        "if __name__ == '__main__':\n"
        "    pool = SolverPool(patience=120)\n"
        "    print(asyncio.run(pool.ask(os.getpid)), flush=True)\n"
        "    time.sleep(600)\n"
    )
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline())
        server.kill()
        # The worker has the same standard output: it is read to its end once both have gone.
        assert server.communicate(timeout=120) == (b"", None)
