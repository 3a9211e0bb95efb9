"""A room with a past game, for the tests of the replay."""

import pytest

from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.game import past_game
from tests.support.rooms import Place


@pytest.fixture
def place() -> Place:
    """Two people who have played one game under the tavern rules."""
    made = Place(rules="kcd")
    made.start()
    made.play_out()
    return made


@pytest.fixture
def context(place: Place) -> ReplayContext:
    """The page of a past game of two that has been worked out."""
    game = past_game(place.code, 1, None)
    return ReplayContext.of(game, analysis(game.record))
