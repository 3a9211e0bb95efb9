"""The links for a new password that visitors of this process have asked for."""

from collections import deque

from django.contrib import auth

from games import clock
from games.models import Email
from games.process_wide import ProcessWide

_MOST_ACCOUNTS = 5
"""The most accounts with one address that get a link at once."""
MOST_WAITING = 1000


class ResetLinks:
    """The addresses for which a link was requested, until the mail thread looks them up."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._addresses: deque[str] = deque()

    @property
    def is_full(self) -> bool:
        return len(self._addresses) >= self._most

    def add(self, address: str) -> None:
        self._addresses.append(address)

    def queue(self) -> None:
        """Queue the emails, for the addresses that an account has confirmed.

        Their links use the base URL under which the owner visits the site: whoever requests them
        could name any host.
        """
        while self._addresses:
            users = auth.get_user_model().objects.filter(
                email__iexact=self._addresses[0],
                is_active=True,
                mail__confirmed__isnull=False,
            )
            now = clock.now()
            Email.objects.bulk_create(
                Email(user_id=key, kind=Email.Kind.RESET, site=site, due=now)
                for key, site in users.values_list("pk", "mail__site")[:_MOST_ACCOUNTS]
            )
            self._addresses.popleft()  # only now: the lookup may have failed


current = ProcessWide(ResetLinks())
