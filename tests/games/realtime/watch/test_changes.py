"""Events, blocks and ended sessions reach the open rooms though no message reports them."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.models import Room
from games.protocol.commands import Colour
from games.realtime.consumers import RoomConsumer
from games.realtime.limits import ConnectionLimits
from games.realtime.room import OpenRoom
from games.realtime.watch.changes import (
    _EACH_ROOM_TICKS,
    BlockWatch,
    HeadWatch,
    close_logged_out,
    mark_rooms,
)
from games.services.accounts.contacts import block
from tests.games.realtime.test_room import Socket
from tests.support.accounts import Browser
from tests.support.guests import new_guest
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    ask,
    hubs,
    make_place,
    new_threads,
    read,
    serve_socket,
)
from tests.support.rooms import Place

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_threads")]


def two_accounts() -> tuple[Browser, Browser]:
    made = Browser(), Browser()
    for browser, name in zip(made, ("Ines", "Teo"), strict=True):
        browser.signs_up(name)
    return made


async def test_only_sockets_of_ended_sessions_are_closed() -> None:
    ines, teo = await read(two_accounts)
    room, threads = OpenRoom(1, "K7M2PQ9R"), new_threads()
    clients = [RecordingClient() for _ in range(3)]
    clients[0].session = await read(lambda: ines.session_of_its_socket)
    clients[1].session = await read(lambda: teo.session_of_its_socket)
    room.subscribers = set(clients)
    await close_logged_out(threads, [room])
    assert room.subscribers == set(clients)
    await read(ines.logs_out)
    await close_logged_out(threads, [room])
    assert room.subscribers == set(clients[1:])
    assert clients[0].of("bye") == [{"type": "bye", "why": "logged_out", "after": 0}]


async def test_whoever_logs_out_while_connecting_is_not_forgotten() -> None:
    """The person and the session come from one look at the cookies."""
    place, (ines, _) = await make_place(), await read(two_accounts)
    session = ines.cookies["sessionid"]
    threads = new_threads()

    came, gone = {"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}
    incoming = iter([came, gone])

    async def receive() -> dict[str, Any]:
        return next(incoming)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.accept":  # by now it is known who comes
            await read(ines.logs_out)

    headers, socket = [(b"cookie", f"sessionid={session}".encode())], RoomConsumer()
    async with hubs(LocalBus(), 1) as (hub,):
        process = SimpleNamespace(hub=hub, threads=threads, limits=ConnectionLimits())
        await serve_socket(socket, process, place.code, receive, send, headers)
    assert socket.person is not None
    assert socket.session == session, "by which it is closed"


async def test_rooms_of_those_concerned_are_marked() -> None:
    place = await read(Place, 2)
    stranger = (await read(new_guest))[0]
    rooms = []
    for number, person in enumerate((*place.people, stranger)):
        room, socket = OpenRoom(number, "K7M2PQ9R"), Socket()
        socket.person = person.pk
        room.subscribers.add(socket)
        rooms.append(room)
    watch = BlockWatch()
    assert mark_rooms(await read(watch.read), rooms) == set()
    await read(block, place.people[0], {place.people[1].pk})
    assert mark_rooms(await read(watch.read), rooms) == set(rooms[:2])
    assert [room.seats_changed for room in rooms] == [True, True, False]


async def test_quiet_rooms_are_read_at_first_and_then_now_and_again() -> None:
    quiet, busy = await make_place(), await make_place()
    rooms = [quiet.room.pk, busy.room.pk]
    watch = HeadWatch()
    assert await read(watch.read, rooms) == {pk: await read(head_of, pk) for pk in rooms}
    await ask(busy, 1, Colour(1, 5))
    seen = [await read(watch.read, rooms) for _ in range(2 * _EACH_ROOM_TICKS)]
    assert seen[0][busy.room.pk] == await read(head_of, busy.room.pk)
    with_quiet = [number for number, heads in enumerate(seen) if quiet.room.pk in heads]
    late = [number for number in with_quiet if number >= _EACH_ROOM_TICKS]
    assert len(late) == 1


def head_of(pk: int) -> int:
    return Room.objects.get(pk=pk).head
