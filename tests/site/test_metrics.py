"""/metrics, as Prometheus reads it, and the limits of one address."""

import asyncio
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support import services
from tests.support.client import Browser, Page

Start = Callable[..., services.Daphne]


def numbers(server: services.Daphne) -> dict[str, float]:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        text = answer.read().decode()
    return {
        name: float(value) for name, value in re.findall(r"^(farkle\S*) (\S+)$", text, re.MULTILINE)
    }


async def test_what_happens_is_counted_and_nobody_is_named(daphne_server: Start) -> None:
    server = daphne_server()
    browsers = [Browser(server.url) for _ in range(2)]
    code = await asyncio.to_thread(browsers[0].open_room, "Aurelia")
    await asyncio.to_thread(browsers[1].sit, code, "Basil")
    async with Page(browsers[0], code) as one, Page(browsers[1], code):
        await one.done("start", player=1)
        assert (await one.command("start", player=1))["code"] == "game_on"
        found = await asyncio.to_thread(numbers, server)
        assert found["farkle_sockets"] == 2
        assert found["farkle_open_rooms"] == 1
        assert found['farkle_refusals_total{code="game_on"}'] == 1
        assert found["farkle_events_total"] == 2  # sitting down, and the start
        assert found["farkle_moves_total"] == 0
        assert found["farkle_commit_seconds_count"] >= 2
        assert found["farkle_push_seconds_count"] >= 1
        assert {"farkle_gap_reads_total", "farkle_ticker_lag_seconds"} <= found.keys()
    text = await asyncio.to_thread(
        lambda: urllib.request.urlopen(f"{server.url}/metrics", timeout=10).read().decode()
    )
    assert not re.search(f"{code}|Aurelia|Basil|127.0.0.1", text)


def test_who_comes_through_the_proxy_does_not_see_it(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_BEHIND_PROXY="yes")
    request = urllib.request.Request(
        f"{server.url}/metrics", headers={"X-Forwarded-For": "192.0.2.7"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 404
    refused.value.close()
    assert numbers(server)


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


async def test_who_guesses_codes_has_to_wait(daphne_server: Start) -> None:
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
