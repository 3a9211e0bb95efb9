"""The scheduler: what is due is performed once, by whichever process comes first."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games import clock
from games.broadcast import RoomUpdate
from games.models import Room
from games.protocol.commands import Command, Done, Expire
from games.realtime import scheduler
from games.realtime.scheduler import DueWork
from games.services import executor
from tests.games.conftest import Clock
from tests.support.processes import new_scheduler, read
from tests.support.rooms import Place, forget_tables, playing


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_what_is_due_is_performed_once_by_the_first_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place)
    one, other = new_scheduler(), new_scheduler()
    await one.tick()
    assert (await read(place.fresh)).status == "lobby"
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    await asyncio.gather(one.tick(), other.tick())
    room = await read(place.fresh)
    assert (room.status, room.head) == ("closed", 3)
    assert await read(scheduler.due_work, later) == DueWork([], [])
    await one.tick()
    assert (await read(place.fresh)).head == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_the_scheduler_sleeps_until_something_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    place = await read(Place)
    room = await read(place.fresh)
    one = new_scheduler()
    start = room.due_at - timedelta(seconds=10)
    monkeypatch.setattr(clock, "now", lambda: start)
    await one.tick()
    assert one._next == room.due_at
    monkeypatch.setattr(clock, "now", lambda: start - timedelta(days=1))
    await one.tick()
    assert one._next == clock.now() + scheduler.LONGEST_SLEEP


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("step", ["due_work", "earliest_due"])
async def test_a_deadline_that_is_committed_during_a_tick_wakes_it(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is committed just after the database was read for this step."""
    place = await read(playing)
    one, real, is_committed = new_scheduler(), getattr(scheduler, step), threading.Event()

    def read_then_commit(*args: Any) -> Any:
        found = real(*args)
        if not is_committed.is_set():
            is_committed.set()
            due = clock.now()
            deadlines = {"turn": clock.milliseconds()}
            Room.objects.filter(pk=place.room.pk).update(deadlines=deadlines, due_at=due)
            forget_tables()
            one.on_update(RoomUpdate(place.room.pk, [], due))
        return found

    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(hours=1))
    monkeypatch.setattr(scheduler, step, read_then_commit)
    head = (await read(place.fresh)).head
    running = asyncio.create_task(one.run())
    async with asyncio.timeout(60):
        while (await read(place.fresh)).head == head:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)
    running.cancel()
    assert "skipped" in await read(place.last)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_it_ends_even_if_it_is_woken_at_that_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    has_ticked = threading.Event()
    monkeypatch.setattr(scheduler, "earliest_due", lambda skip: has_ticked.set())
    one = new_scheduler()
    running = asyncio.create_task(one.run())
    await asyncio.to_thread(has_ticked.wait, 60)
    await read(has_ticked.is_set)  # by the same thread, so it sleeps by now
    one.on_update(RoomUpdate(1, [], clock.now()))
    running.cancel()
    await asyncio.wait([running], timeout=5)
    assert running.cancelled()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_refused_deadline_does_not_make_the_scheduler_spin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place)
    room = await read(place.fresh)

    def not_yet(now: object, skip: object) -> DueWork:
        return DueWork([Command(place.code, None, "too-early-1", Expire("idle"))], [])

    monkeypatch.setattr(scheduler, "due_work", not_yet)
    monkeypatch.setattr(scheduler, "earliest_due", lambda skip: room.due_at - timedelta(days=2))
    one = new_scheduler()
    before = clock.now()
    await one.tick()
    assert one._next >= before + timedelta(seconds=1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_nothing_is_done_before_the_deadlines_have_moved(
    moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away when a process starts nine days later."""
    place = await read(Place)
    moved(9 * 86400)
    look_back, tries = scheduler.jump_at_start, iter([OperationalError("away")])

    def at_first_not() -> scheduler.Jump | None:
        for error in tries:
            raise error
        return look_back()

    monkeypatch.setattr(scheduler, "jump_at_start", at_first_not)
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", timedelta(0))
    running = asyncio.create_task(new_scheduler().run())
    async with asyncio.timeout(60):
        while (await read(place.fresh)).due_at < clock.now():  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)
    running.cancel()
    assert (await read(place.fresh)).status == "lobby"


@pytest.mark.django_db
def test_a_process_that_starts_nine_days_later_closes_nothing(moved: Clock) -> None:
    place = Place()
    assert scheduler.jump_at_start() is None
    moved(9 * 86400)
    commands = scheduler.commands_after(scheduler.jump_at_start())
    assert [command.room for command in commands] == [place.code]
    executor.perform_many(commands)
    assert scheduler.due_work(clock.now()) == DueWork([], [])
    assert scheduler.commands_after(scheduler.jump_at_start()) == []
    moved(-9 * 86400)
    assert scheduler.commands_after(scheduler.jump_at_start())  # closes in ten days: moved back


@pytest.mark.django_db
@pytest.mark.parametrize("seconds", [-3600, 3600])
def test_every_room_with_a_game_follows_the_clock_once(moved: Clock, seconds: int) -> None:
    place = Place()
    place.start()
    before = clock.now()
    after = moved(seconds)
    jump = scheduler.Jump(before, after)
    commands = scheduler.commands_after(jump)
    assert [command.room for command in commands] == [place.code]
    was = place.fresh().deadlines["notice"]
    executor.perform_many(commands)
    notice = place.fresh().deadlines["notice"]
    then = was if seconds > 0 else was + seconds * 1000
    assert abs(notice - then) <= 1, "no sign of life"
    moved(5)
    assert scheduler.commands_after(jump) == []


@pytest.mark.django_db
def test_rooms_with_a_deciding_computer_do_not_crowd_out_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = [Place() for _ in range(3)]
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(scheduler, "_MOST_ROOMS", 2)
    assert len(scheduler.due_work(later).commands) == 2
    thinking = {place.room.pk for place in places[:2]}
    assert [one.room for one in scheduler.due_work(later, thinking).commands] == [places[2].code]


@pytest.mark.django_db
def test_a_deadline_performed_twice_has_one_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place()
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    commands = scheduler.due_work(later).commands
    assert [command.id for command in commands] == ["idle:2"]
    first = place.ask(None, commands[0].body, commands[0].id)
    assert place.ask(None, commands[0].body, commands[0].id) == first == Done(3)
