"""Accounts, which nobody needs: with one, games are found on other devices, too.

The forms in `games.people.forms` check what was typed; here it takes effect.
"""

from collections.abc import Mapping

from django import forms
from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Person, Standing
from games.people import audit, identity, known, throttle
from games.people.address import address_of
from games.people.forms import (
    TOO_MANY,
    TOO_MANY_TRIES,
    ChangePasswordForm,
    DeleteAccountForm,
    LogInForm,
    SignUpForm,
)
from games.services import people as person_service
from games.validators import NAME_LENGTH


class AccountProblem(Exception):
    """Why nothing was done: a sentence, the field it is about, and a status for the answer."""

    def __init__(self, field: str | None, text: str, status: int = 422) -> None:
        self.field = field
        self.text = text
        self.status = status
        super().__init__(text)


def sign_up(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Make an account from `name` and `password`, and log in.

    It takes over what the guest of this browser has played. Raise AccountProblem.
    """
    form = SignUpForm(data)
    _check(form)
    if throttle.SIGN_UPS.hit(address_of(request), known.key_in(request)):
        raise AccountProblem(None, str(TOO_MANY_TRIES), 429)
    guest = None if request.user.is_authenticated else identity.guest_of(request)
    try:
        with transaction.atomic():
            user = form.save()
            identity.open_account(guest, user, form.cleaned_data["username"])
    except IntegrityError as error:  # somebody else was quicker
        raise AccountProblem("name", _("That name is taken.")) from error
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    known.remember_device(request, user)


def log_in(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Log in with `name` and `password`. Raise AccountProblem."""
    form = LogInForm(request, data)
    _check(form)
    user = form.get_user()
    if not Person.objects.filter(user=user.pk).exists():  # made on the command line
        identity.open_account(None, user, user.get_username()[:NAME_LENGTH])
    if request.user.is_authenticated:
        request.session.cycle_key()  # Django keeps it for the same account
    auth.login(request, user)
    known.remember_device(request, user)


def log_out(request: HttpRequest) -> None:
    """Log out; the browser belongs to its guest again, if it has one."""
    if request.user.is_authenticated:
        known.remember_device(request, request.user)
    auth.logout(request)


def change_password(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Replace the password `old` by `new`, and log out other browsers. Raise AccountProblem."""
    form = ChangePasswordForm(_user(request), request, data)
    _check(form)
    auth.update_session_auth_hash(request, form.save())
    audit.log("password changed", request.user)


def guest_here(request: HttpRequest) -> Person | None:
    """Return the guest of this browser whose games the account may claim, if there is one."""
    guest = identity.guest_of(request)
    if guest is None or not request.user.is_authenticated or not guest.players.exists():
        return None
    return guest


def claim(request: HttpRequest) -> int:
    """Take over what the guest of this browser has played; return how many games that are.

    Raise AccountProblem.
    """
    guest, person = guest_here(request), identity.person_of(request)
    if guest is None or person is None or guest.pk == person.pk:
        raise AccountProblem(None, _("There are no guest games in this browser."))
    count = Standing.objects.filter(person=guest).values("game").distinct().count()
    person_service.merge(guest, person)
    return count


def delete_account(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Delete the account, given its `password`, and everything that names its owner.

    Games stay, under another name. Raise AccountProblem.
    """
    _check(DeleteAccountForm(_user(request), request, data))
    audit.log("deleted", request.user)
    person = identity.person_of(request)
    if person is not None:
        person_service.forget(person, _("a former player"))
    auth.logout(request)


def _user(request: HttpRequest) -> AbstractBaseUser:
    """Return who is logged in. Raise AccountProblem."""
    if not request.user.is_authenticated:
        raise AccountProblem(None, _("You're not logged in."), 403)
    return request.user


def _check(form: forms.BaseForm) -> None:
    """Raise AccountProblem with the first thing that is wrong."""
    for name, errors in form.errors.as_data().items():
        if errors[0].code == TOO_MANY:
            raise AccountProblem(None, str(TOO_MANY_TRIES), 429)
        raise AccountProblem(form.add_prefix(name), " ".join(map(str, form.errors[name])))
