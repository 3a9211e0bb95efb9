"""How often somebody may do something, and how many sockets a person or an address may hold."""

import time
from collections import Counter

from django.conf import settings

from games.protocol.commands import React, Say

# What no person needs. A measurement that plays as fast as it can raises it.
_FACTOR: int = settings.LIMITS_FACTOR
COMMANDS_A_SECOND = 20 * _FACTOR
COMMAND_BURST = 40 * _FACTOR
FRAMES_A_SECOND = 100 * _FACTOR
FRAME_BURST = 200 * _FACTOR
PICKS_A_SECOND = 5
SOCKETS_OF_A_PERSON = 30 * _FACTOR
COMMANDS_OF_A_PERSON = 60 * _FACTOR

CLOSE_POLICY = 4008
"""The code with which a socket is closed that asks for too much."""


class Bucket:
    """Lets `rate` a second pass, and up to `burst` at once after a rest."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        if self.wait() > 0:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds until the next may pass."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, (1 - self._left) / self.rate)


class ChatLimit:
    """How often one person may say something, and react."""

    def __init__(self) -> None:
        self._says = Bucket(0.5 * _FACTOR, 5 * _FACTOR)
        self._reacts = Bucket(1 * _FACTOR, 6 * _FACTOR)

    def may(self, body: Say | React) -> bool:
        return (self._says if isinstance(body, Say) else self._reacts).take()


class Closing(Exception):
    """The socket is to be closed: with a `bye`, unless `why` is None."""

    def __init__(self, why: str | None, code: int, after: int | None = None) -> None:
        self.why = why
        self.code = code
        self.after = after
        super().__init__(why)


class ConnectionLimits:
    """What the sockets of one person share in this process, and those of one address: their number,
    and how much they ask."""

    def __init__(self) -> None:
        self._sockets: dict[int, int] = {}
        self._buckets: dict[int, Bucket] = {}
        self._tongues: dict[int, ChatLimit] = {}
        self._addresses: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """Count one more socket of an address; False, and not counted, where they are too many."""
        if self._addresses[address] >= settings.SOCKETS_OF_ADDRESS:
            return False
        self._addresses[address] += 1
        return True

    def go(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def enter(self, person: int | None) -> Bucket:
        """Count one more socket of a person. Raises Closing where they are too many."""
        if person is None:
            return Bucket(COMMANDS_A_SECOND, COMMAND_BURST)
        count = self._sockets.get(person, 0)
        if count >= SOCKETS_OF_A_PERSON:
            raise Closing("too_many", CLOSE_POLICY)
        self._sockets[person] = count + 1
        return self._buckets.setdefault(
            person, Bucket(COMMANDS_OF_A_PERSON, 2 * COMMANDS_OF_A_PERSON)
        )

    def leave(self, person: int | None) -> None:
        if person is not None:
            self._sockets[person] -= 1
            if not self._sockets[person]:
                del self._sockets[person], self._buckets[person]
                self._tongues.pop(person, None)

    def tongue(self, person: int | None) -> ChatLimit:
        """How often this person may speak; a stranger may not anyhow."""
        return ChatLimit() if person is None else self._tongues.setdefault(person, ChatLimit())
