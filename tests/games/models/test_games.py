"""Games: how far they have come, one at a time in a room, and the fingerprint of each."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Game
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_games_by_how_far_they_have_come() -> None:
    place = Place(2)
    assert Game.objects.running(place.room) is None
    assert not Game.objects.started().exists()
    game = place.start()
    assert Game.objects.running(place.room) == game
    assert list(Game.objects.started()) == [game]
    place.play_out()
    assert Game.objects.running(place.room) is None
    assert list(Game.objects.ended()) == [game]


def test_a_room_has_one_game_at_a_time() -> None:
    place = Place(2)
    place.start()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(room=place.room, number=9, commitment="0" * 64)


def test_the_fingerprint_covers_what_each_seat_contributed() -> None:
    game = Place(2).start()
    before = game.fingerprint
    game.strings[0] += "more"
    assert game.fingerprint != before
