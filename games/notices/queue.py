"""The queue of notices: find what is due, claim it, and record the result.

A notice is sent at most once: a process claims it, commits that, and only then sends. If it dies
before it records the result, the notice stays claimed.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import Enum
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q

from games import clock
from games.models import Room
from games.models.notices import Notice
from games.notices.kinds import ABOUT_A_TURN, URGENT
from games.notices.targets import known_names

KEPT: Final = timedelta(days=15)
"""Time a sent notice is kept so that it is not planned again: longer than any turn."""
MOST_ATTEMPTS: Final = 6
_WAITING, _CLAIMED, _DONE = Notice.State.WAITING, Notice.State.CLAIMED, Notice.State.DONE


class Lane(Enum):
    """A group of deliveries with its own limit, so that slow hosts do not delay others."""

    KNOWN = "devices at well-known push services"
    OTHER = "devices at other hosts"
    CHATS = "chats"
    MAIL = "emails"


def is_any_due(now: datetime) -> bool:
    return Notice.objects.filter(state=_WAITING, due__lte=now).exists()


def due(now: datetime, busy: Collection[str], most: int, lane: Lane) -> list[Notice]:
    """Return a lane's due notices, urgent ones first, then the oldest; none for `busy` targets."""
    waiting = Notice.objects.filter(state=_WAITING, due__lte=now).exclude(target__in=busy)
    if lane is Lane.CHATS:
        waiting = waiting.filter(webhook__isnull=False)
    elif lane is Lane.KNOWN:
        waiting = waiting.filter(_is_known(), webhook=None)
    else:
        waiting = waiting.filter(~_is_known(), webhook=None)
    waiting = waiting.select_related("device__person__user", "webhook", "room")
    waiting = waiting.order_by("due", "pk")
    first = list(waiting.filter(kind__in=URGENT)[:most])
    return [*first, *waiting.exclude(kind__in=URGENT)[: most - len(first)]]


def _is_known() -> Q:
    names = known_names()
    below = (Q(target__endswith=name) for name in names if name.startswith("."))
    return reduce(or_, below, Q(target__in=[name for name in names if name[0] != "."]))


def claim(notice: Notice) -> bool:
    """Claim a notice for this process; False if another one has it or it is gone."""
    waiting = Notice.objects.filter(pk=notice.pk, state=_WAITING)
    return bool(waiting.update(state=_CLAIMED, changed=clock.now()))


def finish(notice: Notice) -> None:
    """Mark a notice as never to be sent again."""
    Notice.objects.filter(pk=notice.pk).update(state=_DONE, changed=clock.now())


def try_again(notice: Notice, after: timedelta) -> None:
    """Have a notice that did not arrive tried again, unless that would be too late."""
    now = clock.now()
    if notice.attempts + 1 >= MOST_ATTEMPTS or now + after > notice.until:
        finish(notice)
        return
    Notice.objects.filter(pk=notice.pk, state=_CLAIMED).update(
        state=_WAITING, due=now + after, attempts=notice.attempts + 1, changed=now
    )


def delay(notice: Notice, until: datetime) -> None:
    """Put a notice off, for the end of the quiet hours or of a holiday."""
    lasts = notice.until - notice.due
    waiting = Notice.objects.filter(pk=notice.pk, state=_WAITING)
    waiting.update(due=until, until=until + lasts, changed=clock.now())


def drop(notice: Notice) -> None:
    """Delete a notice that is not needed now. It is planned again if need be."""
    Notice.objects.filter(pk=notice.pk, state=_WAITING).delete()


def drop_late(now: datetime) -> None:
    Notice.objects.filter(state=_WAITING, due__lte=now, until__lt=now).delete()


def drop_stale(room: Room, turn: str | None) -> None:
    """Delete the room's notices about turns other than the current `turn`, a part of the key."""
    stale = Notice.objects.filter(room=room, state=_WAITING, kind__in=ABOUT_A_TURN)
    if turn is not None:
        stale = stale.exclude(key__contains=f":{room.pk}:{turn}:")
    stale.delete()


def sweep(now: datetime) -> None:
    old = Q(state__in=(_DONE, _CLAIMED), changed__lt=now - KEPT)
    Notice.objects.filter(old | Q(state=_WAITING, until__lt=now)).delete()
