"""The hub: every socket gets every event once and in order, whatever the layer does."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games import broadcast, clock
from games.models import Event, Game
from games.people.identity import new_guest
from games.protocol.commands import Answer, Colour, Command, Done, Leave, Sit
from games.protocol.parser import Since
from games.realtime.consumer import RoomSocket
from games.realtime.hub import Hub
from games.realtime.layers import QuietInMemoryChannelLayer
from games.realtime.limits import COMMAND_BURST, COMMANDS_OF_A_PERSON, ConnectionLimits
from games.realtime.room import OpenRoom
from games.realtime.threads import read
from games.services import executor
from games.state import frames, room_state
from games.state.absence_watch import GRACE_SECONDS
from tests.games.conftest import Clock
from tests.support import contract, fold, services
from tests.support.lossy import CarelessHub, LossyLayer
from tests.support.rooms import Place, fresh_id

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_threads"),
]


class Ear:
    """A socket that only listens, and checks what it hears: the client's part of the promise."""

    def __init__(self, person: int | None = None) -> None:
        self.n = -1
        self.behind = False
        self.person = person
        self.players: list[int] = []
        self.lost: list[int] = []
        self.texts: list[str] = []
        self.room: fold.Room | None = None
        self._news = asyncio.Condition()

    async def until(self, so: Callable[[], Any]) -> None:
        """Wait for the frame that makes it so."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(so)

    async def post(self, text: str) -> None:
        frame = contract.checked(text)
        self.texts.append(text)
        if frame["type"] == "sync":
            assert self.room is None or frame["n"] >= self.room.n
            self.room = fold.Room(frame)
        elif frame["type"] == "event":
            assert self.room is not None, "an event came before the sync"
            if frame["n"] == self.room.n + 1:  # after a hole no more: the comparison finds it
                self.room.take(frame)
        async with self._news:
            self._news.notify_all()

    @property
    def heard(self) -> list[int]:
        """The numbers of the events, in the order they came."""
        return [frame["n"] for frame in self.of("event")]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The frames of this type."""
        return [frame for frame in map(json.loads, self.texts) if frame["type"] == kind]

    def kinds(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.texts]


@contextlib.asynccontextmanager
async def hubs(layer: Any, number: int, kind: type[Hub] = Hub) -> AsyncIterator[list[Hub]]:
    """So many processes, as far as hubs can tell."""
    made = [kind(layer) for _ in range(number)]
    try:
        yield made
    finally:
        for hub in made:
            await hub.stop()


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> QuietInMemoryChannelLayer:
    return use(QuietInMemoryChannelLayer(), monkeypatch)


def use(layer: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have the feed send through this layer and this loop."""
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: layer)
    return layer


@pytest.fixture(autouse=True)
def _server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "_current", broadcast.Broadcaster())


async def test_who_is_missing_and_who_is_back_is_told(
    layer: Any, moved: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the signs of life of sockets to the countdown, and back."""
    place = await read(Place)
    await read(place.start)
    missed = (await read(place.next_move))[0]
    other = 3 - missed
    async with hubs(layer, 1) as [hub]:
        here, back = (Ear(place.people[one - 1].pk) for one in (other, missed))
        room = hub.enter(here, place.room.pk, place.code)
        here.players = [other]
        await hub.join(here, room)
        broadcast.install(broadcast.Broadcaster(asyncio.get_running_loop()))
        moved(GRACE_SECONDS)
        hub.hear(room, here)
        await hub._exchange_presence()
        await here.until(lambda: here.room and missed in here.room.room["away"])
        hub.enter(back, place.room.pk, place.code)
        back.players = [missed]
        await hub.join(back, room)
        await hub._exchange_presence()
        await here.until(lambda: here.room and here.room.room["away"] == [])


async def ask(place: Place, player: int, body: Any) -> Answer:
    broadcast.install(broadcast.Broadcaster(asyncio.get_running_loop()))
    command = Command(place.code, place.people[player - 1].pk, fresh_id(), body)
    return (await asyncio.to_thread(_and_close, command))[0]


def _and_close(command: Command) -> list[Answer]:
    try:
        return executor.perform_many([command])
    finally:
        connection.close()


async def paint(place: Place, times: int) -> int:
    """So many events, one after the other; the room's head after them."""
    for number in range(times):
        answer = await ask(place, 1, Colour(1, number % 6))
        assert isinstance(answer, Done)
    return await read(lambda: place.fresh().head)


async def until(ear: Ear, n: int) -> None:
    await ear.until(lambda: max(f["n"] for f in ear.of("event") + ear.of("sync")) >= n)


async def join(hub: Hub, place: Place, ear: Ear) -> OpenRoom:
    room = hub.enter(ear, place.room.pk, place.code)
    await hub.join(ear, room)
    return room


async def make(seats: int = 2) -> Place:
    return await read(Place, seats)


async def test_first_the_room_then_its_events(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        await join(hub, place, ear)
        head = await paint(place, 5)
        await until(ear, head)
        assert ear.kinds()[:3] == ["sync", "you", "here"]
        assert ear.heard == [3, 4, 5, 6, 7]
        assert ear.room is not None
        assert ear.room.players[1]["colour"] == 4


async def test_everybody_gets_the_same_bytes(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    async with hubs(layer, 2) as (one, other):
        ears = [Ear() for _ in range(4)]
        for ear, hub in zip(ears, (one, one, other, other), strict=True):
            await join(hub, place, ear)
        head = await paint(place, 3)
        for ear in ears:
            await until(ear, head)
        syncs = {text for ear in ears for text in ear.texts if '"sync"' in text[:20]}
        assert len(syncs) == 1
        assert len({tuple(t for t in ear.texts if '"event"' in t[:20]) for ear in ears}) == 1


async def lossy_game(layer: LossyLayer, kind: type[Hub], moves: int) -> list[Ear]:
    """Moves of a game in a room that three bad lines lead to; what six ears made of it."""
    place = await make(3)
    ears = [Ear() for _ in range(6)]
    async with hubs(layer, 3, kind) as three:
        for number, ear in enumerate(ears):
            await join(three[number % 3], place, ear)
        await asyncio.to_thread(_moves, place, moves)
        head = await read(lambda: place.fresh().head)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                for ear in ears:
                    await until(ear, head)
        stored = await read(lambda: [told.text for told in _all(place)])
        for ear in ears:
            assert [_bare(text) for text in ear.texts if '"event"' in text[:20]] == [
                _bare(text) for text in stored[3:]
            ]
            assert ear.room is not None
            assert ear.room.compared() == ears[0].room.compared()  # type: ignore[union-attr]  # as above
    return ears


def _moves(place: Place, moves: int) -> None:
    try:
        place.start()
        for _ in range(moves):
            place.move()
    finally:
        connection.close()


def _all(place: Place) -> list[room_state.OutboundEvent]:
    players = {player.seat: player for player in place.fresh().players.all()}
    return [room_state.told(event, players, None) for event in place.events()]


def _bare(text: str) -> Any:
    """An event without what is derived at the moment of sending."""
    frame = json.loads(text)
    for derived in ("may", "who"):
        frame.pop(derived, None)
    return frame


@pytest.mark.parametrize("seed", range(3))
async def test_a_layer_that_drops_doubles_and_shuffles(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    layer = use(LossyLayer(seed), monkeypatch)
    broadcast.install(broadcast.Broadcaster(asyncio.get_running_loop()))
    await lossy_game(layer, Hub, 60)
    assert min(layer.luck.dropped, layer.luck.doubled, layer.luck.late) > 10


async def test_the_checker_sees_it_when_gaps_are_not_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = use(LossyLayer(0), monkeypatch)
    broadcast.install(broadcast.Broadcaster(asyncio.get_running_loop()))
    with pytest.raises(AssertionError):
        await lossy_game(layer, CarelessHub, 60)


async def test_a_lost_last_event_is_noticed(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        await join(hub, place, ear)

        async def lost(*_: Any) -> None:
            raise ConnectionError("the layer is away")

        monkeypatch.setattr(layer, "group_send", lost)
        await until(ear, await paint(place, 2))
        assert ear.heard == [3, 4]


async def test_a_gap_is_read_once_for_all(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    reads: list[int] = []
    real = room_state.events_after

    def events_after(room: int, n: int) -> list[room_state.OutboundEvent]:
        reads.append(n)
        return real(room, n)

    monkeypatch.setattr(room_state, "events_after", events_after)
    async with hubs(layer, 1) as (hub,):
        ears = [Ear() for _ in range(20)]
        for ear in ears:
            room = await join(hub, place, ear)
        real_send = layer.group_send
        monkeypatch.setattr(layer, "group_send", _nothing)
        await paint(place, 3)
        monkeypatch.setattr(layer, "group_send", real_send)
        head = await paint(place, 1)
        for ear in ears:
            await until(ear, head)
        assert reads == [2]
        assert room.head == head


async def _nothing(*_: Any) -> None:
    """A layer that swallows."""


async def test_joining_while_events_pour_in(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    async with hubs(layer, 2) as two:
        ears: list[Ear] = []

        async def come() -> None:
            for number in range(15):
                ear = Ear()
                ears.append(ear)
                await join(two[number % 2], place, ear)
                await asyncio.sleep(0.005)

        head, _ = await asyncio.gather(paint(place, 40), come())
        for ear in ears:
            await until(ear, head)
            assert ear.room is not None
            assert ear.heard == list(range(head - len(ear.heard) + 1, head + 1))
            assert ear.room.players[1] == ears[0].room.players[1]  # type: ignore[union-attr]  # as above


async def test_what_happens_while_the_room_is_read_follows_it(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    broadcast.install(broadcast.Broadcaster(asyncio.get_running_loop()))
    async with hubs(layer, 1) as (hub,):
        early, late = Ear(), Ear()
        room = await join(hub, place, early)
        await until(early, await paint(place, 1))
        real, read_at = room_state.sync, []

        def slow_sync(code: str) -> tuple[int, str] | None:
            made = real(code)
            assert made is not None
            read_at.append(made[0])
            if len(read_at) == 1:  # now, and handed out before this is
                for colour in (4, 5):
                    place.does(1, Colour(1, colour))
                services.wait_until(lambda: room.head == made[0] + 2, what="handing it out")
            return made

        monkeypatch.setattr(room_state, "sync", slow_sync)
        await join(hub, place, late)
        assert read_at == [3]
        assert late.heard == [4, 5]
        assert late.room is not None
        assert late.room.players[1]["colour"] == 5
        head = await paint(place, 1)
        for ear in (early, late):
            await until(ear, head)
            assert ear.heard[-3:] == [4, 5, 6]


async def test_a_hub_forgets_rooms_nobody_has_open(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    async with hubs(layer, 1) as (hub,):
        ears = [Ear(), Ear()]
        for ear in ears:
            room = await join(hub, place, ear)
        assert layer.groups
        for ear in ears:
            await hub.leave(ear, room)
        assert not hub.rooms
        assert not layer.groups


async def test_a_layer_that_will_not_subscribe_at_first(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    real, tries, subscribed = layer.group_add, [], asyncio.Event()

    async def group_add(*arguments: Any) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise ConnectionError("the layer is away")
        await real(*arguments)
        subscribed.set()

    monkeypatch.setattr(layer, "group_add", group_add)
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        await join(hub, place, ear)
        async with asyncio.timeout(10):
            await subscribed.wait()
        assert len(tries) == 2
        await until(ear, await paint(place, 1))


async def test_a_room_that_has_expired_is_no_trouble_to_the_others(
    layer: QuietInMemoryChannelLayer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its page may still be open when it is deleted."""
    expired, place = await make(), await make()
    async with hubs(layer, 1) as (hub,):
        ear = Ear(place.people[0].pk)
        ear.players = [1]
        monkeypatch.setattr(hub._hinting, "came", lambda room: None)
        gone = await join(hub, expired, Ear())
        await join(hub, place, ear)
        await read(lambda: expired.fresh().delete())
        gone.recent.clear()
        await hub._read_heads()
        await hub._exchange_presence()
        await ear.until(lambda: ear.of("here")[1:])
    assert caplog.messages == []


async def test_a_room_that_cannot_be_read_is_no_trouble_to_the_others(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, place = await make(), await make()
    real = room_state.look

    def look(room: int) -> Any:
        return {}[room] if room == broken.room.pk else real(room)

    monkeypatch.setattr(room_state, "look", look)
    async with hubs(layer, 1) as (hub,):
        await join(hub, broken, Ear())
        ear = Ear(place.people[0].pk)
        ear.players = [1]
        await join(hub, place, ear)
        await ear.until(lambda: ear.of("here")[1:])


async def test_a_message_that_cannot_be_read_is_not_the_last(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a process of a newer version, while one after the other is replaced."""
    place = await make()
    async with hubs(layer, 1) as (hub,):
        ear = Ear()
        await join(hub, place, ear)
        odd: list[dict[str, Any]] = [{"type": "story"}, {"type": "story", "told": [[3] * 9]}, {}]
        for message in odd:
            await broadcast.send(place.room.pk, message)
        await broadcast.send(place.room.pk, {"type": "picking", "text": frames.picking(1, 0, ())})
        await ear.until(lambda: ear.of("picking"))


async def test_who_sits_down_and_is_removed_hears_what_is_his(
    layer: QuietInMemoryChannelLayer,
) -> None:
    place = await make()
    newcomer = (await read(new_guest))[0]
    async with hubs(layer, 1) as (hub,):
        ear = Ear(newcomer.pk)
        await join(hub, place, ear)
        place.people.append(newcomer)
        await ask(place, 3, Sit("Newcomer"))
        await ear.until(lambda: ear.of("you")[-1]["players"] == [3])
        await ask(place, 3, Leave(3))
        await ear.until(lambda: ear.of("you")[-1]["players"] == [])
        assert [you["players"] for you in ear.of("you")] == [[], [3], []]


async def test_who_sits_down_while_his_page_opens_hears_that_he_sits(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    newcomer = (await read(new_guest))[0]
    real = room_state.sync

    def sync(code: str) -> tuple[int, str] | None:
        place.ask(newcomer, Sit("Newcomer"))
        return real(code)

    monkeypatch.setattr(room_state, "sync", sync)
    async with hubs(layer, 1) as (hub,):
        ear = Ear(newcomer.pk)
        await join(hub, place, ear)
        assert ear.of("you")[-1]["players"] == [3]


async def test_presence_comes_and_goes(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await make()
    start = clock.now()
    moved = [0.0]

    def now() -> Any:
        return start + timedelta(seconds=moved[0])

    monkeypatch.setattr(clock, "now", now)
    async with hubs(layer, 2) as (one, other):
        first, second = Ear(place.people[0].pk), Ear(place.people[1].pk)
        first.players, second.players = [1], [2]
        room = await join(one, place, first)
        await join(other, place, second)
        await join(other, place, Ear())

        await first.until(lambda: any(2 in here["on"] for here in first.of("here")))
        await second.until(lambda: any(1 in here["on"] for here in second.of("here")))
        await first.until(lambda: any(here["watching"] == 1 for here in first.of("here")))
        moved[0] = 30
        one.hear(room, first)
        moved[0] = 45
        await first.until(lambda: any(here["off"] == [2] for here in first.of("here")))
        assert not any(1 in here["off"] for here in first.of("here"))


async def test_what_a_person_lacks_counts_among_what_he_asks(
    layer: QuietInMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On however many sockets: each reads the database."""
    place, callers, sent = await make(), ConnectionLimits(), list[str]()
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: 0.0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])

    async with hubs(layer, 1) as (hub,):
        room = await join(hub, place, Ear())
        for _ in range(2 * COMMANDS_OF_A_PERSON // COMMAND_BURST + 1):
            socket = RoomSocket(hub, callers, {}, send)
            socket._of_person = callers.enter(place.people[0].pk)
            for _ in range(COMMAND_BURST):
                await socket._since(room, Since(place.room.head))
    assert json.loads(sent[-1])["code"] == "too_fast"


async def test_goodbye(layer: QuietInMemoryChannelLayer) -> None:
    place = await make()
    async with hubs(layer, 1) as (hub,):
        ears = [Ear() for _ in range(10)]
        for ear in ears:
            await join(hub, place, ear)
        await hub.say_goodbye()
        byes = [json.loads(ear.texts[-1]) for ear in ears]
        assert {bye["why"] for bye in byes} == {"restart"}
        assert len({bye["after"] for bye in byes}) > 1
        assert all(0 <= bye["after"] <= 1000 for bye in byes)


def test_what_may_be_done_is_not_told_of_another_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(2)
    place.start()
    real = room_state.position_of
    moved: list[Answer] = []

    def position_of(game: Game) -> room_state.Position:
        if not moved:
            moved.append(Done(None))
            moved.append(place.move())  # between reading the events and reading the state
        return real(game)

    monkeypatch.setattr(room_state, "position_of", position_of)
    told = room_state.events_after(place.room.pk, 0)
    assert len(moved) == 2
    assert told[-1].n == 3
    assert "may" not in json.loads(told[-1].text)
    assert "may" in json.loads(room_state.events_after(place.room.pk, 3)[-1].text)


def test_events_after_tells_what_was_pushed() -> None:
    place = Place(3)
    place.start()
    for _ in range(30):
        place.move()
    told = room_state.events_after(place.room.pk, 0)
    assert [one.n for one in told] == [event.number for event in place.events()]
    assert all("may" not in json.loads(one.text) for one in told[:-1])
    assert "may" in json.loads(told[-1].text)
    assert [one.n for one in told if one.seats] == [1, 2, 3]
    assert room_state.events_after(place.room.pk, told[-1].n) == []
    assert Event.objects.count() == len(told)
