"""The chart of a past game: chances at every step of the page."""

import pytest

from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.graph import bands_of, graph_of
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_scores_are_drawn_before_the_chances_are_known(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    chart = graph_of(context)
    assert chart is not None
    assert bands_of(context) is None
    assert (chart.sides, chart.chances, chart.steps) == ((), (), "")


def test_every_step_has_chances_and_a_choice_comes_before_its_throw(place: Place) -> None:
    game = past_game(place.code, 1, None)
    context = ReplayContext.of(game, analysis(game.record))
    bands = bands_of(context)
    assert bands is not None
    assert context.winning
    assert list(bands.names) == list(context.names)
    assert len(bands.chances) == context.last + 1
    assert sorted(bands.chances[-1]) == [0.0, 1.0]
    for decision in context.winning.decisions:
        step = context.folded.step_of(decision.step)
        moment = context.winning.moments[decision.step]
        last = context.folded.last_step_of(decision.step)
        assert bands.chances[last] == moment.after
        if last > step:
            assert bands.chances[step] == moment.chosen
    chart = graph_of(context)
    assert chart is not None
    assert len(chart.steps.split(";")) == context.last + 1
