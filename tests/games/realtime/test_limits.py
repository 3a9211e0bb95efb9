"""Rate limits of sockets, of persons and of addresses."""

import contextlib
import json
import resource
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from games.people.identity import COOKIE
from games.people.throttle import CROWD
from games.protocol.parser import Since
from games.realtime.consumers import RoomConsumer
from games.realtime.limits import (
    _MOST_OWNERS,
    COMMAND_BURST,
    COMMANDS_IN_THE_LONG_RUN,
    COMMANDS_PER_SECOND_AND_CROWD,
    COMMANDS_PER_SECOND_AND_PERSON,
    LONG_BURST,
    RESERVED_FILES,
    ConnectionLimits,
    SharedLimits,
    TokenBucket,
    most_connections,
)
from tests.support import attackers, services
from tests.support.client import Browser
from tests.support.guests import new_guest
from tests.support.local_bus import LocalBus
from tests.support.processes import (
    RecordingClient,
    hubs,
    join,
    make_place,
    new_consumer,
    new_threads,
    read,
    serve_socket,
)
from tests.support.sockets import Raw, answer_of, in_thread, nothing_broke, numbers


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


def test_a_bucket_of_bytes_is_filled_again_and_charges_nothing_for_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: now[0])
    bucket = TokenBucket(rate=10, burst=100)
    now[0] += 3600
    assert [bucket.take(cost) for cost in (101, 60, 50, 40)] == [False, True, False, True]
    now[0] += 5
    assert [bucket.take(cost) for cost in (51, 50)] == [False, True]


def test_a_budget_is_shared_by_the_sockets_of_one_owner() -> None:
    limits = ConnectionLimits()
    mara = limits.acquire_person(7, "school")
    assert limits.acquire_person(7, "home").budget is mara.budget
    assert limits.acquire_person(None, "7").budget is not mara.budget


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_requests_for_missed_events_count_as_commands(
    bus: LocalBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All sockets of a person count together, because each such request reads the database."""
    place, limits, sent = await make_place(), ConnectionLimits(), list[str]()
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: 0.0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["text"])

    async with hubs(bus, 1) as (hub,):
        room = await join(hub, place, RecordingClient())
        for _ in range(2 * COMMANDS_PER_SECOND_AND_PERSON // COMMAND_BURST + 1):
            socket = new_consumer(send, hub, new_threads(), limits)
            socket._commands += limits.acquire_person(place.people[0].pk, "school").commands
            for _ in range(COMMAND_BURST):
                await socket._on_since(room, Since(place.room.head))
            await socket.finish()
    assert json.loads(sent[-1])["code"] == "too_fast"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads", "now")
async def test_new_guests_of_one_address_share_how_often_they_ask(
    bus: LocalBus,
) -> None:
    """A guest costs nothing to make. Whoever has been here for an hour is counted alone."""
    place, limits, threads = await make_place(), ConnectionLimits(), new_threads()
    too_many = 2 * COMMANDS_PER_SECOND_AND_CROWD // COMMAND_BURST + 1
    asking = [{"type": "websocket.receive", "text": '{"type":"since","n":2}'}] * COMMAND_BURST

    async def refused(address: str) -> int:
        cookie, sent = (await read(new_guest))[1], list[str]()
        headers = [(b"cookie", f"{COOKIE}={cookie}".encode())]
        came, gone = {"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}
        incoming = iter([came, *asking, gone])

        async def receive() -> Any:
            return next(incoming)

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("text", ""))

        process = SimpleNamespace(hub=hub, threads=threads, limits=limits)
        await serve_socket(RoomConsumer(), process, place.code, receive, send, headers, address)
        return sum('"too_fast"' in frame for frame in sent)

    async with hubs(bus, 1) as (hub,):
        assert sum([await refused("school") for _ in range(too_many)]) == COMMAND_BURST
        assert await refused("home") == 0


async def test_new_guests_of_one_address_share_how_much_they_send(
    daphne_server: Callable[..., services.Daphne],
) -> None:
    server = daphne_server()
    known = Browser(server.url)
    code = await in_thread(known.open_room, "Mara")
    account = {"name": "Ines", "password": "a table by the window"}
    await in_thread(lambda: known.sent("/account/", "/account/sign-up/", **account))
    ping = '{"type":"ping","n":0}'
    async with Raw(known, code)() as one, contextlib.AsyncExitStack() as stack:
        await answer_of(one, to="here")
        cookies = [await in_thread(attackers.cookie_of_guest, server.port) for _ in range(20)]
        sockets = [
            await stack.enter_async_context(Raw(known, code, Cookie=cookie)())
            for cookie in cookies * 10
        ]
        for socket in sockets:
            await answer_of(socket, to="here")
        for socket in sockets:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(3):  # less than a socket, and less than a guest, may send at once
                    await socket.send(ping + " " * 8000)
        for _ in range(10):
            await one.send(ping + " " * 2000)
            await answer_of(one, to="pong")
    assert numbers(server)['farkle_dropped_connections_total{why="flood"}'] > 0
    nothing_broke(server)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be changed."""
    now = [1000.0]
    monkeypatch.setattr("games.realtime.limits.time.monotonic", lambda: now[0])
    return now


def may_command(shared: SharedLimits) -> bool:
    """Count a command as a socket does."""
    return all(bucket.take() for bucket in shared.commands)


@pytest.mark.usefixtures("now")
def test_coming_back_brings_no_new_allowance() -> None:
    limits, burst = ConnectionLimits(), 2 * COMMANDS_PER_SECOND_AND_PERSON
    for visitor in (7, None):  # the strangers of an address are one
        taken = 0
        for _ in range(10):
            shared = limits.acquire_person(visitor, "school")
            taken += sum(may_command(shared) for _ in range(burst))
            limits.release_person(visitor)
        assert taken == burst
    assert may_command(limits.acquire_person(8, "school"))
    assert may_command(limits.acquire_person(None, "home"))


def test_in_the_long_run_a_person_sends_less(now: list[float]) -> None:
    shared, taken = ConnectionLimits().acquire_person(7, "school"), 0
    for _ in range(3600):
        now[0] += 1
        taken += sum(may_command(shared) for _ in range(100))
    most = LONG_BURST + 3600 * COMMANDS_IN_THE_LONG_RUN
    assert most - 10 <= taken <= most


def test_the_limits_of_the_latest_are_kept() -> None:
    limits = ConnectionLimits()
    first = limits.acquire_person(1, "school")
    for person in range(2, _MOST_OWNERS + 1):
        limits.acquire_person(person, "school")
    assert limits.acquire_person(1, "home") is first
    limits.acquire_person(_MOST_OWNERS + 1, "school")
    limits.acquire_person(2, "school")
    assert limits.acquire_person(1, "home") is first


def test_who_is_known_finds_room_where_strangers_have_taken_it(settings: Any) -> None:
    settings.SOCKETS_OF_ADDRESS = 2
    limits = ConnectionLimits()
    assert [limits.acquire_address("school") for _ in range(3)] == [True, True, False]
    known = [limits.acquire_address("school", known=True) for _ in range(2 * CROWD + 1)]
    assert known == [True] * 2 * CROWD + [False]
    for _ in range(2 * CROWD + 1):
        limits.release_address("school")
    assert [limits.acquire_address("school") for _ in range(2)] == [True, False]


def test_of_too_many_suspects_the_oldest_is_forgotten(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.realtime.limits._MOST_SUSPECTS", 3)
    limits = ConnectionLimits()
    for address in ("home", "school", "club", "home", "office"):
        now[0] += 1
        limits.suspect(address)
    suspects = [one for one in ("home", "school", "club", "office") if limits.is_suspect(one)]
    assert suspects == ["home", "club", "office"]


async def test_coming_back_does_not_make_commands_faster(one_server: services.Daphne) -> None:
    browser = Browser(one_server.url)
    code = await in_thread(browser.open_room, "Mara")
    done, began = 0, time.monotonic()
    for number in range(12):
        async with Raw(browser, code)() as socket:
            await answer_of(socket, to="here")
            for at in range(COMMAND_BURST):
                frame = {"type": "ready", "id": f"r-{number:04}-{at:04}", "player": 1, "yes": True}
                await socket.send(json.dumps(frame))
            answers = 0
            while answers < COMMAND_BURST:
                answer = json.loads(await socket.recv())
                answers += answer["type"] in ("ok", "no")
                done += answer["type"] == "ok"
        await in_thread(
            lambda: services.wait_until(
                lambda: not numbers(one_server)["farkle_sockets"], what="closing"
            )
        )
    seconds = time.monotonic() - began
    assert done <= COMMANDS_PER_SECOND_AND_PERSON * (2 + seconds)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1024, 4096), (4096, 4096)),
        ((1024, 10**6), (2**16, 10**6)),
        ((1024, resource.RLIM_INFINITY), (2**16, resource.RLIM_INFINITY)),
        ((10**6, 10**6), (10**6, 10**6)),
        ((resource.RLIM_INFINITY,) * 2, (resource.RLIM_INFINITY,) * 2),
    ],
)
def test_the_limit_of_files_is_raised_and_never_lowered(
    monkeypatch: pytest.MonkeyPatch, before: tuple[int, int], after: tuple[int, int]
) -> None:
    limits = [before]
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _which, limit: limits.append(limit))
    files = min(2**16, after[0] % 2**63)
    assert files - 1000 < most_connections() < files - RESERVED_FILES
    assert limits[-1] == after
