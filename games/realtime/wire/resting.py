"""Read the sockets at rest together, ten times a second at most.

Waking a process that sleeps costs more than what it does for one ping (bench/RESULTS.md). So the
sockets at rest have a selector of their own within that of the event loop. What one of them sends
is read at once, if nothing has come for a while; otherwise with what the others send until the
while is over. Where few sockets are at rest, hardly anybody waits.
"""

import asyncio
import contextlib
import select
import time
from collections.abc import Callable
from typing import Final

GATHER_SECONDS: Final = 0.1
"""How long what sockets at rest send is gathered. The first tap may wait for so long, in a room
where nothing has happened since the page's last ping."""
MOST_AT_ONCE: Final = 64
IS_POSSIBLE: Final = hasattr(select, "epoll")


class RestingSockets:
    """Belongs to one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._selector = select.epoll()
        self._readers: dict[int, Callable[[float], None]] = {}
        loop.add_reader(self._selector.fileno(), self._begin)

    def add(self, fd: int, read: Callable[[float], None]) -> None:
        """Call `read`, with the time (monotonic), when there is something to read."""
        self._readers[fd] = read
        self._selector.register(fd, select.EPOLLIN)

    def remove(self, fd: int) -> None:
        """Read from it no more. It may be closed."""
        del self._readers[fd]
        with contextlib.suppress(OSError):
            self._selector.unregister(fd)

    def _begin(self) -> None:
        """Read at once, and gather from now on."""
        self._loop.remove_reader(self._selector.fileno())
        self._read()

    def _read(self) -> None:
        """Read what there is. If that is nothing, wait for the next."""
        ready = self._selector.poll(0, MOST_AT_ONCE)
        now = time.monotonic()
        for fd, _ in ready:
            if fd in self._readers:  # what came before may have closed it
                self._readers[fd](now)
        if ready:
            after = 0.0 if len(ready) == MOST_AT_ONCE else GATHER_SECONDS
            self._loop.call_later(after, self._read)
        else:
            self._loop.add_reader(self._selector.fileno(), self._begin)
