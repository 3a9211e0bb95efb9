"""Who is asking: the person behind a browser's cookie.

A guest is a random 128-bit key in a signed cookie of its own, which outlives login and logout. Only
the key's hash is stored, so the database does not let anybody in; emptying it revokes the cookie.
"""

import hashlib
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponseBase

from games import clock
from games.models import Person

COOKIE = "farkle_guest"
_KEY_BYTES = 16
_YEAR_SECONDS = 365 * 24 * 3600
_sessions = import_module(settings.SESSION_ENGINE)
_signer = Signer(salt="games.people.guest")


def person_of(request: HttpRequest) -> Person | None:
    """The person this request comes from, None for a stranger. Writes nothing.

    Whoever is logged in is the person of that account, whatever guest the browser has beside it.
    """
    return _holder_of_account(request) or guest_of(request)


def guest_of(request: HttpRequest) -> Person | None:
    """The guest of this browser."""
    return _holder_of(_key_in(request.COOKIES.get(COOKIE)))


def person_in_scope(scope: Mapping[str, Any]) -> Person | None:
    """The same for a socket, from the headers of its handshake."""
    cookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookie.load(value.decode("latin-1"))
            except CookieError:
                return None
    request = HttpRequest()
    request.COOKIES = {name: morsel.value for name, morsel in cookie.items()}
    # What the middleware does for a page.
    request.session = _sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = auth.get_user(request)
    return person_of(request)


def ensure_person(request: HttpRequest) -> Person:
    """The person this request comes from; a stranger becomes a guest. Only for what changes
    something (POST); the answer must then go through `remember`."""
    person = person_of(request)
    if person is None:
        # Whoever asks again during this request finds the guest as well.
        person, request.COOKIES[COOKIE] = new_guest()
    return person


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the browser its key, for another year from today."""
    value = request.COOKIES.get(COOKIE)
    if value is None or _key_in(value) is None:
        return
    response.set_cookie(
        COOKIE,
        value,
        max_age=_YEAR_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def new_guest() -> tuple[Person, str]:
    """A new guest, and the value of the cookie that proves it."""
    key = secrets.token_hex(_KEY_BYTES)
    person = Person.objects.create(key_hash=_hash(key), created=clock.now())
    return person, _signer.sign(key)


def open_account(guest: Person | None, user: AbstractBaseUser, name: str) -> Person:
    """The person of a new account: the guest of the browser it was made in, whose cookie is worth
    nothing from now on (it would outlast logging out), or somebody new."""
    if guest is None:
        return Person.objects.create(user_id=user.pk, name=name, created=clock.now())
    guest.user_id, guest.key_hash, guest.name = user.pk, None, guest.name or name
    guest.save(update_fields=["user", "key_hash", "name"])
    return guest


def close_account(person: Person) -> None:
    """Take away all that says who it was. The row stays for the games, and nobody can be it."""
    user = person.user
    person.user, person.name, person.settings = None, "", {}
    person.key_hash = _hash(secrets.token_hex(_KEY_BYTES))
    person.save(update_fields=["user", "name", "settings", "key_hash"])
    person.saved.all().delete()
    if user is not None:
        user.delete()


def short_hash(text: str) -> str:
    """For keys of what is counted: nobody's name or address stands in a cache."""
    return _hash(text)[:32]


def rename(person: Person, name: str) -> None:
    """Remember the name for the next room (already made fit by `names.fit_name`)."""
    if person.name != name:
        person.name = name
        person.save(update_fields=["name"])


def _key_in(value: str | None) -> str | None:
    if not value or len(value) > 200:
        return None
    try:
        return _signer.unsign(value)
    except BadSignature:
        return None


def _holder_of_account(request: HttpRequest) -> Person | None:
    # A request that no middleware has seen has no user.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return Person.objects.filter(user=user.pk).first()


def _holder_of(key: str | None) -> Person | None:
    return None if key is None else Person.objects.filter(key_hash=_hash(key)).first()


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
