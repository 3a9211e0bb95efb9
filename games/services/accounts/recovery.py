"""Make recovery codes for an account, set a new password by one of them, and close every other way
into the account."""

from collections.abc import Mapping

from django.contrib import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from games import clock
from games.models import Email, MailAddress, Person, RecoveryCode
from games.notices import devices
from games.notices.emails import alert_owner
from games.people import audit
from games.people.forms import ConfirmForm
from games.people.recovery import WRONG, RecoverForm, hash_code, new_codes
from games.services.accounts import passkeys, people
from games.services.accounts.problems import AccountProblem, check, user_of


def give(user: AbstractBaseUser) -> list[str]:
    """Return new codes for the account, and void its old ones. Codes cannot be read again later."""
    codes, now = new_codes(), clock.now()
    rows = [
        RecoveryCode(user_id=user.pk, number=number, hashed=hash_code(code), made=now)
        for number, code in enumerate(codes, start=1)
    ]
    with transaction.atomic(savepoint=False):
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
    alert_owner(user, Email.Kind.CODES)
    audit.log("new recovery codes", user)
    return codes


def recover(request: HttpRequest, data: Mapping[str, str]) -> tuple[AbstractBaseUser, list[str]]:
    """Set the password `new` for the account `name`, in exchange for one of its codes, `code`, as
    `take_back` does; its email address goes, too. No session begins.

    Return the account and its new codes. Raise AccountProblem.
    """
    form = RecoverForm(request, data)
    check(form)
    user = form.user
    with transaction.atomic():
        unused = RecoveryCode.objects.filter(user=user.pk, used=None)
        if not unused.filter(pk=form.used.pk).update(used=clock.now()):  # by another request
            raise AccountProblem("code", str(WRONG))
        codes = take_back(user, form.cleaned_data["new"], keeps_address=False)
    audit.log("password replaced by a recovery code", user)
    auth.logout(request)
    return user, codes


def take_back(user: AbstractBaseUser, password: str, *, keeps_address: bool) -> list[str]:
    """Set a new password for its owner, and return new recovery codes. Every session of the account
    ends, and so do the notices of its devices; see `close_other_ways`."""
    user.set_password(password)
    with transaction.atomic(savepoint=False):
        user.save(update_fields=["password"])
        alert_owner(user, Email.Kind.PASSWORD)
        devices.remove_logged_out(user.pk)
        return close_other_ways(user, keeps_address=keeps_address)


def close_other_ways(user: AbstractBaseUser, *, keeps_address: bool) -> list[str]:
    """Remove what may be an intruder's: passkeys, recovery codes, further devices of the seats,
    webhooks, an address that waits to be confirmed, and with `keeps_address` false the confirmed
    one. Return new codes."""
    with transaction.atomic(savepoint=False):
        passkeys.remove_all(user)
        for person in Person.objects.filter(user=user.pk):
            people.close_seats(person)
        if keeps_address:
            MailAddress.objects.filter(user=user.pk).update(pending="", asked=None)
        else:
            remove_address(user)
        return give(user)


def remove_address(user: AbstractBaseUser) -> None:
    """Remove the email address of an account, and tell its reader."""
    with transaction.atomic(savepoint=False):
        alert_owner(user, Email.Kind.ADDRESS)
        MailAddress.objects.filter(user=user.pk).delete()
        Email.objects.filter(user=user.pk, to="").delete()
        auth.get_user_model().objects.filter(pk=user.pk).update(email="")
