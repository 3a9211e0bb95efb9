"""Moves as processes send them to each other, so that another process can apply them without
reading the database. They are only a hint: they are applied if no event is missing between the
receiver's newest event and the newest one in the database.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

import orjson

from games.protocol.events import Stored

MOST_CHARACTERS: Final = 8 * 1024
"""Longer moves are not sent. Those of a turn have some hundred characters."""


class Moves(NamedTuple):
    """Events of a running game that follow one another, and how they left their room."""

    game: int
    """The key of the game."""
    first: int
    """The number of the first event."""
    events: Sequence[Sequence[Stored]]
    deadlines: Mapping[str, int]
    waits: Mapping[str, Any]

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    def pack(self) -> str | None:
        """Return the moves as a text; None if that would be too long."""
        text = orjson.dumps(self[:]).decode()
        return text if len(text) <= MOST_CHARACTERS else None

    @classmethod
    def unpack(cls, text: str) -> Self:
        return cls(*orjson.loads(text))
