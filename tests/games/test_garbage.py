"""The garbage collector: what a process keeps is frozen, and garbage is still found."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from games.garbage import CLOSED_SOCKETS, NEW_SOCKETS, GarbageWatch


class Socket:
    """Something that only the collector can remove."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _afterwards() -> Iterator[None]:
    yield
    gc.unfreeze()


def connected(watch: GarbageWatch, number: int) -> list[Socket]:
    for _ in range(number):
        watch.opened()
    return [Socket() for _ in range(number)]


def closed(watch: GarbageWatch, sockets: list[Socket]) -> list[weakref.ref[Socket]]:
    found = [weakref.ref(one) for one in sockets]
    sockets.clear()
    for _ in found:
        watch.closed()
    return found


def test_what_stays_is_no_longer_looked_at() -> None:
    watch = GarbageWatch()
    watch.start()
    before = gc.get_freeze_count()
    sockets = connected(watch, NEW_SOCKETS - 1)
    watch.check(len(sockets))
    assert gc.get_freeze_count() == before, "not for so few"
    sockets += connected(watch, 1)
    watch.check(len(sockets))
    assert gc.get_freeze_count() >= before + NEW_SOCKETS
    assert not any(one is sockets[0] for one in gc.get_objects())


def test_garbage_is_removed_before_the_rest_is_set_aside() -> None:
    watch = GarbageWatch()
    watch.start()
    gone = [weakref.ref(one) for one in connected(watch, NEW_SOCKETS)]
    watch.check(0)
    assert all(one() is None for one in gone)


def test_closed_sockets_are_found_when_they_are_many() -> None:
    watch = GarbageWatch()
    watch.start()
    stay, leave = connected(watch, 500), connected(watch, CLOSED_SOCKETS + 501)
    watch.check(len(stay) + len(leave))
    gone = closed(watch, leave[: CLOSED_SOCKETS + 500])
    del leave[: CLOSED_SOCKETS + 500]
    watch.check(len(stay))
    assert all(one() is not None for one in gone), "it would take long"
    gone += closed(watch, leave)
    watch.check(len(stay))
    assert all(one() is None for one in gone)
    assert not any(one is stay[0] for one in gc.get_objects())
