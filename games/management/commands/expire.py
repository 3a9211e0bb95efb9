"""`manage.py expire`: delete expired data and archive old games."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.upkeep import cleanup, runs


class Command(BaseCommand):
    help = (
        "Delete unused lobbies, old practice games of guests, imported games not opened for long, "
        "chat that no page shows, old events of no game, hashes of addresses, guests who left "
        "nothing behind, and old sessions. Archive games that ended long ago. The site does it by "
        "itself once a day."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.report(*runs.perform(runs.STEPS, cleanup.safe_now()))

    def report(self, done: Mapping[str, int], failed: Mapping[str, str]) -> None:
        """Print the number of rows of each step. Raise CommandError if one failed."""
        for name, count in done.items():
            self.stdout.write(f"{name}: {count}")
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}.")
