"""`python -m tests.support.servers.clocked`: the site's server with a clock that a test moves.

The file that TEST_CLOCK names says how many seconds the clock is ahead. The server writes the time
of its last look at who is present into a file beside it (`.told`). Its ticks are more frequent,
since hours pass within seconds here.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

OFTEN_SECONDS = 0.1


def set_ahead(file: Path, seconds: float) -> None:
    """Say how many seconds the clock is ahead. A server never reads half a number."""
    new = file.with_suffix(".new")
    new.write_text(str(seconds), encoding="ascii")
    new.replace(file)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")
    import daphne.cli  # noqa: F401  # it chooses Twisted's reactor, so it must come first
    import django
    from django.utils import timezone

    django.setup()
    from farkle_site.server import serve
    from games import clock
    from games.realtime import process, scheduler
    from games.realtime.watch.presence import PresenceWatch

    ahead = Path(os.environ["TEST_CLOCK"])
    told, exchange = ahead.with_suffix(".told"), PresenceWatch.exchange

    def now() -> datetime:
        return timezone.now() + timedelta(seconds=float(ahead.read_text(encoding="ascii")))

    async def exchange_and_tell(watch: PresenceWatch, rooms: Any) -> None:
        at = now().timestamp()
        await exchange(watch, rooms)
        new = told.with_suffix(".telling")  # not the name that the test uses for the clock
        new.write_text(str(at), encoding="ascii")
        new.replace(told)

    clock.now = now
    PresenceWatch.exchange = exchange_and_tell
    process.TICK_SECONDS = OFTEN_SECONDS
    scheduler.LONGEST_SLEEP = timedelta(seconds=OFTEN_SECONDS)
    serve("127.0.0.1", int(os.environ["PORT"]))


if __name__ == "__main__":
    main()
