"""The optional account: sign up, log in and out, change the password, recover, delete, passkeys.

For a passkey, a script first fetches a challenge as JSON, and then sends the response as a form.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from games.models import MailAddress, Passkey, RecoveryCode
from games.notices import digests
from games.people import identity
from games.people.forms import (
    ChangePasswordForm,
    ConfirmForm,
    LogInForm,
    PasskeyNameForm,
    SignUpForm,
)
from games.people.mail import AddressForm, ForgotForm
from games.people.passkeys import host_of
from games.people.recovery import RecoverForm
from games.services.accounts import accounts, passkeys, recovery
from games.services.accounts.problems import AccountProblem
from games.views.profile import profile_for
from games.views.shared import form_page, form_target, private_page

_Act = Callable[..., str | HttpResponse]
_TEXTS = ("name", "code", "email", "alone")
_PASSWORDS = ("password", "old", "new")
_LONGEST = 300  # of a typed text; the limits of the forms are lower


@private_page
def account(request: HttpRequest) -> HttpResponse:
    """Show the account, or the forms to sign up and log in."""
    return account_page(request)


def account_page(
    request: HttpRequest, form: str = "", problem: AccountProblem | None = None
) -> HttpResponse:
    def shown(name: str, empty: BaseForm, auto_id: str) -> BaseForm:
        """Return the form `name` as it was filled in, or empty, with ids of its own."""
        drawn = problem.form if problem and problem.form and name == form else empty
        drawn.auto_id = auto_id
        return drawn

    user = request.user
    codes = RecoveryCode.objects.filter(user=request.user.pk).order_by("number")
    person = identity.person_of(request)
    guest = accounts.claimable_guest(request) if request.user.is_authenticated else None
    address = MailAddress.objects.filter(user=request.user.pk).first() if settings.MAIL else None
    own_passkeys = list(Passkey.objects.filter(user=request.user.pk).order_by("pk"))
    fit, done = bool(host_of(request)), request.GET.get("done", "")
    context: dict[str, Any] = {
        "person": person,
        "guest": guest,
        "codes": [*codes],
        "has_mail": settings.MAIL,
        "mail": address,
        "mail_failed": address is not None and digests.has_given_up(address),
        "passkeys": [
            (
                key,
                shown(
                    f"passkey-{key.pk}",
                    PasskeyNameForm(initial={"name": key.name}),
                    f"passkey-%s-{key.pk}",
                ),
            )
            for key in own_passkeys
        ],
        "passkeys_fit": fit,
        "offers_passkey": fit and done == "signed-up" and not own_passkeys,
        "has_just_entered": passkeys.has_just_entered(request),
        "unused": sum(code.used is None for code in codes),
        "said": "" if problem else _news(done),
        "form": form,
        "problem": problem,
    }
    if user.is_authenticated:
        context |= profile_for(person) | {
            "change_form": shown("password", ChangePasswordForm(user, request), "%s"),
            "delete_form": shown("delete", ConfirmForm(user, request), "delete-%s"),
            "codes_form": shown("codes", ConfirmForm(user, request), "codes-%s"),
            "mail_form": shown("mail", AddressForm(user, request), "mail-%s"),
            "passkey_form": shown("passkeys", ConfirmForm(user, request), "passkey-%s"),
        }
    else:
        suggested = {"username": person.name if person else ""}
        log_in = shown("log-in", LogInForm(request), "%s")
        log_in.fields["username"].initial = suggested["username"]
        if not form:  # else a field with an error has it
            log_in.fields["username"].widget.attrs["autofocus"] = True
        if fit:
            log_in.fields["username"].widget.attrs["autocomplete"] += " webauthn"
        context |= {
            "sign_up_form": shown("sign-up", SignUpForm(initial=suggested), "new-%s"),
            "log_in_form": log_in,
        }
    return render(
        request, "account/account.html", context, status=problem.status if problem else 200
    )


def _news(done: str) -> str:
    """Return the sentence for `done`, the word in the URL after a form succeeded."""
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
        "passkey": _("Passkey added. From now on you can log in with it."),
        "passkey-name": _("Passkey renamed."),
        "passkey-gone": _("Passkey removed. Delete it from your device, too."),
        "mail-sent": _("Check your inbox and open the link to confirm your address."),
        "mail-gone": _("Address removed."),
        "mail": _("Address confirmed."),
        "digest-on": _("You'll get an email when a game is waiting, at most once a day."),
        "digest-off": _("You won't get emails about waiting games any more."),
    }.get(done, "")


def account_form(name: str) -> Callable[[_Act], Callable[..., HttpResponseBase]]:
    """Make a view of a function that handles the form `name`, which may contain fields of the URL.

    The function returns a word for `_news` on the account page, or a response. If it raises
    AccountProblem, the page shows it beside the form.
    """

    def make_view(act: _Act) -> Callable[..., HttpResponseBase]:
        @sensitive_post_parameters()
        @never_cache
        @wraps(act)
        def view(request: HttpRequest, **address: int) -> HttpResponseBase:
            if request.method != "POST":  # a reload of the form's response
                return redirect("account")
            try:
                done = act(request, **address)
            except AccountProblem as problem:
                return account_page(request, name.format(**address), problem)
            if isinstance(done, HttpResponse):
                return done
            return redirect(reverse("account", query={"done": done}))

        return view

    return make_view


def show_codes(
    request: HttpRequest,
    codes: list[str],
    news: str,
    *,
    new: bool = False,
    of: AbstractBaseUser | None = None,
) -> HttpResponse:
    """Show recovery codes, once, as only their hashes are stored: of a `new` account, or of an
    account that the browser is not logged in to (`of`)."""
    name = (of or request.user).get_username()
    context = {"codes": codes, "said": news, "new": new, "name": name}
    return render(request, "account/recovery_codes.html", context)


def show_recovered(request: HttpRequest, user: AbstractBaseUser, codes: list[str]) -> HttpResponse:
    news = _(
        "Password changed, and every device logged out. Passkeys and older recovery codes no "
        "longer work."
    )
    if settings.MAIL and not MailAddress.objects.filter(user=user.pk).exists():
        news += " " + _("If you had an email address here, add it again.")
    return show_codes(request, codes, news, of=user)


@account_form("sign-up")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account, which takes over the games of this browser's guest."""
    codes = accounts.sign_up(request, typed_fields(request))
    return show_codes(request, codes, _news("welcome"), new=True)


@account_form("log-in")
def log_in(request: HttpRequest) -> str:
    accounts.log_in(request, typed_fields(request))
    return "back"


@account_form("log-out")
def log_out(request: HttpRequest) -> str:
    """Log out. The browser acts as its guest again."""
    accounts.log_out(request)
    return "out"


@account_form("claim")
def claim(request: HttpRequest) -> str:
    """Add the games of this browser's guest to the account."""
    return f"claimed-{accounts.claim(request)}"


@account_form("password")
def change_password(request: HttpRequest) -> str | HttpResponse:
    """Replace the password, and close all other ways into the account if requested (`alone`)."""
    codes = accounts.change_password(request, typed_fields(request))
    if not codes:
        return "password"
    news = _("Password changed. Passkeys, older recovery codes and the email address are gone.")
    return show_codes(request, codes, news)


@account_form("delete")
def delete(request: HttpRequest) -> str:
    """Delete the account. Its games stay, without its name."""
    accounts.delete_account(request, typed_fields(request))
    return "deleted"


def typed_fields(request: HttpRequest) -> dict[str, str]:
    texts = {field: request.POST.get(field, "")[:_LONGEST] for field in _TEXTS}
    # Passwords are not cut: else the first characters alone would open the account.
    return texts | {field: request.POST.get(field, "") for field in _PASSWORDS}


@account_form("codes")
def new_codes(request: HttpRequest) -> HttpResponse:
    codes = recovery.renew(request, typed_fields(request))
    return show_codes(request, codes, _("Your new codes are ready. Older ones no longer work."))


@form_page
@sensitive_post_parameters()
def forgot(request: HttpRequest) -> HttpResponseBase:
    """Set a new password with a recovery code."""
    if request.method != "POST":
        return forgot_page(request)
    try:
        user, codes = recovery.recover(request, typed_fields(request))
    except AccountProblem as problem:
        return forgot_page(request, problem)
    return show_recovered(request, user, codes)


def forgot_page(
    request: HttpRequest,
    problem: AccountProblem | None = None,
    form: str = "forgot",
    *,
    sent: bool = False,
) -> HttpResponse:
    """Return the page with the `problem` of one of its forms, or after an email was `sent`."""
    forms: dict[str, BaseForm] = {"forgot": RecoverForm(request), "by-mail": ForgotForm()}
    if problem and problem.form:
        forms[form] = problem.form
    for drawn in forms.values():
        drawn.auto_id = "%s"
    context = {
        "problem": problem,
        "code_form": forms["forgot"],
        "mail_form": forms["by-mail"],
        "has_mail": settings.MAIL,
        "sent": sent,
    }
    status = problem.status if problem else 200
    return render(request, "account/forgot.html", context, status=status)


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
def begin_passkey(request: HttpRequest) -> dict[str, Any]:
    return passkeys.begin_adding(request, typed_fields(request))


@account_form("passkeys")
def add_passkey(request: HttpRequest) -> str:
    """Store the passkey that the browser has made."""
    passkeys.add(request, request.POST.get("credential", ""))
    return "passkey"


@_in_json
def begin_log_in(request: HttpRequest) -> dict[str, Any]:
    return passkeys.begin_log_in(request)


@account_form("passkey-log-in")
def log_in_by_passkey(request: HttpRequest) -> str:
    accounts.log_in_by_passkey(request, request.POST.get("credential", ""))
    return "back"


@account_form("passkey-{number}")
def rename_passkey(request: HttpRequest, number: int) -> str:
    passkeys.rename(request, number, request.POST.get("name", ""))
    return "passkey-name"


@account_form("passkey-{number}")
def remove_passkey(request: HttpRequest, number: int) -> str:
    passkeys.remove(request, number)
    return "passkey-gone"
