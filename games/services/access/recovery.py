"""Make recovery codes for an account, and set a new password by one of them."""

from collections.abc import Mapping

from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from games import clock
from games.models import RecoveryCode
from games.notices import devices
from games.people import audit, recovery_codes
from games.people.forms import ConfirmForm
from games.people.recovery_forms import WRONG, RecoverForm
from games.services.access import passkeys
from games.services.access.problems import AccountProblem, check, user_of


def give(user: AbstractBaseUser) -> list[str]:
    """Return new codes for the account, and void its old ones. Codes cannot be read again later."""
    codes, now = recovery_codes.new_codes(), clock.now()
    rows = [
        RecoveryCode(user_id=user.pk, number=number, hashed=recovery_codes.hashed(code), made=now)
        for number, code in enumerate(codes, start=1)
    ]
    with transaction.atomic():
        auth.get_user_model().objects.select_for_update().get(pk=user.pk)
        RecoveryCode.objects.filter(user=user.pk).delete()
        RecoveryCode.objects.bulk_create(rows)
    return codes


def renew(request: HttpRequest, data: Mapping[str, str]) -> list[str]:
    """Return new codes for the user who is logged in, given their `password`. Raise
    AccountProblem."""
    user = user_of(request)
    check(ConfirmForm(user, request, data))
    codes = give(user)
    audit.log("new recovery codes", user)
    return codes


def recover(request: HttpRequest, data: Mapping[str, str]) -> int:
    """Set the password `new` for the account `name`, in exchange for one of its codes, `code`.

    Every session of the account ends, and so do the notices of its devices; its passkeys are
    removed; this logs nobody in. Return how many codes are left. Raise AccountProblem.
    """
    form = RecoverForm(request, data)
    check(form)
    user = form.user
    with transaction.atomic():
        unused = RecoveryCode.objects.filter(user=user.pk, used=None)
        if not unused.filter(pk=form.used.pk).update(used=clock.now()):  # by another request
            raise AccountProblem("code", str(WRONG))
        user.set_password(form.cleaned_data["new"])
        user.save(update_fields=["password"])
        devices.remove_logged_out(user.pk)
        passkeys.remove_all(user)
        left = unused.count()
    audit.log("password replaced by a recovery code", user)
    auth.logout(request)
    return left
