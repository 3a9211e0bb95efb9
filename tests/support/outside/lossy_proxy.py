"""A proxy on this machine that loses answers: the site carries out what a form asks, and the
browser hears nothing."""

import contextlib
import socket
import threading
from collections.abc import Iterator

_CHUNK = 65536


class LossyProxy:
    """Leads from `url` to a port of this machine."""

    def __init__(self, site_port: int) -> None:
        self.losses = 0
        """How many answers to forms it will lose."""
        self._site_port = site_port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it was closed
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        loses = threading.Event()
        with client, socket.create_connection(("127.0.0.1", self._site_port)) as site:
            back = threading.Thread(target=_answer, args=(site, client, loses), daemon=True)
            back.start()
            with contextlib.suppress(OSError):
                while read := client.recv(_CHUNK):
                    if read.startswith(b"POST ") and self.losses:
                        self.losses -= 1
                        loses.set()
                    site.sendall(read)
            with contextlib.suppress(OSError):
                site.shutdown(socket.SHUT_RDWR)
            back.join()


def _answer(site: socket.socket, client: socket.socket, loses: threading.Event) -> None:
    """Pass answers on until one is to be lost, then hang up."""
    with contextlib.suppress(OSError):
        while (read := site.recv(_CHUNK)) and not loses.is_set():
            client.sendall(read)
    for end in (client, site):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def lossy_proxy(site_port: int) -> Iterator[LossyProxy]:
    """Run a proxy for the block."""
    running = LossyProxy(site_port)
    try:
        yield running
    finally:
        running.close()
