"""Games that have ended, and of which accuracies are not known yet."""

import pytest

from games.models import Accuracy, Standing
from games.replay import accuracies
from games.replay.game import past_game
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_unknown_until_its_accuracies_are_kept(place: Place) -> None:
    (game,) = accuracies.unknown(5)
    assert game.key == past_game(place.code, 1, None).key
    for standing in Standing.objects.all():
        Accuracy.objects.create(standing=standing, decided=1, given=0.0)
    assert accuracies.unknown(5) == []
