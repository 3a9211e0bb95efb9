"""Send a daily email to people whose games are waiting for them. Any process may send it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Final

from django.core.mail import EmailMessage
from django.db.models import Q
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.models import MailAddress
from games.people import mail
from games.selectors.waiting import WaitingTurn, waiting_turns

WAITED: Final = timedelta(hours=4)
"""Minimum wait of a game that is mentioned, so that a game still being played is left out."""
PERMANENT: Final = 500
"""SMTP status from which a refusal is permanent (RFC 5321)."""
EVERY: Final = timedelta(days=1)
_AGAIN_AFTER: Final = timedelta(hours=1)
"""Time until the next try after a refused digest."""
GIVEN_UP_AFTER: Final = timedelta(days=3)
"""Time of refusals after which an address gets no more digests until they are turned on again."""


def send_digests(now: datetime) -> int:
    """Send the due digests, and return their number."""
    waiting = waiting_turns(now - WAITED)
    due = Q(digest_at=None) | Q(digest_at__lte=now - EVERY)
    reached = Q(failing_since=None) | Q(failing_since__gt=now - GIVEN_UP_AFTER)
    wanted = MailAddress.objects.filter(due, reached, digest=True, confirmed__isnull=False)
    addresses = wanted.filter(user__person__in=waiting, user__is_active=True)
    sent = 0
    for address in addresses.exclude(user__email="").select_related("user__person"):
        # The process that changes the time sends. If it dies now, the digest is lost, not doubled.
        if wanted.filter(pk=address.pk).update(digest_at=now):
            sent += _send(address, waiting[address.user.person.pk], now)
    return sent


def _send(to: MailAddress, turns: Sequence[WaitingTurn], now: datetime) -> bool:
    try:
        _build(to, turns, now).send()
    except (OSError, ValueError) as error:
        mail.log_failure("a digest", error)
        later = now if _refuses_what_is_sent(error) else now - EVERY + _AGAIN_AFTER
        failing = (to.failing_since or now) if _refuses_for_good(error) else to.failing_since
        claimed = MailAddress.objects.filter(pk=to.pk, digest_at=now)
        claimed.update(digest_at=later, failing_since=failing)
        return False
    if to.failing_since is not None:
        MailAddress.objects.filter(pk=to.pk).update(failing_since=None)
    return True


def _refuses_for_good(error: Exception) -> bool:
    """Return whether the mail server will never take emails to this address."""
    return isinstance(error, SMTPRecipientsRefused) and all(
        code >= PERMANENT for code, _ in error.recipients.values()
    )


def _refuses_what_is_sent(error: Exception) -> bool:
    """Return whether the mail server rejects the content of this email, or its mailbox is full: the
    address may be right, but another try within the day is useless."""
    return isinstance(error, SMTPDataError) and error.smtp_code >= PERMANENT


def has_given_up(to: MailAddress) -> bool:
    """Return whether digests have stopped, because none has reached the address for days."""
    return to.failing_since is not None and to.failing_since <= clock.now() - GIVEN_UP_AFTER


def _build(to: MailAddress, turns: Sequence[WaitingTurn], now: datetime) -> EmailMessage:
    subject = ngettext(
        "It's your turn in %(count)s game", "It's your turn in %(count)s games", len(turns)
    ) % {"count": len(turns)}
    lines = [
        _("%(room)s, your turn for %(time)s:")
        % {"room": turn.name or _("Farkle"), "time": _time(turn, now)}
        + f"\n{to.site}{reverse('room', args=[turn.code])}"
        for turn in turns
    ]
    stop = mail.stop_link(to)
    end = _("You get this at most once a day. To stop these emails: %(link)s") % {"link": stop}
    headers = {
        # RFC 8058: mail programs show a button that sends a POST there.
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    text = "\n\n".join([_("These games are waiting for you:"), *lines, f"-- \n{end}"])
    return mail.message(subject, text, to.user.email, headers)


def _time(turn: WaitingTurn, now: datetime) -> str:
    return timesince(turn.since, now, depth=1).replace("\xa0", " ")
