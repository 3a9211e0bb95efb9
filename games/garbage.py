"""Keep the garbage collector from stopping the process for long.

A full collection visits every object. With 5,000 sockets that takes half a second, and it would
happen seven times while they reconnect after a restart. The objects of a socket rarely become
garbage before it closes. So they are frozen (`gc.freeze`) soon after it connects, and collections
visit only the rest. Once enough frozen sockets have closed, everything is visited again.
"""

import gc
from typing import Final

NEW_SOCKETS: Final = 100
"""Freeze what exists after this many new sockets."""
CLOSED_SOCKETS: Final = 2000
"""How many closed sockets may stay in memory, in addition to as many as are open."""


class GarbageWatch:
    """Belongs to one process."""

    def __init__(self) -> None:
        self._opened = 0
        self._closed = 0

    def start(self) -> None:
        """Freeze what was imported, which stays until the process ends."""
        gc.collect()
        gc.freeze()

    def opened(self) -> None:
        """Count a new socket."""
        self._opened += 1

    def closed(self) -> None:
        """Count a closed socket."""
        self._closed += 1

    def check(self, sockets: int) -> None:
        """Freeze what is new, or collect everything, while `sockets` are open. Call it once a
        second."""
        if self._closed > CLOSED_SOCKETS + sockets:
            self._closed = 0
            gc.unfreeze()
            gc.collect()
        elif self._opened >= NEW_SOCKETS:
            gc.collect(1)  # what became garbage since the last freeze
        else:
            return
        self._opened = 0
        gc.freeze()
