"""A running game applies actions with its own dice, and goes on from where it is stored."""

import pytest

from farkle import Roll
from games.models import Game
from games.protocol.errors import Refused
from games.state.running import SNAPSHOT_PLIES, RunningGame
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def running(place: Place) -> RunningGame:
    found = RunningGame.read(Game.objects.running(place.room))
    assert found is not None
    return found


def test_it_is_read_as_it_was_left() -> None:
    place = Place(2)
    place.start()
    for _ in range(SNAPSHOT_PLIES + 5):
        place.move()
    game = running(place)
    assert game.state == place.state()
    assert game.seed == place.seed()
    assert game.seat_of == {player: seat for seat, player in enumerate(game.game.players)}


def test_only_a_game_that_is_being_played_is_read() -> None:
    place = Place(2)
    assert RunningGame.read(None) is None
    assert RunningGame.read(Game.objects.get()) is None
    place.start()
    place.play_out()
    assert RunningGame.read(Game.objects.get(number=1)) is None


def test_two_who_read_it_throw_the_same_dice() -> None:
    place = Place(2)
    place.start()
    one, other = running(place), running(place)
    before = one.game.thrown
    assert one.act(Roll()) == other.act(Roll())
    assert one.state == other.state
    assert one.game.thrown == other.game.thrown > before


def test_what_is_refused_changes_nothing() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    before, thrown = game.state, game.game.thrown
    with pytest.raises(Refused):
        game.act(Roll(keep=(6, 6)))
    assert game.state is before
    assert game.game.thrown == thrown


def test_without_its_seed_nobody_can_throw() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    before, thrown = game.state, game.game.thrown
    game.sealed = b"not the seed"
    assert game.seed is None
    with pytest.raises(Refused, match="dice are lost"):
        game.act(Roll())
    assert game.state is before
    assert game.game.thrown == thrown


def test_a_snapshot_is_taken_after_a_turn_and_within_a_long_one() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    assert game.needs_snapshot, "no turn has begun"
    game.game.snapshot = game.to_snapshot()
    while not game.state.rolls:
        game.act(Roll())
    assert not game.needs_snapshot
    game.game.snapshot = {"state": {"ply": game.state.ply - SNAPSHOT_PLIES}}
    assert game.needs_snapshot
