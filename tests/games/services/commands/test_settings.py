"""Every command for a room's settings is the host's alone, and leaves the same event."""

import pytest

from games.protocol.commands import Body, SetAbandon, SetDoor, SetHolidayDays, SetRoom, ShowOdds
from tests.support.rooms import Place, last_events

pytestmark = pytest.mark.django_db

COMMANDS = [
    (SetRoom(1, pace="quick"), {"pace": "quick"}),
    (SetDoor(1, door="locked"), {"door": "locked"}),
    (ShowOdds(1, odds=True), {"odds": True}),
    (SetAbandon(1, 30), {"abandon_days": 30}),
    (SetHolidayDays(1, 21), {"holiday_days": 21}),
]


@pytest.mark.parametrize(("body", "changes"), COMMANDS)
def test_the_event_has_all_settings(body: Body, changes: dict[str, object]) -> None:
    place = Place(2)
    place.does(1, SetRoom(1, name="Den"))
    before = last_events(place)[0]["settings"]
    assert isinstance(before, dict)
    place.does(1, body)
    assert last_events(place) == [{"e": "settings", "name": "Den", "settings": before | changes}]
    assert place.fresh().settings == before | changes


@pytest.mark.parametrize("body", [body for body, _ in COMMANDS])
def test_only_the_host_changes_settings(body: Body) -> None:
    assert Place(2).refuses(2, body) == "not_yours"


@pytest.mark.parametrize("body", [SetRoom(1, pace="mad"), SetDoor(1, "ajar"), SetAbandon(1, 0)])
def test_a_value_that_is_not_allowed_changes_nothing(body: Body) -> None:
    assert Place(2).refuses(1, body) == "bad_settings"
