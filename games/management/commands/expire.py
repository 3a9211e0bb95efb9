"""`manage.py expire`: delete what nobody will miss. To be run once a day."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import clock
from games.services import cleanup


class Command(BaseCommand):
    """Delete unused lobbies, idle guests and expired sessions."""

    help = "Delete lobbies nobody played in, guests who left nothing behind, and old sessions."

    def handle(self, *_args: Any, **_options: Any) -> None:
        now = cleanup.sure_time()
        gone = cleanup.expire(now)
        if clock.now() - now < cleanup.QUIET:  # it asks the system's clock
            call_command("clearsessions")
        self.stdout.write(f"Deleted {gone.lobbies} dead lobbies and {gone.guests} idle guests.")
