"""Naming a season and starting the next, which only the host may."""

import pytest

from games.models import Room
from games.models.seasons import Season, as_stored, seasons_of
from games.protocol.commands import Close, HandOver, SetSeason
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_the_first_season_begins_by_itself_and_can_be_named() -> None:
    place = Place(2)
    assert seasons_of(place.fresh()) == [Season(1, "", 0)]
    place.does(1, SetSeason(1, 1, "  Spring "))
    assert place.last() == ["season"]
    place.does(1, SetSeason(1, 1, ""))
    assert seasons_of(place.fresh()) == [Season(1, "", 0)]
    place.does(1, SetSeason(1, 1, "Spring"))
    assert seasons_of(place.fresh()) == [Season(1, "Spring", 0)]


def test_a_new_season_begins_with_the_next_game() -> None:
    place = Place(2, rules="kcd")
    assert place.refuses(1, SetSeason(1, 2, "Autumn")) == "no_season"
    place.start()
    place.does(1, SetSeason(1, 2, "Autumn"))  # this game still belongs to the first
    place.play_out()
    assert seasons_of(place.fresh()) == [Season(1, "", 0), Season(2, "Autumn", 2)]
    assert place.refuses(1, SetSeason(1, 3, "Winter")) == "no_season"
    place.does(1, SetSeason(1, 2, "Fall"))
    place.start()
    assert place.refuses(1, SetSeason(1, 2, "x" * 41)) == "bad_name"
    for number in (0, 1, 4):
        assert place.refuses(1, SetSeason(1, number, "Winter")) == "stale"
    place.does(1, SetSeason(1, 3, "Winter"))
    found = seasons_of(place.fresh())
    assert found == [Season(1, "", 0), Season(2, "Fall", 2), Season(3, "Winter", 3)]


def test_only_the_host_with_every_right_may() -> None:
    place = Place(2)
    assert place.refuses(2, SetSeason(2, 1, "Mine")) == "not_host"
    assert place.refuses(2, SetSeason(1, 1, "Mine")) == "not_yours"
    place.does(1, HandOver(1, 2))
    assert place.refuses(2, SetSeason(2, 1, "Mine")) == "not_founder"
    place.does(2, HandOver(2, 1))
    place.does(1, Close(1))


def test_a_closed_room_has_no_new_season() -> None:
    place = Place(2)
    place.does(1, Close(1))
    assert place.refuses(1, SetSeason(1, 1, "Late")) == "room_closed"


def test_there_is_an_end_to_seasons(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    monkeypatch.setattr("games.services.commands.seasons.MOST_SEASONS", 2)
    seasons = as_stored((Season(1, "", 0), Season(2, "", 1)))
    Room.objects.filter(pk=place.room.pk).update(seasons=seasons)
    place.start()
    assert place.refuses(1, SetSeason(1, 3, "")) == "stale"
