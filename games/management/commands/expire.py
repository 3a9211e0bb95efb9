"""`manage.py expire`: delete expired data and archive old games. Run it once a day."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import clock
from games.services import cleanup


class Command(BaseCommand):
    """Delete what has expired, and old sessions, and archive old games."""

    help = (
        "Delete unused lobbies, old practice games of guests, imported games nobody looks at, "
        "guests who left nothing behind, and old sessions. Archive games that ended long ago."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        now = cleanup.sure_time()
        gone = cleanup.expire(now)
        if clock.now() - now < cleanup.QUIET:  # it reads the system's clock
            call_command("clearsessions")
        self.stdout.write(
            f"Deleted {gone.lobbies} unused lobbies, {gone.practice} practice rooms of guests, "
            f"{gone.imports} imported games and {gone.guests} idle guests. "
            f"Archived {cleanup.archive(now)} games."
        )
