"""Send mail, in a thread of its own: a slow mail server delays no move and no page."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games import clock
from games.services.accounts import digest, emails
from games.services.accounts.reset_links import ResetLinks


class Mailer:
    """Sends what is due, when it is told to."""

    def __init__(self, reset_links: ResetLinks) -> None:
        self._reset_links = reset_links
        self._thread = ThreadPoolExecutor(1, "mail")

    async def send_emails(self) -> None:
        """Send the emails that are due, links for new passwords among them."""
        await self._use(self._reset_links.queue)
        await self._use(lambda: emails.send_due(clock.now()))

    async def send_digests(self) -> None:
        """Send the digests that are due."""
        await self._use(lambda: digest.send_digests(clock.now()))

    async def _use(self, work: Callable[[], object]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, _with_connection, work)

    def close(self) -> None:
        """Begin nothing more. What is being sent is not waited for."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _with_connection(work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        connection.close()
