"""Accounts, which nobody needs: a name and a password, so that games are found on other devices.

Names and passwords are kept by Django's own auth. Attempts are counted in Django's cache, by name
and by address, so that nobody can try passwords for long.
"""

from django.contrib import auth
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Person, Standing
from games.people import identity
from games.people.address import address_of
from games.services import people as person_service
from games.validators import NAME_LENGTH, UnfitName, fit_name

TRIES_SECONDS = 15 * 60
TRIES_A_NAME = 10
"""Wrong passwords for one name from one address."""
TRIES_AN_ADDRESS = 60
SIGN_UPS_AN_ADDRESS = 30
"""A class behind one address signs up together."""


class AccountProblem(Exception):
    """Why not: a sentence for the person, the field it is about, and a status for the answer."""

    def __init__(self, field: str | None, text: str, status: int = 422) -> None:
        self.field = field
        self.text = text
        self.status = status
        super().__init__(text)


def sign_up(request: HttpRequest, name: str, password: str) -> None:
    """A new account, logged in, which has what the guest of this browser has played."""
    try:
        name = fit_name(name)
    except UnfitName as error:
        text = _("Choose a name of 1 to %(longest)s characters.") % {"longest": NAME_LENGTH}
        raise AccountProblem("name", text) from error
    if User.objects.filter(username__iexact=name).exists():
        raise AccountProblem("name", _("That name is taken."))
    _fit(password, User(username=name), "password")
    _count(f"sign-up-{address_of(request)}", SIGN_UPS_AN_ADDRESS)
    guest = None if request.user.is_authenticated else identity.guest_of(request)
    try:
        with transaction.atomic():
            user = User.objects.create_user(name, password=password)
            identity.open_account(guest, user, name)
    except IntegrityError as error:  # somebody else was quicker
        raise AccountProblem("name", _("That name is taken.")) from error
    auth.login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def log_in(request: HttpRequest, name: str, password: str) -> None:
    """Into an account that exists. Raises AccountProblem, the same for an unknown name and a wrong
    password."""
    name = name.strip()
    _not_too_often(request, name)
    known = User.objects.filter(username__iexact=name).values_list("username", flat=True).first()
    user = auth.authenticate(request, username=known or name, password=password)
    if user is None:
        _tried(request, name)
        raise AccountProblem("password", _("No account has this name and this password."))
    if not Person.objects.filter(user=user.pk).exists():  # made on the command line
        identity.open_account(None, user, name[:NAME_LENGTH])
    auth.login(request, user)


def log_out(request: HttpRequest) -> None:
    """Out of it; the browser is its guest's again, if it has one."""
    auth.logout(request)


def change_password(request: HttpRequest, old: str, new: str) -> None:
    """A new password for the old one; other browsers are logged out."""
    user = _checked(request, old, "old")
    _fit(new, user, "new")
    user.set_password(new)
    identity.keep_password(user)
    auth.update_session_auth_hash(request, user)


def guest_here(request: HttpRequest) -> Person | None:
    """The guest of this browser beside the account, if there is something to claim."""
    guest = identity.guest_of(request)
    if guest is None or not request.user.is_authenticated or not guest.players.exists():
        return None
    return guest


def claim(request: HttpRequest) -> int:
    """Take over what the guest of this browser has played; how many games."""
    guest, person = guest_here(request), identity.person_of(request)
    if guest is None or person is None or guest.pk == person.pk:
        raise AccountProblem(None, _("Nothing was played here without an account."))
    count = Standing.objects.filter(person=guest).values("game").distinct().count()
    person_service.merge(guest, person)
    return count


def delete(request: HttpRequest, password: str) -> None:
    """The account, and all that says who it was. Games stay, under another name."""
    _checked(request, password, "password")
    person = identity.person_of(request)
    if person is not None:
        person_service.forget(person, _("a former player"))
    auth.logout(request)


def _checked(request: HttpRequest, password: str, field: str) -> User:
    """Who is logged in, if this is their password."""
    user = request.user
    if not isinstance(user, User):
        raise AccountProblem(None, _("You are not logged in."), 403)
    _not_too_often(request, user.username)
    if not user.check_password(password):
        _tried(request, user.username)
        raise AccountProblem(field, _("That is not your password."))
    return user


def _fit(password: str, user: User, field: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise AccountProblem(field, " ".join(error.messages)) from error


# How often


def _keys(request: HttpRequest, name: str) -> tuple[tuple[str, int], ...]:
    address = address_of(request)
    by_name = identity.short_hash(f"{name.casefold()} {address}")
    return (
        (f"log-in-{by_name}", TRIES_A_NAME),
        (f"log-in-{identity.short_hash(address)}", TRIES_AN_ADDRESS),
    )


def _not_too_often(request: HttpRequest, name: str) -> None:
    if any(cache.get(key, 0) >= most for key, most in _keys(request, name)):
        raise _too_often()


def _tried(request: HttpRequest, name: str) -> None:
    for key, most in _keys(request, name):
        _count(key, most + 1)


def _count(key: str, most: int) -> None:
    """One more; too many are refused."""
    cache.add(key, 0, TRIES_SECONDS)
    try:
        count = cache.incr(key)
    except ValueError:  # it has just run out
        return
    if count > most:
        raise _too_often()


def _too_often() -> AccountProblem:
    return AccountProblem(None, _("Too many tries. Wait a quarter of an hour."), 429)
