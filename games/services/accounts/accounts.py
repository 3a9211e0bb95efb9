"""Sign up, log in and out, change the password, claim a guest's games, delete the account."""

from collections.abc import Mapping
from typing import cast

from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Email, Person, Standing
from games.notices import devices
from games.notices.emails import alert_owner
from games.people import audit, identity, known, throttle
from games.people.address import address_of
from games.people.forms import ChangePasswordForm, ConfirmForm, LogInForm, SignUpForm
from games.people.names import NAME_LENGTH
from games.services.accounts import passkeys, recovery
from games.services.accounts import people as person_service
from games.services.accounts.problems import AccountProblem, check, user_of


def sign_up(request: HttpRequest, data: Mapping[str, str]) -> list[str]:
    """Create an account from `name` and `password`, log in, and return its recovery codes. The
    account takes over the games of this browser's guest. Raise AccountProblem."""
    form = SignUpForm(data)
    check(form)
    guest = None if request.user.is_authenticated else identity.guest_of(request)
    seat = None if guest is None else guest.players.seated().first()
    if throttle.SIGN_UPS.hit(address_of(request), known.key_in(request)) and (
        seat is None or throttle.SIGN_UPS_OF_ROOM.hit(str(seat.room_id))
    ):
        text = _("Too many new accounts from your network. Try again in a minute.")
        raise AccountProblem(None, text, 429, form)
    try:
        with transaction.atomic():
            user = form.save()
            identity.open_account(guest, user, form.cleaned_data["username"])
            codes = recovery.replace_codes(user)
    except IntegrityError:  # another visitor was faster
        form.add_error("username", _("That name is taken."))
        check(form)
    _begin_session(request, user)
    return codes


def log_in(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Log in with `name` and `password`. Raise AccountProblem."""
    form = LogInForm(request, data)
    check(form)
    _enter(request, form.get_user())


def log_in_by_passkey(request: HttpRequest, answer: str) -> None:
    """Log in with a browser's response for a passkey. Raise AccountProblem."""
    _enter(request, passkeys.owner(request, answer))


def _enter(request: HttpRequest, user: AbstractBaseUser) -> None:
    if not Person.objects.filter(user=user.pk).exists():  # an account made on the command line
        identity.open_account(None, user, user.get_username()[:NAME_LENGTH])
    if request.user.is_authenticated:
        request.session.cycle_key()  # Django keeps the session if the account is the same
    _begin_session(request, user)


def _begin_session(request: HttpRequest, user: AbstractBaseUser) -> None:
    auth.login(request, cast("User", user), "django.contrib.auth.backends.ModelBackend")
    passkeys.note_entry(request)
    known.remember_device(request, user)


def log_out(request: HttpRequest) -> None:
    """Log out. The browser's guest, if it has one, is the current person again."""
    if request.user.is_authenticated:
        known.remember_device(request, request.user)
        person = identity.person_of(request)
        if person is not None:
            devices.remove_here(request, person)
    auth.logout(request)


def change_password(request: HttpRequest, data: Mapping[str, str]) -> list[str]:
    """Change the password from `old` to `new`, log out other browsers and end their notices. With
    `alone`, also close the other ways in, and return new recovery codes. Raise AccountProblem."""
    form = ChangePasswordForm(user_of(request), request, data)
    check(form)
    user = form.save()
    auth.update_session_auth_hash(request, user)
    devices.remove_logged_out(user.pk, but=devices.here(request))
    alert_owner(user, Email.Kind.PASSWORD)
    audit.log("password changed", request.user)
    return recovery.close_other_ways(user, keeps_address=False) if data.get("alone") else []


def claimable_guest(request: HttpRequest) -> Person | None:
    """Return this browser's guest if the account may claim their games."""
    guest = identity.guest_of(request)
    if guest is None or not request.user.is_authenticated or not guest.players.exists():
        return None
    return guest


def claim(request: HttpRequest) -> int:
    """Take over the games of this browser's guest. Return their number. Raise AccountProblem."""
    guest, person = claimable_guest(request), identity.person_of(request)
    if guest is None or person is None or guest.pk == person.pk:
        raise AccountProblem(None, _("There are no guest games in this browser."))
    count = Standing.objects.filter(person=guest).values("game").distinct().count()
    person_service.merge(guest, person)
    return count


def delete_account(request: HttpRequest, data: Mapping[str, str]) -> None:
    """Delete the account, given its `password`, and all data that names its owner. Games stay,
    under another name. Raise AccountProblem."""
    check(ConfirmForm(user_of(request), request, data))
    audit.log("deleted", request.user)
    person = identity.person_of(request)
    if person is not None:
        person_service.forget(person, _("a former player"))
    auth.logout(request)
