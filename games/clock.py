"""The server's clock. All deadlines and stored times come from here, so that tests can move it.

It follows the system's clock, except when that jumps: setting the system's clock nine days ahead by
mistake must not close every room. After a jump, the server's clock goes on as before for ten
minutes, measured by a clock that nobody can set. Then it follows, and `newest_jump` reports the
jump: `games.services.deadlines` shifts all deadlines, so that each stays as far away as it was.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

logger = logging.getLogger(__name__)

JUMP: Final = timedelta(seconds=5)
"""Smaller corrections are followed at once."""

HOLD_SECONDS: Final = 600.0
"""How long to wait before following a jump."""


class Jump(NamedTuple):
    """The server's clock was set from one time to another."""

    before: datetime
    after: datetime


def elapsed() -> float:
    """Return seconds since an arbitrary start. Setting the system's clock has no effect on them."""
    # Unlike the monotonic clock, this one does not stand still while the machine sleeps.
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SteadyClock:
    """The clock of this process, for any thread. `system` and `elapsed` are what it reads."""

    def __init__(
        self,
        system: Callable[[], datetime] = lambda: datetime.now(UTC),
        elapsed: Callable[[], float] = elapsed,
        hold: float = HOLD_SECONDS,
    ) -> None:
        self.newest_jump: Jump | None = None
        """The newest jump that was followed."""
        self._system = system
        self._elapsed = elapsed
        self._hold = hold
        self._lock = threading.Lock()
        self._start = system() - timedelta(seconds=elapsed())
        """The time at which nothing had elapsed."""
        self._held: tuple[float, timedelta] | None = None
        """A jump that is not followed yet: when it was noticed, and its size."""

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        with self._lock:
            elapsed, system = self._elapsed(), self._system()
            steady = self._start + timedelta(seconds=elapsed)
            off = system - steady
            if abs(off) >= JUMP:
                if not self._should_follow(off, elapsed):
                    return steady
                self.newest_jump = Jump(steady, system)
            elif self._held is not None:
                logger.warning("the system's clock is right again")
            self._held = None
            self._start += off
            return system

    def _should_follow(self, off: timedelta, elapsed: float) -> bool:
        seconds = round(off.total_seconds())
        if self._held is None or abs(off - self._held[1]) >= JUMP:
            self._held = elapsed, off
            logger.warning(
                "the system's clock jumped by %+d s: deadlines keep to the time before for %d s",
                seconds,
                self._hold,
            )
        if elapsed - self._held[0] < self._hold:
            return False
        logger.warning("the clock follows the system's: deadlines move by %+d s", seconds)
        return True


# One for the whole process, whether it serves or runs a command: all of its threads must agree on
# the time, even before a server is made.
_clock = SteadyClock()


def now() -> datetime:
    """Return the time, aware, in UTC."""
    return _clock.now()


def milliseconds() -> int:
    """Return the time in ms since 1970, as frames have it."""
    return int(now().timestamp() * 1000)


def newest_jump() -> Jump | None:
    """Return the newest jump of the system's clock that this one has followed."""
    return _clock.newest_jump
