"""Luck and decisions on the page of a past game."""

import pytest

from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.luck import luck_table, verdict_of
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def context(place: Place) -> ReplayContext:
    """The page of a past game whose luck has been worked out."""
    game = past_game(place.code, 1, None)
    return ReplayContext.of(game, analysis(game.record))


def test_nothing_is_said_before_luck_has_been_worked_out(place: Place) -> None:
    waiting = ReplayContext.of(past_game(place.code, 1, None), None)
    assert luck_table(waiting) is None
    assert verdict_of(waiting, waiting.folded[1]) is None


def test_the_parts_of_a_row_add_up_to_its_points(context: ReplayContext) -> None:
    table = luck_table(context)
    assert table is not None
    assert {row["name"] for row in table["rows"]} == set(context.names)
    for row in table["rows"]:
        parts = ("start", "offer", "luck", "minus_given", "minus_unplayed")
        assert sum(row[part] for part in parts) == row["points"]


def test_every_mistake_links_to_the_step_where_it_was_made(context: ReplayContext) -> None:
    assert context.luck
    table = luck_table(context)
    assert table is not None
    mistakes = [*table["mistakes"], *table["smaller"]]
    assert len(mistakes) == len(context.luck.mistakes)
    for shown, decision in zip(mistakes, context.luck.mistakes, strict=True):
        assert context.folded[shown["scene"]].action == decision.step
        assert shown["minus_given"] == -decision.loss < 0


def test_a_verdict_compares_the_choice_with_the_best_one(context: ReplayContext) -> None:
    assert context.luck
    steps = [context.folded[number] for number in range(len(context.folded))]
    verdicts = {step.action: found for step in steps if (found := verdict_of(context, step))}
    assert verdicts
    for decision in context.luck.decisions:
        if decision.options > 1:
            verdict = verdicts[decision.step]
            assert verdict.worth == round(decision.chosen.value)
            assert verdict.given == verdict.best_worth - verdict.worth >= 0
            assert not verdict.alone
