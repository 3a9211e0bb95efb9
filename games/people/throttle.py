"""Rate limits on guessing (passwords, seat codes, room codes) and on requests that store data.

A whole school may share one address, so known people (`games.people.known`) have allowances of
their own, and count with the strangers of the address only beyond those (`AddressLimit`). Counts
are kept in Django's cache under a hash, so it contains no names or addresses.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache

from games.people.address import supernet_of

logger = logging.getLogger(__name__)

_SECONDS: Final = 10
_MINUTE: Final = 60
_FIVE_MINUTES: Final = 300
_TEN_MINUTES: Final = 600
_QUARTER_HOUR: Final = 900
_HOUR: Final = 3600
_DAY: Final = 86400

CROWD: Final = 4
"""Allowance of all known people of one address together, as a multiple of its strangers'."""
SUPERNET: Final = 16
"""Allowance of an IPv6 /48, as a multiple of a /64, which may be a single customer's."""


Refund = Callable[[], object]
"""Undoes a count, for a try that turned out to be right."""


@dataclass(frozen=True)
class RateLimit:
    """At most `most` hits in the `seconds` after the first, for each key. A limit that `fails_open`
    allows all hits while the cache is down."""

    name: str
    most: int
    seconds: int
    fails_open: bool = False

    def is_reached(self, *key: str) -> bool:
        """Return True if another hit would be one too many."""
        return self._count(key) >= self.most

    def hit(self, *key: str) -> bool:
        """Count one more, or return True if it is one too many."""
        return self.take(*key) is None

    def take(self, *key: str) -> Refund | None:
        """Count one more and return its refund; None, uncounted, if it is one too many."""
        if self._count(key, 1) > self.most:
            self._count(key, -1)
            return None
        return lambda: self._count(key, -1)

    def _count(self, key: tuple[str, ...], add: int = 0) -> int:
        try:
            if not add:
                return int(cache.get(_key(self.name, key), 0))
            return _add(self.name, key, add, self.seconds)
        except Exception:
            if not self.fails_open:
                raise
            logger.warning("The cache cannot count %s.", self.name, exc_info=True)
            return 0


class NetworkLimit:
    """At most `most` hits in `seconds` from an address, and SUPERNET times as many from its /48."""

    def __init__(self, name: str, most: int, seconds: int, *, fails_open: bool = False) -> None:
        self.most, self.seconds = most, seconds
        self._address = RateLimit(name, most, seconds, fails_open)
        self._supernet = RateLimit(f"{name}-of-site", SUPERNET * most, seconds, fails_open)

    def is_reached(self, address: str) -> bool:
        supernet = supernet_of(address)
        return self._address.is_reached(address) or (
            bool(supernet) and self._supernet.is_reached(supernet)
        )

    def take(self, address: str) -> Refund | None:
        if not (supernet := supernet_of(address)):
            return self._address.take(address)
        return take_all(lambda: self._address.take(address), lambda: self._supernet.take(supernet))


class AddressLimit:
    """At most `most` hits in `seconds` for the strangers of an address, and `own` more for each
    known person, in `own_seconds` if that differs. `known` is the key of a known person, or ""."""

    def __init__(
        self,
        name: str,
        most: int,
        seconds: int,
        *,
        own: int,
        own_seconds: int = 0,
        fails_open: bool = False,
    ) -> None:
        self.most, self.own, self.seconds = most, own, seconds
        self._strangers = NetworkLimit(name, most, seconds, fails_open=fails_open)
        self._person = RateLimit(f"{name}-of-person", own, own_seconds or seconds, fails_open)
        self._crowd = NetworkLimit(f"{name}-of-crowd", CROWD * most, seconds, fails_open=fails_open)

    def is_reached(self, address: str, known: Callable[[], str]) -> bool:
        """Return True if another hit would be one too many. `known` is called only if the strangers
        of the address have reached the limit."""
        if not self._strangers.is_reached(address):
            return False
        key = known()
        return not key or self._person.is_reached(key) or self._crowd.is_reached(address)

    def hit(self, address: str, known: str, person: str = "") -> bool:
        return self.take(address, known, person) is None

    def take(self, address: str, known: str, person: str = "") -> Refund | None:
        """Count one more and return its refund; None if it is one too many.

        Known people use the strangers' allowance only beyond their own. With `person`, the key of a
        sender known or not, no hit exceeds the allowance of a person.
        """
        own = known and take_all(
            lambda: self._person.take(known), lambda: self._crowd.take(address)
        )
        if own:
            return own
        if not person:
            return self._strangers.take(address)
        return take_all(lambda: self._person.take(person), lambda: self._strangers.take(address))


@dataclass(frozen=True)
class GrowingDelay:
    """Delays hits after `free` of them in the `seconds` after the first: by a second, then twice as
    long each time, at most `longest` seconds."""

    name: str
    free: int
    seconds: int
    longest: int

    def take(self, *key: str) -> Refund | None:
        """Count one more and return its refund; None if it comes too early."""
        tries = _add(self.name, key, 1, self.seconds)
        gap = min(2 ** max(0, tries - self.free - 1), self.longest)
        if tries > self.free and not cache.add(_key(f"{self.name}-gap", key), 1, gap):
            _add(self.name, key, -1, self.seconds)
            return None
        return lambda: _add(self.name, key, -1, self.seconds)


def take_all(*takes: Callable[[], Refund | None]) -> Refund | None:
    """Take all of these or none. Return their common refund; None if one of them refused."""
    refunds = list[Refund]()
    for take in takes:
        refund = take()
        if refund is None:
            for back in refunds:
                back()
            return None
        refunds.append(refund)
    return lambda: [back() for back in refunds]


def _add(name: str, key: tuple[str, ...], number: int, seconds: int) -> int:
    """Add to a count, which expires `seconds` after its first hit, and return it."""
    where = _key(name, key)
    if number > 0:
        cache.add(where, 0, seconds)
    try:
        return cache.incr(where, number)
    except ValueError:  # the window has just ended
        return 0


def _key(name: str, key: tuple[str, ...]) -> str:
    return f"{name}-{hashlib.sha256(' '.join(key).encode()).hexdigest()[:32]}"


def _growth(name: str, a_minute: int, own: int) -> AddressLimit:
    return AddressLimit(name, a_minute, _MINUTE, own=own, own_seconds=_HOUR, fails_open=True)


# Guessing: by name and address, so that it does not lock out the owner of the account. A device
# known to the account has tries of its own.
PASSWORDS: Final = RateLimit("password", 10, _QUARTER_HOUR)
PASSWORDS_OF_DEVICE: Final = RateLimit("password-of-device", 10, _QUARTER_HOUR)
PASSWORDS_OF_ADDRESS: Final = AddressLimit("password-of-address", 60, _QUARTER_HOUR, own=10)
# Once an address has used up its tries, each account still has a few there: a pupil who guesses
# names must not lock out the rest of the school.
PASSWORDS_SPARED: Final = RateLimit("password-spared", 3, _QUARTER_HOUR)
# From all addresses together. Never applied to a device known to the account.
PASSWORDS_OF_ACCOUNT: Final = GrowingDelay("password-of-account", 30, _DAY, longest=_QUARTER_HOUR)
# A class behind one address signs up together. Beyond this limit, people with a seat in a room
# count for that room.
SIGN_UPS: Final = AddressLimit("sign-up", 60, _MINUTE, own=3)
SIGN_UPS_OF_ROOM: Final = RateLimit("sign-up-of-room", 60, _MINUTE)

# Started passkey log-ins, each of which may store a session.
PASSKEYS: Final = AddressLimit("passkey", 100, _MINUTE, own=10)

# Emails on request: by sender, and by the address that receives them.
MAILS: Final = AddressLimit("mail", 10, _FIVE_MINUTES, own=10, own_seconds=_QUARTER_HOUR)
MAILS_TO: Final = RateLimit("mail-to", 3, _HOUR)
# Emails about changes to an account.
ALERTS: Final = RateLimit("alert", 10, _HOUR)

# There are more than 10^11 codes, of rooms and of seats: the limit protects the database, not the
# codes. The limits are generous because a whole school shares one address, and people mistype.
ROOM_CODES: Final = AddressLimit(
    "room-code", settings.WRONG_CODES, _TEN_MINUTES, own=40, fails_open=True
)
SEAT_CODES_TYPED: Final = AddressLimit(
    "seat-code-typed", settings.WRONG_CODES, _TEN_MINUTES, own=10
)
SEAT_CODES_MADE: Final = RateLimit("seat-code-made", 20, _TEN_MINUTES)

# Chat and dice rolled in the lobby, which all processes count together.
MESSAGES: Final = RateLimit("message", 5 * settings.LIMITS_FACTOR, _SECONDS, fails_open=True)
REACTIONS: Final = RateLimit("reaction", 10 * settings.LIMITS_FACTOR, _SECONDS, fails_open=True)
TOSSES: Final = RateLimit("toss", 20 * settings.LIMITS_FACTOR, _SECONDS, fails_open=True)

# By room, not by address: visitors to one room cannot keep people out of another. Only people who
# are new to the room count.
SEATS_TAKEN: Final = RateLimit("seat-taken", settings.SEATS_OF_ROOM, _MINUTE, fails_open=True)

# Growth: only these store a guest. The strangers of an address have short windows, large enough for
# a class: after a flood, the others wait a minute, not an hour. Only successful forms count
# (`views.shared`).
ROOMS: Final = _growth("room", settings.ROOMS_A_MINUTE, own=60)
PRACTICE: Final = _growth("practice", settings.PRACTICE_A_MINUTE, own=60)
SAVED_RULES: Final = _growth("saved-rules", settings.SAVED_RULES_A_MINUTE, own=60)
IMPORTS: Final = _growth("import", settings.IMPORTS_A_MINUTE, own=30)
DEVICES: Final = _growth("device", 30, own=30)
CONTACTS: Final = RateLimit("contact", 60, _TEN_MINUTES, fails_open=True)
# Invitations from one person to another, from all rooms together.
INVITATIONS: Final = RateLimit("invitation", 5, _DAY, fails_open=True)
# A webhook can name any host, to which a test message is sent at once.
WEBHOOKS: Final = AddressLimit("webhook", 10, _TEN_MINUTES, own=30, own_seconds=_HOUR)
WEBHOOK_TESTS: Final = AddressLimit("webhook-test", 10, _TEN_MINUTES, own=30, own_seconds=_HOUR)
