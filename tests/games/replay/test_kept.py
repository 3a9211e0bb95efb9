"""What is kept of past games: made once, by one thread at a time, and not without bound."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.replay.kept import KeptGames

MANY = 8


def test_what_many_ask_for_at_once_is_made_once() -> None:
    kept = KeptGames[str](100, len)
    barrier, begun, go_on = threading.Barrier(MANY + 1), threading.Event(), threading.Event()
    made: list[str] = []

    def make() -> str:
        made.append("game")
        begun.set()
        assert go_on.wait(60)
        return "game"

    def read() -> str:
        barrier.wait(60)
        return kept.get("a", make)

    with ThreadPoolExecutor(MANY) as pool:
        readers = [pool.submit(read) for _ in range(MANY)]
        barrier.wait(60)
        assert begun.wait(60)
        go_on.set()
        assert [reader.result() for reader in readers] == ["game"] * MANY
    assert made == ["game"]


def test_what_is_kept_is_read_while_something_else_is_made() -> None:
    kept = KeptGames[str](100, len)
    kept.get("small", lambda: "game")
    read = []

    def make() -> str:
        with ThreadPoolExecutor(1) as pool:
            read.append(pool.submit(kept.get, "small", lambda: "again").result(60))
        return "large"

    kept.get("large", make)
    assert read == ["game"]


def test_the_oldest_are_dropped_when_all_weigh_too_much() -> None:
    kept = KeptGames[str](4, len)
    for name in ("a", "b"):
        kept.get(name, lambda: "xx")
    kept.get("a", lambda: "never")  # so `b` is the oldest
    kept.get("c", lambda: "x")
    assert kept.get("a", lambda: "again") == "xx"
    assert kept.get("b", lambda: "again") == "again"
    assert kept.get("a", lambda: "new") == "new"  # the newest alone weighs too much


def test_what_cannot_be_made_is_tried_again() -> None:
    kept = KeptGames[str](4, len)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: str(1 // 0))
    assert kept.get("a", lambda: "x") == "x"
