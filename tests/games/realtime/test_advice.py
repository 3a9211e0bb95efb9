"""Hints and chances to win: nothing waits for them, and a room has one task for each."""

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any

import pytest

from games.protocol.commands import Body, SetRoom, ShowOdds, Start
from games.realtime import advice
from games.realtime.advice import AdviceSender
from games.realtime.room import OpenRoom, RoomAdvice
from games.state.room_state import OutboundEvent
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    ask,
    at_rest,
    hubs,
    join,
    make_place,
    new_threads,
    paint,
    read,
    solver,
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads", "_solver")
@pytest.mark.parametrize(
    ("kind", "wish"), [("hint", SetRoom(1, hints=True)), ("odds", ShowOdds(1, odds=True))]
)
async def test_nothing_waits_for_advice(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch, kind: str, wish: Body
) -> None:
    monkeypatch.setattr(solver, "patience", 0.0)
    place = await make_place()
    await ask(place, 1, wish)
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        room = await join(hub, place, client)
        for _ in range(4):
            await ask(place, *await read(place.next_move))
        await client.until_event(await paint(place, 1))
        await at_rest(room.hints)
        await at_rest(room.odds)
        assert not client.of(kind)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads", "_solver")
async def test_a_hint_that_fails_says_so(bus: LocalBus, monkeypatch: pytest.MonkeyPatch) -> None:
    # The worker process has no Django, so it could not import a function of this module.
    monkeypatch.setattr(advice, "hint", len)
    place = await make_place()
    await ask(place, 1, SetRoom(1, hints=True))
    await ask(place, 1, Start(1))
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        room = await join(hub, place, client)
        for _ in range(4):
            await ask(place, *await read(place.next_move))
        await client.until_event(await paint(place, 1))
        await at_rest(room.hints)
        frame = client.of("hint")[-1]
        assert (frame["why"], frame["choices"]) == (["unknown", {}], [])


class Sender(AdviceSender):
    """Works nothing out, and may fail."""

    fails = False

    def advice(self, room: OpenRoom) -> RoomAdvice:
        return room.hints

    async def work_out(self, room: OpenRoom) -> None:
        if self.fails:
            raise ConnectionError


def event(*, settings_changed: bool = False) -> OutboundEvent:
    return OutboundEvent(2, "{}", seats_changed=False, settings_changed=settings_changed)


@pytest.mark.parametrize(
    ("enabled", "events", "starts"),
    [
        (None, [event()], 1),
        (True, [event()], 1),
        (False, [event()], 0),
        (False, [event(), event(settings_changed=True)], 1),
    ],
)
async def test_a_task_starts_with_an_event_where_advice_may_be_wanted(
    enabled: bool | None, events: Collection[OutboundEvent], starts: int
) -> None:
    tasks: list[Coroutine[Any, Any, None]] = []
    room, sender = OpenRoom(1, "K7M2PQ9R"), Sender(new_threads(), solver, tasks.append)
    room.hints.enabled = enabled
    sender.on_events(room, events)
    sender.on_events(room, events)
    assert len(tasks) == starts, "one at a time"
    await asyncio.gather(*tasks)
    sender.on_events(room, events)
    assert len(tasks) == 2 * starts
    await asyncio.gather(*tasks[starts:])


async def test_a_task_that_fails_leaves_the_way_free() -> None:
    tasks: list[Coroutine[Any, Any, None]] = []
    room, sender = OpenRoom(1, "K7M2PQ9R"), Sender(new_threads(), solver, tasks.append)
    sender.fails = True
    sender.start(room)
    with pytest.raises(ConnectionError):
        await tasks[0]
    assert not room.hints.busy
