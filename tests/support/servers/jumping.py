"""`python -m tests.support.servers.jumping`: the site's server, whose system's clock a test sets.

The file that TEST_CLOCK names says how many seconds that clock is ahead. The server follows a jump
after TEST_HOLD seconds, not ten minutes, and looks more often for what is due.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

OFTEN_SECONDS = 0.1


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    import daphne.cli  # noqa: F401  # it chooses Twisted's reactor, so it must come first
    import django

    django.setup()
    from farkle_site.server import serve
    from games import clock
    from games.realtime import scheduler

    ahead = Path(os.environ["TEST_CLOCK"])

    def system() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(ahead.read_text(encoding="ascii")))

    clock._clock = clock.SteadyClock(system, hold=float(os.environ["TEST_HOLD"]))
    scheduler.LONGEST_SLEEP = timedelta(seconds=OFTEN_SECONDS)
    serve("127.0.0.1", int(os.environ["PORT"]))


if __name__ == "__main__":
    main()
