"""`manage.py upkeep`: the daily upkeep, which the site runs in a process of its own."""

import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings

from farkle_site import backup
from games import clock
from games.management.commands import expire
from games.services.deals import add_days
from games.services.upkeep import cleanup, runs


class Command(expire.Command):
    help = (
        "Do the daily upkeep now: everything that expire does, a backup, and the daily deals to "
        "come. The site does it by itself once a day, at FARKLE_UPKEEP_HOUR."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-due", action="store_true", help="only if it has yet to run today")

    def handle(self, *_args: Any, if_due: bool, **_options: Any) -> None:
        if not runs.begin(clock.now(), settings.UPKEEP_HOUR if if_due else None):
            return
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        steps: dict[str, runs.Step] = {}
        if (folder := settings.BACKUPS) is not None:
            steps["backup"] = lambda _: backup.write_daily(folder, clock.now())
        steps |= {**runs.STEPS, "daily deals": lambda _: add_days(clock.now())}
        failed = {"everything": "Stopped"}
        try:
            done, failed = runs.perform(steps, cleanup.safe_now())
        finally:
            runs.end(clock.now(), failed)
        self.report(done, failed)
