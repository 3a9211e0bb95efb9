"""Rate limits on guessing (passwords, seat codes, room codes) and on what would fill the database.

A school is one address. So everybody who is known (`games.people.known`) has an allowance of their
own, and counts with the strangers of the address only beyond it (`AddressLimit`). Counts are kept
in Django's cache under a hash, so no name or address stands there.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)

_SECONDS: Final = 10
_TEN_MINUTES: Final = 600
_QUARTER_HOUR: Final = 900
_HOUR: Final = 3600
_DAY: Final = 86400

CROWD: Final = 4
"""The allowance of all known people of one address together, as a multiple of its strangers'
allowance. This bounds what an attacker gains by becoming known many times over."""


@dataclass(frozen=True)
class RateLimit:
    """At most `most` hits in the `seconds` after the first, for each key.

    If the limit `fails_open`, it stops nobody while the cache is out of reach.
    """

    name: str
    most: int
    seconds: int
    fails_open: bool = False

    def is_reached(self, *key: str) -> bool:
        """Return whether another hit would be one too many."""
        return self._count(key) >= self.most

    def hit(self, *key: str) -> bool:
        """Count one more; return whether it was one too many."""
        return self._count(key, add=1) > self.most

    def _count(self, key: tuple[str, ...], add: int = 0) -> int:
        where = f"{self.name}-{_short_hash(' '.join(key))}"
        try:
            if not add:
                return int(cache.get(where, 0))
            cache.add(where, 0, self.seconds)
            return cache.incr(where, add)
        except ValueError:  # the window has just ended
            return 0
        except Exception:
            if not self.fails_open:
                raise
            logger.warning("The cache cannot count %s.", self.name, exc_info=True)
            return 0


class AddressLimit:
    """Allow `most` hits in `seconds` for the strangers of an address, and `own` more for each known
    person.

    `known` names who is known, or is empty for a stranger.
    """

    def __init__(
        self, name: str, most: int, seconds: int, *, own: int, fails_open: bool = False
    ) -> None:
        self.most, self.own, self.seconds = most, own, seconds
        self._strangers = RateLimit(name, most, seconds, fails_open)
        self._person = RateLimit(f"{name}-of-person", own, seconds, fails_open)
        self._crowd = RateLimit(f"{name}-of-crowd", CROWD * most, seconds, fails_open)

    def is_reached(self, address: str, known: Callable[[], str]) -> bool:
        """Return whether another hit would be one too many.

        `known` is called only where the strangers of the address have reached it.
        """
        return self._strangers.is_reached(address) and not self._is_own(address, known())

    def hit(self, address: str, known: str) -> bool:
        """Count one more; return whether it was one too many."""
        if not self._is_own(address, known):
            return self._strangers.hit(address)
        self._person.hit(known)
        self._crowd.hit(address)
        return False

    def _is_own(self, address: str, known: str) -> bool:
        """Return whether the next hit is within the allowance of whoever is known."""
        return (
            bool(known)
            and not self._person.is_reached(known)
            and not self._crowd.is_reached(address)
        )


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# Guessing. By name and address, so that guessing does not lock out the owner of the account. A
# device on which somebody logged in to the account has tries of its own.
PASSWORDS: Final = RateLimit("password", 10, _QUARTER_HOUR)
PASSWORDS_OF_DEVICE: Final = RateLimit("password-of-device", 10, _QUARTER_HOUR)
PASSWORDS_OF_ADDRESS: Final = AddressLimit("password-of-address", 60, _QUARTER_HOUR, own=10)
# A class behind one address signs up together.
SIGN_UPS: Final = AddressLimit("sign-up", 30, _QUARTER_HOUR, own=3)

# Log-ins by passkey that are begun, each of which may store a session.
PASSKEYS: Final = AddressLimit("passkey", 100, _QUARTER_HOUR, own=10)

# Emails that somebody requests: by sender, and by the address that receives them.
MAILS: Final = AddressLimit("mail", 30, _QUARTER_HOUR, own=10)
MAILS_TO: Final = RateLimit("mail-to", 3, _HOUR)

# There are more than 10^11 codes, of rooms and of seats: this spares the database rather than the
# secret. The limits are generous because a whole school shares one address, and people mistype.
ROOM_CODES: Final = AddressLimit(
    "room-code", settings.WRONG_CODES, _TEN_MINUTES, own=40, fails_open=True
)
SEAT_CODES_TYPED: Final = AddressLimit(
    "seat-code-typed", settings.WRONG_CODES, _TEN_MINUTES, own=10
)
SEAT_CODES_MADE: Final = RateLimit("seat-code-made", 20, _TEN_MINUTES)

# Chat, which all processes count together.
MESSAGES: Final = RateLimit("message", 5 * settings.LIMITS_FACTOR, _SECONDS, fails_open=True)
REACTIONS: Final = RateLimit("reaction", 10 * settings.LIMITS_FACTOR, _SECONDS, fails_open=True)

# A class behind one address sits down together. Only people who are new to a room count.
SEATS_TAKEN: Final = AddressLimit(
    "seat-taken", settings.SEATS_OF_ADDRESS, 60, own=10, fails_open=True
)

# Growth.
GUESTS: Final = RateLimit("guest", settings.GUESTS_AN_HOUR, _HOUR, fails_open=True)
ROOMS: Final = AddressLimit("room", settings.ROOMS_AN_HOUR, _HOUR, own=60, fails_open=True)
PRACTICE: Final = AddressLimit(
    "practice", settings.PRACTICE_AN_HOUR, _HOUR, own=60, fails_open=True
)
CONTACTS: Final = RateLimit("contact", 60, _TEN_MINUTES, fails_open=True)
# Invitations that reach one person's devices from another, in however many rooms.
INVITATIONS: Final = RateLimit("invitation", 5, _DAY, fails_open=True)
SAVED_RULES: Final = AddressLimit(
    "saved-rules", settings.SAVED_RULES_AN_HOUR, _HOUR, own=60, fails_open=True
)
IMPORTS: Final = AddressLimit("import", settings.IMPORTS_AN_HOUR, _HOUR, own=30, fails_open=True)
DEVICES: Final = AddressLimit("device", 300, _HOUR, own=30, fails_open=True)
# A webhook names any host, and a test message goes there at once.
WEBHOOKS: Final = AddressLimit("webhook", 60, _HOUR, own=30)
WEBHOOK_TESTS: Final = AddressLimit("webhook-test", 60, _HOUR, own=30)
