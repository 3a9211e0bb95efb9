"""Random frames for a minute: the socket answers, and the server's log stays clean.

`make soak` goes on for half an hour (FARKLE_SOAK_SECONDS).
"""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.realtime.test_hostile import answers
from tests.games.realtime.test_soak import SECONDS
from tests.support import services
from tests.support.client import Browser
from tests.support.protocol.client_frames import FROM_CLIENT
from tests.support.sockets import Raw, answer_of, nothing_broke

pytestmark = pytest.mark.timeout(SECONDS + 300)
PAUSE_SECONDS = 0.1
"""Between two sockets: other tests run beside this one."""

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
    # With another link, nobody would find the room any more.
    kind = draw(st.sampled_from(sorted(FROM_CLIENT.keys() - {"new_link"})))
    data: dict[str, Any] = {"type": kind, **FROM_CLIENT[kind][0]}
    data["id"] = draw(st.integers(0, 10**12).map("fuzz-{:013}".format))
    data |= draw(st.dictionaries(st.sampled_from(sorted(data)), _values, max_size=2))
    text = json.dumps(data)[:8000]
    return draw(st.sampled_from([text, text[: len(text) // 2], text.encode()]))


@pytest.fixture
def fuzzed(sqlite_template: Any, tmp_path: Any) -> Iterator[tuple[Browser, str]]:
    database = services.copy_sqlite(sqlite_template, tmp_path / "farkle.sqlite3")
    with services.servers(tmp_path) as start:
        server = start(DATABASE_URL=database, FARKLE_LIMITS_FACTOR="100000")
        browser = Browser(server.url)
        yield browser, browser.open_room("Host")
        nothing_broke(server)


def test_whatever_is_said_the_socket_answers(fuzzed: tuple[Browser, str]) -> None:
    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    @given(frames=st.lists(_frames() | st.text(max_size=200) | st.binary(max_size=50), max_size=12))
    def say(frames: list[str | bytes]) -> None:
        asyncio.run(_say(fuzzed, frames))
        time.sleep(PAUSE_SECONDS)

    end = time.monotonic() + SECONDS
    for number in itertools.count():  # other frames in each round, the same in each run
        hypothesis.seed(number)(say)()
        if time.monotonic() > end:
            break


async def _say(place: tuple[Browser, str], frames: list[str | bytes]) -> None:
    async with Raw(*place)() as socket:
        await answer_of(socket, to="here")
        for frame in frames:
            await socket.send(frame)
        for answer in await answers(socket):
            assert answer.get("code") != "broken", answer
