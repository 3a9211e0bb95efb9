"""The person behind a request: an account, or the guest of a browser.

A guest is a random 128-bit key in a signed cookie, which outlives logging in and out. Only the
key's hash is stored, so a copy of the database cannot be used to log in.

A page with a form offers a stranger such a key, without storing it. Sending the form makes a guest
with it, so a form that is sent again comes from the same guest.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
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
from django.utils import translation

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
    """The site's operator has barred the person who sent this request."""


def person_of(request: HttpRequest) -> Person | None:
    """Return the logged-in account of this request, else the browser's guest, else None. Write
    nothing. Raise Barred."""
    return _person_of_account(request) or guest_of(request)


def guest_of(request: HttpRequest) -> Person | None:
    """Return the guest of this browser, or None. Raise Barred."""
    guest = _person_of_key(_key_in(request.COOKIES.get(COOKIE)))
    if guest is not None and guest.barred is not None:
        raise Barred
    if guest is not None and (offered := _offered_in(request)):
        request.COOKIES[COOKIE] = _signer.sign(offered)  # a stored guest's cookie lasts a year
    return guest


def person_in_scope(scope: Mapping[str, Any]) -> Person | None:
    """Return the person who opened the socket with this ASGI scope. A barred one is a stranger."""
    return visitor_in_scope(scope)[0]


def visitor_in_scope(scope: Mapping[str, Any]) -> tuple[Person | None, str | None]:
    """Return the person who opened the socket, and the session key if an account did.

    Both come from one read: if the account logs out meanwhile, the end of its session still closes
    the socket.
    """
    cookies = _cookies_in(scope)
    if settings.SESSION_COOKIE_NAME not in cookies:  # a guest, as nearly all are
        guest = _person_of_key(_key_in(cookies.get(COOKIE)))
        return (None if guest is None or guest.barred else guest), None
    request = HttpRequest()
    request.COOKIES = cookies
    # Middleware does this for pages.
    request.session = _sessions.SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    request.user = auth.get_user(request)
    session = request.session.session_key if request.user.is_authenticated else None
    try:
        return person_of(request), session
    except Barred:
        return None, session


def logged_in_sessions(sessions: Collection[str]) -> frozenset[str]:
    """Return the sessions among these in which an account is still logged in."""
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
    cookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookie.load(value.decode("latin-1"))
            except CookieError:
                return {}
    return plain_cookies({name: morsel.value for name, morsel in cookie.items()})


def plain_cookies(cookies: Mapping[str, str]) -> dict[str, str]:
    """Drop the cookies that contain a NUL, which PostgreSQL refuses in a lookup."""
    return {name: value for name, value in cookies.items() if "\0" not in value}


def offer_key(request: HttpRequest) -> None:
    """Offer a stranger's browser, in the response's cookie, the key for a guest. Store nothing."""
    if _offered_in(request) is None and person_of(request) is None:
        request.COOKIES[COOKIE] = _offers.sign(_new_key())


def _make_guest(request: HttpRequest) -> Person:
    key = _offered_in(request) or _new_key()
    values = {"created": clock.now()}
    person, _made = Person.objects.get_or_create(key_hash=_hash(key), defaults=values)
    # For later calls during this request, and for the middleware.
    request.COOKIES[COOKIE] = _signer.sign(key)
    return person


@contextmanager
def stored_sender(request: HttpRequest) -> Iterator[Person]:
    """Yield the person who sent this request, a new guest for a stranger. If the block raises an
    exception, delete that guest.

    Only for POST requests: `GuestMiddleware` sets the cookie in their responses.
    """
    known = person_of(request)
    person = known or _make_guest(request)
    try:
        yield person
    except Exception:
        if known is None:
            request.COOKIES[COOKIE] = _offers.sign(_key_in(request.COOKIES[COOKIE]) or _new_key())
            # Fails if the same form, sent twice, has got the guest a seat meanwhile.
            with suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute("DELETE FROM games_person WHERE id = %s", [person.pk])
        raise


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Renew the guest's cookie, if there is one, for a year, or for a day if its key was only
    offered. Signing it anew spares it the end of an old SECRET_KEY."""
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
    """Set a cookie that scripts cannot read and that forms of other sites do not send."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def open_account(guest: Person | None, user: AbstractBaseUser, name: str) -> Person:
    """Return the person of a new account: `guest`, if there is one, or a new person. The guest's
    cookie is revoked, because it would outlast logging out."""
    if guest is None:
        return Person.objects.create(user_id=user.pk, name=name, created=clock.now())
    guest.user_id, guest.key_hash, guest.name = user.pk, None, guest.name or name
    guest.save(update_fields=["user", "key_hash", "name"])
    return guest


def close_account(person: Person) -> None:
    user = person.user
    person.user, person.name, person.settings = None, "", {}
    person.key_hash = _hash(_new_key())  # of a key that no browser has
    person.save(update_fields=["user", "name", "settings", "key_hash"])
    person.saved.all().delete()
    if user is not None:
        user.delete()


def set_barred(person: Person, *, yes: bool) -> None:
    """Bar the person from the site, or lift the bar. While it holds, an account cannot log in, and
    a guest is refused."""
    person.barred = clock.now() if yes else None
    person.save(update_fields=["barred"])
    if person.user is not None:
        person.user.is_active = not yes
        person.user.save(update_fields=["is_active"])


def language_of_account(request: HttpRequest) -> str:
    """Return the language that the logged-in account has chosen, or ""."""
    person = _person_of_account(request) if hasattr(request, "user") else None
    return "" if person is None else str(person.settings.get("language", ""))


def set_language(person: Person, language: str) -> None:
    person.settings["language"] = language
    person.save(update_fields=["settings"])


def language_in_scope(scope: Mapping[str, Any]) -> str:
    """Return the language of the page that opened the socket with this ASGI scope."""
    request = HttpRequest()
    request.COOKIES = _cookies_in(scope)
    accepted = dict(scope["headers"]).get(b"accept-language", b"")
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return translation.get_language_from_request(request)


def rename(person: Person, name: str) -> None:
    """Store the name, which `fit_name` has checked, for the next room."""
    if person.name != name:
        person.name = name
        person.save(update_fields=["name"])


def _key_in(value: str | None) -> str | None:
    return unsign(value, _signer) or unsign(value, _offers)


def _offered_in(request: HttpRequest) -> str | None:
    """Return the key offered to this browser, unless the cookie is that of a stored guest."""
    return unsign(request.COOKIES.get(COOKIE), _offers)


def unsign(value: str | None, signer: Signer) -> str | None:
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
