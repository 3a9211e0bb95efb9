"""Recovery codes: make them, and use one to take back an account from an intruder."""

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
from games.services.accounts.problems import check, user_of


def replace_codes(user: AbstractBaseUser) -> list[str]:
    """Replace the account's codes, and return the new ones. Only their hashes are stored."""
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
    """Return new codes for the logged-in user, given the `password`. Raise AccountProblem."""
    user = user_of(request)
    check(ConfirmForm(user, request, data))
    codes = replace_codes(user)
    alert_owner(user, Email.Kind.CODES)
    audit.log("new recovery codes", user)
    return codes


def recover(request: HttpRequest, data: Mapping[str, str]) -> tuple[AbstractBaseUser, list[str]]:
    """Set the password `new` for the account `name`, by its recovery code `code`, and remove its
    email address. Return the account and new codes; no session begins. Raise AccountProblem."""
    form = RecoverForm(request, data)
    check(form)
    user = form.user
    with transaction.atomic():
        unused = RecoveryCode.objects.filter(user=user.pk, used=None)
        if not unused.filter(pk=form.used.pk).update(used=clock.now()):  # by another request
            form.add_error("code", WRONG)
            check(form)
        codes = take_back(user, form.cleaned_data["new"], keeps_address=False)
    audit.log("password replaced by a recovery code", user)
    auth.logout(request)
    return user, codes


def take_back(user: AbstractBaseUser, password: str, *, keeps_address: bool) -> list[str]:
    """Set a new password, end all sessions and notices, and call `close_other_ways`."""
    user.set_password(password)
    with transaction.atomic(savepoint=False):
        user.save(update_fields=["password"])
        alert_owner(user, Email.Kind.PASSWORD)
        devices.remove_logged_out(user.pk)
        return close_other_ways(user, keeps_address=keeps_address)


def close_other_ways(user: AbstractBaseUser, *, keeps_address: bool) -> list[str]:
    """Remove what may be an intruder's: passkeys, recovery codes, further devices of seats,
    webhooks, a pending address, and the confirmed one unless `keeps_address`. Return new codes."""
    with transaction.atomic(savepoint=False):
        passkeys.remove_all(user)
        for person in Person.objects.filter(user=user.pk):
            people.close_seats(person)
        if keeps_address:
            MailAddress.objects.filter(user=user.pk).update(pending="", asked=None)
        else:
            remove_address(user)
        return replace_codes(user)


def remove_address(user: AbstractBaseUser) -> None:
    """Remove the email address of an account, and notify that address."""
    with transaction.atomic(savepoint=False):
        alert_owner(user, Email.Kind.ADDRESS)
        MailAddress.objects.filter(user=user.pk).delete()
        Email.objects.filter(user=user.pk, to="").delete()
        auth.get_user_model().objects.filter(pk=user.pk).update(email="")
