"""`python -m tests.support.servers.faulty_server`: the server, with a bad network: its messages to
Redis are dropped, doubled and reordered (`lossy.py`)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
django.setup()

from farkle_site import server  # noqa: E402
from games.realtime import process  # noqa: E402
from tests.support.servers.lossy import LossyRedisBus  # noqa: E402

if __name__ == "__main__":
    process.Bus = LossyRedisBus  # type: ignore[misc]
    server.serve("127.0.0.1", int(os.environ["PORT"]))
