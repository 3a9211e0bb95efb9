"""Answer the pings of a page at rest: the same text again and again, in a room where nothing
happens.

Most sockets of a site are at rest, and each of their pings wakes a process with cold caches. So
what arrives is only compared with the last ping; nothing is counted, parsed or looked up.
bench/RESULTS.md says what this gains.
"""

import time
from functools import lru_cache
from typing import Final

from games import clock
from games.realtime.room import OpenRoom, Subscriber
from games.realtime.wire.frame_codec import decode_frame, encode_frame
from games.state import frames

SHORTEST: Final = 1.0
"""Seconds since the last ping after which a ping is not counted against the limits on frames."""


class Rest:
    """The last ping of a socket, while nothing changes in the room."""

    __slots__ = ("_at", "_head", "_payload", "_present", "_room", "_socket")

    def __init__(self, text: str, room: OpenRoom, socket: Subscriber) -> None:
        self._payload = text.encode()
        self._room = room
        self._socket = socket
        self._at = time.monotonic()
        self._head = room.head
        self._present = room.presence

    def answer(self, data: bytes, now: float) -> bytes | None:
        """Return the bytes of the answer if the data is the same ping again, and note that the
        socket's players are there; None if it is anything else."""
        room = self._room
        if (
            now - self._at < SHORTEST
            or room.head != self._head
            or room.presence is not self._present
            or decode_frame(data) != self._payload
        ):
            return None
        self._at = now
        for player in self._socket.players:
            room.local_presence.rested[player] = now
        return encode_frame(frames.pong(room.head, _milliseconds(now)))


@lru_cache(maxsize=1)
def _milliseconds(_now: float) -> int:
    """Return the time in ms since 1970, once for all pings that were read together."""
    return clock.milliseconds()
