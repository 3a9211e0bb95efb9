"""Sockets of accounts that have logged out are closed, and no others."""

import pytest
from django.contrib.sessions.models import Session

from games.realtime import sessions
from games.realtime.room import OpenRoom
from games.realtime.sessions import SessionWatch
from tests.support.accounts import Browser
from tests.support.processes import RecordingClient, new_threads, read

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
    await watch.check([room])
    assert room.subscribers == set(clients)
    await read(ines.logs_out)
    await watch.check([room])
    assert room.subscribers == set(clients[1:])
    assert clients[0].of("bye") == [{"type": "bye", "why": "logged_out", "after": 0}]


async def test_sessions_are_not_looked_up_at_every_tick() -> None:
    ines, _ = await read(two_accounts)
    room, watch = OpenRoom(1, "K7M2PQ9R"), SessionWatch(new_threads())
    client = RecordingClient()
    client.session = await read(lambda: ines.session_of_its_socket)
    room.subscribers = {client}
    await watch.check([room])
    await read(Session.objects.all().delete)
    await watch.check([room])
    assert room.subscribers == {client}
