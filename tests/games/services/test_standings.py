"""Results of games, and their sums in a room."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client

from farkle.ai.review.analysis import analysis
from farkle.ai.review.winning import round_accuracy
from games import clock
from games.management.integrity import disagreements
from games.models import Accuracy, Room, SiteTotals, Standing
from games.protocol.commands import (
    AddComputer,
    Leave,
    Rematch,
)
from games.replay.analysis import games_without_accuracies
from games.replay.game import past_game
from games.selectors.game_list import Search, games_of
from games.selectors.statistics import of_person, of_site, site_sums
from games.services import standings
from games.services.standings import keep_accuracies
from tests.support.rooms import Place, follow, playing, seen

pytestmark = pytest.mark.django_db


def test_the_results_of_a_room_are_added_up() -> None:
    place = playing(2, rules={"target": 500})
    room = seen(place)
    assert room.room["series"] == []
    place.play_out()
    follow(place, room)
    place.does(1, AddComputer(1, "pip"))
    place.does(1, Rematch(1))
    place.does(1, Leave(1))
    place.does(2, Leave(2))
    follow(place, room)
    games = [row[1] for row in room.room["series"]]
    assert games == [2, 2, 1]
    assert sum(row[2] for row in room.room["series"]) == 2
    assert list(disagreements(Room.objects.get(pk=place.room.pk))) == []


def _played() -> Place:
    """Two people who have played one game under the tavern rules."""
    made = Place(rules="kcd")
    made.start()
    made.play_out()
    return made


@pytest.mark.django_db(transaction=True)
def test_accuracies_are_kept_once_and_shown_in_lists_and_statistics() -> None:
    place = _played()
    person = place.people[0]
    (row,) = games_of(person, Search()).rows
    assert row.accuracy is None
    assert of_person(person).accuracy is None
    (game,) = games_without_accuracies(5)
    assert game.record == past_game(place.code, 1, None).record
    found = analysis(game.record)
    winning = found.winning
    assert winning
    assert game.pk
    for _ in range(2):
        keep_accuracies(game.pk, found)
    assert Accuracy.objects.count() == 2
    assert games_without_accuracies(5) == []
    (row,) = games_of(person, Search()).rows
    seat = Standing.objects.get(person=person).seat
    assert row.accuracy == winning.accuracies[seat].percent
    result = Client().get(f"/r/{place.code}/result/1/").json()
    assert result["rows"][seat]["accuracy"] == round_accuracy(row.accuracy or 0)
    # The analysis itself is not in the cache.
    assert (result["analysis"], result["lines"]["kind"]) == ("waiting", "scores")
    stats = of_person(person)
    assert stats.accuracy == row.accuracy
    assert [one.accuracy for one in (*stats.by_rules, *stats.by_month)] == [row.accuracy] * 2


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_gone_is_left_alone() -> None:
    _played()
    (game,) = games_without_accuracies(5)
    keep_accuracies(10**9, analysis(game.record))
    assert not Accuracy.objects.exists()


def test_the_totals_of_the_site_are_what_all_standings_add_up_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standings, "_ADDED_AT_ONCE", 2)
    _played()
    _played()
    whole = site_sums(Standing.objects.all())
    assert whole["games"] == 2
    now = clock.now()
    assert not standings.add_up(now), "another may still be stored with a smaller key"
    cache.clear()
    before = of_site()
    later = now + timedelta(hours=2)
    assert [standings.add_up(later) for _ in range(3)] == [True, True, False]
    totals = SiteTotals.objects.get()
    assert {name: getattr(totals, name) for name in whole} == pytest.approx(whole)
    assert totals.upto == Standing.objects.order_by("-pk").first().pk
    cache.clear()
    after = of_site()
    assert (after.games, after.faces) == (before.games, before.faces)
    assert after.deserved == pytest.approx(before.deserved)
    _played()
    cache.clear()
    assert of_site().games == 3


def test_of_two_processes_that_add_up_at_once_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    _played()
    later = clock.now() + timedelta(hours=2)
    real = standings.site_sums

    def overtaken(rows: QuerySet[Standing]) -> dict[str, Any]:
        found = real(rows)
        monkeypatch.setattr(standings, "site_sums", real)
        standings.add_up(later)
        return found

    monkeypatch.setattr(standings, "site_sums", overtaken)
    standings.add_up(later)
    assert SiteTotals.objects.get().games == 1
