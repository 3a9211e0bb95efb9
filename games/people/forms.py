"""The forms for a name at the table and for accounts: Django's own, with this site's limits and
sentences, `name`, `password`, `old` and `new` as field names, and new passwords typed once."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordMixin,
    UserCreationForm,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.people import known, throttle
from games.people.address import address_of
from games.people.form_fields import password_input, text_input
from games.people.names import (
    CODE_ALPHABET,
    CODE_LENGTH,
    NAME_LENGTH,
    ROOM_NAME_LENGTH,
    UnfitName,
    fit_name,
)
from games.people.throttle import Refund, take_all

User = get_user_model()

TOO_MANY: Final = "too_many"
"""Error code of TOO_MANY_TRIES."""

_WRONG_LOG_IN: Final = gettext_lazy("Wrong name or password.")
TOO_MANY_TRIES: Final = gettext_lazy("Too many attempts. Try again in 15 minutes.")
_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")
_LINK = re.compile(rf"/r/([0-9A-Za-z]{{{CODE_LENGTH}}})\b")
_BAD_CODE: Final = gettext_lazy("Codes have 8 letters and numbers, like HJ4K TQ2W.")
_WRONG_PASSWORD: Final = gettext_lazy("That's not your password.")


def account_name_input(**attributes: Any) -> forms.TextInput:
    return text_input("username", autocapitalize="none", maxlength=NAME_LENGTH, **attributes)


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH * 4,  # `fit_name` checks the length after normalising
        error_messages={
            "required": gettext_lazy("Enter your name so the others know who's playing.")
        },
        widget=text_input("nickname", maxlength=NAME_LENGTH, enterkeyhint="go"),
    )

    def clean_name(self) -> str:
        try:
            return fit_name(self.cleaned_data["name"])
        except UnfitName as error:
            raise ValidationError(str(error)) from error


class PasskeyNameForm(NameForm):
    name = forms.CharField(
        label=gettext_lazy("Name of this passkey"),
        required=False,  # `clean_name` has one error for empty and long names
        widget=text_input("off", maxlength=NAME_LENGTH, required=True),
    )


class TitleForm(forms.Form):
    """The name of a season or a rule set, with a button beside it. After a refusal (`problem`) it
    holds what was typed."""

    name = forms.CharField(
        required=False, widget=text_input("off", "grow", maxlength=ROOM_NAME_LENGTH)
    )

    def __init__(
        self,
        request: HttpRequest,
        label: str,
        button: str,
        *,
        name: str = "",
        problem: str = "",
        auto_id: str = "%s",
    ) -> None:
        typed = request.POST if problem else None
        super().__init__(typed, initial={"name": name}, auto_id=auto_id)
        self.fields["name"].label = label
        self.button = button
        if problem:
            self.add_error("name", problem)


class CodeForm(forms.Form):
    """The code of a room, or a link to it, which becomes its code."""

    code = forms.CharField(
        label=gettext_lazy("Join with a code"),
        error_messages={"required": _BAD_CODE},
        widget=text_input(
            "off",
            "code grow",
            autocapitalize="characters",
            maxlength=120,
            placeholder="HJ4K TQ2W",
        ),
    )
    button = gettext_lazy("Join")

    def clean_code(self) -> str:
        if code := code_in(self.cleaned_data["code"]):
            return code
        raise ValidationError(_BAD_CODE)


def code_in(typed: str) -> str | None:
    """Return the room code in a typed or pasted text, which may be a whole link, or None."""
    link = _LINK.search(typed)
    letters = link[1] if link else re.sub(r"[\s.\-]", "", typed)
    code = letters.upper()
    return code if _CODE.fullmatch(code) else None


def _account_name(name: str) -> str:
    """Return a name in the form in which accounts store it, NFKC. Raise UnfitName."""
    return fit_name(User.normalize_username(fit_name(name)))


def account_named(typed: str) -> AbstractBaseUser | None:
    """Return the account called `typed`, ignoring case, or None. The name of an old account may
    break today's rules."""
    names = [User.normalize_username(typed)]
    with suppress(UnfitName):
        names.insert(0, _account_name(typed))
    for name in names:
        if user := User.objects.filter(username__iexact=name).first():
            return user
    return None


@contextmanager
def count_guesses(
    request: HttpRequest,
    name: str,
    user: AbstractBaseUser | None,
    *,
    device: str = "",
    is_password: bool = True,
) -> Iterator[None]:
    """Count a ValidationError raised inside as a wrong guess at the account `name` (`user`, if it
    exists). After too many, raise one without running the block.

    The guess is counted before the block runs, so concurrent guesses gain nothing. `device` names a
    device or session of the account, which has tries of its own: by default the sender's. Guesses
    from other addresses slow down passwords, but never passkeys and codes (`is_password`).
    """
    name = name.casefold()
    device = device or ("" if user is None else known.device_of(request, user.pk))
    refund = (device and throttle.PASSWORDS_OF_DEVICE.take(device, name)) or _take_as_stranger(
        request, name, exists=user is not None, is_password=is_password
    )
    if not refund:
        raise ValidationError(TOO_MANY_TRIES, code=TOO_MANY)
    yield
    refund()


def _take_as_stranger(
    request: HttpRequest, name: str, *, exists: bool, is_password: bool
) -> Refund | None:
    """Count a guess on a device that is new to the account; None if it is one too many."""
    address = address_of(request)

    def of_address() -> Refund | None:
        refund = throttle.PASSWORDS_OF_ADDRESS.take(address, known.key_in(request))
        return refund or (throttle.PASSWORDS_SPARED.take(name, address) if exists else None)

    takes = [lambda: throttle.PASSWORDS.take(name, address), of_address]
    if is_password:
        takes.append(lambda: throttle.PASSWORDS_OF_ACCOUNT.take(name))
    return take_all(*takes)


class _HtmlNamesMixin:
    """A form whose fields have other names in HTML than in Django."""

    html_names: ClassVar[dict[str, str]]

    def add_prefix(self, field_name: str) -> str:
        return self.html_names.get(field_name, field_name)


class SinglePasswordMixin(SetPasswordMixin):  # type: ignore[type-arg]  # takes none when it runs
    """A form with one field for a new password, without a second one to confirm it."""

    checked_field: ClassVar[str]
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if field := self.fields.get(self.checked_field):
            field.label = gettext_lazy("New password")
            field.help_text = ""
            field.widget = password_input("new-password")
            field.widget.attrs["required"] = True

    def validate_password_for_user(
        self,
        user: AbstractBaseUser,
        password_field_name: str = "",  # noqa: ARG002  # the second field, which is not there
    ) -> None:
        super().validate_password_for_user(user, self.checked_field)


class SignUpForm(_HtmlNamesMixin, SinglePasswordMixin, UserCreationForm):  # type: ignore[type-arg]  # as above
    """A new account. Its name may have all characters of a name at the table, spaces included."""

    html_names: ClassVar = {"username": "name", "password1": "password"}
    username = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,  # `clean_username` has one error for empty and long names
        error_messages={"unique": gettext_lazy("That name is taken.")},
        widget=account_name_input(required=True),
    )
    checked_field = "password1"
    password2 = None  # type: ignore[assignment]  # Django's way to leave a field out

    class Meta(UserCreationForm.Meta):
        exclude = ("username",)  # the model's own validator accepts no spaces

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["username"].widget.attrs["autofocus"]  # the page also has other forms
        self.fields["password1"].label = gettext_lazy("Password")
        self.fields["password1"].help_text = gettext_lazy(
            "At least 8 characters; a short sentence is easy to remember. Next, you get three "
            "codes for the day you forget it."
        )

    def clean_username(self) -> str:
        try:
            name = fit_name(self.cleaned_data["username"])
            username = _account_name(name)
        except UnfitName as error:
            raise ValidationError(str(error)) from error
        self.instance.username = self.cleaned_data["username"] = username
        super().clean_username()
        return name


class LogInForm(_HtmlNamesMixin, AuthenticationForm):
    html_names: ClassVar = {"username": "name"}
    username = forms.CharField(
        label=gettext_lazy("Name"),
        error_messages={"required": _WRONG_LOG_IN},
        widget=account_name_input(),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        error_messages={"required": _WRONG_LOG_IN},
        widget=password_input(),
    )

    def __init__(self, request: HttpRequest, data: Mapping[str, str] | None = None) -> None:
        super().__init__(request, data)
        # Django's form shows the longest name that the database takes.
        self.fields["username"].widget.attrs["maxlength"] = NAME_LENGTH
        self._sender = request
        self._user: AbstractBaseUser | None = None

    def clean_username(self) -> str:
        """Return the name as it was signed up with."""
        typed: str = self.cleaned_data["username"]
        self._user = account_named(typed)
        return User.normalize_username(typed) if self._user is None else self._user.get_username()

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username", "")
        with count_guesses(self._sender, name, self._user):
            return super().clean()

    def get_invalid_login_error(self) -> ValidationError:
        """Return one error for an unknown name and a wrong password alike."""
        return ValidationError({"password": _WRONG_LOG_IN})


class AdminLogInForm(AdminAuthenticationForm):
    """The log-in form of the admin site, with the same limits on guessing."""

    def clean(self) -> dict[str, Any]:
        if self.request is None:  # an unbound form
            return super().clean()
        name = self.cleaned_data.get("username", "")
        user = User.objects.filter(username__iexact=name).first()
        with count_guesses(self.request, name, user):
            return super().clean()


class ChangePasswordForm(_HtmlNamesMixin, SinglePasswordMixin, PasswordChangeForm):
    """A new password, in exchange for the old one."""

    html_names: ClassVar = {"old_password": "old", "new_password1": "new"}
    error_messages = {  # noqa: RUF012  # as Django declares it
        **PasswordChangeForm.error_messages,
        "password_incorrect": _WRONG_PASSWORD,
    }
    old_password = forms.CharField(
        label=gettext_lazy("Current password"),
        strip=False,
        error_messages={"required": _WRONG_PASSWORD},
        widget=password_input(),
    )
    checked_field = "new_password1"
    new_password2 = None  # type: ignore[assignment]  # Django's way to leave a field out

    def __init__(
        self,
        user: AbstractBaseUser,
        request: HttpRequest,
        data: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(user, data)
        self._sender = request

    def clean_old_password(self) -> str:
        name = self.user.get_username()
        with count_guesses(self._sender, name, self.user, device=f"session-of-{self.user.pk}"):
            return super().clean_old_password()


class ConfirmForm(ChangePasswordForm):
    """The password, to confirm an action that only the account's owner may take."""

    html_names: ClassVar = {"old_password": "password"}
    old_password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        error_messages={"required": _WRONG_PASSWORD},
        widget=password_input(),
    )
    new_password1 = None  # type: ignore[assignment]  # as above
