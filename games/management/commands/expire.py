"""`manage.py expire`: let go of what nobody will miss. For once a day."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import clock
from games.services import cleanup


class Command(BaseCommand):
    """Deletes dead lobbies, idle guests and sessions that have ended."""

    help = "Delete lobbies nobody played in, guests who left nothing behind, and old sessions."

    def handle(self, *_args: Any, **_options: Any) -> None:
        gone = cleanup.expire(clock.now())
        call_command("clearsessions")
        self.stdout.write(f"Deleted {gone.lobbies} dead lobbies and {gone.guests} idle guests.")
