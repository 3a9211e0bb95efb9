"""Whoever means harm: nothing he sends breaks anything, costs much, or moves another seat."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests import services
from tests.server.client import Browser, Page
from tests.server.test_outages import metrics
from tests.server.test_protocol import GOOD, WRONG
from tests.server.test_sockets import Raw, answer_of, gone, in_thread, nothing_broke, play, table

Start = Callable[..., services.Daphne]


@pytest.fixture
def patient(daphne_server: Start) -> Iterator[services.Daphne]:
    """A server that asks nobody to slow down, so that what is sent also arrives."""
    server = daphne_server(FARKLE_LIMITS_FACTOR="100000")
    yield server
    nothing_broke(server)


def spoiled() -> Iterator[str]:
    """Every frame with every field missing, and with every wrong value in it."""
    number = 0
    for kind, (fields, _) in GOOD.items():
        for name in fields:
            for value in (..., *WRONG):
                data = {"type": kind, **fields, "id": f"spoiled-{number:06}"}
                data |= {"player": 1} if "player" in fields else {}
                if value is ...:
                    del data[name]
                else:
                    data[name] = value
                number += 1
                yield json.dumps(data)


async def answers(socket: Any) -> list[dict[str, Any]]:
    """Everything up to the answer to a ping that is sent now."""
    await socket.send('{"type":"ping","n":0}')
    found = []
    async with asyncio.timeout(60):
        while not found or found[-1]["type"] != "pong":
            found.append(json.loads(await socket.recv()))
    return found


async def test_every_field_of_every_frame_spoiled(patient: services.Daphne) -> None:
    async with table(patient, seats=2) as pages:
        await pages[0].done("start", player=1)
        async with Raw(pages[1].browser, pages[1].code)() as socket:
            await answer_of(socket, to="here")
            frames = [text for text in spoiled() if len(text) <= 8192]
            assert len(frames) > 1000
            for start in range(0, len(frames), 200):
                for text in frames[start : start + 200]:
                    await socket.send(text)
                for answer in await answers(socket):
                    assert answer.get("code") != "broken", answer
        assert pages[0].here.room["host"] == 1
        assert not any(player["left"] for player in pages[0].here.compared()["players"])


async def test_ten_megabytes_are_not_taken_in(patient: services.Daphne) -> None:
    browser = Browser(patient.url)
    code = await in_thread(browser.open_room, "Host")
    async with Raw(browser, code)() as socket:
        await answer_of(socket, to="here")
        before = psutil.Process(patient.pid).memory_info().rss
        with contextlib.suppress(ConnectionClosed):
            await socket.send("x" * 10 * 2**20)
        await gone(socket)
    assert psutil.Process(patient.pid).memory_info().rss - before < 5 * 2**20


async def test_many_who_come_and_go_leave_nothing_behind(patient: services.Daphne) -> None:
    browser = Browser(patient.url)
    code = await in_thread(browser.open_room, "Host")

    async def come_and_go() -> None:
        async with Raw(browser, code)() as socket:
            await answer_of(socket, to="sync")

    for _ in range(10):
        await asyncio.gather(*(come_and_go() for _ in range(30)))

    def nobody() -> bool:
        text = metrics(patient)
        return b"farkle_sockets 0.0" in text and b"farkle_open_rooms 0.0" in text

    await in_thread(lambda: services.wait_until(nobody, what="leaving"))


async def test_what_belongs_to_others_stays_theirs(patient: services.Daphne) -> None:
    async with table(patient, seats=2) as pages, table(patient, seats=2) as others:
        await pages[0].done("start", player=1)
        await others[0].done("start", player=1)
        game = pages[0].here.game
        fields = {"game": game["number"], "ply": game["ply"], "keep": ""}
        mover = pages[0] if game["players"][game["state"]["current"]] == 1 else pages[1]
        wrong = pages[1] if mover is pages[0] else pages[0]
        theirs = mover.mine[0]
        for page in (wrong, others[0]):
            async with Page(page.browser, pages[0].code) as visitor:
                assert (await visitor.command("roll", player=theirs, **fields))["code"] == (
                    "not_yours"
                )
        done = await mover.done("roll", player=theirs, command_id="my-own-roll-1", **fields)
        stolen = await wrong.command(
            "roll", player=wrong.mine[0], command_id="my-own-roll-1", **fields
        )
        assert stolen["code"] == "id_taken"
        again = await mover.command("roll", player=theirs, command_id="my-own-roll-1", **fields)
        assert again == done
        await asyncio.gather(*map(play, pages))
        late = await mover.command("roll", player=theirs, **fields)
        assert late["code"] == "game_over"


_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from(["1", "115", "family", *range(8)]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def _frames(draw: st.DrawFn) -> str | bytes:
    kind = draw(st.sampled_from(sorted(GOOD)))
    data: dict[str, Any] = {"type": kind, **GOOD[kind][0]}
    data["id"] = draw(st.integers(0, 10**12).map("fuzz-{:013}".format))
    data |= draw(st.dictionaries(st.sampled_from(sorted(data)), _values, max_size=2))
    text = json.dumps(data)[:8000]
    return draw(st.sampled_from([text, text[: len(text) // 2], text.encode()]))


@pytest.fixture(scope="module")
def fuzzed(
    sqlite_template: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, str]]:
    folder = tmp_path_factory.mktemp("fuzzed")
    database = services.copy_sqlite(sqlite_template, folder / "farkle.sqlite3")
    with services.servers(folder) as start:
        server = start(DATABASE_URL=database, FARKLE_LIMITS_FACTOR="100000")
        browser = Browser(server.url)
        yield browser, browser.open_room("Host")
        nothing_broke(server)


@given(frames=st.lists(_frames() | st.text(max_size=200) | st.binary(max_size=50), max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_said_the_socket_answers(
    fuzzed: tuple[Browser, str], frames: list[str | bytes]
) -> None:
    asyncio.run(_say(fuzzed, frames))


async def _say(place: tuple[Browser, str], frames: list[str | bytes]) -> None:
    async with Raw(*place)() as socket:
        await answer_of(socket, to="here")
        for frame in frames:
            await socket.send(frame)
        for answer in await answers(socket):
            assert answer.get("code") != "broken", answer
