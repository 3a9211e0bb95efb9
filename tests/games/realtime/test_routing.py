"""Who may open a socket, and of which room."""

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support import services
from tests.support.client import Browser, Page
from tests.support.sockets import Raw, Start, farewell, numbers


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
        with urllib.request.urlopen(url, timeout=10) as answer:
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
    async with Page(browser, code), Page(browser, code):
        with pytest.raises(InvalidStatus):
            await first_frame(server, code)
    await asyncio.to_thread(
        services.wait_until, lambda: not numbers(server)["farkle_sockets"], what="closing"
    )
    assert (await first_frame(server, code))["type"] == "sync"
