"""Pictures are drawn by a worker process, and only so many of them."""

from threading import Event, Thread

import pytest

from games.workers import painter
from games.workers.painter import KEPT, Painter
from games.workers.worker import NoAnswer


def test_the_pictures_in_memory_are_few() -> None:
    here = Painter(str.encode, a_minute=2 * KEPT)
    for number in range(KEPT + 5):
        assert here.png(str(number), str(number)) == str(number).encode()
    assert len(here) == KEPT


def test_one_address_does_not_take_the_pictures_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(painter.time, "monotonic", lambda: now[0])
    here = Painter(str.encode, a_minute=12)
    flood = [here.png(f"flood {number}", "flood") for number in range(100)]
    assert sum(one is not None for one in flood) == 6, "half: the rest is for others"
    friend = [here.png(f"friend {number}", "friend") for number in range(100)]
    assert sum(one is not None for one in friend) == 4, "a third"
    assert here.png("other", "other") == b"other"
    assert here.png("flood 1", "flood") == b"flood 1", "what is kept costs nothing"
    assert here.png("more", "flood") is None
    now[0] += 60
    assert here.png("more", "flood") == b"more"


def test_no_more_are_drawn_for_many_addresses() -> None:
    here = Painter(str.encode, a_minute=5)
    assert sum(here.png(one, one) is not None for one in "abcdefgh") == 5


def test_one_is_drawn_at_a_time_and_each_address_waits_once() -> None:
    begun, go_on = Event(), Event()

    def slow(svg: str) -> bytes:
        begun.set()
        assert go_on.wait(30)
        return svg.encode()

    here, found = Painter(slow), dict[str, bytes | None]()

    def ask(svg: str, address: str) -> Thread:
        thread = Thread(target=lambda: found.update({svg: here.png(svg, address)}))
        thread.start()
        return thread

    first = ask("a", "one")
    assert begun.wait(30)
    second = ask("b", "two")
    assert here.png("c", "one") is None, "one is in line"
    go_on.set()
    first.join()
    second.join()
    assert found == {"a": b"a", "b": b"b"}


def test_a_drawing_that_fails_gives_its_place_back() -> None:
    def broken(svg: str) -> bytes:
        raise NoAnswer

    here = Painter(broken)
    assert here.png("a", "one") is None
    assert here.png("b", "one") is None
    assert len(here) == 0
