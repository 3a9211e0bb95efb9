"""The record of a stored game: the engine replays it without the database."""

import pytest

from farkle import Bank, GameState, Record, Roll, RuleSet, Skip, replay
from farkle.engine.events import Banked, Kept, Rolled, Skipped
from games.models import Game
from games.state.records import action_of, moves_of, record_of
from tests.support.rooms import Place


@pytest.mark.django_db
def test_a_record_of_a_game_is_replayed_by_the_engine_alone() -> None:
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    game = place.game()
    record = Record.from_dict(record_of(game).to_dict())
    state = replay(record)
    assert isinstance(state, GameState)
    assert list(state.winners) == game.winners
    assert record.rules == RuleSet.from_dict(game.rules)
    with pytest.raises(ValueError, match="has not started"):
        record_of(Game(room=place.room, number=9))


@pytest.mark.django_db
def test_each_step_has_its_time() -> None:
    place = Place(2)
    place.start()
    for _ in range(5):
        place.move()
    record, times = moves_of(place.game())
    stored = [event.at for event in place.events() if event.ply is not None]
    assert len(times) == len(record.steps) + 1
    assert list(times) == stored


def test_an_action_is_read_from_what_it_caused() -> None:
    assert action_of((Rolled((1, 2, 3)),)) == Roll()
    assert action_of((Kept((1,), 100), Rolled((2, 3)))) == Roll((1,))
    banked = Banked(0, 300, 300)
    assert action_of((Kept((1,), 100), banked)) == Bank((1,))
    assert action_of((Skipped(0, 0),)) == Skip()
