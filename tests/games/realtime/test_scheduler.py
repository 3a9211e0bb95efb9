"""Parts that have an idea of their own: buckets, the layer, presence, the ticker."""

import asyncio
from datetime import timedelta

import pytest
from channels.exceptions import ChannelFull
from django.core.cache import cache

from games import clock, presence
from games.presence import Heard
from games.protocol.commands import Command, Done, Expire
from games.realtime import scheduler
from games.realtime.layers import QuietInMemoryChannelLayer
from games.realtime.limits import Bucket
from games.realtime.scheduler import Due, Ticker
from games.realtime.threads import Writer, read
from tests.support.rooms import Place

# Buckets


def test_a_bucket_lets_a_burst_pass_and_then_a_trickle(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: now[0])
    bucket = Bucket(rate=10, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(0.1)
    now[0] += 0.1
    assert bucket.wait() == pytest.approx(0)
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


# The layer


async def test_a_group_gets_a_message_each() -> None:
    layer = QuietInMemoryChannelLayer()
    channels = [await layer.new_channel() for _ in range(3)]
    for channel in channels:
        await layer.group_add("room", channel)
    await layer.group_discard("room", channels[2])
    await layer.group_send("room", {"type": "story", "n": 1})
    await layer.group_send("nobody", {"type": "story", "n": 2})
    for channel in channels[:2]:
        assert await layer.receive(channel) == {"type": "story", "n": 1}
    assert channels[2] not in layer.channels


async def test_a_full_channel_does_without() -> None:
    layer = QuietInMemoryChannelLayer(capacity=1)
    full, free = [await layer.new_channel() for _ in range(2)]
    await layer.group_add("room", full)
    await layer.send(full, {"n": 0})
    with pytest.raises(ChannelFull):
        await layer.send(full, {"n": 1})
    await layer.group_add("room", free)
    await layer.group_send("room", {"n": 2})
    assert await layer.receive(full) == {"n": 0}
    assert await layer.receive(free) == {"n": 2}


async def test_the_sweep_is_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps = []
    stock = QuietInMemoryChannelLayer.__mro__[1]
    monkeypatch.setattr(stock, "_clean_expired", lambda layer: sweeps.append(1))
    now = [0.0]
    monkeypatch.setattr("games.realtime.layers.time.monotonic", lambda: now[0])
    layer = QuietInMemoryChannelLayer()
    for _ in range(100):
        await layer.group_send("room", {})
    now[0] = 5
    await layer.group_send("room", {})
    assert len(sweeps) == 2


async def test_membership_outlives_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = QuietInMemoryChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("room", channel)
    layer.groups["room"][channel] -= 3 * 24 * 3600
    await layer.group_send("room", {"n": 1})
    assert await layer.receive(channel) == {"n": 1}


# Presence


def test_processes_hear_of_each_other() -> None:
    cache.clear()
    one, other = {7: Heard({1: 100.0}, 2)}, {7: Heard({2: 101.0}, 1)}
    assert presence.exchange(one, "a", 101.0)[7] == (frozenset({1}), 2)
    assert presence.exchange(other, "b", 101.0)[7] == (frozenset({1, 2}), 3)
    assert presence.exchange(one, "a", 102.0)[7] == (frozenset({1, 2}), 3)
    # After 40 s without a word:
    assert presence.exchange(one, "a", 140.5)[7].players == frozenset({2})
    assert presence.exchange(other, "b", 141.0)[7].players == frozenset()


def test_a_process_that_died_looks_on_no_more() -> None:
    cache.clear()
    presence.exchange({7: Heard({}, 5)}, "a", 100.0)
    mine = {7: Heard({}, 1)}
    assert presence.exchange(mine, "b", 110.0)[7].watching == 6
    assert presence.exchange(mine, "b", 150.0)[7].watching == 1


def test_what_is_lost_comes_back() -> None:
    cache.clear()
    heard = {7: Heard({1: 100.0}, 0)}
    presence.exchange(heard, "a", 100.0)
    cache.clear()  # Redis was flushed
    assert presence.exchange(heard, "b", 101.0)[7].players == frozenset({1})


def test_pings_are_not_written_each(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    written = []
    real = cache.set_many
    monkeypatch.setattr(
        presence.cache, "set_many", lambda *a, **k: (written.append(1), real(*a, **k))
    )
    heard = {7: Heard({1: 100.0}, 0)}
    for second in range(9):
        heard[7].seen[1] = 100.0 + second
        presence.exchange(heard, "a", 100.0 + second)
    assert len(written) == 1
    heard[7].seen[1] = 112.0
    presence.exchange(heard, "a", 112.0)
    assert len(written) == 2


def test_who_is_silent_is_forgotten() -> None:
    heard = Heard({1: 100.0, 2: 139.0}, 0)
    copy = presence.still_heard(heard, 140.0)
    assert heard.seen == copy.seen == {2: 139.0}
    copy.seen[3] = 1.0
    assert 3 not in heard.seen


# The ticker


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_what_is_due_is_done_once_by_whoever_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await read(Place)
    one, other = Ticker(Writer()), Ticker(Writer())
    await one.tick()
    assert (await read(place.fresh)).status == "lobby"
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    await asyncio.gather(one.tick(), other.tick())
    room = await read(place.fresh)
    assert (room.status, room.head) == ("closed", 3)
    assert await read(scheduler.due, later) == Due([], [])
    await one.tick()
    assert (await read(place.fresh)).head == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_the_ticker_sleeps_until_something_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    place = await read(Place)
    room = await read(place.fresh)
    writer = Writer()
    clockwork = Ticker(writer)
    start = room.due_at - timedelta(seconds=10)
    monkeypatch.setattr(clock, "now", lambda: start)
    await clockwork.tick()
    assert clockwork._next == room.due_at
    monkeypatch.setattr(clock, "now", lambda: start - timedelta(days=1))
    await clockwork.tick()
    assert clockwork._next == clock.now() + scheduler.LONGEST_SLEEP


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_a_deadline_that_is_refused_does_not_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    place = await read(Place)
    room = await read(place.fresh)

    def not_yet(now: object, but: object) -> Due:
        return Due([Command(place.code, None, "too-early-1", Expire("idle"))], [])

    monkeypatch.setattr(scheduler, "due", not_yet)
    monkeypatch.setattr(scheduler, "earliest_due", lambda but: room.due_at - timedelta(days=2))
    clockwork = Ticker(Writer())
    before = clock.now()
    await clockwork.tick()
    assert clockwork._next >= before + timedelta(seconds=1)


@pytest.mark.django_db
def test_who_thinks_already_takes_nobodys_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [Place() for _ in range(3)]
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(scheduler, "_MOST_AT_ONCE", 2)
    assert len(scheduler.due(later).commands) == 2
    thinking = {place.room.pk for place in places[:2]}
    assert [one.room for one in scheduler.due(later, thinking).commands] == [places[2].code]


@pytest.mark.django_db
def test_expiry_through_play_leaves_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place()
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    commands = scheduler.due(later).commands
    assert [command.id for command in commands] == ["idle:2"]
    first = place.ask(None, commands[0].body, commands[0].id)
    assert place.ask(None, commands[0].body, commands[0].id) == first == Done(3)
