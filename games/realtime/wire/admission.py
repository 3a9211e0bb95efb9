"""Let web sockets in a few at a time, in the order in which they came.

When a server starts again, everybody comes back at once. If all of them were let in together, the
event loop would be full of what is done for them, and moves would wait for seconds. Whoever waits
here has only a connection, and whoever leaves meanwhile costs nothing more.
"""

import asyncio
from typing import Final, Protocol

AT_ONCE: Final = 16
"""How many are on their way from their request to their `sync`: twice as many as are read for
together (threads.py), so that the database and the event loop take turns."""


class Entrant(Protocol):
    """A connection that asks to become a web socket."""

    def enter(self) -> None:
        """Become one. `leave` follows, sooner or later."""


class Admission:
    """The queue of one process."""

    def __init__(self) -> None:
        self._inside = 0
        self._waiting: dict[Entrant, None] = {}

    def ask(self, entrant: Entrant) -> None:
        """Let somebody in, now or when it is their turn."""
        self._waiting[entrant] = None
        self._go_on()

    def forget(self, entrant: Entrant) -> None:
        """Let nobody in who has gone."""
        self._waiting.pop(entrant, None)

    def leave(self) -> None:
        """Note that somebody who was let in has their `sync`, or is gone: the next one may come."""
        self._inside -= 1
        # Not at once: the event loop sees to moves in between.
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._waiting and self._inside < AT_ONCE:
            self._inside += 1
            entrant = next(iter(self._waiting))
            del self._waiting[entrant]
            entrant.enter()
