"""The pages about email. They exist only where the operator has set a mail server."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import PasswordResetConfirmView
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.people import mail as links
from games.people.mail_forms import NewPasswordForm
from games.services.accounts import mail
from games.services.accounts.problems import AccountProblem
from games.views.accounts import account_form, show_recovered, typed
from games.views.recovery import forgot_page

_View = Callable[..., HttpResponseBase]


def _where_mail_is_sent(view: _View) -> _View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return checked


@_where_mail_is_sent
@account_form("mail")
def set_address(request: HttpRequest) -> str:
    """Enter an address, to which a link goes, or remove it."""
    return "mail-sent" if mail.set_address(request, typed(request)) else "mail-gone"


@_where_mail_is_sent
@account_form("digest")
def choose_digest(request: HttpRequest) -> str:
    """Choose whether an email says that games are waiting."""
    wanted = request.POST.get("wanted") == "yes"
    mail.choose_digest(request, wanted=wanted)
    return "digest-on" if wanted else "digest-off"


@_where_mail_is_sent
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address, with a button, because mail programs open links to inspect them."""
    if request.method == "POST":
        try:
            mail.confirm(token)
        except AccountProblem as problem:
            return _confirm_page(request, None, problem.status)
        return redirect(reverse("account", query={"done": "mail"}))
    found = links.to_confirm(token)
    return _confirm_page(request, found, 200 if found else 410)


def _confirm_page(request: HttpRequest, found: Any, status: int) -> HttpResponse:
    return render(request, "account/confirm_mail.html", {"mail": found}, status=status)


@_where_mail_is_sent
@csrf_exempt  # a mail program sends it, without cookies (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the digests with one click, logged in or not."""
    if links.to_stop(token) is None:
        raise Http404
    done = request.method == "POST" and mail.stop(token)
    return render(request, "account/stop_mail.html", {"done": done})


@_where_mail_is_sent
@require_POST
@never_cache
def ask_reset(request: HttpRequest) -> HttpResponse:
    """Have a link for a new password sent. The answer is the same for every address."""
    try:
        mail.ask_reset(request, typed(request))
    except AccountProblem as problem:
        return forgot_page(request, problem, "by-mail")
    return forgot_page(request, sent=True)


class Reset(PasswordResetConfirmView):
    """Set a new password, by the link of an email. Django keeps the link out of the address."""

    form_class = NewPasswordForm
    template_name = "account/reset.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        user = cast("AbstractBaseUser", self.user)
        del self.request.session["_password_reset_token"]
        codes = mail.reset(user, form.cleaned_data["new_password1"])
        return show_recovered(self.request, user, codes)


reset = _where_mail_is_sent(Reset.as_view())
