"""Background tasks: a failure is logged and hurts no other, and all end with their owner."""

import asyncio

import pytest

from games.realtime.background import BackgroundTasks, Job


async def test_a_failure_is_logged_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()

    async def fails() -> None:
        raise ConnectionError("no Redis")

    async def works() -> None:
        done.set()

    tasks = BackgroundTasks()
    tasks.spawn(fails())
    tasks.spawn(works())
    async with asyncio.timeout(60):
        await done.wait()
    await tasks.stop()
    assert "no Redis" in caplog.text


async def test_no_task_outlives_its_owner() -> None:
    ended: list[str] = []

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("waiting")

    async def never_begins() -> None:
        ended.append("begun")

    tasks = BackgroundTasks()
    tasks.spawn(waits())
    await asyncio.sleep(0)
    tasks.spawn(never_begins())
    await tasks.stop()
    assert ended == ["waiting"]
    assert len(asyncio.all_tasks()) == 1


async def test_a_job_is_done_again_even_after_it_failed_and_stops_in_the_middle(
    caplog: pytest.LogCaptureFixture,
) -> None:
    times, is_third, ended = [], asyncio.Event(), []

    async def work() -> None:
        times.append(len(times))
        if len(times) == 2:
            raise ConnectionError("no Redis")
        if len(times) == 3:
            is_third.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("third")

    tasks = BackgroundTasks()
    tasks.repeat(Job(0.0, work, "the work failed"))
    async with asyncio.timeout(60):
        await is_third.wait()
    await tasks.stop()
    assert times == [0, 1, 2]
    assert ended == ["third"]
    assert caplog.messages == ["the work failed"]
    assert "no Redis" in caplog.text
    assert len(asyncio.all_tasks()) == 1
