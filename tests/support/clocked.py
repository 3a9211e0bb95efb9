"""`python -m tests.support.clocked`: the site's server with a clock that a test moves.

The file that TEST_CLOCK names says how many seconds the clock is ahead. The server writes the time
of its last presence exchange into a file beside it (`.told`). Its ticks are more frequent, since
hours pass within seconds here.
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
    from games import clock, presence
    from games.realtime import hub, scheduler

    ahead = Path(os.environ["TEST_CLOCK"])
    told, exchange = ahead.with_suffix(".told"), presence.exchange

    def now() -> datetime:
        return timezone.now() + timedelta(seconds=float(ahead.read_text(encoding="ascii")))

    def exchange_and_tell(rooms: Any, process: str, at: float) -> Any:
        here = exchange(rooms, process, at)
        new = told.with_suffix(".telling")  # not the name that the test uses for the clock
        new.write_text(str(at), encoding="ascii")
        new.replace(told)
        return here

    clock.now = now
    presence.exchange = exchange_and_tell
    hub.TICK_SECONDS = OFTEN_SECONDS
    scheduler.IDLE_HOLD_SECONDS = 0.0
    scheduler.LONGEST_SLEEP = timedelta(seconds=OFTEN_SECONDS)
    serve("127.0.0.1", int(os.environ["PORT"]))


if __name__ == "__main__":
    main()
