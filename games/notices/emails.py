"""Queue and send emails about accounts.

The process that postpones an email sends it. If it dies, or the mail server refuses the email, it
is tried again.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from games import clock
from games.models import Email, MailAddress
from games.people import mail
from games.people.throttle import ALERTS

MOST_TRIES: Final = 5
_AGAIN_AFTER: Final = timedelta(minutes=2)
"""Doubled after each attempt, which takes less: the mail server has ten seconds to answer."""
_AT_ONCE: Final = 20
MOST_REQUESTS: Final = 1000
"""Maximum number of requested links whose accounts are not looked up yet."""
_MOST_ACCOUNTS: Final = 5
"""Maximum number of accounts of one address that get a link."""


def alert_owner(user: AbstractBaseUser, kind: Email.Kind) -> None:
    """Queue an email to the account's confirmed address, if any: a way into the account has
    changed. Call it before the address changes, so that the old one hears of it."""
    if not settings.MAIL:
        return
    confirmed = MailAddress.objects.filter(user=user.pk, confirmed__isnull=False)
    address = confirmed.select_related("user").exclude(user__email="").first()
    if address is not None and not ALERTS.hit(str(user.pk)):
        Email.objects.create(
            user_id=user.pk, kind=kind, site=address.site, to=address.user.email, due=clock.now()
        )


def request_link(address: str) -> bool:
    """Queue a link for a new password for the accounts with this confirmed address; return False if
    the queue is full. Accounts are looked up later, so every address takes the same time."""
    if Email.objects.filter(user=None).count() >= MOST_REQUESTS:
        return False
    Email.objects.create(kind=Email.Kind.RESET, to=address, due=clock.now())
    return True


def is_any_due(now: datetime) -> bool:
    return Email.objects.filter(due__lte=now).exists()


def send_due(now: datetime) -> int:
    """Send the due emails, and return the number sent."""
    _look_up_accounts(now)
    sent = 0
    for email in Email.objects.filter(due__lte=now).exclude(user=None).order_by("due")[:_AT_ONCE]:
        again = now + _AGAIN_AFTER * 2**email.tries
        unclaimed = Email.objects.filter(pk=email.pk, due=email.due)
        if unclaimed.update(due=again, tries=F("tries") + 1):
            sent += _send(email)
    return sent


def _look_up_accounts(now: datetime) -> None:
    """Replace requests for a link by one email for each account. The link has the host at which the
    owner visits the site, since anyone can request one, at any host."""
    for request in Email.objects.filter(user=None).order_by("due")[:_AT_ONCE]:
        users = auth.get_user_model().objects.filter(
            email__iexact=request.to, is_active=True, mail__confirmed__isnull=False
        )
        links = [
            Email(user_id=key, kind=Email.Kind.RESET, site=site, due=now)
            for key, site in users.values_list("pk", "mail__site")[:_MOST_ACCOUNTS]
        ]
        with transaction.atomic():
            if Email.objects.filter(pk=request.pk).delete()[0]:  # else another process was faster
                Email.objects.bulk_create(links)


def _send(email: Email) -> bool:
    message = None if email.user is None else _build_message(email, email.user)
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


def _build_message(email: Email, user: User) -> EmailMessage | None:
    """Return the message; None if there is no longer a reason to send it."""
    if email.to:
        return _build_alert(email, user)
    address = getattr(user, "mail", None)
    if address is None:
        return None
    name = user.get_username()
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


def _build_alert(email: Email, user: User) -> EmailMessage:
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
        "name": user.get_username(),
        "site": email.site,
        "changed": changed,
        "link": email.site + reverse("forgot"),
    }
    return mail.message(_("Your Farkle account has changed"), text, email.to)
