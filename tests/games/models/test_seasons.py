"""How seasons are stored with their room."""

from games.models import Room
from games.models.seasons import Season, as_stored, seasons_of


def test_seasons_are_read_as_they_were_stored() -> None:
    seasons = [Season(1, "Spring", 0), Season(2, "", 9)]
    assert seasons_of(Room(seasons=as_stored(seasons))) == seasons
    assert seasons_of(Room()) == [Season(1, "", 0)]
