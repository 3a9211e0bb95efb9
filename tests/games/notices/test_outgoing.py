"""One request to a foreign server, and what that server may do to this one."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from pytest_django import Settings

from games.notices import outgoing
from games.notices.outgoing import Answer, post
from games.notices.targets import Target, target_of
from tests.games.notices.test_targets import resolves_to
from tests.support.outside.chat_service import ChatService

Behave = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@contextlib.asynccontextmanager
async def server(settings: Settings, behave: Behave) -> AsyncIterator[Target]:
    """A server that does what a test wants with each connection."""
    connections: list[asyncio.Task[None] | None] = []

    async def noted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(asyncio.current_task())
        await behave(reader, writer)

    started = await asyncio.start_server(noted, "127.0.0.1", 0)
    port = started.sockets[0].getsockname()[1]
    settings.INSECURE_HOSTS = [f"127.0.0.1:{port}"]
    async with started:
        yield target_of(f"http://127.0.0.1:{port}/where?it=goes")
        await asyncio.gather(*filter(None, connections))


async def close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


def says(answer: bytes, seen: list[bytes] | None = None) -> Behave:
    async def behave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        if seen is not None:
            seen.append(request + await reader.readexactly(4))
        writer.write(answer)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        await close(writer)

    return behave


async def test_it_sends_and_reads_the_head(settings: Settings) -> None:
    seen: list[bytes] = []
    head = b"HTTP/1.1 201 Created\r\nRetry-After: 7\r\nodd line\r\n\r\nbody that nobody reads"
    async with server(settings, says(head, seen)) as target:
        answer = await asyncio.to_thread(post, target, {"TTL": "60"}, b"text")
    assert answer == Answer(201, was_sent=True, headers={"retry-after": "7"})
    assert answer.is_taken
    [request] = seen
    assert request.startswith(b"POST /where?it=goes HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"\r\nTTL: 60\r\n" in request
    assert b"\r\nContent-Length: 4\r\n" in request
    assert request.endswith(b"\r\n\r\ntext")


async def test_an_interim_answer_is_not_the_answer(settings: Settings) -> None:
    head = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n\r\n"
    async with server(settings, says(head)) as target:
        assert (await asyncio.to_thread(post, target, {}, b"text")).status == 201
    async with server(settings, says(b"HTTP/1.1 100 Continue\r\n\r\n")) as target:
        assert (await asyncio.to_thread(post, target, {}, b"text")).status == 0


async def test_a_redirect_is_not_followed(settings: Settings) -> None:
    seen: list[bytes] = []
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n"
    async with server(settings, says(moved, seen)) as target:
        answer = await asyncio.to_thread(post, target, {}, b"text")
    assert (answer.status, answer.is_taken, len(seen)) == (302, False, 1)


@pytest.mark.parametrize(
    "answer",
    [b"", b"SMTP ready\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 999 x\r\n\r\n", b"HTTP/1.1"],
)
async def test_an_answer_that_is_none(settings: Settings, answer: bytes) -> None:
    async with server(settings, says(answer)) as target:
        found = await asyncio.to_thread(post, target, {}, b"text")
    assert (found.status, found.was_sent) == (0, True)
    assert found.problem


async def test_an_endless_answer_is_cut_off(settings: Settings) -> None:
    async with server(settings, says(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000)) as target:
        found = await asyncio.to_thread(post, target, {}, b"text")
    assert (found.status, found.problem) == (0, "LineTooLong")


async def test_a_head_of_many_lines_is_cut_off(settings: Settings) -> None:
    lines = b"X: " + b"x" * 1000 + b"\r\n"
    async with server(settings, says(b"HTTP/1.1 200 OK\r\n" + 20 * lines + b"\r\n")) as target:
        found = await asyncio.to_thread(post, target, {}, b"text")
    assert (found.status, found.problem) == (0, "LineTooLong")


async def test_one_that_dribbles_has_only_so_long(settings: Settings) -> None:
    async def dribble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"H")
                await writer.drain()
                await asyncio.sleep(0.01)
        await close(writer)

    async with server(settings, dribble) as target:
        found = await asyncio.to_thread(post, target, {}, b"text", seconds=0.3)
    assert found == Answer(0, was_sent=True, problem="no answer in time")


async def test_who_cannot_be_reached_got_nothing(settings: Settings) -> None:
    async with server(settings, says(b"")) as target:
        pass  # nobody listens there any more
    found = await asyncio.to_thread(post, target, {}, b"text")
    assert (found.status, found.was_sent) == (0, False)


def test_it_connects_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that has another address at the second look leads nowhere else."""
    asked: list[tuple[str, int]] = []
    ours, theirs = socket.socketpair()

    def connect(address: tuple[str, int], _timeout: float) -> socket.socket:
        asked.append(address)
        ours.settimeout(5)
        return ours

    monkeypatch.setattr(outgoing.socket, "create_connection", connect)
    resolves_to(monkeypatch, "8.8.8.8")
    with ours, theirs:
        theirs.sendall(b"not TLS")
        found = post(target_of("https://push.example/"), {}, b"")
        assert (asked, found.status, found.was_sent) == ([("8.8.8.8", 443)], 0, False)
        assert b"push.example" in theirs.recv(4096), "the certificate has to be that of the name"
    resolves_to(monkeypatch, "127.0.0.1")
    found = post(target_of("https://push.example/"), {}, b"")
    assert found == Answer(0, was_sent=False, problem="not a public address")
    assert len(asked) == 1


def test_a_thread_may_wait_for_the_answer(chat: ChatService) -> None:
    target = target_of(chat.address())
    answer = post(target, {"Content-Type": "application/json"}, b"{}", seconds=20)
    assert (answer.status, answer.was_sent, chat.got) == (204, True, [{}])
    assert post(target_of("https://127.0.0.1/"), {}, b"").problem == "not a public address"
