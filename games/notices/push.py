"""Build the request for a push service, and act on its answer (RFC 8030)."""

import hashlib
import json
import logging
from datetime import timedelta
from http import HTTPStatus
from typing import Final, NamedTuple

from django.db.models import F

from games import clock, metrics
from games.models import Device
from games.models.notices import Notice
from games.notices import queue
from games.notices.encryption import encrypt
from games.notices.kinds import KINDS
from games.notices.outgoing import Answer
from games.notices.targets import Target, is_known, target_of
from games.notices.texts import tag_of, text_of
from games.notices.vapid import authorization, from_base64, to_base64

logger = logging.getLogger(__name__)

MOST_FAILURES: Final = 5
"""Refusals in a row, for a fault of the device, after which it is deleted."""
_FIRST_WAIT: Final = timedelta(seconds=30)
_LONGEST_WAIT: Final = timedelta(hours=1)
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
"""Only these mean that the browser has turned its notices off."""


class Request(NamedTuple):
    target: Target
    headers: dict[str, str]
    body: bytes


def request_for(notice: Notice) -> Request:
    """Return the request for a notice. Raise BadTarget, or ValueError for invalid keys."""
    device, kind = notice.its_device(), KINDS[notice.kind]
    target = target_of(device.endpoint)
    text = json.dumps(text_of(notice), ensure_ascii=False).encode()
    scheme = "http" if target.is_plain else "https"
    origin = f"{scheme}://{target.name if target.is_plain else target.host}"
    left = max(0, int((notice.until - clock.now()).total_seconds()))
    headers = {
        "Authorization": authorization(origin),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(left),
        "Topic": to_base64(hashlib.sha256(tag_of(notice).encode()).digest())[:32],
        "Urgency": "high" if kind.urgent else "normal",
    }
    return Request(
        target, headers, encrypt(text, from_base64(device.p256dh), from_base64(device.auth))
    )


def settle(notice: Notice, answer: Answer) -> timedelta | None:
    """Record the result of a notice. Return the pause that its push service needs, if any."""
    device = Device.objects.filter(pk=notice.its_device().pk)
    if answer.is_taken:
        device.update(reached=clock.now(), failures=0)
        queue.finish(notice)
        return None
    if answer.status in _GONE:
        device.delete()  # with all its notices: the browser has turned them off
        return None
    if is_temporary(answer) or _is_misled(notice, answer):
        pause = wait_after(notice.attempts, answer.headers.get("retry-after", ""))
        queue.try_again(notice, pause)
        return pause
    if 400 <= answer.status < 500:  # this site is to blame: its clock, its key or its request
        metrics.refused_notices.inc()
        logger.error(
            "%s refuses the notices of this site (%s): check the clock of this machine, and whether"
            " VAPID_KEY or SECRET_KEY has changed",
            notice.target,
            answer.status,
        )
        pause = wait_after(notice.attempts, "")
        queue.try_again(notice, pause)
        return pause
    queue.finish(notice)
    if answer.was_sent and not answer.status:  # it may have arrived
        return None
    logger.warning(
        "a push service refused a notice: %s",
        answer.status or answer.problem,
        extra={"service": notice.target},
    )
    device.update(failures=F("failures") + 1)
    device.filter(failures__gte=MOST_FAILURES).delete()
    return None


def _is_misled(notice: Notice, answer: Answer) -> bool:
    """Return whether a filter or a captive portal here gives a well-known push service an address
    that is not public: no fault of the device."""
    return answer.problem in _FINAL_PROBLEMS and is_known(notice.target)


def is_temporary(answer: Answer) -> bool:
    """Return whether a notice has certainly not arrived, but may be accepted later."""
    if not answer.status:
        return not answer.was_sent and answer.problem not in _FINAL_PROBLEMS
    return answer.status == HTTPStatus.TOO_MANY_REQUESTS or answer.status >= 500


_FINAL_PROBLEMS: Final = frozenset({"not a public address"})


def wait_after(attempts: int, retry_after: str, longest: timedelta = _LONGEST_WAIT) -> timedelta:
    """Return the time until the next attempt: longer each time, `retry_after` or more, at most
    `longest`."""
    wait: timedelta = _FIRST_WAIT * 4**attempts
    if retry_after.isascii() and retry_after.isdecimal() and len(retry_after) < 8:
        return min(max(wait, timedelta(seconds=int(retry_after))), longest)
    return min(wait, _LONGEST_WAIT)
