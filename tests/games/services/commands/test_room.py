"""The room: readiness, settings, order of turns, rematch, and what only the host may do."""

import pytest

from farkle import PRESETS
from games.protocol.commands import (
    AddString,
    Bank,
    Body,
    Build,
    Close,
    Colour,
    Command,
    Done,
    HandOver,
    Leave,
    Material,
    NewLink,
    No,
    Ready,
    Rematch,
    Remove,
    Rename,
    Roll,
    SetOrder,
    SetRoom,
    SetRules,
    Sit,
    Start,
)
from games.protocol.errors import SENTENCES
from games.services import executor
from games.services.commands import room
from games.state.room_settings import DEFAULTS
from tests.support.guests import new_guest
from tests.support.rooms import Place, last_events, refused, stranger

pytestmark = pytest.mark.django_db


def test_players_are_ready_or_not() -> None:
    place = Place(2)
    assert isinstance(place.does(2, Ready(2, yes=True)), Done)
    assert place.player(2).ready
    place.start()
    assert not place.player(2).ready
    assert place.refuses(2, Ready(2, yes=True)) == "game_on"


def test_the_host_sets_the_order_of_turns() -> None:
    place = Place(4)
    place.does(2, Leave(2))
    assert place.refuses(1, SetOrder(1, (4, 3, 2, 1))) == "bad_order"
    assert place.refuses(1, SetOrder(1, (4, 3))) == "bad_order"
    assert place.refuses(1, SetOrder(1, (4, 3, 3))) == "bad_order"
    assert isinstance(place.does(1, SetOrder(1, (4, 3, 1))), Done)
    assert place.start().players == [4, 3, 1]
    assert place.refuses(1, SetOrder(1, (1, 3, 4))) == "game_on"


def test_the_host_sets_the_rules_of_the_next_game() -> None:
    place = Place(1)
    own = {**PRESETS["family"].to_dict(), "target": 5000}
    assert isinstance(place.does(1, SetRules(1, own)), Done)
    assert (place.fresh().rules["target"], place.fresh().preset) == (5000, "")
    said = {"e": "rules", "rules": own, "preset": None, "base": "family"}
    assert last_events(place) == [said]
    place.does(1, SetRules(1, PRESETS["kcd"].to_dict()))
    assert place.fresh().preset == "kcd"
    assert place.refuses(1, SetRules(1, "nonsense")) == "bad_rules"
    assert place.refuses(1, SetRules(1, {**own, "target": "much"})) == "bad_rules"
    assert place.refuses(1, SetRules(1, {**own, "extra": 1})) == "bad_rules"


def test_settings_take_only_allowed_values() -> None:
    place = Place(1)
    assert isinstance(place.does(1, SetRoom(1, name="Friday", listed=True, seats=8)), Done)
    room = place.fresh()
    assert (room.name, room.settings) == ("Friday", {**DEFAULTS, "listed": True, "seats": 8})
    place.does(1, SetRoom(1, name="  "))
    room = place.fresh()
    assert (room.name, room.settings) == ("", {**DEFAULTS, "listed": True, "seats": 8})
    for seats in (0, 1, 1001):
        assert place.refuses(1, SetRoom(1, seats=seats)) == "bad_settings"
    for name, value in DEFAULTS.items():
        if name in (
            "door",
            "spectators",
            "abandon_days",
            "holiday_days",
            "odds",
            "unlisted",
            "silenced",
        ):  # they have commands of their own, or are the operator's
            continue
        wrong = 1 if isinstance(value, int) and not isinstance(value, bool) else "light"
        if not isinstance(value, bool):
            assert place.refuses(1, SetRoom(1, **{name: wrong})) == "bad_settings", name
        assert isinstance(place.does(1, SetRoom(1, **{name: value})), Done)
    assert place.refuses(1, SetRoom(1, name="\x00")) == "bad_name"


def test_the_host_starts_a_rematch_at_once() -> None:
    place = Place(2, rules="kcd")
    assert place.refuses(2, Rematch(2)) == "no_game"
    place.start()
    assert place.refuses(2, Rematch(2)) == "game_on"
    assert place.refuses(1, Start(1)) == "game_on"
    place.play_out()
    assert isinstance(place.does(2, Rematch(2)), Done)
    assert place.fresh().status == "over"
    assert place.player(2).ready
    assert isinstance(place.does(1, Rematch(1)), Done)
    assert (place.fresh().status, place.game().number) == ("playing", 2)


def test_a_rematch_starts_when_everybody_wants_it() -> None:
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    place.does(1, Ready(1, yes=True))
    place.does(2, Rematch(2))
    assert place.fresh().status == "over"
    place.does(3, Rematch(3))
    assert place.fresh().status == "playing"


def test_a_rematch_needs_two_players() -> None:
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    place.does(1, Leave(1))
    place.does(3, Leave(3))
    assert place.fresh().host == 2
    assert place.refuses(2, Rematch(2)) == "too_few"


FOR_THE_HOST: list[Body] = [
    Start(2),
    SetRules(2, "classic"),
    SetRoom(2, listed=True),
    SetOrder(2, (1, 2, 3)),
    Remove(2, 3),
    HandOver(2, 3),
    Close(2),
]
OF_ONES_OWN: list[Body] = [
    *FOR_THE_HOST,
    Leave(2),
    Ready(2, yes=True),
    Rename(2, "Mine"),
    Colour(2, 1),
    Material(2, "bone"),
    AddString(2, 1, "a-fine-string"),
    Rematch(2),
    Roll(2, 1, 0, ()),
    Bank(2, 1, 0, ()),
    Build(2, 1, 0),
]


@pytest.mark.parametrize("body", FOR_THE_HOST, ids=lambda body: type(body).__name__)
def test_commands_of_the_host_are_refused_to_others(body: Body) -> None:
    assert Place(3).refuses(2, body) == "not_host"


@pytest.mark.parametrize("body", OF_ONES_OWN, ids=lambda body: type(body).__name__)
def test_a_player_cannot_act_for_another(body: Body) -> None:
    place = Place(3)
    assert refused(place, place.people[0], body) == "not_yours"  # not even the host
    assert refused(place, stranger(), body) == "not_yours"
    assert refused(place, None, body) == "not_yours"


@pytest.mark.parametrize("body", OF_ONES_OWN, ids=lambda body: type(body).__name__)
def test_commands_of_unknown_and_departed_players_are_refused(body: Body) -> None:
    place = Place(3)
    alone = Place(1)
    assert refused(alone, alone.people[0], body) == "no_player"
    place.does(2, Leave(2))
    assert place.refuses(2, body) == "gone"


def test_the_host_can_only_name_seated_players() -> None:
    place = Place(3)
    for make in (Remove, HandOver):
        assert place.refuses(1, make(1, 9)) == "no_player"
    place.does(3, Leave(3))
    for make in (Remove, HandOver):
        assert place.refuses(1, make(1, 3)) == "gone"
    assert isinstance(place.does(1, HandOver(1, 2)), Done)
    assert place.refuses(1, Start(1)) == "not_host"
    assert isinstance(place.does(2, Start(2)), Done)


def test_a_new_link_takes_the_place_of_the_old_one() -> None:
    place = Place(2)
    old = place.code
    assert place.refuses(2, NewLink(2)) == "not_host"
    assert isinstance(place.does(1, NewLink(1)), Done)
    place.code = place.fresh().code
    assert place.code != old
    assert place.events()[-1].events == [{"e": "link"}]
    assert old not in str(place.events()[-1].events)
    guest = new_guest()[0]
    assert executor.perform(Command(old, guest.pk, "by-the-old-link", Sit("Nora"))) == No(
        "no_room", SENTENCES["no_room"]
    )
    assert isinstance(place.ask(guest, Sit("Nora")), Done)


def test_a_room_can_have_twenty_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_LINKS", 1)
    place = Place(1)
    place.does(1, NewLink(1))
    place.code = place.fresh().code
    assert place.refuses(1, NewLink(1)) == "too_many_links"
