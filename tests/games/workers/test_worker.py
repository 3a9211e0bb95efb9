"""The worker processes: their jobs are done, whatever happens, and the urgent ones first."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.workers.worker import Lane, NoAnswer, TooLong, Worker, Workers, interruptible
from tests.support import services


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers()
    yield workers
    workers.close()


@pytest.fixture
def lane() -> Iterator[Lane]:
    lane = Lane(Worker(), 0, 120.0)
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


def work_long(folder: Path, name: str, seconds: float) -> float:
    """Compute until told to end; return how much processor time passed."""
    begun = time.process_time()
    with interruptible(seconds):
        (folder / name).touch()
        while not (folder / "end").exists():
            pass
    return time.process_time() - begun


def compute(seconds: float) -> None:
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        pass


async def test_a_job_that_raises_raises_for_its_caller(lane: Lane) -> None:
    with pytest.raises(ValueError, match="deep thought") as caught:
        await lane.ask(int, "deep thought")
    assert "Traceback" in caught.value.__notes__[0]
    assert await lane.ask(abs, -1) == 1


class Unreadable:
    """An argument that can be sent, and not received."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return int, ("deep thought",)


async def test_a_job_that_cannot_be_read_kills_no_worker(lane: Lane) -> None:
    before = await lane.ask(os.getpid)
    with pytest.raises(ValueError, match="deep thought"):
        await lane.ask(str, Unreadable())
    assert await lane.ask(os.getpid) == before


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


def until_begun(file: Path) -> None:
    services.wait_until(file.exists, what="the job")


def test_what_is_urgent_comes_in_the_middle_of_what_may_wait(
    workers: Workers, tmp_path: Path
) -> None:
    with ThreadPoolExecutor() as threads:
        solution = threads.submit(workers.solutions.run, work_long, tmp_path, "solution", 600.0)
        until_begun(tmp_path / "solution")
        analysis = threads.submit(workers.analyses.run, work_long, tmp_path, "analysis", 600.0)
        until_begun(tmp_path / "analysis")
        assert workers.pictures.run(os.getpid) == workers.preparations.run(os.getpid)
        assert not solution.done()
        assert not analysis.done()
        (tmp_path / "end").touch()
        assert solution.result() > analysis.result()


def test_processor_time_of_what_comes_in_between_is_not_the_jobs(
    workers: Workers, tmp_path: Path
) -> None:
    with ThreadPoolExecutor() as threads:
        solution = threads.submit(workers.solutions.run, work_long, tmp_path, "solution", 1.5)
        until_begun(tmp_path / "solution")
        workers.preparations.run(compute, 2.0)
        (tmp_path / "end").touch()
        assert solution.result() > 2.0
    (tmp_path / "end").unlink()
    with pytest.raises(TooLong):
        workers.solutions.run(work_long, tmp_path, "solution", 0.3)


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
