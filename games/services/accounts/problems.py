"""Refusals of the account forms."""

from itertools import chain

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.formats import together
from games.people.forms import TOO_MANY, TOO_MANY_TRIES


class AccountProblem(Exception):
    """A refusal: a sentence, the field it is about, the status of the response, and the form as it
    was filled in."""

    def __init__(
        self,
        field: str | None,
        text: str,
        status: int = 422,
        form: forms.BaseForm | None = None,
    ) -> None:
        self.field = field
        self.text = text
        self.status = status
        self.form = form
        super().__init__(text)


def user_of(request: HttpRequest) -> AbstractBaseUser:
    """Return the user who is logged in. Raise AccountProblem if there is none."""
    if not request.user.is_authenticated:
        raise AccountProblem(None, _("You're not logged in."), 403)
    return request.user


def check(form: forms.BaseForm) -> None:
    """Raise AccountProblem with the first error of the form, if it has one."""
    if any(error.code == TOO_MANY for error in chain(*form.errors.as_data().values())):
        form.errors.clear()  # the sentence is about no field
        raise AccountProblem(None, str(TOO_MANY_TRIES), 429, form)
    for name, errors in form.errors.items():
        raise AccountProblem(form.add_prefix(name), together([*map(str, errors)]), form=form)
