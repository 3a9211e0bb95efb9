"""The person behind a request: an account, or the guest of a browser.

A guest is a random 128-bit key in a signed cookie, which outlives logging in and out. Only the
key's hash is stored, so a copy of the database lets nobody in. Emptying it revokes the cookie.

A page with a form offers a stranger such a key, which nothing is stored of. The form makes a guest
of it, so that a form whose answer is lost comes from the same guest when it is sent again.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, Signer
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponseBase

from games import clock
from games.db.statements import Rows
from games.models import Person

COOKIE = "farkle_guest"
_KEY_BYTES = 16
_DAY_SECONDS = 24 * 3600
_YEAR_SECONDS = 365 * 24 * 3600
_sessions = import_module(settings.SESSION_ENGINE)
_signer = Signer(salt="games.people.guest")
_offers = Signer(salt="games.people.guest.offered")
_PERSON_OF_KEY = Rows(Person, "WHERE key_hash = %s")


class Barred(PermissionDenied):
    """The operator of the site has barred the person who sent this request."""


def person_of(request: HttpRequest) -> Person | None:
    """Return the person who sent this request, None for a stranger. Write nothing. Raise Barred.

    An account that is logged in counts before the guest of the browser.
    """
    return _person_of_account(request) or guest_of(request)


def guest_of(request: HttpRequest) -> Person | None:
    """Return the guest of this browser, None where there is none. Raise Barred."""
    guest = _person_of_key(_key_in(request.COOKIES.get(COOKIE)))
    if guest is not None and guest.barred is not None:
        raise Barred
    if guest is not None and (offered := _offered_in(request)):
        request.COOKIES[COOKIE] = _signer.sign(offered)  # it is stored now, and lasts a year
    return guest


def person_in_scope(scope: Mapping[str, Any]) -> Person | None:
    """Return the person who opened this socket, from the headers of its handshake. A barred person
    is a stranger."""
    return visitor_in_scope(scope)[0]


def visitor_in_scope(scope: Mapping[str, Any]) -> tuple[Person | None, str | None]:
    """Return the person who opened this socket, and the key of the session if an account did.

    Both are read at once, so that if the account logs out meanwhile, the end of its session still
    closes the socket.
    """
    cookies = _cookies_in(scope)
    if settings.SESSION_COOKIE_NAME not in cookies:  # a guest, as nearly all are
        guest = _person_of_key(_key_in(cookies.get(COOKIE)))
        return (None if guest is None or guest.barred else guest), None
    request = HttpRequest()
    request.COOKIES = cookies
    # Middleware does this for a page.
    request.session = _sessions.SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    request.user = auth.get_user(request)
    session = request.session.session_key if request.user.is_authenticated else None
    try:
        return person_of(request), session
    except Barred:
        return None, session


def logged_in(sessions: Collection[str]) -> frozenset[str]:
    """Return those of these sessions in which an account is still logged in."""
    model = _sessions.SessionStore.get_model_class()
    rows = model.objects.filter(session_key__in=sessions, expire_date__gt=clock.now())
    stored = {row.session_key: row.get_decoded() for row in rows}
    users = get_user_model().objects.in_bulk({data.get(SESSION_KEY) for data in stored.values()})
    by_key = {str(key): user for key, user in users.items() if user.is_active}
    return frozenset(
        key
        for key, data in stored.items()
        if (user := by_key.get(data.get(SESSION_KEY))) is not None
        and user.get_session_auth_hash() == data.get(HASH_SESSION_KEY)
    )


def _cookies_in(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the cookies of a handshake; none if they cannot be read."""
    cookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookie.load(value.decode("latin-1"))
            except CookieError:
                return {}
    return plain_cookies({name: morsel.value for name, morsel in cookie.items()})


def plain_cookies(cookies: Mapping[str, str]) -> dict[str, str]:
    """Return the cookies without those that contain a NUL, which PostgreSQL refuses in a lookup."""
    return {name: value for name, value in cookies.items() if "\0" not in value}


def offer_key(request: HttpRequest) -> None:
    """Let the answer give a stranger's browser the key of the guest that its next form may make.
    Store nothing."""
    if _offered_in(request) is None and person_of(request) is None:
        request.COOKIES[COOKIE] = _offers.sign(_new_key())


def _make_guest(request: HttpRequest) -> Person:
    key = _offered_in(request) or _new_key()
    values = {"created": clock.now()}
    person, _made = Person.objects.get_or_create(key_hash=_hash(key), defaults=values)
    # Later calls during this request, and the middleware, find the guest here.
    request.COOKIES[COOKIE] = _signer.sign(key)
    return person


@contextmanager
def stored_sender(request: HttpRequest) -> Iterator[Person]:
    """Give the block the person who sent this request, after making a guest of a stranger; if the
    block raises an exception, delete that guest.

    Only for POST requests: `GuestMiddleware` sets the cookie in their answers.
    """
    known = person_of(request)
    person = known or _make_guest(request)
    try:
        yield person
    except Exception:
        if known is None:
            request.COOKIES[COOKIE] = _offers.sign(_key_in(request.COOKIES[COOKIE]) or _new_key())
            # The same form, sent twice, may have got the guest a seat meanwhile.
            with suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute("DELETE FROM games_person WHERE id = %s", [person.pk])
        raise


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the cookie of the browser's guest, if it has one, for a year from today; a key that was
    offered, for a day.

    It is signed anew, so that it outlasts the key of the site that it was signed with before.
    """
    key, offered = _key_in(request.COOKIES.get(COOKIE)), _offered_in(request)
    if key is None:
        return
    if offered is None:
        set_cookie(response, COOKIE, _signer.sign(key))
    else:
        set_cookie(response, COOKIE, _offers.sign(offered), _DAY_SECONDS)


def set_cookie(
    response: HttpResponseBase, name: str, value: str, seconds: int = _YEAR_SECONDS
) -> None:
    """Set a cookie that no script can read and that no other site's forms send."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def new_guest() -> tuple[Person, str]:
    """Make a guest; return it with the value of its cookie."""
    key = _new_key()
    person = Person.objects.create(key_hash=_hash(key), created=clock.now())
    return person, _signer.sign(key)


def open_account(guest: Person | None, user: AbstractBaseUser, name: str) -> Person:
    """Make a person for a new account and return it: `guest`, if there is one, or a new one.

    The guest's cookie is revoked, because it would outlast logging out.
    """
    if guest is None:
        return Person.objects.create(user_id=user.pk, name=name, created=clock.now())
    guest.user_id, guest.key_hash, guest.name = user.pk, None, guest.name or name
    guest.save(update_fields=["user", "key_hash", "name"])
    return guest


def close_account(person: Person) -> None:
    """Remove everything that identifies the person. The row stays for the games."""
    user = person.user
    person.user, person.name, person.settings = None, "", {}
    person.key_hash = _hash(_new_key())  # of a key that no browser has
    person.save(update_fields=["user", "name", "settings", "key_hash"])
    person.saved.all().delete()
    if user is not None:
        user.delete()


def bar(person: Person) -> None:
    """Bar the person from the site: an account cannot log in, and a guest is refused."""
    _set_barred(person, clock.now())


def readmit(person: Person) -> None:
    """Undo `bar`."""
    _set_barred(person, None)


def _set_barred(person: Person, at: datetime | None) -> None:
    person.barred = at
    person.save(update_fields=["barred"])
    if person.user is not None:
        person.user.is_active = at is None
        person.user.save(update_fields=["is_active"])


def rename(person: Person, name: str) -> None:
    """Remember the name, which `fit_name` has checked, for the next room."""
    if person.name != name:
        person.name = name
        person.save(update_fields=["name"])


def _key_in(value: str | None) -> str | None:
    """Return the key in the value of a cookie, stored or offered; None if it is not ours."""
    return unsign(value, _signer) or unsign(value, _offers)


def _offered_in(request: HttpRequest) -> str | None:
    """Return the key that a page has offered this browser, if no guest was made of it since."""
    return unsign(request.COOKIES.get(COOKIE), _offers)


def unsign(value: str | None, signer: Signer) -> str | None:
    """Return the content of a signed cookie; None without one that is valid."""
    if not value or len(value) > 300:
        return None
    try:
        return signer.unsign(value)
    except BadSignature:
        return None


def _new_key() -> str:
    return secrets.token_hex(_KEY_BYTES)


def _person_of_account(request: HttpRequest) -> Person | None:
    # A request that has not passed the middleware has no user.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return Person.objects.filter(user=user.pk).first()


def _person_of_key(key: str | None) -> Person | None:
    return None if key is None else _PERSON_OF_KEY.first(_hash(key))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
