"""Recovery codes, and the form that sets a new password with one.

A code is twelve random letters of an alphabet of 30: 59 bits, much more than a chosen password has.
So a twentieth of Django's hashing rounds is enough, and signing up stays quick.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy

from games.models import RecoveryCode
from games.people.form_fields import text_input
from games.people.forms import (
    SinglePasswordMixin,
    account_name_input,
    account_named,
    count_guesses,
)
from games.people.names import CODE_ALPHABET, NAME_LENGTH

WRONG: Final = gettext_lazy("Wrong name or recovery code.")
COUNT: Final = 3
"""Number of codes that an account gets at a time."""

_GROUPS: Final = 3
_GROUP: Final = 4


class _Hasher(PBKDF2PasswordHasher):
    iterations = 50_000


_hasher = _Hasher()
# Stands in for missing codes, so that accounts without any take as long. No code matches it.
_NO_HASH: Final = f"{_hasher.algorithm}${_hasher.iterations}$nobody$"


def new_codes() -> list[str]:
    return [
        "-".join(get_random_string(_GROUP, CODE_ALPHABET) for _ in range(_GROUPS))
        for _ in range(COUNT)
    ]


def hash_code(code: str) -> str:
    return _hasher.encode(_letters(code), _hasher.salt())


def find(user: AbstractBaseUser | None, typed: str) -> RecoveryCode | None:
    """Return the unused code of `user` that was typed, ignoring case and separators. It takes as
    long without a `user`, so that its time does not reveal which accounts exist."""
    rows = RecoveryCode.objects.filter(user=user.pk, used=None) if user is not None else ()
    unused = list(rows)[:COUNT]
    letters = _letters(typed)
    matching = [code for code in unused if _hasher.verify(letters, code.hashed)]
    for _ in range(COUNT - len(unused)):
        _hasher.verify(letters, _NO_HASH)
    return matching[0] if matching and letters else None


def _letters(code: str) -> str:
    """Return the code in capitals, without separators, from the first 100 characters."""
    return "".join(c for c in code[:100].upper() if c.isalnum())


class RecoverForm(SinglePasswordMixin, forms.Form):
    """The name of an account, one of its recovery codes, and a new password."""

    name = forms.CharField(
        label=gettext_lazy("Name"), error_messages={"required": WRONG}, widget=account_name_input()
    )
    code = forms.CharField(
        label=gettext_lazy("Recovery code"),
        error_messages={"required": WRONG},
        widget=text_input("off", "code", autocapitalize="characters", maxlength=NAME_LENGTH),
    )
    new = forms.CharField(strip=False)
    checked_field: ClassVar = "new"
    user: AbstractBaseUser
    used: RecoveryCode

    def __init__(self, request: HttpRequest, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self._sender = request

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        if self.errors:  # an empty field is no guess
            return typed
        user = account_named(typed["name"])
        name = typed["name"] if user is None else user.get_username()
        with count_guesses(self._sender, name, user, is_password=False):
            code = find(user if user and user.is_active else None, typed["code"])
            if user is None or code is None:
                raise ValidationError({"code": WRONG})
        self.user, self.used = user, code
        self.validate_password_for_user(user)
        return typed
