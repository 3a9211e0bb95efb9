"""Ways back into an account whose password is forgotten."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.services.accounts import recovery
from games.services.accounts.problems import AccountProblem
from games.views.accounts import account_form, show_codes, show_recovered, typed


@account_form("codes")
def new_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes and show them, this once."""
    codes = recovery.renew(request, typed(request))
    return show_codes(request, codes, _("Your new codes are ready. Older ones no longer work."))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@never_cache
def forgot(request: HttpRequest) -> HttpResponseBase:
    """Set a new password with a recovery code."""
    if request.method != "POST":
        return forgot_page(request)
    try:
        user, codes = recovery.recover(request, typed(request))
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
    """The page, with a `problem` of one of its forms, or after an email was `sent`."""
    fields = typed(request) if problem else {}
    context = {
        "form": form if problem else "",
        "problem": problem,
        # What was typed stays in the form, except passwords.
        "typed": fields.get("name", ""),
        "typed_code": fields.get("code", "")[:100],
        "typed_email": fields.get("email", "")[:254],
        "has_mail": settings.MAIL,
        "sent": sent,
    }
    status = problem.status if problem else 200
    return render(request, "account/forgot.html", context, status=status)
