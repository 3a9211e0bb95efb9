"""The final result of a past game: places, tags, teams."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.results import MOST_ROWS, results_of
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

Ending = tuple[int, bool, bool]
"""Score, whether the player won, whether they left."""


@pytest.fixture
def ended(place: Place) -> Callable[..., ReplayContext]:
    """Make the context of a game that ended as given, seat by seat."""
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    template = context.folded.summary.players[0]

    def end(*endings: Ending, teams: tuple[int, ...] | None = None) -> ReplayContext:
        count = len(endings)
        players = tuple(
            replace(template, seat=seat, score=score, won=won, left=left)
            for seat, (score, won, left) in enumerate(endings)
        )
        context.folded.summary = replace(context.folded.summary, players=players)
        scores, won, left = zip(*endings, strict=True)
        winners = tuple(seat for seat in range(count) if won[seat])
        context.folded.last = replace(
            context.folded.last, scores=scores, left=left, winners=winners, teams=teams
        )
        game = replace(context.game, teams=teams, levels=("",) * count, mine=(1,))
        names = tuple(f"Player {seat}" for seat in range(count))
        return replace(context, game=game, names=names, pens=(1,) * count)

    return end


def test_winners_come_first_and_those_who_left_last(ended: Callable[..., ReplayContext]) -> None:
    context = ended((900, False, True), (500, False, False), (700, True, False))
    rows = results_of(context)["results"]
    assert [(row["score"], row["place"]) for row in rows] == [(700, 1), (500, 2), (900, "")]
    assert [row["tag"] for row in rows] == ["", "you", "left"]


def test_equal_scores_share_a_place(ended: Callable[..., ReplayContext]) -> None:
    context = ended((700, True, False), (500, False, False), (500, False, False), (1, False, False))
    assert [row["place"] for row in results_of(context)["results"]] == [1, 2, 2, 4]


def test_a_team_shares_a_place_and_a_total(ended: Callable[..., ReplayContext]) -> None:
    endings = [(700, True, False), (900, False, False), (400, True, False), (100, False, False)]
    found = results_of(ended(*endings, teams=(0, 1, 0, 1)))
    assert [row["place"] for row in found["results"]] == [1, 1, 2, 2]
    assert found["sides"] == [{"name": "Team A", "score": 1100}, {"name": "Team B", "score": 1000}]


def test_the_winning_team_stands_above_one_that_left_with_more(
    ended: Callable[..., ReplayContext],
) -> None:
    endings = [(900, False, True), (500, True, False), (300, True, False), (400, False, False)]
    found = results_of(ended(*endings, teams=(0, 1, 1, 2)))
    assert [row["side"] for row in found["results"]] == ["B", "B", "C", "A"]
    assert [row["name"] for row in found["sides"]] == ["Team B", "Team C", "Team A"]


def test_of_many_players_the_rest_folds_out(ended: Callable[..., ReplayContext]) -> None:
    found = results_of(ended(*[(score, False, False) for score in range(MOST_ROWS + 5)]))
    assert (len(found["results"]), len(found["more_results"])) == (MOST_ROWS, 5)
