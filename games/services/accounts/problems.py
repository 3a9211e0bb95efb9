"""Refusals of the account forms."""

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.people.forms import TOO_MANY, TOO_MANY_TRIES


class AccountProblem(Exception):
    """A refusal: a sentence, the field it is about, and the status of the response."""

    def __init__(self, field: str | None, text: str, status: int = 422) -> None:
        self.field = field
        self.text = text
        self.status = status
        super().__init__(text)


def user_of(request: HttpRequest) -> AbstractBaseUser:
    """Return the user who is logged in. Raise AccountProblem if there is none."""
    if not request.user.is_authenticated:
        raise AccountProblem(None, _("You're not logged in."), 403)
    return request.user


def check(form: forms.BaseForm) -> None:
    """Raise AccountProblem with the first error of the form."""
    for name, errors in form.errors.as_data().items():
        if errors[0].code == TOO_MANY:
            raise AccountProblem(None, str(TOO_MANY_TRIES), 429)
        raise AccountProblem(form.add_prefix(name), " ".join(map(str, form.errors[name])))
