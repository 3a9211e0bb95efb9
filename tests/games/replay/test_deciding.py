"""The deciding turn is the one after which the winner's chance had risen most."""

import pytest

from farkle.ai.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.deciding import deciding_turn
from games.replay.game import past_game
from games.replay.text import where
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_the_deciding_turn_brought_the_winner_most() -> None:
    place = Place(2)
    place.start()
    place.play_out()
    game = past_game(place.code, 1, None)
    assert deciding_turn(ReplayContext.of(game, None)) is None  # not known yet
    context = ReplayContext.of(game, analysis(game.record))
    found = deciding_turn(context)
    assert found
    winning = context.winning
    assert winning
    side = winning.sides[context.folded.last.winners[0]]
    rises = {
        where(context.names, turn): winning.moments[turn.last].after[side]
        - winning.moments[turn.first - 1].after[side]
        for turn in context.folded.summary.turns
    }
    assert found["where"] == max(rises, key=lambda one: rises[one])
    assert found["words"]
    assert found["before"].endswith("%")
    assert found["after"].endswith("%")
