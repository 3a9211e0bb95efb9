"""Run functions at the same time, each in a thread with a database connection of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Return what each of `works` returns, begun together in a thread each."""
    gate = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(at: int, work: Callable[[], Any]) -> None:
        try:
            gate.wait(60)
            results[at] = work()
        except Exception as error:  # noqa: BLE001  # it is the test that must see it
            results[at] = error
        finally:
            connection.close()

    running = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(60)
    return results
