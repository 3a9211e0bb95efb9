"""Plan and send notices, off the event loop of the server.

One thread uses the database, and each request waits for its answer in a thread of its own. So no
move waits for either. At most a few requests go to one service at a time, so that a slow one does
not hold up the others.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Collection, Mapping
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Final

from django.db import connection

from games import clock
from games.models.notices import Notice
from games.notices import checks, planning, push, queue, webhooks
from games.notices.outgoing import Answer, post
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
"""Requests under way: in all, to one service, and in a lane. Hosts that visitors name could be slow
on purpose, so they never get all the slots."""
MOST_LOOKED_AT: Final = 240
"""How many notices of a lane are looked at in one go; others wait for the next look."""
_SWEEP_SECONDS: Final = 600.0
_STOP_SECONDS: Final = 5.0
_LONGEST_REST: Final = 60.0
"""The longest pause, in seconds, after a service could not take a request."""


class NoticeWorker:
    """Works from `start` to `stop`. Several processes may each have one."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._answers: SimpleQueue[tuple[Lane, Notice, Answer] | None] = SimpleQueue()
        """What came of each request; None: stop."""
        self._look_at = 0.0
        """When to look for due notices, in seconds of `time.monotonic`."""
        self._busy: Counter[str] = Counter()
        """How many requests go to each service now."""
        self._lanes: Counter[Lane] = Counter()
        """How many requests of each lane are under way."""
        self._rests: dict[str, float] = {}
        """Until when a service is left alone, in seconds of `time.monotonic`."""
        self._swept = time.monotonic()

    def start(self) -> None:
        """Begin to work."""
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Claim nothing more, and wait a moment for what is being sent."""
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
        """Plan new notices, and start sending those that are due."""
        now = time.monotonic()
        self._rests = {name: until for name, until in self._rests.items() if until > now}
        full = [name for name, count in self._busy.items() if count >= AT_ONCE_FOR_ONE]
        free = AT_ONCE - self._lanes.total()
        for lane, notice, request in _claimed([*self._rests, *full], self._busy, self._lanes, free):
            self._busy[notice.target] += 1
            self._lanes[lane] += 1
            threading.Thread(target=self._send, args=(lane, notice, request), daemon=True).start()
        if now - self._swept > _SWEEP_SECONDS:
            self._swept = now
            queue.sweep(clock.now())
            webhooks.sweep()

    def _send(self, lane: Lane, notice: Notice, request: Request) -> None:
        """Send a notice, in a thread of its own."""
        self._answers.put((lane, notice, post(*request)))

    def _settle_next(self, until: float) -> bool:
        """Store the next result, if one comes in time. Return False when told to stop."""
        try:
            answered = self._answers.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return True
        if answered is not None:
            self._settle(*answered)
        return answered is not None

    def _settle(self, lane: Lane, notice: Notice, answer: Answer) -> None:
        self._lanes[lane] -= 1
        self._busy[notice.target] -= 1
        if not self._busy[notice.target]:
            del self._busy[notice.target]
        try:
            settle = push.settle if notice.webhook_id is None else webhooks.settle
            rest = settle(notice, answer)
        except Exception:
            # It stays claimed: nobody sends it again.
            logger.warning("the result of a notice could not be stored", exc_info=True)
            connection.close()
            return
        if rest is not None:
            until = time.monotonic() + min(rest.total_seconds(), _LONGEST_REST)
            self._rests[notice.target] = until
        elif self._lanes.total() == AT_ONCE - 1 or self._busy[notice.target] == AT_ONCE_FOR_ONE - 1:
            self._look_at = 0.0  # other notices may be waiting for a free slot


def _claimed(
    busy: Collection[str], counts: Counter[str], lanes: Counter[Lane], most: int
) -> list[tuple[Lane, Notice, Request]]:
    """Plan new notices. Return the due ones that may be sent now, claimed for this process, lane by
    lane. `counts` and `lanes` say how many requests are under way."""
    planning.plan_all()
    found: list[tuple[Lane, Notice, Request]] = []
    taken = Counter(counts)
    now = clock.now()
    if not queue.is_any_due(now):
        return found
    queue.drop_late(now)
    full = set(busy)
    for lane, most_in_lane in AT_ONCE_IN.items():
        free, looked_at = min(most - len(found), most_in_lane - lanes[lane]), 0
        # Many may be dropped or put off, so more are looked at than there are free slots.
        while free > 0 and looked_at < MOST_LOOKED_AT:
            waiting = queue.due(now, full, free, lane)
            if not waiting:
                break
            looked_at += len(waiting)
            for notice in waiting:
                if taken[notice.target] >= AT_ONCE_FOR_ONE:
                    full.add(notice.target)
                    continue
                request = _request_for(notice)
                if request is not None and queue.claim(notice):
                    taken[notice.target] += 1
                    free -= 1
                    found.append((lane, notice, request))
    return found


def _request_for(notice: Notice) -> Request | None:
    """Return the request for a notice; None if it is not to be sent now."""
    verdict = checks.verdict_on(notice, clock.now())
    if verdict.wait is not None:
        queue.delay(notice, verdict.wait)
    elif not verdict.send:
        queue.drop(notice)
    else:
        try:
            if notice.webhook is not None:
                return webhooks.request_for(notice)
            return push.request_for(notice)
        except (BadTarget, ValueError):  # the operator has chosen other hosts since
            queue.drop(notice)
    return None
