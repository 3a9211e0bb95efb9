"""Statistics of a person and of the whole site, in a constant number of queries."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from games.models import Person, Standing, Turn
from games.selectors.statistics import Faces, of_person, of_site, profile_of
from games.services.accounts.people import merge
from tests.games.selectors.test_game_list import played
from tests.games.selectors.test_seasons import START, store
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_sums_are_those_of_the_turns(django_assert_num_queries) -> None:
    place = played(seats=3, games=2)
    person = place.people[2]
    with django_assert_num_queries(12):
        stats = of_person(person)
    turns = Turn.objects.filter(game__room=place.room, seat=2)
    assert (stats.games, stats.turns) == (2, len(turns))
    assert stats.best_turn == max(turn.points for turn in turns)
    assert stats.average_turn == pytest.approx(sum(turn.points for turn in turns) / len(turns))
    farkles = sum(turn.outcome == "farkled" for turn in turns)
    assert stats.farkles == farkles
    dice = [face for turn in turns for roll in turn.rolls for face in roll["dice"]]
    assert stats.faces.counts == tuple(dice.count(face) for face in range(1, 7))
    (line,) = stats.by_rules
    assert (line.key, line.label, line.games, line.won) == (
        "kcd",
        "Tavern (Kingdom Come)",
        2,
        stats.won,
    )
    assert [(line.key, line.label) for line in stats.by_players] == [("3", "3 players")]
    assert [(one.name, one.games) for one in stats.against] == [("Player 1", 2), ("Player 2", 2)]
    for one in stats.against:
        assert one.ahead + one.behind == 2


def test_deserved_farkles_are_the_expectation_of_the_throws() -> None:
    # Six dice farkle in 2.3 % of throws or so, whatever happens after.
    place = played(games=3)
    stats = of_person(place.people[0])
    expected = 0.0
    chance = (0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231)
    turns = Turn.objects.filter(game__room=place.room, seat=0)
    for turn in turns:
        expected += sum(chance[len(roll["dice"]) - 1] for roll in turn.rolls)
    assert stats.deserved == pytest.approx(expected, abs=0.02 * len(turns))


def test_players_are_found_by_their_keys(django_assert_num_queries) -> None:
    """Among a million games, PostgreSQL would read them all for a join."""
    place = played()
    with django_assert_num_queries(12) as asked:
        of_person(place.people[0])
    results = [one["sql"] for one in asked if "games_standing" in one["sql"]]
    assert results
    assert not any("games_player" in statement for statement in results)


def test_somebody_without_games_has_no_statistics() -> None:
    stats = of_person(new_guest()[0])
    assert (stats.games, stats.farkles, stats.deserved) == (0, 0, 0)
    assert (stats.faces.total, stats.faces.chi2, stats.faces.p) == (0, 0, None)


def test_the_statistics_of_the_site_are_cached() -> None:
    cache.clear()
    assert of_site().games == 0
    place = played(games=1)
    assert of_site().games == 0  # kept
    cache.clear()
    stats = of_site()
    assert stats.games == 1
    assert stats.throws == sum(
        len(turn.rolls) for turn in Turn.objects.filter(game__room=place.room)
    )
    cache.clear()


@pytest.mark.parametrize(
    ("chi2", "p"), [(1.1455, 0.95), (4.3515, 0.5), (11.0705, 0.05), (15.0863, 0.01)]
)
def test_fairness_agrees_with_a_printed_table(chi2: float, p: float) -> None:
    # Counts with that chi-square: one face too many by d, another too few by d, of n each.
    each = 10_000_000
    off = round((chi2 * each / 2) ** 0.5)
    faces = Faces((each + off, each - off, each, each, each, each))
    assert faces.chi2 == pytest.approx(chi2, rel=1e-3)
    assert faces.p == pytest.approx(p, rel=2e-3)


def won(winners: list[int]) -> tuple[Place, Person]:
    """Games of two players that each scored 400 in as many turns as the game's number; the person
    of the first seat."""
    place = Place(2)
    rows = [
        [(seat, 1 + (seat != who), 400, seat == who, 300) for seat in (1, 2)] for who in winners
    ]
    store(place, [(START + timedelta(days=at), row) for at, row in enumerate(rows)])
    for standing in Standing.objects.filter(game__room=place.room):
        Standing.objects.filter(pk=standing.pk).update(points=400, turns=standing.game.number)
    return place, place.people[0]


@pytest.mark.parametrize(
    ("winners", "streak", "longest"),
    [([1], 1, 1), ([2], 0, 0), ([1, 1, 2, 1], 1, 2), ([2, 1, 1, 1], 3, 3), ([1, 1, 2], 0, 2)],
)
def test_streaks_are_games_won_in_a_row(winners: list[int], streak: int, longest: int) -> None:
    profile = profile_of(won(winners)[1])
    assert profile is not None
    assert (profile.streak, profile.longest) == (streak, longest)
    assert (profile.games, profile.won) == (len(winners), winners.count(1))


def test_the_curve_has_the_newest_games_and_averages_of_ten(django_assert_num_queries) -> None:
    _place, person = won([1] * 45)
    with django_assert_num_queries(4):
        profile = profile_of(person)
    assert profile is not None
    games = range(6, 46)  # the last forty, oldest first
    assert [each for each, _average in profile.curve] == [400 / game for game in games]
    assert [average for _each, average in profile.curve] == pytest.approx(
        [
            400 * len(range(max(1, game - 9), game + 1)) / sum(range(max(1, game - 9), game + 1))
            for game in games
        ]
    )


def test_two_seats_of_a_person_are_one_game() -> None:
    place, person = won([1, 2, 1])
    merge(place.people[1], person)
    profile = profile_of(person)
    assert profile is not None
    assert (profile.games, profile.won, profile.streak) == (3, 3, 3)


def test_there_is_no_profile_without_games() -> None:
    assert profile_of(new_guest()[0]) is None
