"""The channel layer of one process."""

import pytest
from channels.exceptions import ChannelFull

from games.realtime.memory_layer import QuietInMemoryChannelLayer


async def test_every_channel_of_a_group_gets_the_message() -> None:
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


async def test_a_full_channel_misses_the_message() -> None:
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


async def test_expired_channels_are_swept_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps = []
    stock = QuietInMemoryChannelLayer.__mro__[1]
    monkeypatch.setattr(stock, "_clean_expired", lambda layer: sweeps.append(1))
    now = [0.0]
    monkeypatch.setattr("games.realtime.memory_layer.time.monotonic", lambda: now[0])
    layer = QuietInMemoryChannelLayer()
    for _ in range(100):
        await layer.group_send("room", {})
    now[0] = 5
    await layer.group_send("room", {})
    assert len(sweeps) == 2


async def test_a_group_membership_outlives_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = QuietInMemoryChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("room", channel)
    layer.groups["room"][channel] -= 3 * 24 * 3600
    await layer.group_send("room", {"n": 1})
    assert await layer.receive(channel) == {"n": 1}
