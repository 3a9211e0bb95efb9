"""`python -m tests.support.servers.faulty_server`: the server, with a bad network and clock.

Its messages to Redis are dropped, doubled and reordered (`lossy.py`). SIGUSR1 sets its system's
clock five hours forward, SIGUSR2 five hours back.
"""

import os
import signal
from datetime import UTC, datetime, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
django.setup()

from farkle_site import server  # noqa: E402
from games import clock  # noqa: E402
from games.realtime import process  # noqa: E402
from tests.support.servers.lossy import LossyRedisBus  # noqa: E402

JUMP = timedelta(hours=5)


class JumpingClock:
    """What the site takes for its system's clock."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def jump(self, number: int, _frame: object) -> None:
        self._ahead += JUMP if number == signal.SIGUSR1 else -JUMP


if __name__ == "__main__":
    process.Bus = LossyRedisBus  # type: ignore[misc]
    jumping = JumpingClock()
    clock._clock = clock.SteadyClock(jumping.now)
    for one in (signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(one, jumping.jump)
    server.serve("127.0.0.1", int(os.environ["PORT"]))
