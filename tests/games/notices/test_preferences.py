"""What people choose about notices, and the hours in which nothing sounds."""

from datetime import UTC, datetime

import pytest

from games.models import Person
from games.notices.preferences import Preferences, fit_zone, preferences_of, quiet_until, store
from tests.support.guests import new_guest


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


NIGHT = Preferences(quiet=(22 * 60, 7 * 60 + 30))
NOON = Preferences(quiet=(12 * 60, 13 * 60))


@pytest.mark.parametrize(
    ("chosen", "zone", "now", "ends"),
    [
        (Preferences(), "UTC", "2026-01-10 23:00", None),
        (NIGHT, "UTC", "2026-01-10 21:59", None),
        (NIGHT, "UTC", "2026-01-10 22:00", "2026-01-11 07:30"),
        (NIGHT, "UTC", "2026-01-11 00:00", "2026-01-11 07:30"),
        (NIGHT, "UTC", "2026-01-11 07:29", "2026-01-11 07:30"),
        (NIGHT, "UTC", "2026-01-11 07:30", None),
        (NOON, "UTC", "2026-01-10 12:30", "2026-01-10 13:00"),
        (NOON, "UTC", "2026-01-10 23:30", None),
        # By the clock of the device.
        (NIGHT, "Europe/Berlin", "2026-01-10 21:00", "2026-01-11 06:30"),
        (NIGHT, "America/New_York", "2026-01-10 22:30", None),
        (NIGHT, "Asia/Kolkata", "2026-01-10 16:30", "2026-01-11 02:00"),
        # The night in which the clock goes forward is shorter.
        (NIGHT, "Europe/Berlin", "2026-03-28 22:00", "2026-03-29 05:30"),
        (NIGHT, "no/where", "2026-01-10 22:00", "2026-01-11 07:30"),
        (Preferences(quiet=(60, 60)), "UTC", "2026-01-10 01:00", None),
    ],
)
def test_quiet_hours(chosen: Preferences, zone: str, now: str, ends: str | None) -> None:
    assert quiet_until(chosen, zone, at(now)) == (at(ends) if ends else None)


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "/etc/passwd", "Europe", "no/where", "x" * 65, "a\0b"]
)
def test_a_zone_that_is_none_counts_as_utc(name: str) -> None:
    assert fit_zone(name) == "UTC"
    assert fit_zone("Europe/Berlin") == "Europe/Berlin"


@pytest.mark.django_db
def test_choices_are_kept_beside_other_settings() -> None:
    person, _ = new_guest()
    assert preferences_of(person) == Preferences()
    Person.objects.filter(pk=person.pk).update(settings={"else": 1})
    chosen = Preferences(300, (60, 120), frozenset({"over"}))
    store(person, chosen)
    person.refresh_from_db()
    assert preferences_of(person) == chosen
    assert person.settings["else"] == 1


@pytest.mark.parametrize(
    "stored", [None, [], {"notices": 3}, {"notices": {"pause": 7, "off": ["unknown"]}}]
)
def test_settings_of_another_shape_count_as_not_chosen(stored: object) -> None:
    assert preferences_of(Person(settings=stored)) == Preferences()
