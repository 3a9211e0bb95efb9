"""The forms of an account: Django's own, with this site's limits and sentences.

A page asks for a new password once. Its fields are called `name`, `password`, `old` and `new`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordMixin,
    UserCreationForm,
    UsernameField,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.people.address import address_of
from games.people.throttle import PASSWORDS, PASSWORDS_OF_ADDRESS
from games.validators import NAME_LENGTH, UnfitName, fit_name

User = get_user_model()

TOO_MANY: Final = "too_many"
"""The code of the error that says to wait."""

_UNKNOWN: Final = gettext_lazy("Wrong name or password.")
TOO_MANY_TRIES: Final = gettext_lazy("Too many attempts. Try again in 15 minutes.")
_NOT_YOURS: Final = gettext_lazy("That's not your password.")


@contextmanager
def _guesses_counted(name: str, address: str) -> Iterator[None]:
    """Count a ValidationError raised inside as a wrong password for `name`.

    Raise one, without entering, where there were too many.
    """
    limits = ((PASSWORDS, (name.casefold(), address)), (PASSWORDS_OF_ADDRESS, (address,)))
    if any(limit.is_reached(*key) for limit, key in limits):
        raise ValidationError(TOO_MANY_TRIES, code=TOO_MANY)
    try:
        yield
    except ValidationError:
        for limit, key in limits:
            limit.hit(*key)
        raise


class _Renamed:
    """Fields that the page calls by other names than Django does."""

    html_names: ClassVar[dict[str, str]]

    def add_prefix(self, field_name: str) -> str:
        return self.html_names.get(field_name, field_name)


class _AskedOnce(SetPasswordMixin):  # type: ignore[type-arg]  # takes none when it runs
    """A new password that is typed in one field, without a second one to confirm it."""

    checked_field: ClassVar[str]

    def validate_password_for_user(
        self,
        user: AbstractBaseUser,
        password_field_name: str = "",  # noqa: ARG002  # the second field, which is not there
    ) -> None:
        super().validate_password_for_user(user, self.checked_field)


class SignUpForm(_Renamed, _AskedOnce, UserCreationForm):  # type: ignore[type-arg]  # as above
    """A new account. Its name may hold whatever a name at the table may, spaces included."""

    html_names: ClassVar = {"username": "name", "password1": "password"}
    username = forms.CharField(
        required=False,  # `clean_username` says the same of an empty name and of a long one
        error_messages={"unique": gettext_lazy("That name is taken.")},
    )
    checked_field = "password1"
    password2 = None  # type: ignore[assignment]  # Django's way to leave a field out

    class Meta(UserCreationForm.Meta):
        exclude = ("username",)  # the model's own validator accepts no spaces

    def clean_username(self) -> str:
        try:
            name = fit_name(self.cleaned_data["username"])
            username = fit_name(User.normalize_username(name))
        except UnfitName as error:
            text = _("Names must be 1–%(longest)s characters.")
            raise ValidationError(text, params={"longest": NAME_LENGTH}) from error
        self.instance.username = self.cleaned_data["username"] = username
        super().clean_username()
        return name


class LogInForm(_Renamed, AuthenticationForm):
    """A name, in whatever capitals, and the password of its account."""

    html_names: ClassVar = {"username": "name"}
    username = UsernameField(error_messages={"required": _UNKNOWN})
    password = forms.CharField(strip=False, error_messages={"required": _UNKNOWN})

    def __init__(self, request: HttpRequest, data: Mapping[str, str]) -> None:
        super().__init__(request, data)
        self._address = address_of(request)

    def clean_username(self) -> str:
        """Return the name in the capitals it was signed up with."""
        name: str = self.cleaned_data["username"]
        known = User.objects.filter(username__iexact=name).values_list("username", flat=True)
        return known.first() or name

    def clean(self) -> dict[str, Any]:
        with _guesses_counted(self.cleaned_data.get("username", ""), self._address):
            return super().clean()

    def get_invalid_login_error(self) -> ValidationError:
        """Return one error for an unknown name and a wrong password alike."""
        return ValidationError({"password": _UNKNOWN})


class ChangePasswordForm(_Renamed, _AskedOnce, PasswordChangeForm):
    """A new password, in exchange for the old one."""

    html_names: ClassVar = {"old_password": "old", "new_password1": "new"}
    error_messages = {  # noqa: RUF012  # as Django declares it
        **PasswordChangeForm.error_messages,
        "password_incorrect": _NOT_YOURS,
    }
    old_password = forms.CharField(strip=False, error_messages={"required": _NOT_YOURS})
    checked_field = "new_password1"
    new_password2 = None  # type: ignore[assignment]  # Django's way to leave a field out

    def __init__(
        self, user: AbstractBaseUser, request: HttpRequest, data: Mapping[str, str]
    ) -> None:
        super().__init__(user, data)  # type: ignore[arg-type]  # whichever model it is
        self._address = address_of(request)

    def clean_old_password(self) -> str:
        with _guesses_counted(self.user.get_username(), self._address):
            return super().clean_old_password()


class DeleteAccountForm(ChangePasswordForm):
    """The password, before the account goes for good."""

    html_names: ClassVar = {"old_password": "password"}
    new_password1 = None  # type: ignore[assignment]  # as above
