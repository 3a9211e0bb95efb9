"""Background tasks: a failure is logged and hurts no other, and all end with their owner."""

import asyncio

import pytest

from games.realtime.background import BackgroundTasks


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
