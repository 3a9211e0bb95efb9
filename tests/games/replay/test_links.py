"""The addresses of a past game."""

from dataclasses import replace

import pytest

from games.replay.game import past_game
from games.replay.links import Links
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("page", "dice", "luck", "json", "csv", "text")
ENDINGS = ("", "dice/", "luck.json", "game.json", "game.csv", "game.txt")


def test_a_game_played_here_is_found_by_its_room_and_number(place: Place) -> None:
    links = Links(past_game(place.code, 1, None))
    assert links.step(7) == f"/r/{place.code}/game/1/7/"
    for name, ending in zip(NAMES, ENDINGS, strict=True):
        assert getattr(links, name) == f"/r/{place.code}/game/1/{ending}"


def test_an_imported_game_is_found_by_its_key(place: Place) -> None:
    links = Links(replace(past_game(place.code, 1, None), imported=True, key="abcdef"))
    assert links.step(7) == "/imported/abcdef/7/"
    for name, ending in zip(NAMES, ENDINGS, strict=True):
        assert getattr(links, name) == f"/imported/abcdef/{ending}"
