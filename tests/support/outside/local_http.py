"""A web server on this machine, in threads of the test's process."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol, TypeVar


class Service(Protocol):
    """What a test sees of a server. `ended` releases the requests that it keeps waiting."""

    ended: threading.Event


_S = TypeVar("_S", bound=Service)


class QuietHandler(BaseHTTPRequestHandler):
    """Logs nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(handler: type[QuietHandler], make: Callable[[int], _S]) -> Iterator[_S]:
    """Serve until the end of the block. `make` gets the port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    service = make(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield service
    finally:
        service.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
