"""The database threads of a process: commands that wait are performed together."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from django.db import OperationalError

from games import broadcast
from games.broadcast import RoomUpdate
from games.protocol.commands import Answer, Command, Done, Start
from games.realtime.threads import DatabaseThreads
from games.services import executor
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

    monkeypatch.setattr(broadcast.current, "publish_here", publish_here)
    assert isinstance(await asked, Done)
    assert seen == [(place.room.pk, False)]


async def test_a_write_returns_or_raises_what_its_function_does() -> None:
    threads = new_threads()
    assert await threads.write(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await threads.write(divmod, 7, 0)


async def test_nothing_is_written_after_the_end() -> None:
    threads, begun, goes_on = DatabaseThreads(), threading.Event(), threading.Event()

    def write() -> bool:
        begun.set()
        return goes_on.wait(60)

    async def write_until_refused() -> None:
        while True:
            write = asyncio.ensure_future(threads.write(abs, -1))
            await asyncio.sleep(0.01)
            if write.done():
                await write
            waiting.append(write)

    writing, waiting = asyncio.ensure_future(threads.write(write)), list[asyncio.Future[int]]()
    await asyncio.to_thread(begun.wait, 60)
    ending = asyncio.ensure_future(asyncio.to_thread(threads.finish))
    with pytest.raises(RuntimeError):
        await asyncio.wait_for(write_until_refused(), 60)
    goes_on.set()
    await ending
    assert await writing
    assert set(await asyncio.gather(*waiting)) <= {1}
    threads.close()


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


class FailingAsker:
    """A sender of a command that fails at the given step of its answer."""

    def __init__(self, step: str) -> None:
        self._step = step
        self.has_failed = asyncio.Event()

    def hold(self) -> None:
        self._fail_at("hold")

    def answer(self, _answer: Answer | BaseException) -> None:
        self._fail_at("answer")

    def _fail_at(self, step: str) -> None:
        if step == self._step:
            self.has_failed.set()
            raise ZeroDivisionError


async def is_performing_still(threads: DatabaseThreads) -> bool:
    """Return whether a new command is performed."""
    place = await read(Place, 2)
    start = Command(place.code, place.people[0].pk, fresh_id(), Start(1))
    return isinstance(await asyncio.wait_for(threads.perform(start), 20), Done)


@pytest.mark.parametrize("step", ["hold", "answer"])
async def test_a_sender_that_fails_keeps_nobody_else_from_an_answer(step: str) -> None:
    place, threads, failing = await read(Place, 2), new_threads(), FailingAsker(step)
    threads.submit(Command(place.code, None, fresh_id(), Start(1)), failing)
    assert await is_performing_still(threads)
    assert failing.has_failed.is_set()


async def test_moves_go_on_after_a_listener_has_failed() -> None:
    def fails(update: RoomUpdate) -> None:
        failed.append(update)
        raise ZeroDivisionError

    failed, threads = list[RoomUpdate](), new_threads()
    broadcaster = broadcast.Broadcaster(asyncio.get_running_loop())
    broadcaster.listen(fails)
    broadcast.current = broadcaster
    assert await is_performing_still(threads)
    assert await is_performing_still(threads)
    assert failed


async def test_moves_go_on_after_nothing_could_be_published(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_updates: Sequence[RoomUpdate], _since: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(broadcast.current, "publish_here", fails)
    threads = new_threads()
    assert await is_performing_still(threads)
    assert await is_performing_still(threads)
