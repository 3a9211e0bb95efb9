"""The kinds of notice: their lifetimes, and what quiet hours do to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Kind:
    """One kind of notice, useless once `lasts` has passed since it was due."""

    lasts: timedelta
    delayed: bool
    """In quiet hours it waits for their end, rather than being dropped."""
    urgent: bool = False
    """The push service is asked to wake the device (RFC 8030, 5.3)."""


TURN: Final = "turn"
OVER: Final = "over"
INVITED: Final = "invited"
VOTE: Final = "vote"
COUNTDOWN: Final = "countdown"
ENDING: Final = "ending"
AWAKE: Final = "awake"
LONG_TURN: Final = "long_turn"
"""A turn has taken a day. Only for chats."""

_DAY: Final = timedelta(days=1)

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        TURN: Kind(_DAY, delayed=True),
        OVER: Kind(_DAY, delayed=True),
        INVITED: Kind(3 * _DAY, delayed=True),
        VOTE: Kind(timedelta(minutes=10), delayed=False, urgent=True),
        # The countdown takes seconds; the turn may be gone when the notice is read.
        COUNTDOWN: Kind(timedelta(minutes=1), delayed=False, urgent=True),
        # A day before the game is abandoned, so a night may pass first.
        ENDING: Kind(timedelta(hours=20), delayed=True),
        AWAKE: Kind(timedelta(hours=1), delayed=False),
    }
)

CHAT_LASTS: Final = _DAY
"""The lifetime of a notice for a chat, `OVER` or `LONG_TURN`. Chats have no quiet hours."""

URGENT: Final = frozenset(kind for kind, about in KINDS.items() if about.urgent)
ABOUT_A_TURN: Final = frozenset({TURN, VOTE, COUNTDOWN, LONG_TURN})
"""Kinds that are useless once the turn is over."""
