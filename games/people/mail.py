"""Emails, the signed links in them, and the forms about an account's email address."""

import logging
import re
import secrets
from collections.abc import Mapping
from datetime import timedelta
from email.utils import parseaddr
from typing import Any, ClassVar, Final

from django import forms
from django.conf import settings
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy

from games.models import MailAddress
from games.people.form_fields import email_input
from games.people.forms import ConfirmForm, SinglePasswordMixin

logger = logging.getLogger(__name__)

CONFIRM_WITHIN: Final = timedelta(days=3)
_CONFIRM_SALT: Final = "games.people.mail.confirm"
_STOP: Final = signing.Signer(salt="games.people.mail.stop")

_ERRORS: Final = {
    "required": gettext_lazy("Enter an email address."),
    "invalid": gettext_lazy("That's not an email address."),
    "max_length": gettext_lazy("That's not an email address."),
}
_LONGEST: Final = 254
"""Longest address, in its columns and on mail servers (RFC 5321). Django's field allows more."""
_LOCAL_DOMAINS: Final = re.compile(
    r"\[.*\]|(?:.*\.)?(?:localhost|localdomain|local|internal|invalid|arpa)", re.IGNORECASE
)
"""Domains of mailboxes on the sending machine or its network: IP addresses and reserved names."""


def message(
    subject: str, text: str, to: str, headers: Mapping[str, str] | None = None
) -> EmailMessage:
    """Return an email to one address. Its id does not contain the host name and process number, as
    Python's default would."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    own = {"Message-ID": f"<{secrets.token_hex(16)}@{domain}>"}
    return EmailMessage(subject, text, to=[to], headers={**own, **(headers or {})})


def confirm_link(mail: MailAddress) -> str:
    """Return the link that confirms the new address. It works once, within three days."""
    token = signing.dumps(_claim(mail), salt=_CONFIRM_SALT)
    return mail.site + reverse("confirm_mail", args=[token])


def address_to_confirm(token: str) -> MailAddress | None:
    """Return the address that the link confirms; None if it is forged, expired or used."""
    try:
        claim: Any = signing.loads(token, salt=_CONFIRM_SALT, max_age=CONFIRM_WITHIN)
        mail = MailAddress.objects.select_related("user").filter(pk=claim[0]).first()
    except (signing.BadSignature, ValueError, TypeError, LookupError):
        return None
    return mail if mail is not None and mail.pending and _claim(mail) == claim else None


def stop_link(mail: MailAddress) -> str:
    """Return the link that ends the digests. It never expires, because people keep emails."""
    return mail.site + reverse("stop_mail", args=[_STOP.sign(str(mail.pk))])


def address_to_stop(token: str) -> MailAddress | None:
    """Return the address whose digests the link ends; None if it is forged or deleted."""
    try:
        return MailAddress.objects.filter(pk=int(_STOP.unsign(token))).first()
    except (signing.BadSignature, ValueError):
        return None


def reset_link(site: str, user: User) -> str:
    """Return the link that sets a new password. It works once, within an hour."""
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return site + reverse("reset", args=[key, default_token_generator.make_token(user)])


def log_failure(what: str, error: Exception) -> None:
    """Log that an email was not sent, without the error's text, in which a mail server names the
    recipient."""
    status = getattr(error, "smtp_code", None)
    logger.warning("%s could not be sent: %s %s", what, type(error).__name__, status or "")


def _claim(mail: MailAddress) -> list[Any]:
    return [mail.pk, mail.pending, mail.asked.isoformat() if mail.asked else ""]


class AddressForm(ConfirmForm):
    """A new address, or none, and the password."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        required=False,
        max_length=_LONGEST,
        error_messages=_ERRORS,
        widget=email_input(),
    )
    field_order = ("email",)  # as on the page, where the first error takes the focus

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        if _LOCAL_DOMAINS.fullmatch(address.rpartition("@")[2]):
            raise ValidationError(_ERRORS["invalid"])
        return address


class ForgotForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        max_length=_LONGEST,
        error_messages=_ERRORS,
        widget=email_input(),
    )


class NewPasswordForm(SinglePasswordMixin, SetPasswordForm):  # type: ignore[type-arg]  # none when it runs
    """A new password, after following the link in an email."""

    checked_field: ClassVar = "new_password1"
    new_password2 = None  # type: ignore[assignment]  # Django's way to leave a field out
