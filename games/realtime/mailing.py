"""Send mail, in a thread of its own: a slow mail server delays no move and no page."""

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection

from games import clock
from games.services.access import digest, emails
from games.services.access.reset_links import ResetLinks

logger = logging.getLogger(__name__)

EMAILS_EVERY: Final = 3.0
DIGESTS_EVERY: Final = 600.0


class Mailer:
    """Looks for emails every few seconds, and for digests every ten minutes."""

    def __init__(self, reset_links: ResetLinks) -> None:
        self._reset_links = reset_links
        self._thread = ThreadPoolExecutor(1, "mail")
        self._digests_at = time.monotonic()

    async def run(self) -> None:
        """Run until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(self._thread, self.send)
            await asyncio.sleep(EMAILS_EVERY)

    def send(self) -> None:
        """Send what is due."""
        try:
            self._reset_links.queue()
            emails.send_due(clock.now())
            if time.monotonic() >= self._digests_at:
                self._digests_at = time.monotonic() + DIGESTS_EVERY
                digest.send_digests(clock.now())
        except Exception:
            logger.exception("mail could not be sent")
        finally:
            connection.close()

    def close(self) -> None:
        """Begin nothing more. What is being sent is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)
