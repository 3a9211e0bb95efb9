"""Updates reach this process's hub, its listeners and every other process."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from games import broadcast
from games.broadcast import Broadcaster, RoomUpdate
from games.state.moves import MOST_CHARACTERS, Moves
from games.state.room_state import OutboundEvent

UPDATE = RoomUpdate(7, [OutboundEvent(3, '{"type":"event"}', False)], None)


class Layer:
    """A channel layer that remembers what was sent, or fails."""

    def __init__(self, *, broken: bool = False) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self._broken = broken

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self._broken:
            raise ConnectionError("no Redis")
        self.sent.append((group, message))


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    made = Layer()
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: made)
    return made


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    before = broadcast.current()
    yield
    broadcast.current.install(before)


async def published(broadcaster: Broadcaster, *updates: RoomUpdate) -> None:
    """Publish from another thread, as the executor does, and wait until everything is sent."""
    await asyncio.to_thread(broadcaster.publish, updates)
    while broadcaster._sending:
        await asyncio.gather(*broadcaster._sending)


def test_a_management_command_sends_through_the_layer(layer: Layer) -> None:
    Broadcaster().publish([UPDATE])
    assert layer.sent == [
        ("room.7", {"type": "story", "told": [list(UPDATE.events[0])], "room": 7})
    ]


@pytest.mark.parametrize("throws", [1, MOST_CHARACTERS])
def test_moves_go_with_the_events_unless_they_are_too_long(layer: Layer, throws: int) -> None:
    moves = Moves(5, 3, [[{"e": "rolled"}] * throws], {}, {})
    Broadcaster().publish([UPDATE._replace(moves=moves)])
    [(_, message)] = layer.sent
    assert message["told"] == [list(UPDATE.events[0])]
    assert message.get("moves") == moves.pack()
    assert ("moves" in message) == (throws == 1)


def test_nothing_is_sent_for_no_updates(layer: Layer) -> None:
    Broadcaster().publish([])
    assert layer.sent == []


async def test_a_server_delivers_to_its_own_hub_and_listeners_first(layer: Layer) -> None:
    heard: list[str] = []

    def deliver(update: RoomUpdate) -> None:
        heard.append(f"hub {update.room} before {len(layer.sent)}")

    broadcaster = Broadcaster(asyncio.get_running_loop(), deliver)
    broadcaster.listen(lambda update: heard.append(f"listener {update.room}"))
    await published(broadcaster, UPDATE)
    assert heard == ["listener 7", "hub 7 before 0"]
    assert len(layer.sent) == 1


async def test_a_server_that_is_alone_sends_nothing(layer: Layer) -> None:
    heard: list[RoomUpdate] = []

    def deliver(update: RoomUpdate) -> None:
        heard.append(update)

    await published(Broadcaster(asyncio.get_running_loop(), deliver, alone=True), UPDATE)
    assert (heard, layer.sent) == ([UPDATE], [])


async def test_a_listener_or_hub_that_fails_keeps_nothing_from_the_others(layer: Layer) -> None:
    heard: list[RoomUpdate] = []

    def fails(_update: RoomUpdate) -> None:
        raise ZeroDivisionError

    broadcaster = Broadcaster(asyncio.get_running_loop(), fails)
    broadcaster.listen(fails)
    broadcaster.listen(heard.append)
    await published(broadcaster, UPDATE, UPDATE)
    assert heard == [UPDATE, UPDATE]
    assert len(layer.sent) == 2


async def test_a_broken_layer_is_only_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: Layer(broken=True))
    await broadcast.send(7, {"type": "said", "text": "{}"})
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_publishing_goes_through_the_broadcaster_of_the_process(layer: Layer) -> None:
    class Deaf(Broadcaster):
        def publish(self, updates: Any) -> None:
            heard.append(updates)

    heard: list[Any] = []
    assert broadcast.current.install(Deaf()) is broadcast.current()
    broadcast.publish([UPDATE])
    assert (heard, layer.sent) == ([[UPDATE]], [])
