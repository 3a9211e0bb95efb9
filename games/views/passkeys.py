"""Passkeys: log in without a password; add, name and remove them on the account page.

A browser's script first asks for a challenge, in JSON, and then sends the answer as a form.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.debug import sensitive_post_parameters

from games.services.accounts import accounts, passkeys
from games.services.accounts.problems import AccountProblem
from games.views.accounts import account_form, typed_fields
from games.views.shared import form_target


def _in_json(act: Callable[[HttpRequest], dict[str, Any]]) -> Callable[..., HttpResponseBase]:
    @sensitive_post_parameters()
    @form_target
    @wraps(act)
    def view(request: HttpRequest) -> JsonResponse:
        try:
            return JsonResponse(act(request))
        except AccountProblem as problem:
            return JsonResponse({"problem": problem.text}, status=problem.status)

    return view


@_in_json
def begin_adding(request: HttpRequest) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey."""
    return passkeys.begin_adding(request, typed_fields(request))


@account_form("passkeys")
def add(request: HttpRequest) -> str:
    """Keep the passkey that the browser has made."""
    passkeys.add(request, _answer(request))
    return "passkey"


@_in_json
def begin_log_in(request: HttpRequest) -> dict[str, Any]:
    """Return the options with which a browser lets its user choose a passkey."""
    return passkeys.begin_log_in(request)


@account_form("passkey-log-in")
def log_in(request: HttpRequest) -> str:
    """Log in with a passkey."""
    accounts.log_in_by_passkey(request, _answer(request))
    return "back"


@account_form("passkey-{number}")
def rename(request: HttpRequest, number: int) -> str:
    """Give a passkey another name."""
    passkeys.rename(request, number, request.POST.get("name", ""))
    return "passkey-name"


@account_form("passkey-{number}")
def remove(request: HttpRequest, number: int) -> str:
    """Remove a passkey."""
    passkeys.remove(request, number)
    return "passkey-gone"


def _answer(request: HttpRequest) -> str:
    return request.POST.get("credential", "")
