"""Once a second only those rooms are looked at in which something may have changed."""

from typing import Any

import pytest

from games import clock
from games.people import presence
from games.people.presence import CLOSED_SECONDS, PING_SECONDS, QUIET_PING_SECONDS, TTL_SECONDS
from games.protocol.commands import Colour
from games.realtime.watch.presence import LOOK_SECONDS
from games.state.absence import GRACE_SECONDS
from tests.games.conftest import Clock
from tests.support.local_bus import LocalBus
from tests.support.processes import RecordingClient, ask, hubs, join, make_place, read

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The rooms that were looked at, each time."""
    seen, real = list[list[int]](), presence.exchange

    def exchange(rooms: Any, process: str, now: float) -> Any:
        seen.append(sorted(rooms))
        return real(rooms, process, now)

    monkeypatch.setattr(presence, "exchange", exchange)
    return seen


async def test_only_rooms_with_changes_are_looked_at_until_their_time_comes(
    bus: LocalBus, moved: Clock, looked_at: list[list[int]]
) -> None:
    quiet, busy = await make_place(), await make_place()
    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()  # no ticks but the test's own
        watch, rooms = hub._presence, hub.rooms
        for place in (quiet, busy):
            await join(hub, place, RecordingClient(place.people[0].pk))
        both = sorted([quiet.room.pk, busy.room.pk])
        await watch.exchange(rooms)
        moved(1)
        await watch.exchange(rooms)
        await join(hub, busy, RecordingClient(busy.people[1].pk))
        moved(1)
        await watch.exchange(rooms)
        assert looked_at == [both, [busy.room.pk]]
        moved(LOOK_SECONDS[1])
        await watch.exchange(rooms)
        assert looked_at[-1] == both


async def test_whoever_is_gone_is_noticed_when_their_time_is_over(
    bus: LocalBus, moved: Clock, looked_at: list[list[int]]
) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        stays, leaves = (RecordingClient(person.pk) for person in place.people)
        room = await join(hub, place, stays)
        await join(hub, place, leaves)
        await hub._presence.exchange(hub.rooms)
        await hub.leave(leaves, room, closed=True)
        await hub._presence.exchange(hub.rooms)
        assert room.presence.players == {1, 2}
        assert room.presence_due == clock.now().timestamp() + CLOSED_SECONDS
        moved(CLOSED_SECONDS)
        await hub._presence.exchange(hub.rooms)
        assert room.presence.players == {1}
        for _ in range(round(TTL_SECONDS / LOOK_SECONDS[1])):
            moved(LOOK_SECONDS[1])
            await hub._presence.exchange(hub.rooms)
        assert room.presence.players == set()


async def test_a_change_in_one_process_makes_the_others_look(bus: LocalBus, moved: Clock) -> None:
    place = await make_place()
    async with hubs(bus, 2) as (one, other):
        first = RecordingClient(place.people[0].pk)
        await join(one, place, first)
        await one._presence.exchange(one.rooms)
        await join(other, place, RecordingClient(place.people[1].pk))
        await other._presence.exchange(other.rooms)
        await first.until(lambda: any(2 in here["on"] for here in first.of("here")))


async def test_a_cache_that_fails_loses_no_change(
    bus: LocalBus, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, real = await make_place(), presence.exchange

    def fails(*_: Any) -> Any:
        raise ConnectionError

    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        guest = await make_place()
        unsettled = await join(hub, guest, RecordingClient(guest.people[1].pk))
        await hub._presence.exchange(hub.rooms)
        room = await join(hub, place, RecordingClient(place.people[0].pk))
        monkeypatch.setattr(presence, "exchange", fails)
        with pytest.raises(ConnectionError):
            await hub._presence.exchange(hub.rooms)
        assert hub._presence.changed == {room, unsettled}
        monkeypatch.setattr(presence, "exchange", real)
        await hub._presence.exchange(hub.rooms)
        assert room.presence.players == {1}


async def test_the_only_process_shares_seldom_and_notices_everybodys_leaving(
    bus: LocalBus, moved: Clock, looked_at: list[list[int]]
) -> None:
    place, silent = await make_place(), TTL_SECONDS + QUIET_PING_SECONDS - PING_SECONDS
    async with hubs(None, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        stays, falls_silent = (RecordingClient(person.pk) for person in place.people)
        room = await join(hub, place, stays)
        await join(hub, place, falls_silent)
        for client in (stays, falls_silent):
            hub.mark_present(room, client, QUIET_PING_SECONDS)
        for second in range(1, 2 * silent):
            now = moved(1).timestamp()
            if second % QUIET_PING_SECONDS == 0:
                hub.mark_present(room, stays, QUIET_PING_SECONDS)
            await hub._presence.exchange(hub.rooms)
            present = {1, 2} if second < silent else {1}
            assert room.presence.players == presence.players_present(room.pk, now) == present
        assert len(looked_at) <= 5
        await hub.leave(stays, room, closed=True)
        for _ in range(CLOSED_SECONDS + 1):
            await hub._presence.exchange(hub.rooms)
            moved(1)
        assert presence.players_present(room.pk, now + CLOSED_SECONDS) == set()


async def test_a_room_is_looked_at_until_nobody_is_missing(bus: LocalBus, moved: Clock) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        guest = RecordingClient(place.people[1].pk)
        room = await join(hub, place, guest)
        watch, rooms = hub._presence, hub.rooms
        for _ in range(3):
            moved(1)
            await watch.exchange(rooms)
            assert watch.changed == {room}, "the host is missing"
        await join(hub, place, RecordingClient(place.people[0].pk))
        await watch.exchange(rooms)
        assert watch.changed == set()
        await ask(place, 1, Colour(1, 5))
        await hub._read_gap(room)
        assert watch.changed == {room}, "the event may have changed who is needed"
        await watch.exchange(rooms)
        assert watch.changed == set()


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_rooms_wait_for_their_time_once_each(
    bus: LocalBus, moved: Clock, seconds: int
) -> None:
    place = await make_place()
    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        client = RecordingClient(place.people[0].pk)
        room = await join(hub, place, client)
        watch, rooms = hub._presence, hub.rooms
        for _ in range(100):
            moved(1)
            hub.mark_present(room, client)
            watch.changed.add(room)
            await watch.exchange(rooms)
        assert len(watch._planned) <= 3


async def test_a_process_that_does_not_know_of_everybody_reports_nobody_absent(
    bus: LocalBus, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But it reports who is back, and both again once it knows."""
    place = await make_place()
    await read(place.start)
    missed = (await read(place.next_move))[0]
    async with hubs(bus, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        performed: list[object] = []
        hub._presence._spawn = lambda work: (performed.append(1), work.close())
        client = RecordingClient(place.people[2 - missed].pk)
        room = await join(hub, place, client)
        monkeypatch.setattr(presence, "sees_all_players", False)
        for _ in range(10):
            moved(GRACE_SECONDS)
            hub.mark_present(room, client)
            await hub._presence.exchange(hub.rooms)
        assert performed == []
        monkeypatch.setattr(presence, "sees_all_players", True)
        moved(GRACE_SECONDS)
        hub.mark_present(room, client)
        await hub._presence.exchange(hub.rooms)
        assert performed == [1]
