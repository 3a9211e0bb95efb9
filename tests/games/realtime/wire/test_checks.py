"""Connections are looked at when their time has come, and what has ended is found."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import daphne.server
import pytest
from daphne.ws_protocol import WebSocketFactory
from pytest_django import Settings

from games.realtime.wire import checks
from games.realtime.wire.checks import (
    CHECK_SECONDS,
    ENDED_SECONDS,
    CheckTimes,
    check_timeouts,
    create_application,
    go_on_checking,
    note_connected,
    note_disconnected,
    note_end,
)
from games.realtime.wire.guard import GuardedSocket


class Time:
    """The clock and the timers of the module, which the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[tuple[float, Callable[..., Any], tuple[Any, ...]]] = []

    def call_later(self, after: float, function: Callable[..., Any], *args: Any) -> None:
        self.timers.append((self.now + after, function, args))

    def pass_by(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [one for one in self.timers if one[0] <= end]:
            first = min(due, key=lambda one: one[0])
            self.timers.remove(first)
            self.now = first[0]
            first[1](*first[2])
        self.now = end


class Connection:
    """Notes when it is checked, and asks for the next time."""

    def __init__(self, time: Time, after: float | None = None) -> None:
        self.after = after
        self.checked: list[float] = []
        self._time = time

    def check_timeouts(self) -> float | None:
        self.checked.append(self._time.now - 1000)
        return self.after


class Server:
    """As much of daphne's server as is used here."""

    def __init__(self) -> None:
        self.connections: dict[Any, dict[str, Any]] = {}
        self.checks = 0

    def protocol_connected(self, connection: Any) -> None:
        self.connections[connection] = {}

    def protocol_disconnected(self, connection: Any) -> None:
        self.connections[connection]["disconnected"] = True

    def create_application(self, connection: Any, scope: Any) -> Any:
        application = asyncio.get_running_loop().create_future()
        self.connections[connection]["application_instance"] = application
        return application

    def timeout_checker(self) -> None:
        check_timeouts(self)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(checks, "time", SimpleNamespace(monotonic=lambda: time.now))
    loop = SimpleNamespace(get_running_loop=lambda: time)
    monkeypatch.setattr(checks, "asyncio", loop)
    for name in ("connected", "disconnected"):
        monkeypatch.setattr(checks, f"_{name}", getattr(Server, f"protocol_{name}"))
    monkeypatch.setattr(checks, "_create_application", Server.create_application)

    def check(server: Server) -> None:
        server.checks += 1
        time.call_later(1, go_on_checking, server)

    monkeypatch.setattr(checks, "_check_applications", check)
    return time


def test_each_connection_is_looked_at_when_it_says(time: Time) -> None:
    server: Any = Server()
    plain, patient, lost = Connection(time), Connection(time, 20.0), Connection(time)
    for one in (plain, patient, lost):
        note_connected(server, one)
    note_disconnected(server, lost)
    check_timeouts(server)
    time.pass_by(30)
    first = CHECK_SECONDS + 1
    assert plain.checked[:3] == [first, 2 * first, 3 * first]
    assert patient.checked == [first, first + 21]
    assert lost.checked == []


def test_a_connection_that_is_gone_is_not_checked(time: Time) -> None:
    times, connection = CheckTimes(), Connection(time)
    times.plan(connection, 3)
    times.forget(connection)
    times.forget(connection)
    time.pass_by(5)
    assert times.pop_due() == []
    times.plan(connection, 3)
    assert times.pop_due() == []
    time.pass_by(4)
    assert times.pop_due() == [connection]
    assert times.pop_due() == []
    times.forget(connection)


def test_daphne_does_not_search_while_nothing_ends(time: Time) -> None:
    server: Any = Server()
    note_connected(server, Connection(time))
    time.pass_by(60)
    assert server.checks == 0


def test_what_has_ended_is_looked_for_once_after_five_seconds(time: Time) -> None:
    server: Any = Server()
    for _ in range(3):
        note_end(server)
    time.pass_by(ENDED_SECONDS - 0.1)
    assert server.checks == 0
    time.pass_by(0.1)
    assert server.checks == 1
    time.pass_by(60)
    assert server.checks == 1
    note_end(server)
    time.pass_by(ENDED_SECONDS)
    assert server.checks == 2


def test_it_is_looked_for_until_nobody_is_left_whose_application_goes_on(time: Time) -> None:
    server: Any = Server()
    gone = Connection(time)
    note_connected(server, gone)
    note_disconnected(server, gone)
    time.pass_by(3 * (ENDED_SECONDS + 1))
    assert server.checks == 3
    del server.connections[gone]  # as daphne does, once its application has ended
    time.pass_by(60)
    assert server.checks == 4, "of which the last was planned before"


async def test_the_end_of_an_application_is_an_end(time: Time) -> None:
    server: Any = Server()
    connection = Connection(time)
    note_connected(server, connection)
    application = create_application(server, connection, {})
    time.pass_by(60)
    application.set_result(None)
    await asyncio.sleep(0)
    time.pass_by(ENDED_SECONDS)
    assert server.checks == 1


@pytest.mark.parametrize("is_fast", [True, False])
def test_daphne_checks_all_connections_in_rounds_where_a_setting_says_so(
    is_fast: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    patched = [
        "protocol_connected",
        "protocol_disconnected",
        "create_application",
        "timeout_checker",
        "application_checker",
    ]
    for name in patched:
        monkeypatch.setattr(daphne.server.Server, name, getattr(daphne.server.Server, name))
    monkeypatch.setattr(WebSocketFactory, "protocol", WebSocketFactory.protocol)
    settings.FAST_SOCKETS = is_fast
    checks.install()
    assert WebSocketFactory.protocol is GuardedSocket
    ours = [getattr(daphne.server.Server, name).__module__ == checks.__name__ for name in patched]
    assert ours == [is_fast] * len(patched)
