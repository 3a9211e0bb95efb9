"""Send the letters that are due. Any process may: whoever moves a letter's time on sends it."""

from datetime import datetime, timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.db.models import F
from django.utils.translation import gettext as _

from games.models import Letter
from games.people import mail

MOST_TRIES: Final = 5
_AGAIN_AFTER: Final = timedelta(minutes=2)
"""Twice as long after each try. A try takes less: the mail server has ten seconds to answer."""
_AT_ONCE: Final = 20


def send_due(now: datetime) -> int:
    """Send what is due, and return how many letters that were."""
    sent = 0
    for letter in Letter.objects.filter(due__lte=now).order_by("due")[:_AT_ONCE]:
        again = now + _AGAIN_AFTER * 2**letter.tries
        mine = Letter.objects.filter(pk=letter.pk, due=letter.due)
        if mine.update(due=again, tries=F("tries") + 1):
            sent += _send(letter)
    return sent


def _send(letter: Letter) -> bool:
    message = _written(letter)
    try:
        if message is not None:
            message.send()
    except (OSError, ValueError) as error:
        mail.log_failure("a letter", error)
        if isinstance(error, OSError) and letter.tries + 1 < MOST_TRIES:
            return False
        message = None
    Letter.objects.filter(pk=letter.pk).delete()
    return message is not None


def _written(letter: Letter) -> EmailMessage | None:
    """Return the letter; None if there is no reason for it any more."""
    user = letter.user
    found = getattr(user, "mail", None)
    name = user.get_username()
    if found is None:
        return None
    if letter.kind == Letter.Kind.CONFIRM:
        if not found.pending:
            return None
        text = _(
            "Somebody entered this address for the account “%(name)s” at %(site)s.\n\n"
            "If that was you, confirm it within three days:\n%(link)s\n\n"
            "If it wasn't, ignore this letter."
        ) % {"name": name, "site": letter.site, "link": mail.confirm_link(found)}
        return EmailMessage(_("Confirm your address"), text, to=[found.pending])
    if found.confirmed is None or not user.email:
        return None
    text = _(
        "Somebody asked for a new password for the account “%(name)s” at %(site)s.\n\n"
        "If that was you, choose one within an hour:\n%(link)s\n\n"
        "If it wasn't, ignore this letter: your password stays as it is."
    ) % {"name": name, "site": letter.site, "link": mail.reset_link(letter.site, user)}
    return EmailMessage(_("A new password for Farkle"), text, to=[user.email])
