"""Once a second only those rooms are looked at in which something may have changed."""

from typing import Any

import pytest

from games import clock, presence
from games.presence import CLOSED_SECONDS, TTL_SECONDS
from games.realtime.layers import QuietInMemoryChannelLayer
from games.realtime.presence_watch import LOOK_SECONDS
from tests.games.conftest import Clock
from tests.support.processes import RecordingClient, hubs, join, make_place

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
    layer: QuietInMemoryChannelLayer, moved: Clock, looked_at: list[list[int]]
) -> None:
    quiet, busy = await make_place(), await make_place()
    async with hubs(layer, 1) as (hub,):
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
    layer: QuietInMemoryChannelLayer, moved: Clock, looked_at: list[list[int]]
) -> None:
    place = await make_place()
    async with hubs(layer, 1) as (hub,):
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


async def test_a_change_in_one_process_makes_the_others_look(
    layer: QuietInMemoryChannelLayer, moved: Clock
) -> None:
    place = await make_place()
    async with hubs(layer, 2) as (one, other):
        first = RecordingClient(place.people[0].pk)
        await join(one, place, first)
        await one._presence.exchange(one.rooms)
        await join(other, place, RecordingClient(place.people[1].pk))
        await other._presence.exchange(other.rooms)
        await first.until(lambda: any(2 in here["on"] for here in first.of("here")))


async def test_a_cache_that_fails_loses_no_change(
    layer: QuietInMemoryChannelLayer, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, real = await make_place(), presence.exchange

    def fails(*_: Any) -> Any:
        raise ConnectionError

    async with hubs(layer, 1) as (hub,):
        hub._spawn = lambda work: work.close()
        room = await join(hub, place, RecordingClient(place.people[0].pk))
        monkeypatch.setattr(presence, "exchange", fails)
        with pytest.raises(ConnectionError):
            await hub._presence.exchange(hub.rooms)
        monkeypatch.setattr(presence, "exchange", real)
        await hub._presence.exchange(hub.rooms)
        assert room.presence.players == {1}
