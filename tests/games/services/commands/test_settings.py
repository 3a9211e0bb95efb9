"""Every command for a room's settings is the host's alone, and leaves the same event."""

import pytest

from games.models import Room
from games.models.rooms import Season, as_stored, seasons_of
from games.protocol.commands import (
    Body,
    Close,
    HandOver,
    Moderate,
    SetAbandon,
    SetDoor,
    SetHolidayDays,
    SetRoom,
    SetSeason,
    ShowOdds,
    Start,
)
from tests.support.rooms import Place, last_events, playing

pytestmark = pytest.mark.django_db


COMMANDS = [
    (SetRoom(1, pace="quick"), {"pace": "quick"}),
    (SetDoor(1, door="locked"), {"door": "locked"}),
    (ShowOdds(1, odds=True), {"odds": True}),
    (SetAbandon(1, 30), {"abandon_days": 30}),
    (SetHolidayDays(1, 21), {"holiday_days": 21}),
]


@pytest.mark.parametrize(("body", "changes"), COMMANDS)
def test_the_event_has_all_settings(body: Body, changes: dict[str, object]) -> None:
    place = Place(2)
    place.does(1, SetRoom(1, name="Den"))
    before = last_events(place)[0]["settings"]
    assert isinstance(before, dict)
    place.does(1, body)
    assert last_events(place) == [{"e": "settings", "name": "Den", "settings": before | changes}]
    assert place.fresh().settings == before | changes


@pytest.mark.parametrize("body", [body for body, _ in COMMANDS])
def test_only_the_host_changes_settings(body: Body) -> None:
    assert Place(2).refuses(2, body) == "not_yours"


@pytest.mark.parametrize("body", [SetRoom(1, pace="mad"), SetDoor(1, "ajar"), SetAbandon(1, 0)])
def test_a_value_that_is_not_allowed_changes_nothing(body: Body) -> None:
    assert Place(2).refuses(1, body) == "bad_settings"


@pytest.mark.parametrize(
    ("off", "wanted"),
    [({"unlisted": True}, {"listed": True}), ({"silenced": True}, {"talk": True})],
)
def test_a_host_cannot_undo_the_operator(off: dict[str, bool], wanted: dict[str, bool]) -> None:
    place, [name] = Place(2), wanted
    place.does(1, SetRoom(1, listed=True, talk=True))
    place.ask(None, Moderate(**off))
    assert place.events()[-1].player is None
    assert place.fresh().settings[name] is False
    assert place.refuses(1, SetRoom(1, **wanted)) == "by_operator"  # type: ignore[arg-type]
    place.does(1, SetRoom(1, name="Friday", **{name: False}))  # type: ignore[arg-type]
    place.ask(None, Moderate(**dict.fromkeys(off, False)))
    assert place.fresh().settings[name] is False, "the host decides again"
    place.does(1, SetRoom(1, **wanted))  # type: ignore[arg-type]
    assert place.fresh().settings[name] is True


def test_a_room_is_closed_with_its_game() -> None:
    place = playing(2)
    place.ask(None, Moderate(close=True))
    assert place.last() == ["ended", "closed"]
    assert place.events()[-1].events[-1]["why"] == "operator"
    assert place.refuses(1, Start(1)) == "room_closed"


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


def test_only_the_host_with_every_right_names_seasons() -> None:
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
    monkeypatch.setattr("games.services.commands.settings.MOST_SEASONS", 2)
    seasons = as_stored((Season(1, "", 0), Season(2, "", 1)))
    Room.objects.filter(pk=place.room.pk).update(seasons=seasons)
    place.start()
    assert place.refuses(1, SetSeason(1, 3, "")) == "stale"
