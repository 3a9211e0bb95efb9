"""Send notices and emails, off the event loop of the server.

One thread uses the database, and each delivery has a thread of its own, so no move waits for
either. Only a few requests go to one service at a time, so a slow one does not hold up the others.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import timedelta
from functools import partial
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection

from games import clock
from games.models.notices import Notice
from games.notices import digests, emails, planning, push, queue, webhooks
from games.notices.checks import time_to_send
from games.notices.outgoing import post
from games.notices.push import Request
from games.notices.queue import Lane
from games.notices.targets import BadTarget

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 2.0
AT_ONCE: Final = 24
AT_ONCE_FOR_ONE: Final = 6
AT_ONCE_IN: Final[Mapping[Lane, int]] = MappingProxyType(
    {Lane.KNOWN: AT_ONCE, Lane.OTHER: 8, Lane.CHATS: 8}
)
"""Maximum number of deliveries under way: in all, to one service, and in a lane. Hosts that
visitors name may be slow on purpose, so they never get all the slots."""
MOST_CHECKED: Final = 240
"""Maximum number of a lane's notices checked in one go."""
_DIGEST_SECONDS: Final = 600.0
_SWEEP_SECONDS: Final = 600.0
_STOP_SECONDS: Final = 5.0
_LONGEST_PAUSE: Final = 60.0
"""Maximum pause after a service could not take a request."""


class Delivery(NamedTuple):
    """Something to send. `send` runs in its own thread; `settle` stores its result and returns the
    pause that the service needs, if any."""

    lane: Lane
    target: str
    send: Callable[[], Any]
    settle: Callable[[Any], timedelta | None]


class Outbox:
    """The thread that sends what is due. Several processes may each have one."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._answers: SimpleQueue[tuple[Delivery, Any] | None] = SimpleQueue()
        """Finished deliveries with their results; None to stop."""
        self._look_at = 0.0
        """Time (monotonic) of the next look for due deliveries."""
        self._busy: Counter[str] = Counter()
        """Deliveries under way, by service."""
        self._lanes: Counter[Lane] = Counter()
        """Deliveries under way, by lane."""
        self._pauses: dict[str, float] = {}
        """Times (monotonic) until which services are left alone."""
        self._swept = self._digested = time.monotonic()

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Claim nothing more, and wait a moment for deliveries under way."""
        self._answers.put(None)
        if self._thread is not None:
            self._thread.join(_STOP_SECONDS + 1)

    def _run(self) -> None:
        self._look_at = time.monotonic() + EVERY_SECONDS
        try:
            while self._settle_next(self._look_at):
                if time.monotonic() < self._look_at:
                    continue
                self._look_at = time.monotonic() + EVERY_SECONDS
                try:
                    self._look()
                except Exception:
                    logger.warning("notices could not be planned or read", exc_info=True)
                    connection.close()  # the database may have been restarted
            end = time.monotonic() + _STOP_SECONDS
            while self._lanes.total() and time.monotonic() < end:
                self._settle_next(end)
        finally:
            connection.close()

    def _look(self) -> None:
        """Start sending what is due, and plan new notices."""
        now = time.monotonic()
        if settings.MAIL and not self._lanes[Lane.MAIL] and self._is_mail_due(now):
            self._begin(Delivery(Lane.MAIL, "mail", partial(self._send_mail, now), lambda _: None))
        self._pauses = {name: until for name, until in self._pauses.items() if until > now}
        for delivery in self._claim_due():
            self._begin(delivery)
        if now - self._swept > _SWEEP_SECONDS:
            self._swept = now
            queue.sweep(clock.now())
            webhooks.sweep()

    def _begin(self, delivery: Delivery) -> None:
        self._busy[delivery.target] += 1
        self._lanes[delivery.lane] += 1
        # The process waits for an email under way before it ends, so that it is not sent twice.
        daemon = delivery.lane is not Lane.MAIL
        threading.Thread(target=self._send, args=(delivery,), daemon=daemon).start()

    def _send(self, delivery: Delivery) -> None:
        self._answers.put((delivery, delivery.send()))

    def _is_mail_due(self, now: float) -> bool:
        return now - self._digested > _DIGEST_SECONDS or emails.is_any_due(clock.now())

    def _send_mail(self, now: float) -> None:
        try:
            with closing(connection):
                emails.send_due(clock.now())
                if now - self._digested > _DIGEST_SECONDS:
                    self._digested = now
                    digests.send_digests(clock.now())
        except Exception:
            logger.warning("emails could not be sent", exc_info=True)

    def _settle_next(self, until: float) -> bool:
        """Store the next result, if one comes in time. Return False on a stop."""
        try:
            answered = self._answers.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return True
        if answered is not None:
            self._settle(*answered)
        return answered is not None

    def _settle(self, delivery: Delivery, answer: Any) -> None:
        lane, target = delivery.lane, delivery.target
        self._lanes[lane] -= 1
        self._busy[target] -= 1
        if not self._busy[target]:
            del self._busy[target]
        try:
            pause = delivery.settle(answer)
        except Exception:
            # It stays claimed, and is never sent again.
            logger.warning("the result of a notice could not be stored", exc_info=True)
            connection.close()
            return
        if pause is not None:
            self._pauses[target] = time.monotonic() + min(pause.total_seconds(), _LONGEST_PAUSE)
        elif self._lanes.total() == AT_ONCE - 1 or self._busy[target] == AT_ONCE_FOR_ONE - 1:
            self._look_at = 0.0  # other notices may be waiting for a free slot

    def _claim_due(self) -> Iterator[Delivery]:
        """Plan new notices. Claim and yield the due ones that may be sent now, lane by lane."""
        planning.plan_all()
        now = clock.now()
        if not queue.is_any_due(now):
            return
        queue.drop_late(now)
        full = {*self._pauses, *(name for name, n in self._busy.items() if n >= AT_ONCE_FOR_ONE)}
        for lane, most in AT_ONCE_IN.items():
            checked = 0
            # Many may be dropped or put off, so more are checked than there are free slots.
            while (free := self._free_in(lane, most)) > 0 and checked < MOST_CHECKED:
                waiting = queue.due(now, full, free, lane)
                if not waiting:
                    break
                checked += len(waiting)
                for notice in waiting:
                    if self._busy[notice.target] >= AT_ONCE_FOR_ONE:
                        full.add(notice.target)
                    elif (request := _request_for(notice)) and queue.claim(notice):
                        settle = push.settle if notice.webhook_id is None else webhooks.settle
                        yield Delivery(
                            lane, notice.target, partial(post, *request), partial(settle, notice)
                        )

    def _free_in(self, lane: Lane, most: int) -> int:
        return min(AT_ONCE - self._lanes.total(), most - self._lanes[lane])


def _request_for(notice: Notice) -> Request | None:
    """Return the request for a notice; None if it must wait or was dropped."""
    now = clock.now()
    at = time_to_send(notice, now)
    if at is None:
        queue.drop(notice)
    elif at > now:
        queue.delay(notice, at)
    else:
        try:
            if notice.webhook is not None:
                return webhooks.request_for(notice)
            return push.request_for(notice)
        except (BadTarget, ValueError):  # the operator has chosen other hosts since
            queue.drop(notice)
    return None
