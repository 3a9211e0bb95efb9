"""Reads the newest event of each room once a second, in case the bus lost a message.

The cost grows with recent activity, not with the number of open rooms. Events may be committed
slightly out of key order. So the last seconds are read again, and from time to time each room by
itself.
"""

from collections import deque
from collections.abc import Collection

from games.state import room_state

_SAME_EVENTS_TICKS = 5
"""Number of ticks for which the same events are read again."""
_EACH_ROOM_TICKS = 16
"""Number of ticks in which the head of each single room is read once."""


class HeadWatch:
    """Belongs to one hub."""

    def __init__(self) -> None:
        self._ticks = 0
        self._round: list[int] = []
        """The rooms of which a part is read at each tick, until all have been."""
        self._newest: deque[int] = deque(maxlen=_SAME_EVENTS_TICKS)
        """The key of the newest event at the last ticks."""

    def read(self, rooms: Collection[int]) -> dict[int, int]:
        """Return the number of the newest event of the rooms in which something may have happened.

        Call it once per tick with the keys of all open rooms.
        """
        since = self._newest[0] if self._newest else None
        part = self._ticks % _EACH_ROOM_TICKS
        self._ticks += 1
        if part == 0:
            self._round = list(rooms)
        singly = list(rooms) if since is None else self._round[part::_EACH_ROOM_TICKS]
        newest, heads = room_state.heads_since(since, singly)
        self._newest.append(newest)
        return heads
