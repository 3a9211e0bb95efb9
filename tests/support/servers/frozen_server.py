"""`python -m tests.support.servers.frozen_server`: the server. SIGUSR1 makes its event loop stand
still for ever."""

import os
import signal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")


def freeze(*_: object) -> None:
    """Never return, and use the processor, as the loop of a library did."""
    while True:
        pass


if __name__ == "__main__":
    from farkle_site.server import serve

    signal.signal(signal.SIGUSR1, freeze)
    serve("127.0.0.1", int(os.environ["PORT"]))
