"""Let web sockets in a few at a time, in the order in which they came.

After a restart all clients come back at once. Let in together, they would fill the event loop, and
moves would wait for seconds. A waiting client costs no more than its connection.
"""

import asyncio
from typing import Final, Protocol

AT_ONCE: Final = 16
"""Maximum number of clients between request and `sync`: two batches of reads (threads.py)."""


class Entrant(Protocol):
    """A connection that asks to become a web socket."""

    def enter(self) -> None:
        """Become a web socket. `leave` must follow."""


class Admission:
    """The queue of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._waiting: dict[Entrant, None] = {}

    def ask(self, entrant: Entrant) -> None:
        """Let a client in, now or when it is its turn."""
        self._waiting[entrant] = None
        self._go_on()

    def forget(self, entrant: Entrant) -> None:
        self._waiting.pop(entrant, None)

    def leave(self) -> None:
        """Note that a client has its `sync`, or is gone, and let in the next one."""
        self._inside -= 1
        # Not at once: in between, the event loop handles moves.
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._waiting and self._inside < AT_ONCE:
            self._inside += 1
            entrant = next(iter(self._waiting))
            del self._waiting[entrant]
            entrant.enter()
