"""Pictures are drawn by a process of its own, and only so many of them."""

import subprocess
from threading import Event, Thread

import pytest

from games import painter
from games.painter import KEPT, Painter


def test_the_pictures_in_memory_are_few() -> None:
    here = Painter(str.encode, a_minute=KEPT + 6)
    for number in range(KEPT + 5):
        assert here.png(str(number)) == str(number).encode()
    assert len(here) == KEPT


def test_so_many_are_drawn_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(painter.time, "monotonic", lambda: now[0])
    here = Painter(str.encode, a_minute=2)
    assert [here.png(one) for one in "abc"] == [b"a", b"b", None]
    assert here.png("a") == b"a", "what is kept costs nothing"
    now[0] += 60
    assert here.png("c") == b"c"


def test_one_is_drawn_at_a_time() -> None:
    begun, go_on = Event(), Event()

    def slow(svg: str) -> bytes:
        begun.set()
        assert go_on.wait(30)
        return svg.encode()

    here = Painter(slow)
    first = Thread(target=here.png, args=("a",))
    first.start()
    assert begun.wait(30)
    assert here.png("b") is None
    go_on.set()
    first.join()
    assert here.png("a") == b"a"


def test_a_drawing_that_fails_gives_its_place_back() -> None:
    def broken(svg: str) -> bytes:
        raise subprocess.TimeoutExpired(svg, 1)

    here = Painter(broken)
    assert here.png("a") is None
    assert here.png("b") is None
    assert len(here) == 0
    assert not here._busy.locked()
