"""The parts of server processes, inside the test's own process: threads, solver and hubs."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import pytest
from django.db import connection

from games import broadcast
from games.protocol import frames
from games.protocol.commands import Answer, Colour, Command, Done
from games.realtime.background import BackgroundTasks
from games.realtime.consumers import RoomConsumer
from games.realtime.hub import Hub
from games.realtime.limits import ConnectionLimits
from games.realtime.process import jobs_of
from games.realtime.room import OpenRoom, RoomAdvice
from games.realtime.scheduler import Scheduler
from games.realtime.threads import DatabaseThreads
from games.services import executor
from games.workers.solver import Solver
from tests.support.local_bus import LocalBus
from tests.support.protocol import contract, fold
from tests.support.rooms import Place, fresh_id

P = ParamSpec("P")
T = TypeVar("T")

solver = Solver(patience=120)
"""For every process of a test: patient, since a machine that runs tests is slow."""

_open: list[DatabaseThreads] = []


def new_threads() -> DatabaseThreads:
    """Return the threads of one more process; `close_threads` ends them."""
    _open.append(DatabaseThreads())
    return _open[-1]


def close_threads() -> None:
    """End all threads, and their connections to the test's database."""
    while _open:
        _open.pop().close()


async def read(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `function` returns on a thread that may use the database."""
    threads = _open[0] if _open else new_threads()
    return await threads.read(function, *args, **kwargs)


async def computers_have_decided(*schedulers: Scheduler) -> None:
    """Wait until no computer player is deciding in these processes."""
    await asyncio.gather(*(task for one in schedulers for task in one._deciding.values()))


def new_scheduler() -> Scheduler:
    """Return the scheduler of one more process."""
    return Scheduler(new_threads(), solver)


@contextlib.asynccontextmanager
async def hubs(
    bus: LocalBus | None, number: int, kind: type[Hub] = Hub
) -> AsyncIterator[list[Hub]]:
    """Run the hubs of so many processes. Without a bus: one that knows that there is no other."""
    threads = [new_threads() for _ in range(number)]
    ends: list[Any] = [bus and bus.end() for _ in threads]
    made = [kind(one, solver, end) for one, end in zip(threads, ends, strict=True)]
    tasks = BackgroundTasks()
    for hub, end in zip(made, ends, strict=True):
        for job in jobs_of(hub):
            tasks.repeat(job)
        if end is not None:
            tasks.spawn(end.run(hub.on_message))
    try:
        yield made
    finally:
        await tasks.stop()
        for hub in made:
            await hub.stop()
        for end in filter(None, ends):
            await end.close()
        for one in threads:
            _open.remove(one)
            await asyncio.to_thread(one.close)


def use_bus(bus: LocalBus, monkeypatch: pytest.MonkeyPatch) -> LocalBus:
    """Publish by this bus, from whatever process the test makes."""
    monkeypatch.setattr(broadcast, "current", broadcast.Broadcaster(bus=bus))
    return bus


def publish_here(bus: Any = None) -> None:
    """Publish from the test's own event loop, as a server does."""
    bus = broadcast.current._bus if bus is None else bus
    broadcast.current = broadcast.Broadcaster(asyncio.get_running_loop(), bus=bus)


async def at_rest(advice: RoomAdvice) -> None:
    """Wait until no hint, or no chances, are being worked out."""
    async with asyncio.timeout(120):
        while advice.busy:  # noqa: ASYNC110  # nobody is told: there may be nothing to tell
            await asyncio.sleep(0.01)


class RecordingClient:
    """A socket that only receives, and checks each frame as a client may rely on it."""

    def __init__(self, person: int | None = None, *, is_screen: bool = False) -> None:
        self.is_screen = is_screen
        self.n = -1
        self.code = ""
        self.is_behind = False
        self.person = person
        self.session: str | None = None
        self.players: list[int] = []
        self.lost: list[int] = []
        self.frames: list[str] = []
        self.room: fold.Room | None = None
        self._news = asyncio.Event()

    async def until(self, so: Callable[[], Any]) -> None:
        """Wait for the frame that makes it so."""
        async with asyncio.timeout(60):
            while not so():
                self._news.clear()
                await self._news.wait()

    async def until_event(self, n: int) -> None:
        """Wait until it has event `n`, as an event or in a snapshot."""
        await self.until(lambda: max(f["n"] for f in self.of("event") + self.of("sync")) >= n)

    def push(self, *frames: str) -> None:
        for frame in frames:
            self._receive(frame)
        self._news.set()

    def _receive(self, frame: str) -> None:
        checked = contract.checked(frame)
        self.frames.append(frame)
        if checked["type"] == "sync":
            assert self.room is None or checked["n"] >= self.room.n
            self.room = fold.Room(checked)
        elif checked["type"] == "event":
            assert self.room is not None, "an event came before the sync"
            if checked["n"] == self.room.n + 1:  # stops at a gap, which the comparison finds
                self.room.apply(checked)

    def dismiss(self, why: str, after: int | None = None) -> None:
        self.push(frames.bye(why, after))

    @property
    def events(self) -> list[int]:
        """The numbers of the events, in the order they came."""
        return [frame["n"] for frame in self.of("event")]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The frames of this type."""
        return [frame for frame in map(json.loads, self.frames) if frame["type"] == kind]

    def kinds(self) -> list[str]:
        """The types of all frames, in the order they came."""
        return [json.loads(frame)["type"] for frame in self.frames]


def new_consumer(
    send: Callable[[dict[str, Any]], Awaitable[None]],
    hub: Hub | None = None,
    threads: Any = None,
    limits: ConnectionLimits | None = None,
) -> RoomConsumer:
    """Return a socket whose frames go to `send`."""
    consumer = RoomConsumer()
    process: Any = SimpleNamespace(hub=hub, threads=threads, limits=limits or ConnectionLimits())
    consumer.begin(process, send)
    return consumer


async def serve_socket(
    consumer: RoomConsumer,
    process: Any,
    code: str,
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
    headers: Iterable[tuple[bytes, bytes]] = (),
    address: str = "school",
) -> None:
    """Serve a socket of the room with this code, as the routes do."""
    scope = {
        "type": "websocket",
        "headers": list(headers),
        "client": (address, 1),
        "state": {"process": process},
        "url_route": {"kwargs": {"code": code}},
    }
    await consumer(scope, receive, send)


async def make_place(seats: int = 2) -> Place:
    """Return a room with so many people."""
    return await read(Place, seats)


async def join(hub: Hub, place: Place, client: RecordingClient) -> OpenRoom:
    """Connect a client to the room."""
    room = hub.open_room(client, place.room.pk, place.code)
    await hub.join(client, room)
    return room


async def ask(place: Place, player: int, body: Any) -> Answer:
    """Return the answer to a command, performed as in a process with this event loop."""
    publish_here()
    command = Command(place.code, place.people[player - 1].pk, fresh_id(), body)
    return (await asyncio.to_thread(_perform_and_close, command))[0]


def _perform_and_close(command: Command) -> list[Answer]:
    try:
        return executor.perform_many([command])
    finally:
        connection.close()


async def paint(place: Place, times: int) -> int:
    """Cause so many events, one after the other; return the room's head after them."""
    for number in range(times):
        answer = await ask(place, 1, Colour(1, number % 6))
        assert isinstance(answer, Done)
    return await read(lambda: place.fresh().head)
