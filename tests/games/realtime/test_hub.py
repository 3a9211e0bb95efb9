"""The hub: every socket gets every event once and in order, whatever the bus does."""

import asyncio
import contextlib
import json
from typing import Any

import pytest
from django.db import connection

from games import broadcast
from games.protocol import frames
from games.protocol.commands import Colour
from games.realtime.hub import Hub
from games.services.tables import table_cache
from games.state import room_state
from tests.support import services
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    hubs,
    join,
    make_place,
    paint,
    publish_here,
    read,
    use_bus,
)
from tests.support.rooms import Place
from tests.support.servers.lossy import CarelessHub, LossyBus

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


async def test_a_client_gets_the_snapshot_before_events(bus: LocalBus) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        await join(hub, place, client)
        head = await paint(place, 5)
        await client.until_event(head)
        assert client.kinds()[:3] == ["sync", "you", "here"]
        assert client.events == [3, 4, 5, 6, 7]
        assert client.room is not None
        assert client.room.players[1]["colour"] == 4


async def test_every_socket_gets_the_same_bytes(bus: LocalBus) -> None:
    place = await make_place()
    async with hubs(bus, 2) as (one, other):
        clients = [RecordingClient() for _ in range(4)]
        for client, hub in zip(clients, (one, one, other, other), strict=True):
            await join(hub, place, client)
        head = await paint(place, 3)
        for client in clients:
            await client.until_event(head)
        syncs = {text for client in clients for text in client.frames if '"sync"' in text[:20]}
        assert len(syncs) == 1
        assert (
            len({tuple(t for t in client.frames if '"event"' in t[:20]) for client in clients}) == 1
        )


async def lossy_game(
    bus: LossyBus, kind: type[Hub], moves: int, patience: float = 60
) -> list[RecordingClient]:
    """Play moves in a room that three hubs serve over this bus. Return its six clients, once they
    have every event, or after `patience` seconds."""
    place = await make_place(3)
    clients = [RecordingClient() for _ in range(6)]
    async with hubs(bus, 3, kind) as three:
        for number, client in enumerate(clients):
            await join(three[number % 3], place, client)
        await asyncio.to_thread(_moves, place, moves)
        head = await read(lambda: place.fresh().head)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                for client in clients:
                    await client.until_event(head)
        stored = await read(lambda: [told.frame for told in _all(place)])
        for client in clients:
            assert [_bare(text) for text in client.frames if '"event"' in text[:20]] == [
                _bare(text) for text in stored[3:]
            ]
            assert client.room is not None
            assert client.room.compared() == clients[0].room.compared()  # type: ignore[union-attr]  # as above
    return clients


def _moves(place: Place, moves: int) -> None:
    try:
        place.start()
        for _ in range(moves):
            place.move()
    finally:
        connection.close()


def _all(place: Place) -> list[room_state.OutboundEvent]:
    players = {player.seat: player for player in place.fresh().players.all()}
    return [room_state.outbound_event(event, players, None) for event in place.events()]


def _bare(text: str) -> Any:
    """An event without what is derived at the moment of sending."""
    frame = json.loads(text)
    for derived in ("may", "who", "due", "closes"):
        frame.pop(derived, None)
    return frame


@pytest.mark.parametrize("seed", range(3))
async def test_events_stay_in_order_over_a_lossy_bus(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    bus = use_bus(LossyBus(seed), monkeypatch)
    publish_here()
    await lossy_game(bus, Hub, 60)
    assert min(bus.luck.dropped, bus.luck.doubled, bus.luck.late) > 10


async def test_the_checks_notice_a_hub_that_leaves_gaps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = use_bus(LossyBus(0), monkeypatch)
    publish_here()
    with pytest.raises(AssertionError):
        await lossy_game(bus, CarelessHub, 60, patience=5)


async def test_a_lost_last_event_is_noticed(bus: LocalBus, monkeypatch: pytest.MonkeyPatch) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        await join(hub, place, client)
        monkeypatch.setattr(bus, "publish", _nothing)
        await client.until_event(await paint(place, 2))
        assert client.events == [3, 4]


async def test_what_one_socket_asks_for_reaches_all_at_once(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.realtime.process.TICK_SECONDS", 3600)  # no check finds it meanwhile
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        asking, other = RecordingClient(), RecordingClient()
        for client in (asking, other):
            room = await join(hub, place, client)
        monkeypatch.setattr(bus, "publish", _nothing)
        head = await paint(place, 2)
        await hub.send_missed(room, asking, room.head)
        await other.until_event(head)
        assert other.events == [3, 4]


async def test_a_gap_is_read_once_for_all_sockets(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make_place()
    reads: list[int] = []
    real = room_state.events_after

    def events_after(room: int, n: int) -> list[room_state.OutboundEvent]:
        reads.append(n)
        return real(room, n)

    monkeypatch.setattr(room_state, "events_after", events_after)
    async with hubs(bus, 1) as (hub,):
        clients = [RecordingClient() for _ in range(20)]
        for client in clients:
            room = await join(hub, place, client)
        with monkeypatch.context() as patch:
            patch.setattr(bus, "publish", _nothing)
            await paint(place, 3)
        head = await paint(place, 1)
        for client in clients:
            await client.until_event(head)
        assert reads == [2]
        assert room.head == head


def _nothing(*_: Any) -> None:
    """A bus that swallows."""


async def test_joining_amid_many_events_misses_none(
    bus: LocalBus,
) -> None:
    place = await make_place()
    async with hubs(bus, 2) as two:
        clients: list[RecordingClient] = []

        async def come() -> None:
            for number in range(15):
                client = RecordingClient()
                clients.append(client)
                await join(two[number % 2], place, client)
                await asyncio.sleep(0.005)

        head, _ = await asyncio.gather(paint(place, 40), come())
        for client in clients:
            await client.until_event(head)
            assert client.room is not None
            assert client.events == list(range(head - len(client.events) + 1, head + 1))
            assert client.room.players[1] == clients[0].room.players[1]  # type: ignore[union-attr]  # as above


async def test_events_during_the_snapshot_follow_it(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make_place()
    publish_here()
    async with hubs(bus, 1) as (hub,):
        early, late = RecordingClient(), RecordingClient()
        room = await join(hub, place, early)
        await early.until_event(await paint(place, 1))
        real, read_at = room_state.sync, []

        def slow_sync(code: str) -> room_state.Sync | None:
            made = real(code)
            assert made is not None
            read_at.append(made[0])
            if len(read_at) == 1:  # now, and handed out before this is
                for colour in (4, 5):
                    place.does(1, Colour(1, colour))
                services.wait_until(lambda: room.head == made[0] + 2, what="handing it out")
            return made

        monkeypatch.setattr(room_state, "sync", slow_sync)
        await join(hub, place, late)
        assert read_at == [3]
        assert late.events == [4, 5]
        assert late.room is not None
        assert late.room.players[1]["colour"] == 5
        head = await paint(place, 1)
        for client in (early, late):
            await client.until_event(head)
            assert client.events[-3:] == [4, 5, 6]


async def test_a_hub_forgets_rooms_nobody_has_open(bus: LocalBus) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        clients = [RecordingClient(), RecordingClient()]
        for client in clients:
            room = await join(hub, place, client)
        assert bus.ends[0].rooms
        for client in clients:
            await hub.leave(client, room)
        assert not hub.rooms
        assert not bus.ends[0].rooms


async def test_an_unreadable_message_does_not_stop_the_hub(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a process of a newer version, while one after the other is replaced."""
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient()
        await join(hub, place, client)
        odd: list[dict[str, Any]] = [
            {"type": "room.events"},
            {"type": "room.events", "events": [[3] * 9]},
            {},
        ]
        for message in odd:
            broadcast.current.send(place.room.pk, message)
        broadcast.current.send(place.room.pk, {"type": "picking", "text": frames.picking(1, 0, ())})
        await client.until(lambda: client.of("picking"))


async def test_moves_of_other_processes_are_kept_for_the_writer(
    bus: LocalBus,
) -> None:
    place = await make_place()
    await read(place.start)
    await read(place.move)
    head = await read(lambda: place.fresh().head)
    tables, room = table_cache.current, place.room.pk
    async with hubs(bus, 1) as (hub,):
        client = CarelessClient()
        await join(hub, place, client)

        async def told(n: int, moves: Any) -> list[str]:
            event = room_state.OutboundEvent(n, EVENT % n, seats_changed=False)
            message = {"type": "room.events", "events": [list(event)], "moves": moves}
            broadcast.current.send(room, message)
            broadcast.current.send(room, {"type": "picking", "text": frames.picking(1, n, ())})
            await client.until(lambda: any(one["ply"] == n for one in client.of("picking")))
            return tables.pop_moves(room)

        assert await told(head + 1, "of another process") == ["of another process"]
        assert await told(head + 2, ["of another version"]) == []
        own = room_state.OutboundEvent(head + 3, EVENT % (head + 3), seats_changed=False)
        hub.deliver_update(broadcast.RoomUpdate(room, [own], None))
        assert await told(head + 3, "its own") == []


EVENT = '{"type":"event","n":%d}'


class CarelessClient(RecordingClient):
    """Reads nothing of what it gets."""

    def _receive(self, frame: str) -> None:
        self.frames.append(frame)


async def test_every_socket_is_told_when_to_reconnect(bus: LocalBus) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        clients = [RecordingClient() for _ in range(10)]
        for client in clients:
            await join(hub, place, client)
        hub.send_bye()
        byes = [json.loads(client.frames[-1]) for client in clients]
        assert {bye["why"] for bye in byes} == {"restart"}
        assert len({bye["after"] for bye in byes}) > 1
        assert all(0 <= bye["after"] <= 1000 for bye in byes)
