"""The account by points of a try, which has no opponent."""

from dataclasses import replace

import pytest

from farkle.ai.review.analysis import analysis
from games.models import Deal
from games.replay.analysis import why_missing
from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.points import points_table
from tests.support.deals import Attempt, new_deal

pytestmark = pytest.mark.django_db(transaction=True)


def context_of(attempt: Attempt, *, known: bool = True) -> ReplayContext:
    past = past_game(attempt.room.code, attempt.game().number, attempt.person)
    return ReplayContext.of(past, analysis(past.record) if known else None)


@pytest.fixture
def deal() -> Deal:
    return new_deal()


def test_a_try_is_reviewed_by_points() -> None:
    attempt = Attempt(new_deal(turns=10))  # in three, every choice may be right by luck
    attempt.play_out(50)  # much too careful
    table = points_table(context_of(attempt))
    assert table is not None
    assert 0 < table["accuracy"] < 100
    costs = [int(row["cost"].replace("−", "-").replace(",", "")) for row in table["mistakes"]]
    assert costs == sorted(costs)
    assert costs[0] < 0
    assert table["mistakes"][0]["url"].startswith(f"/r/{attempt.room.code}/game/1/")


def test_the_account_adds_up_to_the_points(deal: Deal) -> None:
    attempt = Attempt(deal)
    points = attempt.play_out().points
    luck = context_of(attempt).luck
    assert luck is not None
    [account] = luck.accounts
    assert account.start + account.luck - account.loss == pytest.approx(points)


def test_before_the_analysis_there_is_no_table(deal: Deal) -> None:
    attempt = Attempt(deal)
    attempt.play_out()
    context = context_of(attempt, known=False)
    assert points_table(context) is None
    assert why_missing(context.game) == "waiting"


def test_a_game_without_a_choice_has_no_accuracy(deal: Deal) -> None:
    attempt = Attempt(deal)
    attempt.play_out()
    context = context_of(attempt)
    assert context.luck is not None
    table = points_table(replace(context, luck=replace(context.luck, decisions=())))
    assert table is not None
    assert table["accuracy"] is None
