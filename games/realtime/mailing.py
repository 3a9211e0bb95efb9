"""Send mail. A slow mail server delays no move and no page, because another thread waits for it."""

from contextlib import closing

from django.db import connection

from games import clock
from games.services.accounts import digest, emails
from games.services.accounts.emails import ResetLinks


def send_emails(reset_links: ResetLinks) -> None:
    """Send the emails that are due, after those for new links."""
    with closing(connection):
        reset_links.queue()
        emails.send_due(clock.now())


def send_digests() -> None:
    """Send the digests that are due."""
    with closing(connection):
        digest.send_digests(clock.now())
