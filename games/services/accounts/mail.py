"""The email address of an account: enter, confirm and remove it, and choose what is sent there."""

from collections.abc import Mapping

from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import DisallowedHost
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import clock
from games.models import Email, MailAddress
from games.notices import emails
from games.notices.emails import alert_owner
from games.people import audit, known, mail
from games.people.address import address_of
from games.people.forms import TOO_MANY_TRIES
from games.people.mail import AddressForm, ForgotForm
from games.people.throttle import MAILS, MAILS_TO
from games.services.accounts import recovery
from games.services.accounts.problems import AccountProblem, check, user_of

_LONGEST_HOST = 260
"""Maximum length of a host name with its port: `ALLOWED_HOSTS = *` sets no limit."""


def set_address(request: HttpRequest, data: Mapping[str, str]) -> bool:
    """Email a confirmation link to `email`, given the `password`. If `email` is empty, remove the
    address and return False. Raise AccountProblem."""
    user = user_of(request)
    form = AddressForm(user, request, data)
    check(form)
    address = form.cleaned_data["email"]
    if not address:
        recovery.remove_address(user)
        audit.log("address removed", user)
        return False
    if MAILS.hit(address_of(request), known.key_in(request)) or MAILS_TO.hit(address.lower()):
        raise AccountProblem(None, str(TOO_MANY_TRIES), 429, form)
    now, site = clock.now(), site_of(request)
    with transaction.atomic():
        pending = {"pending": address, "asked": now, "site": site}
        MailAddress.objects.update_or_create(user_id=user.pk, defaults=pending)
        Email.objects.create(user_id=user.pk, kind=Email.Kind.CONFIRM, site=site, due=now)
    return True


def confirm(token: str) -> None:
    """Confirm the address that an emailed link is for; a link works once. Raise AccountProblem."""
    address = mail.address_to_confirm(token)
    used = AccountProblem(None, _("This link has expired, or was used already."), 410)
    if address is None:
        raise used
    waiting = MailAddress.objects.filter(
        pk=address.pk, pending=address.pending, asked=address.asked
    )
    confirmed = {"pending": "", "asked": None, "confirmed": clock.now(), "failing_since": None}
    with transaction.atomic():
        alert_owner(address.user, Email.Kind.ADDRESS)
        if not waiting.update(**confirmed):  # it was confirmed or replaced meanwhile
            raise used
        auth.get_user_model().objects.filter(pk=address.user_id).update(email=address.pending)
    audit.log("address confirmed", address.user)


def choose_digest(request: HttpRequest, *, wanted: bool) -> None:
    """Turn the daily email about waiting games on or off. Raise AccountProblem."""
    MailAddress.objects.filter(user=user_of(request).pk).update(digest=wanted, failing_since=None)


def stop(address: MailAddress) -> None:
    """Turn the daily email to this address off."""
    MailAddress.objects.filter(pk=address.pk).update(digest=False)


def ask_reset(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Email a password link to `email`, if an account has confirmed it. The look-up comes later, so
    that neither the answer nor its timing reveals whether one has. Raise AccountProblem."""
    form = ForgotForm(data)
    check(form)
    address = form.cleaned_data["email"]
    too_many = AccountProblem(None, str(TOO_MANY_TRIES), 429, form)
    if MAILS.hit(address_of(request), known.key_in(request)):
        raise too_many
    if not MAILS_TO.hit(address.lower()) and not emails.request_link(address):
        raise too_many


def reset(user: AbstractBaseUser, password: str) -> list[str]:
    """Set a new password after an emailed link was followed. Return new recovery codes."""
    codes = recovery.take_back(user, password, keeps_address=True)
    audit.log("password replaced by email", user)
    return codes


def site_of(request: HttpRequest) -> str:
    """Return the base URL of this request. Raise DisallowedHost if the host name is too long."""
    host = request.get_host()
    if len(host) > _LONGEST_HOST:
        raise DisallowedHost("a host's name is too long")
    return f"{request.scheme}://{host}"
