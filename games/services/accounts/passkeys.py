"""Add, name and remove the passkeys of an account, and find the owner of a passkey."""

import logging
import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.contrib import auth
from django.contrib.auth import signals
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.models import Email, Passkey
from games.notices.devices import name_of
from games.notices.emails import alert_owner
from games.people import audit, known, passkeys
from games.people.address import address_of
from games.people.forms import (
    TOO_MANY,
    TOO_MANY_TRIES,
    ConfirmForm,
    PasskeyNameForm,
    count_guesses,
)
from games.people.names import NAME_LENGTH
from games.people.throttle import PASSKEYS
from games.services.accounts.problems import AccountProblem, check, user_of

logger = logging.getLogger(__name__)

_ENTERED: Final = "entered"
_RECENT_SECONDS: Final = 600
_TOO_LATE: Final = gettext_lazy("That took too long. Try again.")
_INVALID: Final = gettext_lazy("That passkey didn't work. Try again, or log in with your password.")
_REMOVED: Final = gettext_lazy("That passkey is already removed.")


def begin_adding(request: HttpRequest, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the browser's options for a new passkey. The `password` is required unless the user
    has just entered it. Raise AccountProblem."""
    user = user_of(request)
    _require_host(request)
    if not has_just_entered(request):
        if not data.get("password"):  # it was not needed when the page was shown
            raise AccountProblem("password", _("Reload this page, and enter your password."))
        check(ConfirmForm(user, request, data))
    known_keys = list(Passkey.objects.filter(user=user.pk).order_by("pk"))
    _require_room(len(known_keys))
    handle = bytes(known_keys[0].handle) if known_keys else secrets.token_bytes(32)
    return passkeys.ask_to_add(request, user, handle, [bytes(key.data) for key in known_keys])


def note_entry(request: HttpRequest) -> None:
    """Record the time of the sign-up or log-in in the session."""
    request.session[_ENTERED] = clock.now().timestamp()


def has_just_entered(request: HttpRequest) -> bool:
    """Return True within ten minutes of a sign-up or log-in."""
    entered = float(request.session.get(_ENTERED, 0))
    return 0 <= clock.now().timestamp() - entered < _RECENT_SECONDS


def add(request: HttpRequest, answer: str) -> None:
    """Store the passkey that the browser has created. Raise AccountProblem."""
    user = user_of(request)
    _require_host(request)
    try:
        handle, data, id_hash, count = passkeys.finish_adding(request, user, answer)
    except passkeys.Expired as error:
        raise AccountProblem(None, str(_TOO_LATE)) from error
    except passkeys.Invalid as error:
        raise AccountProblem(None, _("That passkey couldn't be added. Try again.")) from error
    passkey = Passkey(
        user_id=user.pk,
        name=name_of(request.headers.get("User-Agent", ""))[:NAME_LENGTH],
        handle=handle,
        data=data,
        id_hash=id_hash,
        count=count,
        made=clock.now(),
    )
    try:
        with transaction.atomic():
            auth.get_user_model().objects.select_for_update().get(pk=user.pk)
            _require_room(Passkey.objects.filter(user=user.pk).count())
            passkey.save()
    except IntegrityError as error:
        raise AccountProblem(None, _("That passkey was already added.")) from error
    alert_owner(user, Email.Kind.PASSKEYS)
    audit.log("passkey added", user)


def rename(request: HttpRequest, number: int, name: str) -> None:
    """Rename a passkey of the user. Raise AccountProblem."""
    own = Passkey.objects.filter(user=user_of(request).pk, pk=number)
    form = PasskeyNameForm({"name": name})
    check(form)
    if not own.update(name=form.cleaned_data["name"]):
        raise AccountProblem(None, str(_REMOVED))


def remove(request: HttpRequest, number: int) -> None:
    """Remove a passkey of the user. No password is needed: the owner still has it, and must be able
    to act fast when a device is lost. Raise AccountProblem."""
    user = user_of(request)
    if not Passkey.objects.filter(user=user.pk, pk=number).delete()[0]:
        raise AccountProblem(None, str(_REMOVED))
    alert_owner(user, Email.Kind.PASSKEYS)
    audit.log("passkey removed", user)


def remove_all(user: AbstractBaseUser) -> None:
    """Remove all passkeys of a recovered account, since one may be an intruder's."""
    if Passkey.objects.filter(user=user.pk).delete()[0]:
        audit.log("all passkeys removed", user)


def begin_log_in(request: HttpRequest) -> dict[str, Any]:
    """Return the browser's options for a log-in by passkey. Raise AccountProblem."""
    _require_host(request)
    if PASSKEYS.hit(address_of(request), known.key_in(request)):
        text = _("Too many attempts from your network. Try again in a minute.")
        raise AccountProblem(None, text, 429)
    return passkeys.ask_to_log_in(request)


def owner(request: HttpRequest, answer: str) -> AbstractBaseUser:
    """Return the account whose passkey signed `answer`. A failure counts as a wrong password. Raise
    AccountProblem."""
    _require_host(request)
    try:
        read = passkeys.Answer(request, answer)
    except passkeys.Expired as error:
        raise AccountProblem(None, str(_TOO_LATE)) from error
    except passkeys.Invalid as error:
        raise _report_failure(request, str(_INVALID)) from error
    rows = Passkey.objects.select_related("user")
    passkey = rows.filter(id_hash=read.id_hash, user__is_active=True).first()
    account = None if passkey is None else passkey.user
    name = f"passkey {read.id_hash}" if account is None else account.get_username()
    try:
        with count_guesses(request, name, account, is_password=False):
            return _owner_if_right(passkey, read)
    except ValidationError as error:
        if error.code == TOO_MANY:
            raise AccountProblem(None, str(TOO_MANY_TRIES), 429) from error
        raise _report_failure(request, error.messages[0]) from error


def _owner_if_right(passkey: Passkey | None, read: passkeys.Answer) -> AbstractBaseUser:
    """Check the response, record the use and return the owner. Raise ValidationError."""
    if passkey is None:
        raise ValidationError(_("That passkey was removed here. Log in with your password."))
    try:
        read.check(bytes(passkey.data))
    except passkeys.Invalid as error:
        raise ValidationError(_INVALID) from error
    if read.handle not in (None, bytes(passkey.handle)):
        raise ValidationError(_INVALID)
    if passkey.count and read.count and read.count <= passkey.count:
        # A count that goes back means that two devices have the key, one of which may be a thief's.
        # Synced passkeys always count 0.
        logger.warning("account: a passkey counted back", extra={"account": passkey.user_id})
        raise ValidationError(
            _("This passkey may have been copied. Log in with your password and remove it.")
        )
    same = Passkey.objects.filter(pk=passkey.pk, count=passkey.count)
    if not same.update(count=read.count, used=clock.now()):  # it was used or removed meanwhile
        raise ValidationError(_INVALID)
    return passkey.user


def _report_failure(request: HttpRequest, text: str) -> AccountProblem:
    """Signal a failed log-in, as Django does for passwords, and return the refusal."""
    signals.user_login_failed.send(sender=__name__, credentials={}, request=request)
    return AccountProblem(None, text)


def _require_host(request: HttpRequest) -> None:
    if not passkeys.host_of(request):
        raise AccountProblem(None, _("Passkeys don't work at this address."))


def _require_room(there: int) -> None:
    if there >= passkeys.MOST:
        text = _("You have %(count)s passkeys. Remove one before you add another.")
        raise AccountProblem(None, text % {"count": there})
