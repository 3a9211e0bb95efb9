"""The channel layer of several processes, on a real Redis."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisError

from games.realtime import redis_layer
from games.realtime.redis_layer import RedisLayer
from tests.conftest import Backend
from tests.support import services
from tests.support.client import play
from tests.support.sockets import Start, all_at, nothing_broke, same_story, table


@pytest.fixture
def redis() -> Iterator[services.Redis]:
    """One of its own, to be stopped."""
    server = services.Redis()
    yield server
    server.stop()


def layer_on(server: services.Redis) -> RedisLayer:
    return RedisLayer(hosts=[server.url])


async def listener(layer: RedisLayer, group: str) -> str:
    channel: str = await layer.new_channel("hub")
    await layer.group_add(group, channel)
    return channel


async def test_messages_go_together_and_stay_in_order(
    redis: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = layer_on(redis), layer_on(redis)
    channel, trips = await listener(there, "room.7"), list[int]()
    real = redis_layer._Shard._publish

    async def publish(shard: Any) -> None:
        trips.append(1)
        await real(shard)

    monkeypatch.setattr(redis_layer._Shard, "_publish", publish)
    await asyncio.gather(*(here.group_send("room.7", {"n": n}) for n in range(200)))
    async with asyncio.timeout(60):
        assert [(await there.receive(channel))["n"] for _ in range(200)] == [*range(200)]
    assert len(trips) < 20
    await asyncio.gather(here.flush(), there.flush())


async def test_it_goes_on_after_redis_was_away(redis: services.Redis) -> None:
    here, there = layer_on(redis), layer_on(redis)
    channel = await listener(there, "room.7")
    await here.group_send("room.7", {"n": 1})
    async with asyncio.timeout(60):
        assert await there.receive(channel) == {"n": 1}
        await asyncio.to_thread(redis.stop)
        with pytest.raises(RedisError):
            await here.group_send("room.7", {"n": 2})
        await asyncio.to_thread(redis.start)
        receiving = asyncio.create_task(there.receive(channel))
        while not receiving.done():
            await here.group_send("room.7", {"n": 3})
            await asyncio.wait({receiving}, timeout=0.1)
        assert receiving.result() == {"n": 3}
    await asyncio.gather(here.flush(), there.flush())


async def test_what_redis_cannot_keep_up_with_is_dropped(
    redis: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_layer, "MOST_WAITING", 3)
    layer = layer_on(redis)
    sending = (layer.group_send("room.7", {"n": n}) for n in range(5))
    results = await asyncio.gather(*sending, return_exceptions=True)
    assert [type(one) for one in results] == [type(None)] * 3 + [ConnectionError] * 2
    await layer.group_send("room.7", {"n": 6})
    await layer.flush()


@pytest.mark.parametrize(
    ("fast", "layer"), [("yes", "RedisLayer"), ("no", "RedisPubSubChannelLayer")]
)
def test_a_setting_chooses_the_layer(fast: str, layer: str) -> None:
    program = "import django; django.setup(); from channels.layers import get_channel_layer as one"
    environ = {"DJANGO_SETTINGS_MODULE": "farkle_site.settings", "FARKLE_FAST_LAYER": fast}
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; print(type(one()).__name__)"],
        cwd=services.ROOT,
        env={**os.environ, "REDIS_URL": "redis://127.0.0.1:1/0", **environ},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split() == [layer]


@pytest.mark.parametrize("fast", ["yes", "no"])
async def test_a_whole_game_on_two_processes(
    postgres_backend: Backend, daphne_server: Start, fast: str
) -> None:
    """Through this layer, and through Channels' own."""
    servers = [
        daphne_server(
            database=postgres_backend.database,
            redis=postgres_backend.redis,
            FARKLE_FAST_LAYER=fast,
        )
        for _ in range(2)
    ]
    async with table(*servers, seats=2) as pages:
        await all_at(pages, (await pages[0].done("start", player=1))["n"])
        await asyncio.gather(*map(play, pages))
        await same_story(pages, postgres_backend.database)
    for server in servers:
        nothing_broke(server)
