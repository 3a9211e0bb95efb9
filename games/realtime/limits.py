"""Rate limits of sockets, and the number of sockets that a person or an address may have open."""

import logging
import resource
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from games.people.address import supernet_of
from games.people.throttle import CROWD, ROOM_CODES, SUPERNET

logger = logging.getLogger(__name__)

# Far above any person's needs. Load tests raise all of them by this factor.
_FACTOR: int = settings.LIMITS_FACTOR
COMMANDS_PER_SECOND = 20 * _FACTOR
COMMAND_BURST = 40 * _FACTOR
FRAMES_PER_SECOND = 100 * _FACTOR
FRAME_BURST = 200 * _FACTOR
PICKS_PER_SECOND = 5
SOCKETS_PER_PERSON = 30 * _FACTOR
COMMANDS_PER_SECOND_AND_PERSON = 60 * _FACTOR
COMMANDS_PER_SECOND_AND_CROWD = CROWD * COMMANDS_PER_SECOND_AND_PERSON
# Commands may be stored for good, so their number is limited in the long run, too. A quick player
# sends one every two seconds.
COMMANDS_IN_THE_LONG_RUN = 1 * _FACTOR
LONG_BURST = 2000 * _FACTOR
_MOST_OWNERS = 20_000
"""Maximum number of owners and of crowds whose limits are kept, in an LRU cache."""

_MOST_FILES = 65_536
_FEW_CONNECTIONS = 1000
RESERVED_FILES = 128
"""File descriptors kept for the database and the like; a quarter of all if that is less."""

# Bytes are counted as they arrive, before anything is parsed. A socket that sends more is closed
# without a message. Our pages stay far below: a command is about 100 bytes.
BYTES_PER_SECOND = 16 * 1024 * _FACTOR
BYTES_AT_ONCE = 32 * 1024 * _FACTOR
BYTES_BEFORE_SYNC = 16 * 1024 * _FACTOR
PIECE_COST = 64
"""Bytes charged for each frame and each piece of data, besides its own."""
SHARED_BYTES_PER_SECOND = 16 * BYTES_PER_SECOND
SHARED_BYTES_AT_ONCE = 8 * BYTES_AT_ONCE

_MOST_SUSPECTS = 10_000

CLOSE_POLICY = 4008
"""The close code of a socket that breaks a limit."""


class CloseSocket(Exception):
    """Close the socket with `code`, after a `bye` frame unless `reason` is None."""

    def __init__(self, reason: str | None, code: int, after: int | None = None) -> None:
        self.reason = reason
        self.code = code
        self.after = after
        """Milliseconds after which the client may come back; None: never."""
        super().__init__(reason)


class TokenBucket:
    """Allows `rate` actions, or bytes, per second, and up to `burst` at once after a pause."""

    __slots__ = ("_filled", "_tokens", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._tokens = burst
        self._filled = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take the tokens for one action; False if there are too few."""
        self._fill()
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def delay(self) -> float:
        """Return the seconds until there is a token."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self.rate)

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._filled) * self.rate)
        self._filled = now


class SharedLimits(NamedTuple):
    """Limits that several sockets share: on commands, and on bytes."""

    commands: tuple[TokenBucket, ...]
    budget: TokenBucket


def _limits_of_owner(_owner: int | str) -> SharedLimits:
    """Return new limits for one person, or for the strangers of one address."""
    rate = COMMANDS_PER_SECOND_AND_PERSON
    long_run = TokenBucket(COMMANDS_IN_THE_LONG_RUN, LONG_BURST)
    budget = TokenBucket(SHARED_BYTES_PER_SECOND, SHARED_BYTES_AT_ONCE)
    return SharedLimits((TokenBucket(rate, 2 * rate), long_run), budget)


def _limits_of_crowd(_network: str, share: int) -> SharedLimits:
    """Return new limits for the strangers and new guests of one address, because becoming a guest
    is free. Those of a larger network are `share` times as high."""
    rate, crowd = share * COMMANDS_PER_SECOND_AND_CROWD, share * CROWD
    budget = TokenBucket(crowd * SHARED_BYTES_PER_SECOND, crowd * SHARED_BYTES_AT_ONCE)
    return SharedLimits((TokenBucket(rate, 2 * rate),), budget)


class ConnectionLimits:
    """The limits that the sockets of one person, or of one address, share in this process."""

    def __init__(self) -> None:
        self.sockets = 0
        self._sockets_of_address: Counter[str] = Counter()
        self._sockets_of_person: Counter[int] = Counter()
        self._suspects: OrderedDict[str, float] = OrderedDict()
        """Addresses from which a wrong code came, and when, oldest first."""
        self._owner = lru_cache(_MOST_OWNERS)(_limits_of_owner)
        self._crowd = lru_cache(_MOST_OWNERS)(_limits_of_crowd)

    def acquire_address(self, address: str, *, known: bool = False) -> bool:
        """Count one more socket of an address, or return False if it is one too many. If strangers
        have used up the limit, there is still room for a `known` person."""
        most = settings.SOCKETS_OF_ADDRESS * (1 + CROWD if known else 1)
        shares = _shares_of(address)
        if any(self._sockets_of_address[key] >= share * most for key, share in shares.items()):
            return False
        self._sockets_of_address.update(shares.keys())
        self.sockets += 1
        return True

    def release_address(self, address: str) -> None:
        self.sockets -= 1
        for key in _shares_of(address):
            self._sockets_of_address[key] -= 1
            if not self._sockets_of_address[key]:
                del self._sockets_of_address[key]

    def crowds_of(self, address: str) -> list[SharedLimits]:
        """Return the limits shared by all unknown visitors at an address."""
        return [self._crowd(*share) for share in _shares_of(address).items()]

    def suspect(self, address: str) -> None:
        """Note that a wrong code has come from an address."""
        self._suspects[address] = time.monotonic()
        self._suspects.move_to_end(address)
        if len(self._suspects) > _MOST_SUSPECTS:
            self._suspects.popitem(last=False)

    def is_suspect(self, address: str) -> bool:
        at = self._suspects.get(address)
        return at is not None and time.monotonic() - at < ROOM_CODES.seconds

    def acquire_person(self, person: int | None, address: str) -> SharedLimits:
        """Count one more socket of a person; raise CloseSocket if it is one too many. Return the
        limits that the person's sockets share, or the strangers of the address."""
        if person is not None:
            if self._sockets_of_person[person] >= SOCKETS_PER_PERSON:
                raise CloseSocket("too_many", CLOSE_POLICY)
            self._sockets_of_person[person] += 1
        return self._owner(address if person is None else person)

    def release_person(self, person: int | None) -> None:
        """Stop counting a socket of a person, whose limits are kept."""
        if person is not None:
            self._sockets_of_person[person] -= 1
            if not self._sockets_of_person[person]:
                del self._sockets_of_person[person]


def _shares_of(address: str) -> dict[str, int]:
    """Return the networks that an address counts for, each with its multiple of the limits."""
    site = supernet_of(address)
    return {address: 1, site: SUPERNET} if site else {address: 1}


def most_connections() -> int:
    """Raise the limit on open files, and return the number of connections it leaves room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft > files:
        files = _MOST_FILES
    elif soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    in_use = sum(1 for _ in Path("/dev/fd").iterdir())
    most = max(1, files - in_use - min(RESERVED_FILES, files // 4))
    if most < _FEW_CONNECTIONS:
        logger.warning("The limit on open files leaves room for only %s connections.", most)
    return most
