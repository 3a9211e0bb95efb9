"""Queue the emails of accounts, and send those that are due.

Any process may send them: the one that postpones an email does.
"""

from collections import deque
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMessage
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from games import clock
from games.models import Email, MailAddress
from games.people import mail
from games.people.throttle import ALERTS
from games.process_wide import ProcessWide

MOST_TRIES: Final = 5
_AGAIN_AFTER: Final = timedelta(minutes=2)
"""Doubled after each attempt. An attempt takes less: the mail server has ten seconds to answer."""
_AT_ONCE: Final = 20
_MOST_ACCOUNTS: Final = 5
"""Maximum number of accounts with one address that get a reset link at once."""
MOST_WAITING: Final = 1000


def alert_owner(user: AbstractBaseUser, kind: Email.Kind) -> None:
    """Queue an email to the confirmed address of the account, if it has one: a way into the account
    has changed.

    Call it before the address changes: the reader of the old one must hear of it.
    """
    if not settings.MAIL:
        return
    confirmed = MailAddress.objects.filter(user=user.pk, confirmed__isnull=False)
    address = confirmed.select_related("user").exclude(user__email="").first()
    if address is not None and not ALERTS.hit(str(user.pk)):
        Email.objects.create(
            user_id=user.pk, kind=kind, site=address.site, to=address.user.email, due=clock.now()
        )


class ResetLinks:
    """The addresses for which visitors of this process have requested a link for a new password,
    until the mail thread looks them up."""

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

        Their links use the base URL under which the owner visits the site: a visitor who requests
        them could name any host.
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


reset_links = ProcessWide(ResetLinks())


def send_due(now: datetime) -> int:
    """Send the emails that are due; return how many were sent."""
    sent = 0
    for email in Email.objects.filter(due__lte=now).order_by("due")[:_AT_ONCE]:
        again = now + _AGAIN_AFTER * 2**email.tries
        unclaimed = Email.objects.filter(pk=email.pk, due=email.due)
        if unclaimed.update(due=again, tries=F("tries") + 1):
            sent += _send(email)
    return sent


def _send(email: Email) -> bool:
    message = _build(email)
    try:
        if message is not None:
            message.send()
    except (OSError, ValueError) as error:
        mail.log_failure("an email", error)
        if isinstance(error, OSError) and email.tries + 1 < MOST_TRIES:
            return False
        message = None
    Email.objects.filter(pk=email.pk).delete()
    return message is not None


def _build(email: Email) -> EmailMessage | None:
    """Return the message; None if there is no longer a reason to send it."""
    user = email.user
    address = getattr(user, "mail", None)
    name = user.get_username()
    if email.to:
        return _build_alert(email)
    if address is None:
        return None
    if email.kind == Email.Kind.CONFIRM:
        if not address.pending:
            return None
        text = _(
            "Someone entered this address for the account “%(name)s” at %(site)s.\n\n"
            "If that was you, confirm it within three days:\n%(link)s\n\n"
            "If it wasn't, ignore this email."
        ) % {"name": name, "site": email.site, "link": mail.confirm_link(address)}
        return mail.message(_("Confirm your address"), text, address.pending)
    if address.confirmed is None or not user.email:
        return None
    text = _(
        "Someone asked for a new password for the account “%(name)s” at %(site)s.\n\n"
        "If that was you, choose one within an hour:\n%(link)s\n\n"
        "If it wasn't, ignore this email. Your password stays as it is."
    ) % {"name": name, "site": email.site, "link": mail.reset_link(email.site, user)}
    return mail.message(_("A new password for Farkle"), text, user.email)


def _build_alert(email: Email) -> EmailMessage:
    """Return the message about a change of the account."""
    changed = {
        Email.Kind.ADDRESS: _("The email address was changed or removed."),
        Email.Kind.CODES: _("New recovery codes were made. The old ones no longer work."),
        Email.Kind.PASSKEYS: _("A passkey was added or removed."),
        Email.Kind.PASSWORD: _("The password was changed."),
    }[Email.Kind(email.kind)]
    text = _(
        "The account “%(name)s” at %(site)s has changed: %(changed)s\n\n"
        "If that was you, there is nothing to do.\n\n"
        "If it wasn't, set a new password, with a recovery code or by email:\n%(link)s\n"
        "That removes whatever else someone has added to your account."
    ) % {
        "name": email.user.get_username(),
        "site": email.site,
        "changed": changed,
        "link": email.site + reverse("forgot"),
    }
    return mail.message(_("Your Farkle account has changed"), text, email.to)
