"""A limit of processor time for work in a worker process."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class TooLong(Exception):
    """The processor time is used up."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooLong after so many seconds of processor time in the block (not on Windows)."""
    if sys.platform == "win32":
        yield
        return
    signal.signal(signal.SIGPROF, _end_in_time)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _end_in_time(*_: Any) -> None:
    raise TooLong
