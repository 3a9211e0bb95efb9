"""Updates reach this process's hub, its listeners and every other process."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from games import broadcast
from games.broadcast import Broadcaster, RoomUpdate
from games.state.room_state import OutboundEvent
from games.state.running import MOST_CHARACTERS, Moves

UPDATE = RoomUpdate(7, [OutboundEvent(3, '{"type":"event"}', False)], None)


class Bus:
    """A bus that remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, Mapping[str, Any]]] = []
        self.has_said = asyncio.Event()

    def publish(self, room: int, message: Mapping[str, Any]) -> None:
        self.sent.append((room, message))
        if message["type"] == "said":
            self.has_said.set()


class Hub:
    """A hub that remembers what came, and how much had been sent before."""

    def __init__(self, bus: Bus, heard: list[str]) -> None:
        self._bus = bus
        self._heard = heard

    def deliver_update(self, update: RoomUpdate) -> None:
        self._heard.append(f"hub {update.room} before {len(self._bus.sent)}")

    def on_message(self, room: int, message: Mapping[str, Any]) -> None:
        self._heard.append(f"{message['type']} {room} before {len(self._bus.sent)}")


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture(autouse=True)
def _restore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "current", broadcast.current)


async def published(broadcaster: Broadcaster, *updates: RoomUpdate) -> None:
    """Publish from another thread, as the executor does, and wait until everything is sent."""
    await asyncio.to_thread(broadcaster.publish, updates)
    await asyncio.sleep(0)


def test_a_management_command_leaves_its_events_to_be_found(bus: Bus) -> None:
    Broadcaster(bus=bus).publish([UPDATE])
    assert bus.sent == []


@pytest.mark.parametrize("throws", [1, MOST_CHARACTERS])
async def test_moves_go_with_the_events_unless_they_are_too_long(bus: Bus, throws: int) -> None:
    moves = Moves(5, 3, [[{"e": "rolled"}] * throws], {}, {})
    await published(Broadcaster(asyncio.get_running_loop(), bus=bus), UPDATE._replace(moves=moves))
    [(room, message)] = bus.sent
    assert (room, message["type"]) == (7, "room.events")
    assert message["events"] == [list(UPDATE.events[0])]
    assert message.get("moves") == moves.pack()
    assert ("moves" in message) == (throws == 1)


async def test_a_server_delivers_to_its_own_hub_and_listeners_first(bus: Bus) -> None:
    heard: list[str] = []
    broadcaster = Broadcaster(asyncio.get_running_loop(), Hub(bus, heard), bus)
    broadcaster.listen(lambda update: heard.append(f"listener {update.room}"))
    await published(broadcaster, UPDATE)
    broadcaster.send(7, {"type": "said"})
    assert heard == ["listener 7", "hub 7 before 0", "said 7 before 1"]
    assert len(bus.sent) == 2


async def test_a_server_that_is_alone_sends_nothing(bus: Bus) -> None:
    heard: list[str] = []
    broadcaster = Broadcaster(asyncio.get_running_loop(), Hub(bus, heard))
    await published(broadcaster, UPDATE)
    broadcaster.send(7, {"type": "said"})
    assert (len(heard), bus.sent) == (2, [])


async def test_a_listener_or_hub_that_fails_keeps_nothing_from_the_others(bus: Bus) -> None:
    heard: list[RoomUpdate] = []

    def fails(_update: RoomUpdate) -> None:
        raise ZeroDivisionError

    class FailingHub(Hub):
        def deliver_update(self, update: RoomUpdate) -> None:
            fails(update)

    broadcaster = Broadcaster(asyncio.get_running_loop(), FailingHub(bus, []), bus)
    broadcaster.listen(fails)
    broadcaster.listen(heard.append)
    await published(broadcaster, UPDATE, UPDATE)
    assert heard == [UPDATE, UPDATE]
    assert len(bus.sent) == 2


def test_publishing_goes_through_the_broadcaster_of_the_process() -> None:
    class Deaf(Broadcaster):
        def publish(self, updates: Any) -> None:
            heard.append(updates)

    heard: list[Any] = []
    broadcast.current = Deaf()
    broadcast.current.publish([UPDATE])
    assert heard == [[UPDATE]]


async def test_a_computer_reacts_after_the_events_in_every_process(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "REACTION_SECONDS", 0)
    broadcaster = Broadcaster(asyncio.get_running_loop(), bus=bus)
    await published(broadcaster, UPDATE._replace(reaction="Nice!"))
    await asyncio.wait_for(bus.has_said.wait(), 5)
    assert [message["type"] for _, message in bus.sent] == ["room.events", "said"]
    assert bus.sent[1] == (7, {"type": "said", "text": "Nice!"})
