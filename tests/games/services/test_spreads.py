"""Deals are played by the computers once, and again if that failed."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from pytest_django import Settings

from games import clock
from games.models import Deal
from games.rules.catalogue import rules_of
from games.services import spreads
from games.services.deals import close_due_deals
from games.services.spreads import claim_deal, give_up, keep_spread, renew_claim
from tests.support.at_once import at_once
from tests.support.deals import Attempt, new_deal
from tests.support.play.races import Race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_claims() -> None:
    cache.clear()


def test_the_newest_deal_is_claimed_first_and_each_one_once() -> None:
    older, newer = new_deal(), new_deal("standard")
    claimed = [claim_deal() for _ in range(3)]
    assert [unplayed and unplayed.deal for unplayed in claimed] == [newer.pk, older.pk, None]
    assert claimed[0] is not None
    assert claimed[0].rules == rules_of(newer.rules)
    assert len(claimed[0].seed) == 32


def test_a_race_is_played_after_the_deals_of_all() -> None:
    deal, race = new_deal(), Race(2)
    race.begin()
    claimed = [claim_deal() for _ in range(3)]
    ran = Deal.objects.get(kind=Deal.Kind.ROOM)
    assert [unplayed and unplayed.deal for unplayed in claimed] == [deal.pk, ran.pk, None]


def test_of_processes_that_look_at_once_one_claims_a_deal() -> None:
    new_deal()
    claimed = at_once(*[claim_deal] * 4)
    assert sum(unplayed is not None for unplayed in claimed) == 1


def test_a_claim_expires_as_its_process_may_have_died(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = new_deal()
    monkeypatch.setattr(spreads, "CLAIM_SECONDS", 0)
    for _ in range(2):
        unplayed = claim_deal()
        assert unplayed is not None
        assert unplayed.deal == deal.pk


def test_a_claim_that_is_renewed_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    new_deal()
    monkeypatch.setattr(spreads, "CLAIM_SECONDS", 0)
    claimed = claim_deal()
    assert claimed is not None
    monkeypatch.setattr(spreads, "CLAIM_SECONDS", 30)
    renew_claim(claimed.deal)
    assert claim_deal() is None


def test_the_first_spread_of_a_deal_stays() -> None:
    deal = new_deal()
    assert keep_spread(deal.pk, {"par": 1})
    assert not keep_spread(deal.pk, {"par": 2})
    deal.refresh_from_db()
    assert deal.spread == {"par": 1}
    assert claim_deal() is None


def test_what_failed_rests_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = new_deal()
    monkeypatch.setattr(spreads, "CLAIM_SECONDS", 0)
    give_up(deal.pk)
    assert claim_deal() is None
    monkeypatch.setattr(spreads, "FAILED_SECONDS", 0)
    give_up(deal.pk)
    assert claim_deal() is not None


def test_a_deal_whose_key_is_lost_is_left_alone(settings: Settings) -> None:
    newer, other = new_deal(), new_deal()
    settings.SECRET_KEY = "another-key-of-many-characters-indeed"
    assert claim_deal() is None
    assert cache.get(f"spread:{newer.pk}")
    assert cache.get(f"spread:{other.pk}")


def test_a_closed_deal_is_played_too() -> None:
    deal = new_deal()
    Attempt(deal).play_out()
    close_due_deals(clock.now() + timedelta(days=400))
    assert Deal.objects.get().closed is not None
    unplayed = claim_deal()
    assert unplayed is not None
    assert unplayed.seed == bytes(Deal.objects.get().seed)
