"""What is derived from a game is there once for each turn and each seat."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Standing, Turn
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_a_turn_and_a_seats_result_are_stored_once() -> None:
    place = Place(2)
    game = place.start()
    place.play_out()
    for stored in (Turn.objects.filter(game=game)[0], Standing.objects.filter(game=game)[0]):
        stored.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            stored.save()
