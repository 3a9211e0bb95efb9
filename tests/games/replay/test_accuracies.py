"""Accuracies of games that have ended: kept for lists and statistics."""

import pytest
from django.test import Client

from farkle.ai.analysis import analysis
from games.models import Accuracy, Standing
from games.replay import accuracies
from games.replay.game import past_game
from games.selectors.game_list import Search, games_of
from games.selectors.statistics import of_person
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_accuracies_are_kept_once_and_shown_in_lists_and_statistics(place: Place) -> None:
    person = place.people[0]
    (row,) = games_of(person, Search()).rows
    assert row.accuracy is None
    assert of_person(person).accuracy is None
    (game,) = accuracies.unknown(5)
    assert game.record == past_game(place.code, 1, None).record
    winning = analysis(game.record).winning
    assert winning
    assert game.pk
    for _ in range(2):
        accuracies.keep(game.pk, winning.accuracies)
    assert Accuracy.objects.count() == 2
    assert accuracies.unknown(5) == []
    (row,) = games_of(person, Search()).rows
    seat = Standing.objects.get(person=person).seat
    assert row.accuracy == winning.accuracies[seat].percent
    rows = Client().get(f"/r/{place.code}/result/1/").json()["rows"]
    assert rows[seat]["accuracy"] == row.accuracy
    stats = of_person(person)
    assert stats.accuracy == row.accuracy
    assert [one.accuracy for one in (*stats.by_rules, *stats.by_month)] == [row.accuracy] * 2


def test_a_game_that_is_gone_is_left_alone(place: Place) -> None:
    (game,) = accuracies.unknown(5)
    winning = analysis(game.record).winning
    assert winning
    accuracies.keep(10**9, winning.accuracies)
    assert not Accuracy.objects.exists()
