"""The server as it is, but for its clock, which a test moves: `python -m tests.server.clocked`.

How many seconds its clock is ahead stands in the file that TEST_CLOCK names. What only looks now
and then at the time looks more often, since nobody here waits for hours to go by.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

OFTEN_SECONDS = 0.1


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    import daphne.cli  # noqa: F401  # chooses Twisted's reactor, so it must come first
    import django
    from django.utils import timezone

    django.setup()
    from farkle_site.server import serve
    from games import clock, hub, ticker

    ahead = Path(os.environ["TEST_CLOCK"])

    def now() -> datetime:
        return timezone.now() + timedelta(seconds=float(ahead.read_text(encoding="ascii")))

    clock.now = now
    hub.TICK_SECONDS = OFTEN_SECONDS
    ticker.LONGEST_SLEEP = timedelta(seconds=OFTEN_SECONDS)
    serve("127.0.0.1", int(os.environ["PORT"]))


if __name__ == "__main__":
    main()
