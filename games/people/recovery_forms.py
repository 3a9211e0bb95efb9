"""The form with which somebody who forgot the password sets a new one."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.models import RecoveryCode
from games.people import recovery_codes
from games.people.forms import AskedOnce, account_named, guesses_counted

WRONG: Final = gettext_lazy("Wrong name or recovery code.")


class RecoverForm(AskedOnce, forms.Form):
    """The name of an account, one of its recovery codes, and a new password."""

    name = forms.CharField(error_messages={"required": WRONG})
    code = forms.CharField(error_messages={"required": WRONG})
    new = forms.CharField(strip=False)
    checked_field: ClassVar = "new"
    user: AbstractBaseUser
    used: RecoveryCode

    def __init__(self, request: HttpRequest, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self._sender = request

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if self.errors:  # an empty field is no guess
            return typed
        user = account_named(typed["name"])
        name = typed["name"] if user is None else user.get_username()
        with guesses_counted(self._sender, name, user, is_password=False):
            found = recovery_codes.find(user if user and user.is_active else None, typed["code"])
            if user is None or found is None:
                raise ValidationError({"code": WRONG})
        self.user, self.used = user, found
        self.validate_password_for_user(user)
        return typed
