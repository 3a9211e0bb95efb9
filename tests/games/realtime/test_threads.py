"""The database threads of a process: commands that wait are performed together."""

import asyncio
import threading
from collections.abc import Sequence
from functools import partial

import pytest
from django.db import OperationalError

from games import broadcast
from games.broadcast import RoomUpdate
from games.protocol.commands import Answer, Command, Done, Start
from games.realtime.threads import Writer
from games.services import executor
from tests.support import services
from tests.support.processes import new_threads, read
from tests.support.rooms import Place, fresh_id

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


async def test_queued_commands_are_performed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    places = await read(lambda: [Place(2) for _ in range(8)])
    sizes: list[int] = []
    real = executor.perform_many

    def perform_many(commands: Sequence[Command], publish: executor.Publish) -> list[Answer]:
        sizes.append(len(commands))
        return real(commands, publish)

    monkeypatch.setattr(executor, "perform_many", perform_many)
    threads = new_threads()
    commands = [Command(place.code, place.people[0].pk, fresh_id(), Start(1)) for place in places]
    answers = await asyncio.gather(*map(threads.perform, commands))
    assert all(isinstance(answer, Done) for answer in answers)
    assert sum(sizes) == 8
    assert len(sizes) < 8


async def test_a_read_is_repeated_once_on_a_new_connection() -> None:
    calls: list[int] = []

    def fails(times: int) -> str:
        calls.append(1)
        if len(calls) <= times:
            raise OperationalError("the server was restarted")
        return "read"

    assert await read(fails, 1) == "read"
    calls.clear()
    with pytest.raises(OperationalError):
        await read(fails, 2)


async def test_the_loop_publishes_a_batch_before_it_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place, 2)
    seen: list[tuple[int, bool]] = []
    threads = new_threads()
    asked = asyncio.ensure_future(
        threads.perform(Command(place.code, place.people[0].pk, fresh_id(), Start(1)))
    )

    def publish_here(updates: Sequence[RoomUpdate], _since: float) -> None:
        seen.append((updates[0].room, asked.done()))

    monkeypatch.setattr(broadcast.current(), "publish_here", publish_here)
    assert isinstance(await asked, Done)
    assert seen == [(place.room.pk, False)]


async def test_a_write_returns_or_raises_what_its_function_does() -> None:
    threads = new_threads()
    assert await threads.write(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await threads.write(divmod, 7, 0)


def test_the_writer_ends_after_the_call_that_it_makes() -> None:
    writer, begun, goes_on, calls = Writer(), threading.Event(), threading.Event(), list[int]()

    def call(number: int) -> None:
        calls.append(number)
        begun.set()
        goes_on.wait(60)

    writer.call(partial(call, 1))
    writer.call(partial(call, 2))
    assert begun.wait(60)
    ending = threading.Thread(target=writer.end)
    ending.start()
    services.wait_until(lambda: writer.has_ended, what="the end")
    with pytest.raises(RuntimeError):
        writer.call(partial(call, 3))
    goes_on.set()
    ending.join(60)
    assert not ending.is_alive()
    assert calls == [1]


async def test_what_fails_in_a_batch_is_raised_for_each_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def perform_many(_commands: Sequence[Command], _publish: executor.Publish) -> list[Answer]:
        raise MemoryError

    monkeypatch.setattr(executor, "perform_many", perform_many)
    threads = new_threads()
    asked = [threads.perform(Command("K7M2PQ9R", None, fresh_id(), Start(1))) for _ in range(2)]
    raised = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(one) for one in raised] == [MemoryError, MemoryError]
