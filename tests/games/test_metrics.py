"""/metrics, as Prometheus reads it."""

import asyncio
import re
import urllib.request
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from farkle_site.health import HealthMiddleware
from tests.support.client import Browser, Page
from tests.support.sockets import Start, numbers


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
        lambda: urllib.request.urlopen(f"{server.url}/metrics", timeout=60).read().decode()
    )
    assert not re.search(f"{code}|Aurelia|Basil|127.0.0.1", text)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via"])
def test_who_comes_through_a_proxy_does_not_see_it(rf: RequestFactory, header: str) -> None:
    assert status_of(rf, headers={header: "192.0.2.7"}) == 404


def test_at_home_only_the_machine_itself_sees_it(rf: RequestFactory) -> None:
    assert status_of(rf) == 200
    assert status_of(rf, REMOTE_ADDR="::1") == 200
    assert status_of(rf, REMOTE_ADDR="192.168.1.30") == 404
    with override_settings(MODE="production"):  # where Prometheus asks from another container
        assert status_of(rf, REMOTE_ADDR="172.18.0.5") == 200


def status_of(rf: RequestFactory, **request: Any) -> int:
    response = HealthMiddleware(_never).process_request(rf.get("/metrics", **request))
    assert response is not None
    return response.status_code


def _never(_request: HttpRequest) -> HttpResponse:
    raise AssertionError("the middleware answers by itself")
