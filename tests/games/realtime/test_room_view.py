"""The view that sockets share is what each would have read alone, whatever happened before."""

import json
from typing import Any

import pytest

from games.models import Person
from games.protocol.commands import Close, Remove, SetDoor, UseCode
from games.realtime.room import UNKNOWN, read_view
from games.services.accounts.people import merge
from games.services.commands import seat_transfer
from games.state import room_state
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.local_bus import LocalBus
from tests.support.play.evenings import Evening
from tests.support.processes import RecordingClient, hubs, join, make_place, read
from tests.support.rooms import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]

THINGS = 25


async def told(hub: Any, place: Place, person: Person | None) -> list[Any]:
    """What somebody who connects is told of the room and of themselves."""
    client = RecordingClient(None if person is None else person.pk)
    room = await join(hub, place, client)
    await hub.leave(client, room)
    frames = [json.loads(text) for text in client.frames]
    for frame in frames:  # these follow from when the frame was made
        frame.pop("now", None)
        frame.pop("moved", None)
    return [frame for frame in frames if frame["type"] in ("sync", "you", "talk", "bye")]


async def head_of(place: Place) -> int:
    """The number of the room's newest event."""
    return (await read(room_state.heads, [place.room.pk]))[place.room.pk]


@pytest.mark.parametrize("seed", range(2))
async def test_whoever_connects_shares_nothing_that_is_old(
    bus: LocalBus, moved: Clock, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """No message reaches the process that keeps its view, as if the others were all lost."""
    evening = await read(Evening, seed, moved, monkeypatch)
    place, steps, compared = evening.place, evening.steps(THINGS), 0
    async with hubs(bus, 1) as (keeps,):
        keeps.open_room(RecordingClient(), place.room.pk, place.code)
        while await read(next, steps, None):
            somebody = evening.rng.sample(place.people, min(2, len(place.people)))
            for person in (*somebody, None):
                head, before = await head_of(place), UNKNOWN
                while head != before:  # a tick of a hub may add an event between the two
                    before = head
                    async with hubs(bus, 1) as (fresh,):
                        kept = await told(keeps, place, person)
                        alone = await told(fresh, place, person)
                    head = await head_of(place)
                assert kept == alone
                compared += 1
    assert compared > THINGS, "most of what is tried happens"


async def test_what_the_sockets_of_a_room_share_is_read_once(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, real, reads = await make_place(), room_state.sync, list[str]()

    def sync(code: str) -> room_state.Sync | None:
        reads.append(code)
        return real(code)

    monkeypatch.setattr(room_state, "sync", sync)
    async with hubs(bus, 1) as (hub,):
        clients = [RecordingClient(person.pk) for person in place.people]
        for client in clients:
            await join(hub, place, client)
    assert reads == [place.code]
    assert [client.of("you")[0]["players"] for client in clients] == [[1], [2]]


@pytest.mark.parametrize("how", ["removed", "no_spectators", "device"])
async def test_the_seats_that_are_shared_follow_what_another_process_did(
    bus: LocalBus, how: str
) -> None:
    place = await make_place()
    newcomer, first = (await read(new_guest))[0], place.people[1]
    asker = first if how == "removed" else newcomer
    async with hubs(bus, 1) as (hub,):
        hub.open_room(RecordingClient(), place.room.pk, place.code)
        assert [one["type"] for one in await told(hub, place, asker)] == ["sync", "you", "talk"]
        if how == "removed":
            await read(place.does, 1, Remove(1, 2))
        elif how == "no_spectators":
            await read(place.does, 1, SetDoor(1, spectators=False))
        else:
            code, _ = await read(seat_transfer.make_code, first, place.room, 2, "double")
            await read(place.ask, newcomer, UseCode(code))
        frames = await told(hub, place, asker)
        if how == "device":
            assert frames[1]["players"] == [2]
        else:
            assert frames == [{"type": "bye", "why": how, "after": None}], "and nothing before it"


async def test_the_seats_of_a_closed_room_are_not_shared(bus: LocalBus) -> None:
    """A guest who becomes an account there leaves no event."""
    place, account = await make_place(), (await read(new_guest))[0]
    await read(place.does, 1, Close(1))
    async with hubs(bus, 1) as (hub,):
        hub.open_room(RecordingClient(), place.room.pk, place.code)
        await told(hub, place, account)
        await read(merge, place.people[1], account)
        assert (await told(hub, place, account))[1]["players"] == [2]


async def test_a_room_that_has_expired_has_no_view() -> None:
    with pytest.raises(LookupError):
        await read(read_view, 99, "22222222")
