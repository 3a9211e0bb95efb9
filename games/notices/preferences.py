"""A person's choices about notices, stored in `Person.settings` under `notices`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction

from games.models import Person
from games.notices.kinds import KINDS

PAUSES: Final = (0, 60, 300, 900, 3600, 4 * 3600)
"""Pauses, in seconds, that players can choose before the notice of their turn."""
LONGEST_ZONE: Final = 64
_KEY: Final = "notices"


@dataclass(frozen=True)
class Preferences:
    """The choices of one person.

    `pause`: seconds from the start of a turn to its notice. `quiet`: start and end of the quiet
    hours, in minutes since midnight by the device's clock. `off`: kinds not wanted.
    """

    pause: int = 60
    quiet: tuple[int, int] | None = None
    off: frozenset[str] = frozenset()

    def as_stored(self) -> dict[str, Any]:
        quiet = None if self.quiet is None else list(self.quiet)
        return {"pause": self.pause, "quiet": quiet, "off": sorted(self.off)}


def preferences_of(person: Person) -> Preferences:
    """Return the person's choices, with defaults for anything unreadable: admins can edit them."""
    stored = person.settings.get(_KEY) if isinstance(person.settings, Mapping) else None
    if not isinstance(stored, Mapping):
        return Preferences()
    pause, quiet = stored.get("pause"), stored.get("quiet")
    return Preferences(
        pause if pause in PAUSES else Preferences.pause,
        (int(quiet[0]), int(quiet[1])) if quiet else None,
        frozenset(stored.get("off", ())) & frozenset(KINDS),
    )


def store(person: Person, chosen: Preferences) -> None:
    with transaction.atomic():
        fresh = Person.objects.select_for_update().get(pk=person.pk)
        fresh.settings = {**fresh.settings, _KEY: chosen.as_stored()}
        fresh.save(update_fields=["settings"])


def quiet_until(chosen: Preferences, zone: str, now: datetime) -> datetime | None:
    """Return the end of the quiet hours that `now` is in, perhaps past midnight; else None."""
    if chosen.quiet is None or chosen.quiet[0] == chosen.quiet[1]:
        return None
    start, end = chosen.quiet
    local = now.astimezone(_zone(zone))
    minute = local.hour * 60 + local.minute
    inside = start <= minute < end if start < end else minute >= start or minute < end
    if not inside:
        return None
    day = local.date() + timedelta(days=1) if minute >= end else local.date()
    ends = datetime.combine(day, time(end // 60, end % 60), local.tzinfo)
    return ends.astimezone(UTC)


def fit_zone(name: str) -> str:
    """Return the name of a time zone as it is stored: UTC if it is unknown."""
    return name if len(name) <= LONGEST_ZONE and _zone(name).key == name else "UTC"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # no name, a folder, or unknown here
        return ZoneInfo("UTC")
