"""The pings of a page at rest are answered as before, until something changes."""

import contextlib
import json
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from websockets.exceptions import ConnectionClosed

from games import clock
from games.presence import PING_SECONDS, QUIET_PING_SECONDS, RoomPresence, drop_stale
from games.realtime.rest import SHORTEST, Rest
from games.realtime.room import OpenRoom
from games.state.room_state import OutboundEvent
from tests.games.realtime.test_room import Socket
from tests.support import services
from tests.support.client import Browser
from tests.support.protocol.frames import framed
from tests.support.sockets import Raw, answer_of, farewell, in_thread

PING = '{"type":"ping","n":0,"next":45}'


@pytest.fixture
def room() -> OpenRoom:
    made = OpenRoom(1, "K7M2PQ9R")
    made.start_at(0)
    return made


def test_only_the_same_ping_while_nothing_changes_and_not_too_often(room: OpenRoom) -> None:
    socket, now = Socket(players=(1,)), time.monotonic()
    ping = framed(PING.encode())
    one = Rest(PING, room, socket)
    assert one.answer(ping, now) is None, "too soon"
    now += SHORTEST + 1
    assert one.answer(framed(PING.encode() + b" "), now) is None
    assert one.answer(ping + ping, now) is None
    assert one.answer(ping, now) is not None
    assert one.answer(ping, now) is None
    now += SHORTEST
    socket.players.append(2)
    assert one.answer(ping, now) is not None
    assert room.local_presence.rested == {1: now, 2: now}
    now += SHORTEST
    room.presence = RoomPresence(frozenset({1}), 0)
    assert one.answer(ping, now) is None
    one = Rest(PING, room, socket)
    now += SHORTEST
    room.send_events([OutboundEvent(1, "frame", seats_changed=False)])
    assert one.answer(ping, now) is None


def test_each_answer_has_the_time_of_its_ping(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page sets its clock by it."""
    one, now, began = Rest(PING, room, Socket(players=(1,))), time.monotonic(), clock.now()
    for minutes in (1, 2):
        then = began + timedelta(minutes=minutes)
        monkeypatch.setattr(clock, "now", lambda then=then: then)
        answer = one.answer(framed(PING.encode()), now + 60 * minutes)
        assert answer is not None
        pong = json.loads(answer[2:])  # of less than 126 bytes (RFC 6455, 5.2)
        assert pong == {"type": "pong", "n": 0, "now": clock.milliseconds()}


def test_players_at_rest_are_present_from_when_they_pinged(room: OpenRoom) -> None:
    local, now = room.local_presence, clock.now().timestamp()
    local.mark_present(1, now - 60)
    local.mark_present(2, now - 60)
    local.rested = dict.fromkeys((1, 2), time.monotonic() - 5)
    local.mark_left(2, now, closed=True)
    shared = drop_stale(local, now)
    assert list(shared.seen) == [1]
    assert shared.seen[1] == pytest.approx(now - 5 + QUIET_PING_SECONDS - PING_SECONDS, abs=1)
    assert not local.rested


async def test_a_page_at_rest_is_answered_with_the_newest_head(
    daphne_server: Callable[..., services.Daphne],
) -> None:
    begin = "import runpy, daphne.cli, django; django.setup()"
    often = "from games.realtime import rest; rest.SHORTEST = 0"
    run = "runpy.run_module('farkle_site.server', run_name='__main__')"
    server = daphne_server(
        program=("-c", f"{begin}; {often}; {run}"), DJANGO_SETTINGS_MODULE="farkle_site.settings"
    )
    browser = Browser(server.url)
    code = await in_thread(browser.open_room, "Mara")
    async with Raw(browser, code)() as socket:
        first = json.loads(await socket.recv())["n"]
        for _ in range(3):
            await socket.send(PING)
            assert (await answer_of(socket, to="pong"))["n"] == first
        await socket.send('{"type":"colour","id":"12345678","player":1,"colour":3}')
        head = (await answer_of(socket, to="ok"))["n"]
        await socket.send(PING)
        assert (await answer_of(socket, to="pong"))["n"] == head > first


async def test_pings_at_rest_are_limited_too(lobby: tuple[Browser, str]) -> None:
    async with Raw(*lobby)() as socket:
        await socket.send(PING)
        await answer_of(socket, to="pong")  # from now on it may send as much as a page
        with contextlib.suppress(ConnectionClosed):
            for _ in range(250):  # so few that guard.py lets them through
                await socket.send(PING)
        assert await farewell(socket) == ("flood", 4008)
