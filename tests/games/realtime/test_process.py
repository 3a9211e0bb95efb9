"""A server process: it starts, and it stops without anybody noticing."""

import asyncio
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from games import broadcast
from games.models import Deal
from games.protocol.commands import Colour
from games.realtime.process import ServerProcess
from games.replay import analysis
from games.services import spreads
from games.workers import painter
from games.workers.worker import NoAnswer
from tests.support import services
from tests.support.deals import new_deal
from tests.support.processes import RecordingClient, join, read
from tests.support.rooms import Place
from tests.support.sockets import (
    in_thread,
    table,
)


async def test_a_server_that_stops_says_goodbye(one_server: services.Daphne) -> None:
    """Even to sockets whose frames arrive at that moment."""
    async with table(one_server, seats=4) as pages:
        stopping = asyncio.create_task(in_thread(one_server.terminate))
        while not stopping.done():
            for page in pages:
                await page.send({"type": "ping", "n": page.here.n})
            await asyncio.sleep(0.01)
        await stopping
        for page in pages:
            await page.until(lambda page=page: page.got("bye"))
            assert page.got("bye")[0]["why"] == "restart"
        one_server.start()
        for page in pages:
            await page.until(lambda page=page: page.connects == 2)
            await page.until(lambda page=page: len(page.got("sync")) == 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_it_owns_its_parts_from_start_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (broadcast, analysis, painter):
        monkeypatch.setattr(module, "current", module.current)
    process = ServerProcess()
    process.start(asyncio.get_running_loop())
    assert analysis.current is process.analysis_queue
    place, client = await read(Place), RecordingClient()
    room = await join(process.hub, place, client)
    await asyncio.to_thread(_paint_and_close, place)  # as a page does, on a thread of its own
    await client.until_event(3)
    assert room.head == 3
    stopping = process.stop()
    assert process.is_stopping
    assert client.of("bye")[0]["why"] == "restart"  # before anything else can run
    await stopping
    with pytest.raises(NoAnswer):
        await process.workers.decisions.ask(abs, -1)
    process.threads.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_the_computers_play_every_deal_once_and_faults_stop_none(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await read(cache.clear)
    bad, good = await read(lambda: (new_deal("standard", turns=1), new_deal(turns=1)))
    await read(lambda: Deal.objects.filter(pk=bad.pk).update(rules={**bad.rules, "rounds": 0}))
    first, second = ServerProcess(), ServerProcess()
    try:
        await asyncio.gather(first.spread_deals(), second.spread_deals())
        await first.spread_deals()
    finally:
        for process in (first, second):
            process.workers.close()
            process.threads.close()
    found = await read(lambda: dict(Deal.objects.values_list("pk", "spread")))
    assert found[bad.pk] is None
    assert found[good.pk]["levels"]["penny"]["runs"] == 1000
    assert [record.name for record in caplog.records].count("games.workers.faults") == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_threads")
async def test_while_a_deal_is_played_its_claim_is_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    await read(cache.clear)
    monkeypatch.setattr(spreads, "CLAIM_SECONDS", 1)
    await read(lambda: new_deal(turns=1))
    first = ServerProcess()
    done, claimed = asyncio.Event(), []

    async def work(*_args: object) -> dict[str, int]:
        await done.wait()
        return {"par": 1}

    monkeypatch.setattr(first.workers.spreads, "ask", work)
    playing = asyncio.create_task(first.spread_deals())
    try:
        for _ in range(15):
            await asyncio.sleep(0.1)
            claimed.append(await read(spreads.claim_deal))
    finally:
        done.set()
        await playing
        first.workers.close()
        first.threads.close()
    assert not any(claimed[2:])


@pytest.mark.parametrize("redis", [None, "redis://127.0.0.1:1/0"])
def test_it_knows_whether_there_may_be_others(redis: str | None, settings: Any) -> None:
    settings.REDIS_URL = redis
    process = ServerProcess()
    assert process.hub._presence._alone is (redis is None)
    process.threads.close()


def _paint_and_close(place: Place) -> None:
    try:
        place.does(1, Colour(1, 3))
    finally:
        connection.close()
