"""The webhook of a room: set, try and remove it, build its requests, and act on the answers.

Its address is a secret, since it allows writing in the chat: it is sealed in the database, and
never logged or shown whole.
"""

import ipaddress
import logging
import random
import threading
from datetime import timedelta
from http import HTTPStatus
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from games import clock
from games.models import FOUNDER, Person, Player, Room, RoomMark
from games.models.notices import Notice, Webhook
from games.notices import queue
from games.notices.messages import Message, body_of, format_for, message_of, trial_of
from games.notices.outgoing import Answer, post
from games.notices.push import Request, is_temporary, wait_after
from games.notices.targets import BadTarget, Target, is_public, target_of
from games.state.sealing import CannotUnseal, seal_address, unseal_address

logger = logging.getLogger(__name__)

MOST_FAILURES: Final = 8
FAILING_FOR: Final = timedelta(hours=6)
"""A webhook is switched off after MOST_FAILURES in a row over at least this time."""
TRIAL_SECONDS: Final = 6.0
_TRIALS: Final = threading.BoundedSemaphore(4)
"""Maximum number of test messages under way, as each blocks the thread of a request."""
_LONGEST_WAIT: Final = timedelta(days=1)
_JITTER: Final = 0.5
_SHOWN_CHARACTERS: Final = 4
_SECRET_LENGTH: Final = 24
"""Minimum length of an address whose end is shown."""
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_OffReason = Webhook.OffReason


class Setter(NamedTuple):
    """The host who sets a webhook: seat, the site's address as they see it, and language."""

    seat: int
    site: str
    language: str = "en"


def replace(room: Room, address: str, chosen: Webhook.Format, by: Setter) -> Webhook:
    """Set the webhook of a room, and drop messages queued for its earlier one. Raise BadTarget."""
    target = target_of(address)
    _check_host(target)
    values = {
        "address": seal_address(address, room.pk),
        "target": target.name,
        "format": format_for(target, chosen),
        "set_by": by.seat,
        "site": by.site,
        "language": by.language[:16],
        "since": clock.now(),
    }
    try:
        with transaction.atomic():
            remove(room)
            webhook = Webhook.objects.create(room=room, **values)
            _replan_turn(room.pk)
            return webhook
    except IntegrityError:  # set on two devices at once, and the other one was first
        return Webhook.objects.get(room=room)


def _replan_turn(room: int) -> None:
    """Have the newest event planned again: its turn may have begun hours ago."""
    for head in Room.objects.filter(pk=room).values_list("head", flat=True):
        RoomMark.objects.get_or_create(room_id=room, defaults={"seen": head - 1})
        RoomMark.objects.filter(room=room, seen=head).update(seen=head - 1, awake=True)


def _check_host(target: Target) -> None:
    """Raise BadTarget for this machine, or an IP address that is not public. Other names are looked
    up before each request."""
    try:
        ipaddress.ip_address(target.host)
    except ValueError:
        is_fit = target.host != "localhost"
    else:
        is_fit = is_public(target.host)
    if not is_fit and not target.is_plain:
        raise BadTarget("not a public address")


def remove(room: Room) -> None:
    with transaction.atomic():
        # Locked, so that no notice is planned for it meanwhile.
        for webhook in Webhook.objects.select_for_update().filter(room=room):
            webhook.delete()


def remove_all(founder: Person) -> None:
    """Remove the webhooks of the rooms that this person opened."""
    seats = Player.objects.filter(seat=FOUNDER).held_by(founder)
    for room in Room.objects.filter(pk__in=seats.values("room"), webhook__isnull=False):
        remove(room)


def end_of(webhook: Webhook) -> str:
    """Return the end of the address, by which its owner recognises it; "" for none."""
    try:
        address = unseal_address(bytes(webhook.address), webhook.room_id)
    except CannotUnseal:
        return ""
    path = address.partition("://")[2].partition("/")[2]
    return path[-_SHOWN_CHARACTERS:] if len(path) >= _SECRET_LENGTH else ""


def request_for(notice: Notice) -> Request:
    """Return the request for a notice. If there can be none, switch the webhook off and raise
    BadTarget or ValueError."""
    return _request(notice.its_webhook(), message_of(notice))


def _request(webhook: Webhook, message: Message) -> Request:
    try:
        target = target_of(unseal_address(bytes(webhook.address), webhook.room_id))
    except CannotUnseal:
        _switch_off(webhook, _OffReason.SEALED)
        raise
    except BadTarget:
        _switch_off(webhook, _OffReason.BLOCKED)
        raise
    headers = {"Content-Type": "application/json"}
    return Request(target, headers, body_of(webhook.format, message))


def settle(notice: Notice, answer: Answer) -> timedelta | None:
    """Record the result of a notice. Return the pause that its host needs, if any."""
    pause = None
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        retry_after = answer.headers.get("retry-after", "")
        wait = wait_after(notice.attempts, retry_after, _LONGEST_WAIT)
        queue.try_again(notice, _with_jitter(wait))
        _put_off(notice, wait)
    elif is_temporary(answer):
        pause = wait_after(notice.attempts, answer.headers.get("retry-after", ""))
        queue.try_again(notice, _with_jitter(pause))
    else:
        queue.finish(notice)
    _note(notice.its_webhook(), answer)
    return pause


def _with_jitter(wait: timedelta) -> timedelta:
    """Lengthen a wait at random, so that requests that failed together are not retried together."""
    return wait * (1 + _JITTER * random.random())


def _put_off(notice: Notice, wait: timedelta) -> None:
    """Put off the other messages for this chat. Other chats at the host have their own limits."""
    due = clock.now() + wait
    others = Notice.objects.filter(webhook=notice.webhook_id, state=Notice.State.WAITING)
    others.filter(due__lt=due).update(due=due)


def try_out(webhook: Webhook, room: Room) -> bool:
    """Send a test message and record the answer. Success switches the webhook on again. Return
    False if too many tests are under way."""
    if not _TRIALS.acquire(blocking=False):
        return False
    try:
        target, headers, body = _request(webhook, trial_of(webhook, room))
        answer = post(target, headers, body, TRIAL_SECONDS)
    except (BadTarget, CannotUnseal):
        return True
    finally:
        _TRIALS.release()
    if answer.is_taken:
        off = Webhook.objects.filter(pk=webhook.pk, off__isnull=False)
        if off.update(off=None, why="", since=clock.now()):
            _replan_turn(room.pk)
    _note(webhook, answer)
    return True


def _note(webhook: Webhook, answer: Answer) -> None:
    """Record an answer, and switch the webhook off if it is gone or has failed for too long."""
    now, row = clock.now(), Webhook.objects.filter(pk=webhook.pk)
    row.update(answered=now, status=answer.status, problem=answer.problem[:40])
    if answer.is_taken:
        row.update(failures=0, failing_since=None)
    elif answer.status in _GONE:
        _switch_off(webhook, _OffReason.GONE)
    elif answer.status != HTTPStatus.TOO_MANY_REQUESTS:
        row.update(failures=F("failures") + 1, failing_since=Coalesce("failing_since", now))
        if row.filter(failures__gte=MOST_FAILURES, failing_since__lte=now - FAILING_FOR).exists():
            _switch_off(webhook, _OffReason.FAILING)


def _switch_off(webhook: Webhook, why: str) -> None:
    """Send nothing more until a test message succeeds or the host sets another address."""
    on = Webhook.objects.filter(pk=webhook.pk, off=None)
    if on.update(off=clock.now(), why=why):
        Notice.objects.filter(webhook=webhook.pk, state=Notice.State.WAITING).delete()
        logger.warning(
            "a webhook was switched off: %s",
            why,
            extra={"room": webhook.room_id, "service": webhook.target},
        )


def sweep() -> None:
    """Delete the webhooks of closed rooms once all their messages are sent."""
    planned = Q(off__isnull=False) | Q(room__notice_mark__seen=F("room__head"))
    finished = Webhook.objects.filter(planned, room__status=Room.Status.CLOSED)
    finished.exclude(notices__state__in=(Notice.State.WAITING, Notice.State.CLAIMED)).delete()
