"""Sockets at rest are read at once, and then together with others."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.realtime.wire import resting
from games.realtime.wire.resting import GATHER_SECONDS, RestingSockets


class Loop:
    """As much of an event loop as is used here. The test lets its time pass."""

    def __init__(self) -> None:
        self.reader: Callable[[], None] | None = None
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def add_reader(self, _fd: int, reader: Callable[[], None]) -> None:
        self.reader = reader

    def remove_reader(self, _fd: int) -> None:
        self.reader = None

    def call_later(self, after: float, function: Callable[[], None]) -> None:
        self.timers.append((after, function))

    def see(self) -> None:
        """Something has come, which the loop sees if it looks."""
        if self.reader is not None:
            self.reader()

    def wait(self) -> float:
        """Let the time of the only timer come, and return how long that took."""
        [(after, function)], self.timers = self.timers, []
        function()
        return after


class Client:
    """Both ends of a socket at rest. `heard` is what was read from it."""

    def __init__(self, sockets: RestingSockets) -> None:
        self.end, self.ours = socket.socketpair()
        self.fd = self.ours.fileno()
        self.heard: list[bytes] = []
        self.sockets = sockets
        sockets.add(self.fd, self._read)

    def _read(self, _now: float) -> None:
        self.heard.append(self.ours.recv(100))

    def close(self) -> None:
        self.end.close()
        self.ours.close()


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def clients(loop: Loop) -> Iterator[list[Client]]:
    some: Any = loop
    sockets = RestingSockets(some)
    made = [Client(sockets) for _ in range(3)]
    yield made
    for one in made:
        one.close()


def test_the_first_is_read_at_once_and_what_follows_soon_is_gathered(
    loop: Loop, clients: list[Client]
) -> None:
    first, second, third = clients
    first.end.send(b"1")
    loop.see()
    assert first.heard == [b"1"]
    for one in (second, third):
        one.end.send(b"2")
        loop.see()
        assert one.heard == []
    assert loop.wait() == GATHER_SECONDS
    assert [one.heard for one in clients] == [[b"1"], [b"2"], [b"2"]]


def test_after_a_while_without_anything_the_next_is_read_at_once(
    loop: Loop, clients: list[Client]
) -> None:
    for text in (b"1", b"2"):
        clients[0].end.send(text)
        loop.see()
        loop.wait()
        assert clients[0].heard[-1] == text
        assert not loop.timers


def test_what_is_too_much_at_once_is_read_right_afterwards(
    loop: Loop, clients: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resting, "MOST_AT_ONCE", 2)
    for one in clients:
        one.end.send(b"1")
    loop.see()
    assert loop.wait() == 0.0
    assert [one.heard for one in clients] == [[b"1"]] * 3


def test_whoever_rests_no_more_is_not_read(loop: Loop, clients: list[Client]) -> None:
    first, second, third = clients
    for one in clients:
        one.end.send(b"1")
    first.sockets.remove(first.fd)
    second.close()
    second.sockets.remove(second.fd)
    loop.see()
    assert (first.heard, second.heard, third.heard) == ([], [], [b"1"])


def test_whoever_another_has_stirred_is_not_read(loop: Loop) -> None:
    some: Any = loop
    sockets, heard = RestingSockets(some), list[int]()
    ends = [socket.socketpair() for _ in range(2)]

    def read(at: int) -> None:
        heard.append(at)
        sockets.remove(ends[1 - at][1].fileno())

    for at, (end, ours) in enumerate(ends):
        sockets.add(ours.fileno(), lambda _now, at=at: read(at))
        end.send(b"1")
    loop.see()
    assert len(heard) == 1
    for end, ours in ends:
        end.close()
        ours.close()
