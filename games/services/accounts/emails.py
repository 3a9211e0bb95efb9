"""Send the emails that are due. Any process may do so: the one that postpones an email sends it."""

from datetime import datetime, timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Email
from games.people import mail

MOST_TRIES: Final = 5
_AGAIN_AFTER: Final = timedelta(minutes=2)
"""Doubled after each attempt. An attempt takes less: the mail server has ten seconds to answer."""
_AT_ONCE: Final = 20


def send_due(now: datetime) -> int:
    """Send the emails that are due; return how many were sent."""
    sent = 0
    for email in Email.objects.filter(due__lte=now).order_by("due")[:_AT_ONCE]:
        again = now + _AGAIN_AFTER * 2**email.tries
        mine = Email.objects.filter(pk=email.pk, due=email.due)
        if mine.update(due=again, tries=F("tries") + 1):
            sent += _send(email)
    return sent


def _send(email: Email) -> bool:
    message = _written(email)
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


def _written(email: Email) -> EmailMessage | None:
    """Return the message; None if there is no longer a reason to send it."""
    user = email.user
    found = getattr(user, "mail", None)
    name = user.get_username()
    if email.to:
        return _alert(email)
    if found is None:
        return None
    if email.kind == Email.Kind.CONFIRM:
        if not found.pending:
            return None
        text = _(
            "Someone entered this address for the account “%(name)s” at %(site)s.\n\n"
            "If that was you, confirm it within three days:\n%(link)s\n\n"
            "If it wasn't, ignore this email."
        ) % {"name": name, "site": email.site, "link": mail.confirm_link(found)}
        return mail.message(_("Confirm your address"), text, found.pending)
    if found.confirmed is None or not user.email:
        return None
    text = _(
        "Someone asked for a new password for the account “%(name)s” at %(site)s.\n\n"
        "If that was you, choose one within an hour:\n%(link)s\n\n"
        "If it wasn't, ignore this email. Your password stays as it is."
    ) % {"name": name, "site": email.site, "link": mail.reset_link(email.site, user)}
    return mail.message(_("A new password for Farkle"), text, user.email)


def _alert(email: Email) -> EmailMessage:
    """Return the message that says what has changed in the account."""
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
