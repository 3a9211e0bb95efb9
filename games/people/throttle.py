"""Rate limits on what somebody could try by guessing: passwords, seat codes, room codes.

Counts are kept in Django's cache under a hash, so no name or address stands there.
"""

import logging
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache

from games.people.identity import short_hash

logger = logging.getLogger(__name__)

_TEN_MINUTES: Final = 600
_QUARTER_HOUR: Final = 900


@dataclass(frozen=True)
class RateLimit:
    """At most `most` hits in the `seconds` after the first, for each key.

    Where the limit `fails_open`, a cache that cannot be reached stops nobody.
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
        where = f"{self.name}-{short_hash(' '.join(key))}"
        try:
            if not add:
                return int(cache.get(where, 0))
            cache.add(where, 0, self.seconds)
            return cache.incr(where, add)
        except ValueError:  # the span has just ended
            return 0
        except Exception:
            if not self.fails_open:
                raise
            logger.warning("The cache cannot count %s.", self.name, exc_info=True)
            return 0


# By name and address: whoever guesses does not lock out the owner of the account.
PASSWORDS: Final = RateLimit("password", 10, _QUARTER_HOUR)
PASSWORDS_OF_ADDRESS: Final = RateLimit("password-of-address", 60, _QUARTER_HOUR)
# A class behind one address signs up together.
SIGN_UPS: Final = RateLimit("sign-up", 30, _QUARTER_HOUR)

SEAT_CODES_MADE: Final = RateLimit("seat-code-made", 20, _TEN_MINUTES)
SEAT_CODES_TYPED: Final = RateLimit("seat-code-typed", 10, _TEN_MINUTES)

# A class behind one address sits down together. Counted are people who are new to a room.
SEATS_TAKEN: Final = RateLimit("seat-taken", settings.SEATS_OF_ADDRESS, 60, fails_open=True)

# There are more than 10^11 room codes: this spares the database rather than the secret. The limit
# is generous because a whole school shares one address, and people mistype.
ROOM_CODES: Final = RateLimit("room-code", settings.WRONG_CODES, _TEN_MINUTES, fails_open=True)
