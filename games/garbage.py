"""Keep the garbage collector from stopping the process for long.

A full collection looks at every object: half a second with 5,000 sockets, and while they come back
to a server that was restarted there would be seven. What a socket consists of hardly ever becomes
garbage before it closes, so it is set aside ("frozen") soon after it has come, and a collection
looks at the rest. Closed sockets that were set aside are found when they are as many as the open
ones.
"""

import gc
from typing import Final

NEW_SOCKETS: Final = 100
"""After so many new sockets, what there is is set aside."""
CLOSED_SOCKETS: Final = 2000
"""So many closed sockets, besides as many as are open, may wait in memory."""


class GarbageWatch:
    """Belongs to one process."""

    def __init__(self) -> None:
        self._opened = 0
        self._closed = 0

    def start(self) -> None:
        """Set aside what was imported. It stays until the process ends."""
        gc.collect()
        gc.freeze()

    def opened(self) -> None:
        """Note that a socket has come."""
        self._opened += 1

    def closed(self) -> None:
        """Note that a socket has gone."""
        self._closed += 1

    def check(self, sockets: int) -> None:
        """Set aside what is new, or look at everything again; `sockets` are open now. Call it once
        a second."""
        if self._closed > CLOSED_SOCKETS + sockets:
            self._closed = 0
            gc.unfreeze()
            gc.collect()
        elif self._opened >= NEW_SOCKETS:
            gc.collect(1)  # what came and went since
        else:
            return
        self._opened = 0
        gc.freeze()
