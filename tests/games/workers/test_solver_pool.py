"""The worker process: its jobs are run, whatever happens to it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.workers.solver_pool import NoAnswer, SolverPool


@pytest.fixture(scope="module")
def pool() -> Iterator[SolverPool]:
    pool = SolverPool(patience=120)
    yield pool
    pool.stop()


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


async def test_a_job_that_raises_raises_for_its_caller(pool: SolverPool) -> None:
    with pytest.raises(ValueError, match="deep thought"):
        await pool.ask(int, "deep thought")
    assert await pool.ask(abs, -1) == 1


async def test_a_worker_that_dies_is_replaced(pool: SolverPool) -> None:
    before = await pool.ask(os.getpid)
    os.kill(before, signal.SIGKILL)
    assert await pool.ask(abs, -1) == 1
    assert await pool.ask(os.getpid) != before


async def test_a_job_that_kills_each_worker_is_given_up(pool: SolverPool) -> None:
    with pytest.raises(NoAnswer):
        await pool.ask(os._exit, 1)
    assert await pool.ask(abs, -1) == 1


async def test_a_worker_that_hangs_is_killed() -> None:
    pool = SolverPool(patience=120)
    try:
        pid = await pool.ask(os.getpid)
        pool.patience = 0.05
        with pytest.raises(NoAnswer):
            await pool.ask(time.sleep, 600)
        assert not gone(pid)  # it may be slow only
        pool.hangs = 0.0
        with pytest.raises(NoAnswer):
            await pool.ask(abs, -1)
        await until_gone(pid)
        pool.patience = 60.0
        assert await pool.ask(abs, -1) == 1
    finally:
        pool.stop()


async def test_a_nice_worker_leaves_the_processor_to_others() -> None:
    pool = SolverPool(patience=120, nice=5)
    try:
        assert await pool.ask(os.getpriority, os.PRIO_PROCESS, 0) >= 5
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
        "from games.workers.solver_pool import SolverPool\n"
        "if __name__ == '__main__':\n"
        "    pool = SolverPool(patience=120)\n"
        "    print(asyncio.run(pool.ask(os.getpid)), flush=True)\n"
        "    time.sleep(600)\n"
    )
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline())
        server.kill()
        # The worker has the same standard output: it is read to its end once both have gone.
        assert server.communicate(timeout=120) == (b"", None)
