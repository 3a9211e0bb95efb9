"""The account, which is optional: sign up, log in and out, change the password, delete.

The forms are plain; `games.services.accounts` does what they ask.
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
_LONGEST = 200  # of a name that is typed here; the forms say what fits


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """The account, or the forms to sign up and log in."""
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
        # What was typed stays in the form, except passwords.
        "typed": request.POST.get("name", "")[:_LONGEST] if form else "",
        "suggested": person.name if person else "",
    }
    return render(
        request, "account/account.html", context, status=problem.status if problem else 200
    )


def _said(done: str) -> str:
    """Return the sentence for `done`, the word that a form left in the address."""
    if done.startswith("claimed-") and done[8:].isdecimal() and done.isascii():
        count = int(done[8:14])
        return ngettext(
            "%(count)s game added to your account.", "%(count)s games added to your account.", count
        ) % {"count": count}
    return {
        "welcome": _("Your account is ready, with the games you played in this browser."),
        "back": _("Welcome back!"),
        "out": _("Logged out."),
        "password": _("Password changed."),
        "deleted": _("Account deleted."),
    }.get(done, "")


def _form(name: str) -> Callable[[_Act], Callable[[HttpRequest], HttpResponseBase]]:
    """Make a view of a function that does what the form `name` asks and returns a word for it.

    A problem is shown beside the form; success leads back to the page, which says so.
    """

    def made(act: _Act) -> Callable[[HttpRequest], HttpResponseBase]:
        @sensitive_post_parameters()
        @never_cache
        @wraps(act)
        def view(request: HttpRequest) -> HttpResponseBase:
            if request.method != "POST":  # a reload of the page that the form led to
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
    """Make an account, which takes over what this browser's guest has played."""
    accounts.sign_up(request, _typed(request))
    return "welcome"


@_form("log-in")
def log_in(request: HttpRequest) -> str:
    """Log in to an account."""
    accounts.log_in(request, _typed(request))
    return "back"


@_form("log-out")
def log_out(request: HttpRequest) -> str:
    """Log out; the browser is its guest's again."""
    accounts.log_out(request)
    return "out"


@_form("claim")
def claim(request: HttpRequest) -> str:
    """Take over what this browser's guest has played."""
    return f"claimed-{accounts.claim(request)}"


@_form("password")
def change_password(request: HttpRequest) -> str:
    """Replace the password."""
    accounts.change_password(request, _typed(request))
    return "password"


@_form("delete")
def delete(request: HttpRequest) -> str:
    """Delete the account. Its games stay, under another name."""
    accounts.delete_account(request, _typed(request))
    return "deleted"


def _typed(request: HttpRequest) -> dict[str, str]:
    typed = {field: request.POST.get(field, "") for field in _FIELDS}
    # A password counts as it was typed: one that is cut would open the account by its beginning.
    return {**typed, "name": typed["name"][:_LONGEST]}
