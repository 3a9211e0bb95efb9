"""A network between two programs that loses connections without a word."""

import contextlib
import selectors
import socket
import threading
from typing import Self
from urllib.parse import urlsplit, urlunsplit

from tests.support import services


class Network:
    """Passes what is sent to a port of its own on to a server.

    What the network has forgotten is acknowledged and goes nowhere, and neither side learns of it.
    """

    def __init__(self, target: tuple[str, int] | str) -> None:
        """`target`: the server's address and port, or the path of its socket."""
        self.port = services.free_port()
        self._target = target
        self._passes = True
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._lost: list[socket.socket] = []
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._door = socket.create_server(("127.0.0.1", self.port))
        self._selector.register(self._door, selectors.EVENT_READ)
        self._open = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def url(self, behind: str) -> str:
        """Return this URL of the server as it is reached through the network."""
        parts = urlsplit(behind)
        login, _, _ = parts.netloc.rpartition("@")
        netloc = f"{login}@127.0.0.1:{self.port}" if login else f"127.0.0.1:{self.port}"
        return urlunsplit(parts._replace(netloc=netloc, query=""))

    def forget(self) -> None:
        """Lose all connections. New ones pass."""
        with self._lock:
            for end in self._pairs:
                self._selector.unregister(end)
            self._lost += self._pairs
            self._pairs.clear()

    def swallow(self) -> None:
        """Lose all connections, and everything that is sent from now on."""
        self._passes = False
        self.forget()

    def heal(self) -> None:
        """Let new connections pass again."""
        self._passes = True

    def close(self) -> None:
        """End the network and all its connections."""
        self._open = False
        self._thread.join()
        for end in [self._door, *self._pairs, *self._lost]:
            end.close()
        self._selector.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while self._open:
            for key, _ in self._selector.select(0.05):
                end = key.fileobj
                assert isinstance(end, socket.socket)
                with self._lock, contextlib.suppress(OSError):
                    if end is self._door:
                        self._connect()
                    elif end in self._pairs:
                        self._pass_on(end)

    def _connect(self) -> None:
        near, _ = self._door.accept()
        if not self._passes:
            self._lost.append(near)
            return
        if isinstance(self._target, str):
            far = socket.socket(socket.AF_UNIX)
            far.connect(self._target)
        else:
            far = socket.create_connection(self._target)
        self._pairs |= {near: far, far: near}
        for end in (near, far):
            self._selector.register(end, selectors.EVENT_READ)

    def _pass_on(self, end: socket.socket) -> None:
        other = self._pairs[end]
        data = b""
        with contextlib.suppress(OSError):
            data = end.recv(1 << 16)
        if data:
            other.sendall(data)
            return
        for closed in (end, other):
            self._selector.unregister(closed)
            del self._pairs[closed]
            closed.close()
