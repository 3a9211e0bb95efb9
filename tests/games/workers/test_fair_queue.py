"""The fair queue: people are served in turn, and so are each one's rooms."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from games.workers.fair_queue import FairQueue, Owner, QueueFull


def line(
    queue: FairQueue,
) -> tuple[list[tuple[Owner, str]], Callable[..., Coroutine[Any, Any, None]]]:
    """Return a list of the jobs that were served, and a function that runs one."""
    served: list[tuple[Owner, str]] = []

    async def job(owner: Owner, name: str = "", *, first: bool = False) -> None:
        async with queue.turn(owner, first=first):
            served.append((owner, name))
            await asyncio.sleep(0)

    return served, job


async def test_people_are_served_in_turn_and_so_are_their_rooms() -> None:
    served, job = line(FairQueue())
    many = [Owner(1, room) for room in (1, 1, 1, 2, 3)]
    few = [Owner(2, 9), Owner(3, 8)]
    async with asyncio.TaskGroup() as group:
        for owner in [Owner(0, 0), *many, *few]:
            group.create_task(job(owner))
    assert [owner for owner, _ in served] == [
        Owner(0, 0),  # nobody was before it
        *(Owner(1, 1), Owner(2, 9), Owner(3, 8)),
        *(Owner(1, 2), Owner(1, 3), Owner(1, 1), Owner(1, 1)),
    ]


async def test_jobs_of_one_room_keep_their_order_and_first_ones_go_before_all() -> None:
    queue = FairQueue()
    served, job = line(queue)
    async with asyncio.TaskGroup() as group:
        for name in "abc":
            group.create_task(job(Owner(1, 1), name))
        group.create_task(job(Owner(), "d", first=True))
        await asyncio.sleep(0)
        assert len(queue) == 3
    assert [name for _, name in served] == ["a", "d", "b", "c"]
    assert len(queue) == 0


async def test_whoever_gives_up_leaves_the_line() -> None:
    queue = FairQueue()
    served, job = line(queue)
    async with queue.turn(Owner(1, 1)):
        waiting = [asyncio.create_task(job(Owner(2, room), str(room))) for room in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        with pytest.raises(TimeoutError):
            async with queue.turn(Owner(3, 3), until=time.monotonic()):
                raise AssertionError("not yet its turn")
        await asyncio.sleep(0)
        assert len(queue) == 2
    waiting[1].cancel()  # just as its turn has come
    await asyncio.wait(waiting)
    assert [name for _, name in served] == ["2"]
    async with queue.turn(Owner(1, 1), until=time.monotonic() + 60):
        assert len(queue) == 0


async def test_a_job_that_fails_lets_the_next_one_through() -> None:
    queue = FairQueue()
    served, job = line(queue)
    with pytest.raises(LookupError):
        async with queue.turn(Owner(1, 1)):
            raise LookupError
    await job(Owner(1, 1), "next")
    assert [name for _, name in served] == ["next"]


async def test_several_jobs_run_at_once() -> None:
    queue = FairQueue(at_once=2)
    served, job = line(queue)
    async with queue.turn(Owner(1)):
        await job(Owner(2))
        async with queue.turn(Owner(3)):
            waiting = asyncio.create_task(job(Owner(4)))
            await asyncio.sleep(0)
            assert [owner for owner, _ in served] == [Owner(2)]
        await waiting
    assert [owner for owner, _ in served] == [Owner(2), Owner(4)]


async def test_the_owner_with_the_most_is_refused_when_too_many_wait() -> None:
    queue = FairQueue(most=2)
    served, job = line(queue)
    async with queue.turn(Owner(1)):
        many = [asyncio.create_task(job(Owner(2), name)) for name in "ab"]
        few = asyncio.create_task(job(Owner(3)))
        await asyncio.sleep(0)
        assert len(queue) == 2
    with pytest.raises(QueueFull):
        await many[1]
    await asyncio.gather(many[0], few)
    assert [owner for owner, _ in served] == [Owner(2), Owner(3)]


async def test_giving_up_in_the_moment_of_ones_turn_passes_it_on() -> None:
    queue = FairQueue()
    served, job = line(queue)
    async with queue.turn(Owner(1)):
        waiting = [asyncio.create_task(job(Owner(2), name)) for name in "ab"]
        await asyncio.sleep(0)
        waiting[0].cancel()  # it has not heard of it when the turn ends
    await waiting[1]
    assert served == [(Owner(2), "b")]
    await job(Owner(3))
