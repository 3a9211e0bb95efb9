"""Read the sockets at rest together, ten times a second at most.

Waking a sleeping process costs more than answering one ping (bench/RESULTS.md). So the sockets at
rest have a selector of their own, nested in that of the event loop. A frame is read at once if none
has arrived for GATHER_SECONDS; otherwise it is read together with others at the end of that
interval. With few sockets at rest, hardly any frame waits.
"""

import asyncio
import contextlib
import select
import time
from collections.abc import Callable
from typing import Final

GATHER_SECONDS: Final = 0.1
"""How long frames of sockets at rest are gathered. The first tap may wait this long in a room where
nothing has happened since the page's last ping."""
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
        """Call `read` with the time (monotonic) when the socket has something to read."""
        self._readers[fd] = read
        self._selector.register(fd, select.EPOLLIN)

    def remove(self, fd: int) -> None:
        """Stop reading from the socket, which may be closed."""
        del self._readers[fd]
        with contextlib.suppress(OSError):
            self._selector.unregister(fd)

    def _begin(self) -> None:
        """Read at once, then gather."""
        self._loop.remove_reader(self._selector.fileno())
        self._read()

    def _read(self) -> None:
        """Read what there is. If there is nothing, wait for the next frame."""
        ready = self._selector.poll(0, MOST_AT_ONCE)
        now = time.monotonic()
        for fd, _ in ready:
            if fd in self._readers:  # an earlier callback may have closed it
                self._readers[fd](now)
        if ready:
            after = 0.0 if len(ready) == MOST_AT_ONCE else GATHER_SECONDS
            self._loop.call_later(after, self._read)
        else:
            self._loop.add_reader(self._selector.fileno(), self._begin)
