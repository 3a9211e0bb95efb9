"""The hub: who is present, who is missing, and who holds which seat."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games import clock
from games.protocol.commands import Body, Leave, NewLink, Remove, SetDoor, Sit
from games.state import places, room_state
from games.state.absence import GRACE_SECONDS
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    ask,
    hubs,
    join,
    make_place,
    publish_here,
    read,
)
from tests.support.rooms import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


async def test_absences_and_returns_reach_the_clients(
    bus: LocalBus, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the signs of life of sockets to the countdown, and back."""
    place = await read(Place)
    await read(place.start)
    missed = (await read(place.next_move))[0]
    other = 3 - missed
    async with hubs(bus, 1) as [hub]:
        here, back = (RecordingClient(place.people[one - 1].pk) for one in (other, missed))
        room = hub.open_room(here, place.room.pk, place.code)
        here.players = [other]
        await hub.join(here, room)
        publish_here()
        # A television view that the missing player has opened plays for nobody.
        screen = RecordingClient(place.people[missed - 1].pk, is_screen=True)
        await join(hub, place, screen)
        moved(GRACE_SECONDS)
        hub.mark_present(room, here)
        hub.mark_present(room, screen)
        await hub._presence.exchange(hub.rooms)
        await here.until(lambda: here.room and missed in here.room.room["away"])
        hub.open_room(back, place.room.pk, place.code)
        back.players = [missed]
        await hub.join(back, room)
        await hub._presence.exchange(hub.rooms)
        await here.until(lambda: here.room and here.room.room["away"] == [])


async def test_who_closes_the_page_is_away_within_five_seconds(
    bus: LocalBus, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody else has a page at the same process."""
    place = await read(Place)
    await read(place.start)
    gone = (await read(place.next_move))[0]
    publish_here()
    async with hubs(bus, 2) as [hub, other]:
        leaves, stays = (RecordingClient(place.people[one - 1].pk) for one in (gone, 3 - gone))
        left = await join(other, place, leaves)
        room = await join(hub, place, stays)
        moved(GRACE_SECONDS)
        for process, one, client in ((other, left, leaves), (hub, room, stays)):
            process.mark_present(one, client)
            await process._presence.exchange(process.rooms)
        await hub._presence.exchange(hub.rooms)
        assert stays.of("event") == []
        await other.leave(leaves, left, closed=True)
        await other._presence.exchange(other.rooms)
        moved(3)
        await hub._presence.exchange(hub.rooms)
        assert hub.rooms[place.room.pk].presence.players == {1, 2}
        moved(1)
        await hub._presence.exchange(hub.rooms)
        await stays.until(lambda: stays.room and stays.room.room["away"] == [gone])


async def test_an_expired_room_does_not_disturb_other_rooms(
    bus: LocalBus,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its page may still be open when it is deleted."""
    expired, place = await make_place(), await make_place()
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient(place.people[0].pk)
        client.players = [1]
        monkeypatch.setattr(hub._hints, "on_join", lambda room, wanted: None)
        gone = await join(hub, expired, RecordingClient())
        await join(hub, place, client)
        await read(lambda: expired.fresh().delete())
        gone.recent.clear()
        await hub.check_rooms()
        await hub._presence.exchange(hub.rooms)
        await client.until(lambda: client.of("here")[1:])
    assert caplog.messages == []


async def test_an_unreadable_room_does_not_disturb_other_rooms(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, place = await make_place(), await make_place()
    real = room_state.presence_needs

    def presence_needs(room: int) -> Any:
        return {}[room] if room == broken.room.pk else real(room)

    monkeypatch.setattr(room_state, "presence_needs", presence_needs)
    async with hubs(bus, 1) as (hub,):
        await join(hub, broken, RecordingClient())
        client = RecordingClient(place.people[0].pk)
        client.players = [1]
        await join(hub, place, client)
        await client.until(lambda: client.of("here")[1:])


async def test_a_client_learns_which_seats_it_has(
    bus: LocalBus,
) -> None:
    place = await make_place()
    newcomer = (await read(new_guest))[0]
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient(newcomer.pk)
        await join(hub, place, client)
        place.people.append(newcomer)
        await ask(place, 3, Sit("Newcomer"))
        await client.until(lambda: client.of("you")[-1]["players"] == [3])
        await ask(place, 3, Leave(3))
        await client.until(lambda: client.of("you")[-1]["players"] == [])
        assert [you["players"] for you in client.of("you")] == [[], [3], []]


async def test_a_seat_taken_while_connecting_is_announced(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make_place()
    newcomer = (await read(new_guest))[0]
    real = room_state.sync

    def sync(code: str) -> room_state.Sync | None:
        place.ask(newcomer, Sit("Newcomer"))
        return real(code)

    monkeypatch.setattr(room_state, "sync", sync)
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient(newcomer.pk)
        await join(hub, place, client)
        assert client.of("you")[-1]["players"] == [3]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (Remove(1, 2), "removed"),
        (SetDoor(1, spectators=False), "no_spectators"),
        (NewLink(1), "new_link"),
    ],
)
async def test_whoever_is_shut_out_while_connecting_hears_so(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch, body: Body, why: str
) -> None:
    place = await make_place()
    stranger = (await read(new_guest))[0]
    real = room_state.sync

    def sync(code: str) -> room_state.Sync | None:
        place.does(1, body)
        return real(code)

    monkeypatch.setattr(room_state, "sync", sync)
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient((place.people[1] if why == "removed" else stranger).pk)
        room = await join(hub, place, client)
        assert client.of("bye") == [{"type": "bye", "why": why, "after": None}]
        assert not room.subscribers


async def test_whoever_is_removed_hears_so_though_the_database_failed(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make_place()
    real, tries = places.places_in, list[int]()

    def places_in(room: int) -> places.Places:
        tries.append(room)
        if 1 < len(tries) <= 4:  # more often than the events themselves make it read
            raise OperationalError
        return real(room)

    monkeypatch.setattr(places, "places_in", places_in)
    async with hubs(bus, 1) as (hub,):
        client = RecordingClient(place.people[1].pk)
        await join(hub, place, client)
        await ask(place, 1, Remove(1, 2))
        await client.until(lambda: client.of("bye"))


async def test_clients_learn_who_comes_and_goes(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make_place()
    start = clock.now()
    moved = [0.0]

    def now() -> Any:
        return start + timedelta(seconds=moved[0])

    monkeypatch.setattr(clock, "now", now)
    async with hubs(bus, 2) as (one, other):
        first, second = RecordingClient(place.people[0].pk), RecordingClient(place.people[1].pk)
        first.players, second.players = [1], [2]
        room = await join(one, place, first)
        await join(other, place, second)
        await join(other, place, RecordingClient())

        await first.until(lambda: any(2 in here["on"] for here in first.of("here")))
        await second.until(lambda: any(1 in here["on"] for here in second.of("here")))
        await first.until(lambda: any(here["watching"] == 1 for here in first.of("here")))
        moved[0] = 30
        one.mark_present(room, first)
        moved[0] = 45
        await first.until(lambda: any(here["off"] == [2] for here in first.of("here")))
        assert not any(1 in here["off"] for here in first.of("here"))
