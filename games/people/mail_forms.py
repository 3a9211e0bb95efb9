"""The forms about an account's email address."""

import re
from typing import ClassVar, Final

from django import forms
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from games.people.forms import AskedOnce, ConfirmForm

_UNFIT: Final = {
    "required": gettext_lazy("Enter an email address."),
    "invalid": gettext_lazy("That's not an email address."),
    "max_length": gettext_lazy("That's not an email address."),
}


_LONGEST: Final = 254
"""Of an address: what its columns hold, and what mail servers take (RFC 5321). Django's form takes
more."""


_INSIDE: Final = re.compile(
    r"\[.*\]|(?:.*\.)?(?:localhost|localdomain|local|internal|invalid|arpa)", re.IGNORECASE
)
"""The domains of addresses that lead to users of the machine that sends the mail, or of one beside
it: a host by number, and names that are reserved for machines on the inside."""


class AddressForm(ConfirmForm):
    """A new address, or none, and the password."""

    email = forms.EmailField(required=False, max_length=_LONGEST, error_messages=_UNFIT)

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        if _INSIDE.fullmatch(address.rpartition("@")[2]):
            raise ValidationError(_UNFIT["invalid"])
        return address


class ForgotForm(forms.Form):
    """The address to which a link for a new password is to go."""

    email = forms.EmailField(max_length=_LONGEST, error_messages=_UNFIT)


class NewPasswordForm(AskedOnce, SetPasswordForm):  # type: ignore[type-arg]  # none when it runs
    """A new password, for somebody who followed the link in an email."""

    checked_field: ClassVar = "new_password1"
    new_password2 = None  # type: ignore[assignment]  # Django's way to leave a field out
