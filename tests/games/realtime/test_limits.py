"""Rate limits of sockets, of persons and of addresses."""

import json
from typing import Any

import pytest

from games.protocol.commands import React, Say
from games.protocol.parser import Since
from games.realtime.consumer import RoomSocket
from games.realtime.layers import QuietInMemoryChannelLayer
from games.realtime.limits import (
    COMMAND_BURST,
    COMMANDS_PER_SECOND_AND_PERSON,
    Budget,
    ChatLimit,
    ConnectionLimits,
    TokenBucket,
)
from tests.support.processes import RecordingClient, hubs, join, make_place, new_threads, use_layer


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> QuietInMemoryChannelLayer:
    return use_layer(QuietInMemoryChannelLayer(), monkeypatch)  # type: ignore[no-any-return]  # any layer


def test_a_bucket_allows_a_burst_and_then_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: now[0])
    bucket = TokenBucket(rate=10, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.delay() == pytest.approx(0.1)
    now[0] += 0.1
    assert bucket.delay() == pytest.approx(0)
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_budget_allows_at_most_twice_its_burst_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: now[0])
    budget = Budget(rate=10, burst=100)
    now[0] += 3600
    budget.left -= 100
    budget.left -= 1  # only now the hour counts
    assert not budget.is_spent()
    assert budget.left == 100
    budget.left -= 101
    assert budget.is_spent()
    now[0] += 5
    assert not budget.is_spent()


def test_a_budget_is_shared_by_the_sockets_of_one_owner() -> None:
    limits = ConnectionLimits()
    assert limits.shared_budget(7) is limits.shared_budget(7)
    assert limits.shared_budget(7) is not limits.shared_budget("7")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_requests_for_missed_events_count_as_commands(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On however many sockets: each reads the database."""
    place, limits, sent = await make_place(), ConnectionLimits(), list[str]()
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: 0.0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])

    async with hubs(layer, 1) as (hub,):
        room = await join(hub, place, RecordingClient())
        for _ in range(2 * COMMANDS_PER_SECOND_AND_PERSON // COMMAND_BURST + 1):
            socket = RoomSocket(hub, new_threads(), limits, {}, send)
            socket._commands_of_person = limits.acquire_person(place.people[0].pk)
            for _ in range(COMMAND_BURST):
                await socket._on_since(room, Since(place.room.head))
    assert json.loads(sent[-1])["code"] == "too_fast"


def test_chat_has_its_own_limits() -> None:
    limit = ChatLimit()
    assert [limit.allows(Say(1, "x")) for _ in range(6)] == [True] * 5 + [False]
    assert [limit.allows(React(1, "clap")) for _ in range(7)] == [True] * 6 + [False]
