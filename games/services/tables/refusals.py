"""Log and count refusals. "Why was my bank refused?" is one search through the log.

Every refusal passes here once: the executor reports those of commands, sockets those of frames that
never become a command, and forms that run no command use `reporting`.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from games import metrics
from games.protocol.commands import Command, No
from games.protocol.errors import Refused
from games.protocol.requests import is_own_id

logger = logging.getLogger(__name__)

FLOODS: Final = frozenset({"too_fast", "bad_frame", "unknown_type"})
"""Refusals that a client can cause a hundred times a second, whose lines could fill a disk."""
FLOOD_SECONDS: Final = 1.0


class RefusalLog:
    """Writes one line for each refusal; for floods, one line a second for each code."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now = monotonic
        self._lock = threading.Lock()
        self._next: dict[str, float] = {}
        self._unlogged: dict[str, int] = {}

    def write(
        self,
        code: str,
        kind: str,
        command: str | None = None,
        room: int | None = None,
        seat: int | None = None,
    ) -> None:
        """Log that a request of this `kind` was refused. `command` is its id, `room` a key."""
        unlogged = 0
        if code in FLOODS:
            with self._lock:
                now = self._now()
                if now < self._next.get(code, now):
                    self._unlogged[code] = self._unlogged.get(code, 0) + 1
                    return
                self._next[code] = now + FLOOD_SECONDS
                unlogged = self._unlogged.pop(code, 0)
        found = {"code": code, "kind": kind, "command": command, "room": room, "seat": seat}
        if unlogged:
            found["unlogged"] = unlogged
        known = {name: value for name, value in found.items() if value is not None}
        text = " ".join(f"{name}={value}" for name, value in known.items())
        logger.info("refused: %s", text, extra=known)


# Global, because it only limits the log lines of this process, whether a server or a command.
_log = RefusalLog()


def report(
    code: str,
    kind: str,
    command: str | None = None,
    room: int | None = None,
    seat: int | None = None,
) -> None:
    """Log and count one refusal, as `RefusalLog.write` does."""
    metrics.refusals.labels(code).inc()
    _log.write(code, kind, command, room, seat)


def report_command(command: Command, answer: No, room: int | None = None) -> None:
    """Log and count the refusal of a command. The server's own commands have nobody who waits for
    an answer, and several processes send the same ones, so these are for debugging."""
    kind, seat = type(command.body).__name__, getattr(command.body, "player", None)
    if is_own_id(command.id):
        logger.debug("refused: code=%s kind=%s room=%s seat=%s", answer.code, kind, room, seat)
    else:
        report(answer.code, kind, command.id, room, seat)


@contextmanager
def reporting(kind: str, room: int | None = None, seat: int | None = None) -> Iterator[None]:
    """Report the refusal that leaves this block, or the function it decorates."""
    try:
        yield
    except Refused as refused:
        report(refused.code, kind, None, room, seat)
        raise
