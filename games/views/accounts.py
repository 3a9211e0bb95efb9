"""The account, which nobody needs: sign up, log in and out, change the password, delete.

Plain forms; what they do is decided in `games.services.accounts`.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games.people import identity
from games.services import accounts
from games.services.accounts import AccountProblem

_Act = Callable[[HttpRequest], str]
_FIELDS = ("name", "password", "old", "new")
_LONGEST = 200  # of anything typed here; the forms say what fits


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """The account, or the forms that lead to one."""
    return _page(request)


def _page(
    request: HttpRequest, form: str = "", problem: AccountProblem | None = None
) -> HttpResponse:
    person = identity.person_of(request)
    guest = accounts.guest_here(request) if request.user.is_authenticated else None
    context = {
        "person": person,
        "guest": guest,
        "said": "" if problem else _said(request.GET.get("done", "")),
        "form": form,
        "problem": problem,
        # What was typed stays, but for passwords.
        "typed": request.POST.get("name", "")[:_LONGEST] if form else "",
        "suggested": person.name if person else "",
    }
    return render(
        request, "account/account.html", context, status=problem.status if problem else 200
    )


def _said(done: str) -> str:
    """What the page says after a form has been sent."""
    if done.startswith("claimed-") and done[8:].isdecimal() and done.isascii():
        count = int(done[8:14])
        return ngettext("%(count)s game is yours now.", "%(count)s games are yours now.", count) % {
            "count": count
        }
    return {
        "welcome": _("The account is yours, and so is what you played in this browser."),
        "back": _("Good to have you back."),
        "out": _("Logged out."),
        "password": _("The new password counts from now on."),
        "deleted": _("The account is gone."),
    }.get(done, "")


def _form(name: str) -> Callable[[_Act], Callable[[HttpRequest], HttpResponseBase]]:
    """A form of the account's page: `act` does what it asks and returns the word for having done
    it; a problem is shown beside the form."""

    def made(act: _Act) -> Callable[[HttpRequest], HttpResponseBase]:
        @sensitive_post_parameters()
        @never_cache
        @wraps(act)
        def view(request: HttpRequest) -> HttpResponseBase:
            if request.method != "POST":  # somebody reloads, or comes back to, what a form led to
                return redirect("account")
            try:
                done = act(request)
            except AccountProblem as problem:
                return _page(request, name, problem)
            return redirect(reverse("account", query={"done": done}))

        return view

    return made


@_form("sign-up")
def sign_up(request: HttpRequest) -> str:
    """A new account; what this browser's guest played becomes its own."""
    accounts.sign_up(request, _typed(request))
    return "welcome"


@_form("log-in")
def log_in(request: HttpRequest) -> str:
    """Into an account that exists."""
    accounts.log_in(request, _typed(request))
    return "back"


@_form("log-out")
def log_out(request: HttpRequest) -> str:
    """Out of it; the browser is a guest's again."""
    accounts.log_out(request)
    return "out"


@_form("claim")
def claim(request: HttpRequest) -> str:
    """Take over what the guest of this browser played."""
    return f"claimed-{accounts.claim(request)}"


@_form("password")
def change_password(request: HttpRequest) -> str:
    """A new password for the old one."""
    accounts.change_password(request, _typed(request))
    return "password"


@_form("delete")
def delete(request: HttpRequest) -> str:
    """The account goes; games that were played stay, under another name."""
    accounts.delete_account(request, _typed(request))
    return "deleted"


def _typed(request: HttpRequest) -> dict[str, str]:
    return {field: request.POST.get(field, "")[:_LONGEST] for field in _FIELDS}
