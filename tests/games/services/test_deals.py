"""Deals are committed to, begun, and closed; the day changes once."""

from datetime import UTC, date, datetime, timedelta

import pytest
from pytest_django import Settings

from farkle import PRESETS
from games import clock
from games.models import Deal, Room, Try
from games.protocol.errors import Refused
from games.rules.catalogue import rules_of
from games.services import deals
from games.services.deals import (
    DAILY_PRESETS,
    add_days,
    begin_try,
    close_due_deals,
    todays_deal,
)
from tests.support.at_once import at_once
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2031, 5, 14, 12, tzinfo=UTC)


def on(monkeypatch: pytest.MonkeyPatch, at: datetime) -> Deal:
    """Return the deal of the day, with the clock at this time."""
    monkeypatch.setattr(clock, "now", lambda: at)
    close_due_deals(at)
    return todays_deal()


def days() -> list[date | None]:
    return list(Deal.objects.order_by("day").values_list("day", flat=True))


def test_a_day_is_committed_to_the_day_before_and_opened_at_noon_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = on(monkeypatch, NOON)
    assert days() == [date(2031, 5, 14), date(2031, 5, 15)]
    second = on(monkeypatch, NOON + timedelta(hours=12))
    assert (second.day, second.created) == (date(2031, 5, 15), NOON)
    first.refresh_from_db()
    assert (first.until, first.closed) == (NOON + timedelta(hours=12), None)
    on(monkeypatch, NOON + timedelta(days=1))
    first.refresh_from_db()
    assert first.closed == NOON + timedelta(days=1)


def test_the_upkeep_commits_to_days_that_nobody_has_asked_for() -> None:
    assert add_days(NOON) == 2
    assert [add_days(NOON + timedelta(days=1)) for _ in range(2)] == [1, 0]
    assert days() == [date(2031, 5, day) for day in (14, 15, 16)]


def test_a_clock_set_back_opens_no_day_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, NOON)
    later = on(monkeypatch, NOON + timedelta(days=3))
    known = days()
    for back in (timedelta(days=1), timedelta(days=2), timedelta(days=300)):
        deal = on(monkeypatch, NOON + timedelta(days=3) - back)
        assert deal.closed is None
        assert days() == known
    assert on(monkeypatch, NOON + timedelta(days=3)) == later
    assert Deal.objects.get(day=date(2031, 5, 14)).closed is not None


def test_processes_that_open_a_day_at_once_open_it_once() -> None:
    found = at_once(*[todays_deal] * 4)
    assert len({deal.pk for deal in found}) == 1
    assert Deal.objects.count() == 2


def test_a_try_counts_for_the_day_on_which_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = on(monkeypatch, NOON)
    attempt = Attempt(deal)
    attempt.move()
    tomorrow = on(monkeypatch, NOON + timedelta(hours=13))
    assert tomorrow != deal
    result = attempt.play_out()
    assert (result.deal, result.is_first) == (deal, True)
    assert Attempt(tomorrow, attempt.person).play_out().is_first
    late = Attempt(deal)
    assert late.play_out().is_first is False


def test_every_weekday_has_rules_that_one_person_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(DAILY_PRESETS) == 7
    assert set(DAILY_PRESETS) <= set(PRESETS)
    for day in range(7):
        deal = on(monkeypatch, NOON + timedelta(days=day))
        assert rules_of(deal.rules).rounds == 10
        assert deal.preset == DAILY_PRESETS[(NOON + timedelta(days=day)).weekday()]


def test_requests_of_one_person_at_once_begin_one_try() -> None:
    deal, person = new_deal(), new_guest()[0]

    def begin() -> Room:
        return begin_try(person, deal, fresh_id(), name="Mara")

    rooms = at_once(*[begin] * 4)
    assert len({room.pk for room in rooms}) == 1
    assert Try.objects.count() == 1


def test_a_deal_whose_key_is_lost_is_neither_played_nor_opened(settings: Settings) -> None:
    deal = new_deal()
    settings.SECRET_KEY = "another-key-of-many-characters-indeed"
    assert close_due_deals(clock.now() + timedelta(days=400)) == 0
    deal.refresh_from_db()
    assert deal.closed is None
    with pytest.raises(Refused, match="dice are lost"):
        Attempt(deal)
    assert deals.first_try(deal, None) is None
