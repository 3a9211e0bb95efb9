"""Sockets of accounts that have logged out are closed, and no others."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session

from games.realtime.consumers import RoomConsumer
from games.realtime.limits import ConnectionLimits
from games.realtime.room import OpenRoom
from games.realtime.watch import sessions
from games.realtime.watch.sessions import SessionWatch
from tests.support.accounts import Browser
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    hubs,
    join,
    make_place,
    new_threads,
    read,
    serve_socket,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_threads")]


def two_accounts() -> tuple[Browser, Browser]:
    made = Browser(), Browser()
    for browser, name in zip(made, ("Ines", "Teo"), strict=True):
        browser.signs_up(name)
    return made


async def test_only_sockets_of_ended_sessions_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "EVERY_SECONDS", 0.0)
    ines, teo = await read(two_accounts)
    room, watch = OpenRoom(1, "K7M2PQ9R"), SessionWatch(new_threads())
    clients = [RecordingClient() for _ in range(3)]
    clients[0].session = await read(lambda: ines.session_of_its_socket)
    clients[1].session = await read(lambda: teo.session_of_its_socket)
    room.subscribers = set(clients)
    for client in clients:
        watch.open(client, room)
    await watch.check()
    assert room.subscribers == set(clients)
    await read(ines.logs_out)
    await watch.check()
    assert room.subscribers == set(clients[1:])
    assert clients[0].of("bye") == [{"type": "bye", "why": "logged_out", "after": 0}]


async def test_sessions_are_not_looked_up_at_every_tick() -> None:
    ines, _ = await read(two_accounts)
    room, watch = OpenRoom(1, "K7M2PQ9R"), SessionWatch(new_threads())
    client = RecordingClient()
    client.session = await read(lambda: ines.session_of_its_socket)
    room.subscribers = {client}
    watch.open(client, room)
    await watch.check()
    await read(Session.objects.all().delete)
    await watch.check()
    assert room.subscribers == {client}


async def test_sockets_with_a_session_are_watched_while_they_are_open() -> None:
    place, bus = await make_place(), LocalBus()
    async with hubs(bus, 1) as (hub,):
        guest, account = RecordingClient(), RecordingClient(place.people[0].pk)
        account.session = "abc"
        for client in (guest, account):
            room = await join(hub, place, client)
        assert hub._sessions._rooms == {account: room}
        for client in (guest, account):
            await hub.leave(client, room)
        assert hub._sessions._rooms == {}


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
