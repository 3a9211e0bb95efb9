"""Log and count refusals. "Why was my bank refused?" is one search through the log.

Every refusal passes here once: the executor reports those of commands, sockets those of frames that
never become a command, and forms that run no command use `reporting`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from games import metrics
from games.people.names import NAME_LENGTH, UnfitName, fit_name
from games.protocol.commands import Command, No
from games.protocol.errors import Refused
from games.protocol.requests import is_own_id

logger = logging.getLogger(__name__)

FLOODS: Final = frozenset({"too_fast", "bad_frame", "unknown_type"})
"""Refusals that a client can cause a hundred times a second. `farkle_site.logs` passes one line a
second of each code, so that they cannot fill the disk."""


def report(
    code: str,
    kind: str,
    command: str | None = None,
    room: int | None = None,
    seat: int | None = None,
) -> None:
    """Log and count the refusal of a request of this `kind`. `command` is its id, `room` a key."""
    metrics.refusals.labels(code).inc()
    values = {"code": code, "kind": kind, "command": command, "room": room, "seat": seat}
    known = {name: value for name, value in values.items() if value is not None}
    text = " ".join(f"{name}={value}" for name, value in known.items())
    flood = {"flood": code} if code in FLOODS else {}
    logger.info("refused: %s", text, extra={**known, **flood})


def report_command(command: Command, answer: No, room: int | None = None) -> None:
    """Log and count the refusal of a command. Those of the server's own commands, which several
    processes send, are only for debugging."""
    kind, seat = type(command.body).__name__, getattr(command.body, "player", None)
    if is_own_id(command.id):
        logger.debug("refused: code=%s kind=%s room=%s seat=%s", answer.code, kind, room, seat)
    else:
        report(answer.code, kind, command.id, room, seat)


def require_fit(raw: str, *, longest: int = NAME_LENGTH, refusal: str = "bad_name") -> str:
    """Return a typed name or text as it is stored. Raise Refused."""
    try:
        return fit_name(raw, longest=longest)
    except UnfitName as error:
        raise Refused(refusal, why=error, longest=longest) from error


@contextmanager
def reporting(kind: str, room: int | None = None, seat: int | None = None) -> Iterator[None]:
    """Report the refusal that leaves this block, or the function it decorates."""
    try:
        yield
    except Refused as refused:
        report(refused.code, kind, None, room, seat)
        raise
