"""Passkeys (WebAuthn): make challenges for a browser, and verify its responses.

fido2 is imported only where it is needed: it takes 4 MB, and most processes never use it. A
challenge is kept in the session and can be used once.
"""

import hashlib
import ipaddress
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.http.request import split_domain_port

from games import clock

if TYPE_CHECKING:
    from fido2.server import Fido2Server

_T = TypeVar("_T")

MOST: Final = 10
"""Maximum number of passkeys of an account."""
SECONDS: Final = 300
"""Time for which a challenge is valid, and for which a browser waits for its user."""

_KEY: Final = "passkey"
_LONGEST: Final = 10_000
"""Maximum characters of a response. The longest kind of key, RSA, takes 2,000."""


class Expired(Exception):
    """The session has no matching challenge: it expired, was used, or was for something else."""


class Invalid(Exception):
    """The response does not match the challenge, or is malformed."""


def host_of(request: HttpRequest) -> str:
    """Return the host name that passkeys belong to; "" for an IP address, which cannot have any."""
    host = split_domain_port(request.get_host())[0]
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host.lower()
    return ""


def _hash_id(passkey_id: bytes) -> str:
    return hashlib.sha256(passkey_id).hexdigest()


def ask_to_add(
    request: HttpRequest, user: AbstractBaseUser, handle: bytes, known: Sequence[bytes]
) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey for `user`. Devices of the stored
    passkeys `known` get no second one."""
    from fido2 import webauthn

    options, state = _server(request).register_begin(
        webauthn.PublicKeyCredentialUserEntity(
            id=handle, name=user.get_username(), display_name=user.get_username()
        ),
        [webauthn.AttestedCredentialData(data) for data in known],
        resident_key_requirement=webauthn.ResidentKeyRequirement.REQUIRED,
        user_verification=webauthn.UserVerificationRequirement.PREFERRED,
    )
    _keep_challenge(request, user.pk, state, handle)
    return dict(options.public_key)


def finish_adding(
    request: HttpRequest, user: AbstractBaseUser, answer: str
) -> tuple[bytes, bytes, str, int]:
    """Return handle, data, hash of the id, and count of a new passkey. Raise Expired or Invalid."""
    state = _take_challenge(request, user.pk)
    server = _server(request)
    data = _verify(lambda: server.register_complete(state, _parse(answer)))
    stored = data.credential_data
    if stored is None:
        raise Invalid
    id_hash = _hash_id(stored.credential_id)
    return bytes.fromhex(state["handle"]), bytes(stored), id_hash, data.counter


def ask_to_log_in(request: HttpRequest) -> dict[str, Any]:
    """Return the options with which a browser lets its user choose a passkey."""
    from fido2 import webauthn

    options, state = _server(request).authenticate_begin(
        user_verification=webauthn.UserVerificationRequirement.PREFERRED
    )
    _keep_challenge(request, None, state)
    return dict(options.public_key)


class Answer:
    """A browser's response to a log-in challenge, parsed but not verified, which uses up the
    challenge. Raise Invalid if it is malformed, Expired without a challenge."""

    def __init__(self, request: HttpRequest, answer: str) -> None:
        from fido2.webauthn import AuthenticationResponse

        self._state = _take_challenge(request, None)
        self._server = _server(request)
        self._response = _verify(lambda: AuthenticationResponse.from_dict(_parse(answer)))
        self.id_hash = _hash_id(self._response.raw_id)
        self.handle = self._response.response.user_handle
        self.count = self._response.response.authenticator_data.counter

    def check(self, data: bytes) -> None:
        """Raise Invalid unless the passkey stored as `data` has signed this challenge."""
        from fido2.webauthn import AttestedCredentialData

        passkeys = [AttestedCredentialData(data)]
        _verify(lambda: self._server.authenticate_complete(self._state, passkeys, self._response))


def _server(request: HttpRequest) -> "Fido2Server":
    from fido2 import server, webauthn

    own_origin = f"{request.scheme}://{request.get_host()}".lower()
    verifier = server.Fido2Server(
        webauthn.PublicKeyCredentialRpEntity(id=host_of(request), name="Farkle"),
        webauthn.AttestationConveyancePreference.NONE,
        # The library would take any subdomain, too.
        verify_origin=lambda origin: origin == own_origin,
    )
    verifier.timeout = SECONDS * 1000  # type: ignore[assignment]  # the library starts with None
    return verifier


def _keep_challenge(
    request: HttpRequest, user: int | None, state: dict[str, Any], handle: bytes = b""
) -> None:
    now = clock.now().timestamp()
    request.session[_KEY] = {**state, "user": user, "handle": handle.hex(), "at": now}


def _take_challenge(request: HttpRequest, user: int | None) -> dict[str, Any]:
    state = request.session.pop(_KEY, None)
    if (
        not isinstance(state, dict)
        or state["user"] != user
        or clock.now().timestamp() - state["at"] > SECONDS
    ):
        raise Expired
    return state


def _parse(answer: str) -> dict[str, Any]:
    if len(answer) > _LONGEST:
        raise Invalid
    response = json.loads(answer)
    if not isinstance(response, dict):
        raise Invalid
    return response


def _verify(act: Callable[[], _T]) -> _T:
    try:
        return act()
    except Exception as error:  # of many types: the library parses a stranger's input
        raise Invalid from error
