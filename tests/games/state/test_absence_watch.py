"""Whose presence a room needs, and when a hub reports who is missing and who is back."""

import pytest

from farkle import PRESETS
from games import clock
from games.protocol.commands import Back, Missing, SetRules
from games.state import room_state
from games.state.absence_watch import GRACE_SECONDS, REPEAT_SECONDS, AbsenceReporter
from tests.games.conftest import Clock
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_absences_are_reported_after_a_grace_period_and_not_too_often(moved: Clock) -> None:
    place = Place(2)
    place.does(1, SetRules(1, {**PRESETS["kcd"].to_dict(), "first_player": "seat"}))
    place.start()
    found = room_state.presence_needs(place.room.pk)
    assert (found.needed, found.awaited) == ([1], [])
    begin = clock.now().timestamp()
    reporter = AbsenceReporter(begin)
    later = begin + GRACE_SECONDS
    assert reporter.reports(found, {2}, later - 1) == []
    assert reporter.reports(found, set(), later) == []
    assert reporter.reports(found, {1, 2}, later) == []
    assert reporter.reports(found, {2}, later) == [Missing(1)]
    assert reporter.reports(found, {2}, later + 1) == [], "once is enough"
    assert reporter.reports(found, {2}, later + REPEAT_SECONDS) == [Missing(1)]
    place.ask(None, Missing(1))
    found = room_state.presence_needs(place.room.pk)
    assert (found.needed, found.awaited) == ([], [1])
    assert AbsenceReporter(begin).reports(found, {1, 2}, begin) == [Back(1)]
