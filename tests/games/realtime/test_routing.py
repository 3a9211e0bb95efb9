"""Who may open a socket, and of which room."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from games.people.throttle import CROWD
from tests.conftest import ON_POSTGRES, Backend
from tests.support import services
from tests.support.client import Browser, Page
from tests.support.pages import fetch
from tests.support.sockets import (
    Raw,
    Start,
    answer_of,
    farewell,
    in_thread,
    nothing_broke,
    numbers,
)


async def test_a_room_that_does_not_exist(lobby: tuple[Browser, str]) -> None:
    async with Raw(lobby[0], "22222222")() as socket:
        assert await farewell(socket) == ("no_room", 4404)


async def test_other_paths_are_refused(
    one_server: services.Daphne, lobby: tuple[Browser, str]
) -> None:
    browser, code = lobby
    for path in ("", code.lower(), f"{code}/more", "../room"):
        with pytest.raises(InvalidStatus):
            async with Raw(browser, path)():
                pass


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


async def test_guessing_room_codes_is_limited(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_WRONG_CODES="3")
    browser = Browser(server.url)
    code = await asyncio.to_thread(browser.open_room, "Host")

    def ask(path: str) -> int:
        return status_of(server.url + path)

    assert await asyncio.to_thread(ask, f"/r/{code}/") == 200
    for path in ("/r/AAAAAAAA/", "/find/?code=BBBBBBBB"):
        assert await asyncio.to_thread(ask, path) == 404
    assert (await first_frame(server, "CCCCCCCC"))["why"] == "no_room"
    assert await asyncio.to_thread(ask, f"/r/{code}/") == 429
    with pytest.raises(InvalidStatus):
        await first_frame(server, code)
    assert await asyncio.to_thread(ask, "/") == 200


async def first_frame(server: services.Daphne, code: str) -> dict[str, Any]:
    async with connect(f"{server.ws_url}/ws/room/{code}/", origin=server.url) as socket:  # type: ignore[arg-type]  # a text is what goes out
        frame: dict[str, Any] = json.loads(await socket.recv())
        return frame


async def test_sockets_of_one_address_are_counted(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_SOCKETS_OF_ADDRESS="2")
    browser = Browser(server.url)
    code = await asyncio.to_thread(browser.open_room, "Host")
    stranger = Browser(server.url)
    async with Page(stranger, code), Page(stranger, code):
        with pytest.raises(InvalidStatus):
            await first_frame(server, code)
    await asyncio.to_thread(
        services.wait_until, lambda: not numbers(server)["farkle_sockets"], what="closing"
    )
    assert (await first_frame(server, code))["type"] == "sync"


@ON_POSTGRES
async def test_a_pupil_does_not_shut_the_teacher_out(
    backend: Backend, daphne_server: Start
) -> None:
    """They have one address, and the pupil uses up what it may do without a cookie."""
    server = daphne_server(
        database=backend.database,
        redis=backend.redis,
        FARKLE_WRONG_CODES="3",
        FARKLE_SOCKETS_OF_ADDRESS="4",
    )
    teacher = Browser(server.url)
    code = await in_thread(teacher.open_room, "Teacher")
    room = f"{server.url}/r/{code}/"
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(4):
            socket = await stack.enter_async_context(Raw(Browser(server.url), code)())
            await answer_of(socket, to="sync")
        with pytest.raises(InvalidStatus):
            await first_frame(server, code)
        async with Page(teacher, code) as page:
            assert (await page.done("colour", player=1, colour=3))["n"]
        for _ in range(3):
            await in_thread(fetch, f"{server.url}/r/AAAAAAAA/")
        assert (await in_thread(fetch, room))[0] == 429
        assert (await in_thread(lambda: fetch(room, Cookie=teacher.cookies)))[0] == 200
        async with Page(teacher, code) as page:
            assert (await page.done("colour", player=1, colour=4))["n"]
        # A seat in this room says nothing about others.
        with pytest.raises(InvalidStatus):
            async with Raw(teacher, "AAAAAAAA")():
                pass
    nothing_broke(server)


async def test_even_who_is_known_opens_so_many_sockets(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_SOCKETS_OF_ADDRESS="1")
    teacher = Browser(server.url)
    code = await in_thread(teacher.open_room, "Teacher")
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(1 + CROWD):
            await answer_of(await stack.enter_async_context(Raw(teacher, code)()), to="sync")
        with pytest.raises(InvalidStatus):
            async with Raw(teacher, code)():
                pass
    nothing_broke(server)
