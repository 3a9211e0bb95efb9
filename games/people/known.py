"""Tell known people from strangers, who share the rate limits of their address.

Accounts are known, and guests an hour after their first visit: an attacker who becomes a new guest
for each try stays a stranger. For log-ins, a device is known to the accounts in its signed cookie.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.signing import Signer
from django.http import HttpRequest, HttpResponseBase

from games import clock
from games.models import Person, Player
from games.people import identity

DEVICE_COOKIE: Final = "farkle_device"
_MOST_ACCOUNTS: Final = 5
_GUEST_AFTER: Final = timedelta(hours=1)
_signer = Signer(salt="games.people.device")


def key_of(person: Person | None) -> str:
    """Return the key under which limits count `person`; "" for a stranger."""
    if person is None:
        return ""
    if person.user_id is None and clock.now() - person.created < _GUEST_AFTER:
        return ""
    return key_of_person(person)


def key_of_person(person: Person | None) -> str:
    """Return the key of `person`, known or not; "" for None."""
    return "" if person is None else f"person-{person.pk}"


def is_known(person: int | None) -> bool:
    return person is not None and bool(key_of(Person.objects.filter(pk=person).first()))


def key_in(request: HttpRequest) -> str:
    return key_of(identity.person_of(request))


def has_seat(person: Person | None, code: str) -> bool:
    """Return True if `person` has or had a seat in the room, and so did not guess its code."""
    seats = Player.objects.filter(room__code=code)
    return person is not None and seats.ever_held_by(person).exists()


def device_of(request: HttpRequest, user: int | None) -> str:
    """Return the sender's device if it is known to the account `user`, else ""."""
    name, accounts = _device(request)
    return name if str(user) in accounts else ""


def remember_device(request: HttpRequest, user: AbstractBaseUser) -> None:
    name, accounts = _device(request)
    newest = list(dict.fromkeys([str(user.pk), *accounts]))[:_MOST_ACCOUNTS]
    value = ".".join((name or secrets.token_hex(16), *newest))
    request.COOKIES[DEVICE_COOKIE] = _signer.sign(value)


def set_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Renew the cookie of the device, if it has one, for a year."""
    if _device(request)[0]:
        identity.set_cookie(response, DEVICE_COOKIE, request.COOKIES[DEVICE_COOKIE])


def _device(request: HttpRequest) -> tuple[str, list[str]]:
    value = identity.unsign(request.COOKIES.get(DEVICE_COOKIE), _signer)
    name, *accounts = (value or "").split(".")
    return name, accounts
