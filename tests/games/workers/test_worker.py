"""The worker processes: their jobs are done, whatever happens, and none stands behind solving."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from games.workers.worker import Lane, NoAnswer, Worker, Workers
from tests.support import services


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers()
    yield workers
    workers.close()


@pytest.fixture
def lane() -> Iterator[Lane]:
    lane = Lane(Worker(), 120.0)
    yield lane
    lane.worker.close()


def gone(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG) == (pid, 0)
    except ChildProcessError:
        return True


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(120):
        while not gone(pid):  # noqa: ASYNC110  # nobody tells when a process ends
            await asyncio.sleep(0.02)


def work_until(folder: Path) -> int:
    """Compute until told to end."""
    (folder / "begun").touch()
    while not (folder / "end").exists():
        pass
    return os.getpid()


async def test_a_job_that_raises_raises_for_its_caller(lane: Lane) -> None:
    with pytest.raises(ValueError, match="deep thought") as caught:
        await lane.ask(int, "deep thought")
    assert "Traceback" in str(caught.value.__cause__)
    assert await lane.ask(abs, -1) == 1


def append(file: Path, text: str) -> None:
    with file.open("a") as opened:
        opened.write(text)


def test_jobs_are_done_in_the_order_in_which_they_come(lane: Lane, tmp_path: Path) -> None:
    file = tmp_path / "jobs"
    # They come faster than the process starts, so all but the first have to wait.
    jobs = [lane.worker.submit(partial(append, file, letter), 120.0) for letter in "abcdefgh"]
    for job in jobs:
        job.result()
    assert file.read_text() == "abcdefgh"


async def test_a_worker_that_dies_is_replaced(lane: Lane) -> None:
    before = await lane.ask(os.getpid)
    os.kill(before, signal.SIGKILL)
    assert await lane.ask(abs, -1) == 1
    assert await lane.ask(os.getpid) != before


async def test_a_job_that_kills_each_worker_is_given_up(lane: Lane) -> None:
    with pytest.raises(NoAnswer):
        await lane.ask(os._exit, 1)
    assert await lane.ask(abs, -1) == 1


async def test_a_worker_that_hangs_is_killed(lane: Lane) -> None:
    pid = await lane.ask(os.getpid)
    lane.seconds = 0.05
    with pytest.raises(NoAnswer):
        await lane.ask(time.sleep, 600)
    await until_gone(pid)
    lane.seconds = 60.0
    assert await lane.ask(abs, -1) == 1


def test_nothing_waits_for_a_rule_set_that_is_being_solved(
    workers: Workers, tmp_path: Path
) -> None:
    with ThreadPoolExecutor() as threads:
        solution = threads.submit(workers.solutions.run, work_until, tmp_path)
        services.wait_until((tmp_path / "begun").exists, what="the job")
        background = workers.preparations.run(os.getpid)
        assert workers.pictures.run(os.getpid) == background
        assert workers.decisions.run(os.getpid) != background
        assert workers.analyses.run(os.getpid) != background
        assert not solution.done()
        (tmp_path / "end").touch()
        assert solution.result() != background


def test_the_time_of_a_job_begins_when_the_one_before_it_ends(tmp_path: Path) -> None:
    worker = Worker()
    first, second = Lane(worker, 120.0), Lane(worker, 2.0)
    try:
        with ThreadPoolExecutor() as threads:
            begun = threads.submit(first.run, work_until, tmp_path)
            services.wait_until((tmp_path / "begun").exists, what="the job")
            waiting = threads.submit(second.run, abs, -1)
            with pytest.raises(TimeoutError):
                waiting.result(3)
            (tmp_path / "end").touch()
            assert begun.result() > 0
            assert waiting.result() == 1
    finally:
        worker.close()


def test_what_may_wait_leaves_the_processor_to_others(workers: Workers) -> None:
    assert workers.solutions.run(os.getpriority, os.PRIO_PROCESS, 0) >= 5
    assert workers.decisions.run(os.getpriority, os.PRIO_PROCESS, 0) < 10 or os.nice(0) >= 5


async def test_stopping_leaves_no_process(lane: Lane) -> None:
    pid = await lane.ask(os.getpid)
    lane.worker.stop()
    await until_gone(pid)
    lane.worker.stop()


async def test_a_closed_worker_gives_up_its_jobs_and_takes_no_more(lane: Lane) -> None:
    pid = await lane.ask(os.getpid)
    waiting = asyncio.create_task(lane.ask(time.sleep, 600))
    await asyncio.sleep(0)
    lane.worker.close()
    with pytest.raises(NoAnswer):
        await waiting
    with pytest.raises(NoAnswer):
        await lane.ask(abs, -1)
    await until_gone(pid)


def test_the_worker_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import os, time\n"
        "from games.workers.worker import Workers\n"
        "if __name__ == '__main__':\n"
        "    print(Workers().decisions.run(os.getpid), flush=True)\n"
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
