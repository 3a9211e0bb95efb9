"""`python -m tests.support.servers.hasty_server`: the server, with short deadlines for requests."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")

import daphne.cli  # noqa: F401  # it chooses Twisted's reactor
import django

django.setup()

# These need Django to be set up.
from farkle_site import server  # noqa: E402
from games.realtime.wire import connections  # noqa: E402

if __name__ == "__main__":
    connections.HEADER_SECONDS = connections.REQUEST_SECONDS = 1
    connections.IDLE_SECONDS = 6
    server.serve("127.0.0.1", int(os.environ["PORT"]))
