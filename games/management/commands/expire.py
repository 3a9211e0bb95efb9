"""`manage.py expire`: delete expired data and archive old games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.upkeep import cleanup, runs


class Command(BaseCommand):
    """Do the daily upkeep except the backup, now."""

    help = (
        "Delete unused lobbies, old practice games of guests, imported games nobody looks at, "
        "chat that no page shows, old events of no game, guests who left nothing behind, and old "
        "sessions. Archive games that ended long ago. The site does it by itself once a day."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        done, failed = runs.perform(runs.STEPS, cleanup.sure_time())
        for name, count in done.items():
            self.stdout.write(f"{name}: {count}")
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}.")
