"""Messages between processes, on a real Redis and a bad network."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import pytest

from games.realtime import bus as bus_module
from games.realtime.bus import Bus
from tests.conftest import Backend
from tests.support import services
from tests.support.client import play
from tests.support.outside.network import Network
from tests.support.sockets import Start, all_at, in_thread, nothing_broke, same_story, table

pytestmark = pytest.mark.redis

TIMEOUTS = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
ROOM = 7


@pytest.fixture
def redis() -> Iterator[services.Redis]:
    """One of its own, to be stopped."""
    server = services.Redis()
    yield server
    server.stop()


@pytest.fixture
def network(redis: services.Redis) -> Iterator[Network]:
    with Network(("127.0.0.1", redis.port)) as network:
        yield network


class Ears:
    """What one process has received."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, Any]] = []

    def __call__(self, room: int, message: Mapping[str, Any]) -> None:
        self.heard.append((room, message["n"]))


@contextlib.asynccontextmanager
async def process(url: str) -> AsyncIterator[tuple[Bus, Ears]]:
    """Run the bus of one process that has joined the room."""
    bus, ears = Bus(url, TIMEOUTS), Ears()
    bus.join(ROOM)
    running = asyncio.create_task(bus.run(ears))
    try:
        yield bus, ears
    finally:
        running.cancel()
        await asyncio.wait({running})
        await bus.close()


async def until_heard(bus: Bus, ears: Ears, n: int, room: int = ROOM) -> None:
    """Publish until the message arrives, as the connection may still be made."""
    async with asyncio.timeout(60):
        while (room, n) not in ears.heard:
            bus.publish(room, {"n": n})
            await asyncio.sleep(0.02)


async def test_messages_arrive_in_order_and_never_at_their_sender(redis: services.Redis) -> None:
    async with process(redis.url) as (here, mine), process(redis.url) as (there, others):
        await until_heard(here, others, 0)
        await until_heard(there, mine, 0)
        others.heard.clear()
        for n in range(1, 200):
            here.publish(ROOM, {"n": n})
        await until_heard(here, others, 200)
        assert [n for _, n in others.heard if 0 < n < 200] == [*range(1, 200)]
        assert {n for _, n in mine.heard} == {0}


async def test_only_rooms_that_were_joined_are_heard(redis: services.Redis) -> None:
    async with process(redis.url) as (here, _), process(redis.url) as (there, others):
        await until_heard(here, others, 0)
        there.join(8)
        await until_heard(here, others, 1, room=8)
        there.leave(ROOM)
        there.join(9)
        await until_heard(here, others, 2, room=9)  # so it has left the room by now
        here.publish(ROOM, {"n": 3})
        await until_heard(here, others, 4, room=9)
        assert (ROOM, 3) not in others.heard


async def test_a_site_hears_no_other_that_uses_the_same_server(redis: services.Redis) -> None:
    other_site = redis.url.removesuffix("0") + "1"
    async with (
        process(redis.url) as (here, mine),
        process(redis.url) as (beside, _),
        process(other_site) as (elsewhere, others),
        process(other_site) as (_, more),
    ):
        await until_heard(elsewhere, more, 1)
        await until_heard(beside, mine, 2)
        here.publish(ROOM, {"n": 3})
        await until_heard(elsewhere, more, 4)
        assert {n for _, n in mine.heard} == {2}
        assert others.heard == []


async def test_it_goes_on_after_redis_was_away(redis: services.Redis) -> None:
    async with process(redis.url) as (here, _), process(redis.url) as (_, others):
        await until_heard(here, others, 1)
        await in_thread(redis.stop)
        here.publish(ROOM, {"n": 2})
        await in_thread(redis.start)
        await until_heard(here, others, 3)


async def test_the_first_message_after_redis_closed_idle_connections_arrives(
    redis: services.Redis,
) -> None:
    async with process(redis.url) as (here, _), process(redis.url) as (_, others):
        await until_heard(here, others, 1)
        await in_thread(redis.drop_publishers)
        here.publish(ROOM, {"n": 2})
        async with asyncio.timeout(10):
            while (ROOM, 2) not in others.heard:  # noqa: ASYNC110  # there is no event to wait for
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("way", ["forget", "swallow"])
async def test_lost_connections_are_noticed_and_freeze_nothing(
    redis: services.Redis,
    network: Network,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    way: str,
) -> None:
    monkeypatch.setattr(bus_module, "PING_SECONDS", 0.3)
    monkeypatch.setattr(bus_module, "SILENCE_SECONDS", 0.9)
    url = network.url(redis.url)
    async with process(url) as (here, _), process(url) as (_, others):
        await until_heard(here, others, 1)
        getattr(network, way)()
        async with asyncio.timeout(60):
            while caplog.text.count("no messages from Redis") < 2:  # noqa: ASYNC110  # each of them
                await asyncio.sleep(0.01)
        network.heal()
        await until_heard(here, others, 2)


async def test_a_read_that_ends_without_a_message_is_a_lost_connection(
    redis: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the client reports a time-out of the system, at once and as often as it is asked."""
    reads: list[float] = []

    async with process(redis.url) as (here, _), process(redis.url) as (there, others):
        await until_heard(here, others, 1)

        async def nothing(*_: object, **__: object) -> None:
            reads.append(asyncio.get_running_loop().time())

        with monkeypatch.context() as patch:
            patch.setattr("redis.asyncio.client.PubSub.get_message", nothing)
            there.publish(ROOM, {"n": 2})
            here.publish(ROOM, {"n": 2})
            async with asyncio.timeout(60):
                while len(reads) < 5:  # noqa: ASYNC110  # there is no event to wait for
                    await asyncio.sleep(0.01)
        # So the third attempt of one of the two is among them, after two waits.
        assert reads[4] - reads[0] > 2.9 * bus_module.FIRST_WAIT
        await until_heard(here, others, 3)


async def test_what_redis_cannot_keep_up_with_is_dropped(
    redis: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_module, "MOST_WAITING", 3)
    async with process(redis.url) as (here, _), process(redis.url) as (_, others):
        await until_heard(here, others, 1)
        while here._waiting:  # noqa: ASYNC110  # there is no event to wait for
            await asyncio.sleep(0)
        for n in range(2, 7):
            here.publish(ROOM, {"n": n})
        await until_heard(here, others, 9)
        assert {n for _, n in others.heard} == {1, 2, 3, 4, 9}


async def test_an_unreadable_message_stops_nothing(redis: services.Redis) -> None:
    """As from a process of a newer version, while one after the other is replaced."""
    async with process(redis.url) as (here, _), process(redis.url) as (_, others):
        await until_heard(here, others, 1)
        here.publish(ROOM, {"of": "another kind"})
        await until_heard(here, others, 2)


async def test_a_whole_game_on_two_processes(
    postgres_backend: Backend, daphne_server: Start
) -> None:
    servers = [
        daphne_server(database=postgres_backend.database, redis=postgres_backend.redis)
        for _ in range(2)
    ]
    async with table(*servers, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        await asyncio.gather(*map(play, pages))
        await same_story(pages, postgres_backend.database)
    for server in servers:
        nothing_broke(server)
