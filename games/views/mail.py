"""The pages about email. They exist only if the operator has set a mail server."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from games.models import MailAddress
from games.people import mail as links
from games.people.mail import NewPasswordForm
from games.services.accounts import mail
from games.services.accounts.problems import AccountProblem
from games.views.accounts import account_form, forgot_page, show_recovered, typed_fields
from games.views.shared import form_page, form_target

_View = Callable[..., HttpResponseBase]


def _with_mail_server(view: _View) -> _View:
    @wraps(view)
    def checking_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return checking_view


@_with_mail_server
@account_form("mail")
def set_address(request: HttpRequest) -> str:
    """Store an address, to which a link is sent, or remove it."""
    return "mail-sent" if mail.set_address(request, typed_fields(request)) else "mail-gone"


@_with_mail_server
@account_form("digest")
def choose_digest(request: HttpRequest) -> str:
    wanted = request.POST.get("wanted") == "yes"
    mail.choose_digest(request, wanted=wanted)
    return "digest-on" if wanted else "digest-off"


@_with_mail_server
@form_page
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address with a button, because mail programs open links to inspect them."""
    if request.method == "POST":
        try:
            mail.confirm(token)
        except AccountProblem as problem:
            return _confirm_page(request, None, problem.status)
        return redirect(reverse("account", query={"done": "mail"}))
    address = links.address_to_confirm(token)
    return _confirm_page(request, address, 200 if address else 410)


def _confirm_page(request: HttpRequest, address: MailAddress | None, status: int) -> HttpResponse:
    return render(request, "account/confirm_mail.html", {"mail": address}, status=status)


@_with_mail_server
@csrf_exempt  # a mail program sends it, without cookies (RFC 8058)
@form_page
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the digests with one click, logged in or not."""
    address = links.address_to_stop(token)
    if address is None:
        raise Http404
    if done := request.method == "POST":
        mail.stop(address)
    return render(request, "account/stop_mail.html", {"done": done})


@_with_mail_server
@form_target
def ask_reset(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password. The response does not reveal if the address is known."""
    try:
        mail.ask_reset(request, typed_fields(request))
    except AccountProblem as problem:
        return forgot_page(request, problem, "by-mail")
    return forgot_page(request, sent=True)


class Reset(PasswordResetConfirmView):
    """Set a new password by the link in an email, whose token Django keeps out of the URL."""

    form_class = NewPasswordForm
    template_name = "account/reset.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        user = cast("AbstractBaseUser", self.user)
        del self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        codes = mail.reset(user, form.cleaned_data["new_password1"])
        return show_recovered(self.request, user, codes)


reset = _with_mail_server(Reset.as_view())
