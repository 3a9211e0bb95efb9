"""Run the upkeep once a day for the whole site, however many processes it has."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import connection, transaction

from games.models import Upkeep
from games.services.deals import close_due_deals
from games.services.upkeep import archiving, cleanup

logger = logging.getLogger(__name__)

Step = Callable[[datetime], int]
"""Does one job, as of a time that has surely passed, and returns the number of affected rows."""

STEPS: Final[Mapping[str, Step]] = {
    "chat messages": cleanup.expire_messages,
    "unused lobbies": cleanup.expire_lobbies,
    "practice rooms of guests": cleanup.expire_practice,
    "imported games": cleanup.expire_imports,
    "old events of no game": cleanup.expire_events,
    "addresses of rooms": cleanup.forget_addresses,
    "idle guests": cleanup.expire_guests,
    "sessions": cleanup.expire_sessions,
    "games to archive": archiving.archive,
    "deals to close": close_due_deals,
}

AGAIN_AFTER: Final = timedelta(hours=1)
"""Time until the next try if a step failed."""
GIVEN_UP_AFTER: Final = timedelta(hours=6)
"""Time after which a run that has not ended counts as dead."""
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DIED: Final[Mapping[str, str]] = {"everything": "Died"}


def is_due(now: datetime, hour: int) -> bool:
    """Return True if the daily upkeep at this hour (UTC) has yet to run."""
    run = Upkeep.objects.filter(pk=Upkeep.ONLY).first()
    return run is None or _is_due(run, now, hour)


def begin(now: datetime, hour: int | None = None) -> bool:
    """Record that a run begins; with an `hour`, only if it is due. Return False if it is not, as
    when another process was faster."""
    with _lock_run() as run:
        if hour is not None and not _is_due(run, now, hour):
            return False
        if _has_died(run, now):
            logger.error("the upkeep that began at %s never ended", run.begun)
            run.failed = dict(_DIED)
        run.begun, run.ended = now, None
        run.save()
    return True


def end(now: datetime, failed: Mapping[str, str]) -> None:
    """Record the end of the run, and the steps that failed."""
    Upkeep.objects.filter(pk=Upkeep.ONLY).update(ended=now, failed=dict(failed))


def give_up(now: datetime, hour: int) -> None:
    """Record that the run's process died, unless the run has ended. It is due again later."""
    with _lock_run() as run:
        if run.ended is None or _is_due(run, now, hour):
            end(now, _DIED)


def perform(steps: Mapping[str, Step], now: datetime) -> tuple[dict[str, int], dict[str, str]]:
    """Perform every step, even after failures. Return the rows of each, and the errors of failed
    ones."""
    done, failed = dict[str, int](), dict[str, str]()
    for name, step in steps.items():
        try:
            done[name] = step(now)
        except Exception as error:
            logger.exception("upkeep failed: %s", name)
            failed[name] = type(error).__name__
            connection.close()  # it may be broken; the next step makes another
    return done, failed


def failed_steps(now: datetime) -> list[str]:
    """Return the steps that failed in the last run that ended; ["everything"] if a run has died."""
    run = Upkeep.objects.filter(pk=Upkeep.ONLY).first()
    if run is None:
        return []
    return list(_DIED if _has_died(run, now) else run.failed)


@contextmanager
def _lock_run() -> Iterator[Upkeep]:
    Upkeep.objects.get_or_create(pk=Upkeep.ONLY, defaults={"begun": _NEVER, "ended": _NEVER})
    with transaction.atomic():
        yield Upkeep.objects.select_for_update().get(pk=Upkeep.ONLY)


def _is_due(run: Upkeep, now: datetime, hour: int) -> bool:
    if run.begun > now:  # the clock was set back
        return True
    if run.ended is None:
        return _has_died(run, now)
    if run.failed:
        return now - run.ended >= AGAIN_AFTER
    today = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return run.begun < (today if today <= now else today - timedelta(days=1))


def _has_died(run: Upkeep, now: datetime) -> bool:
    return run.ended is None and now - run.begun >= GIVEN_UP_AFTER
