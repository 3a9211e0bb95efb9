"""Round the table: sitting down and getting up, names, rules, and what only the host may."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from farkle import PRESETS
from games import clock
from games.models import Event, Game, Person, Player, Room
from games.people.identity import new_guest
from games.protocol.commands import (
    AddString,
    Bank,
    Body,
    Build,
    Close,
    Colour,
    Done,
    Expire,
    HandOver,
    Leave,
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
from games.protocol.errors import Refused
from games.services import create_room
from games.services import seats as seat_service
from games.services.create_room import open_room
from games.state.room_settings import DEFAULTS
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db


def stranger() -> Person:
    return new_guest()[0]


def refused(place: Place, person: Person | None, body: Body) -> str:
    answer = place.ask(person, body)
    assert isinstance(answer, No), answer
    return answer.code


def last_events(place: Place) -> list[dict[str, object]]:
    events: list[dict[str, object]] = place.events()[-1].events
    return events


# Opening


def test_a_new_room() -> None:
    room = open_room(stranger(), fresh_id(), name="  Mara \t B ", title="Friday")
    assert (room.status, room.host, room.head, room.preset) == ("lobby", 1, 1, "family")
    assert room.name == "Friday"
    assert Player.objects.get(room=room).name == "Mara B"
    waiting = Game.objects.get(room=room)
    assert (waiting.status, len(waiting.commitment)) == ("waiting", 64)
    assert Event.objects.get(room=room).events == [
        {"e": "sat", "player": 1},
        {"e": "host", "player": 1},
    ]


def test_codes_have_nothing_that_looks_like_something_else() -> None:
    person = stranger()
    codes = {create_room.code_for(person, str(number)) for number in range(500)}
    assert len(codes) == 500
    assert {len(code) for code in codes} == {8}
    assert not set("".join(codes)) & set("01OILU")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "\u202eMara"}, "bad_name"),
        ({"title": "x" * 41}, "bad_name"),
        ({"rules": "no such preset"}, "bad_rules"),
        ({"rules": {"version": 99}}, "bad_rules"),
        ({"rules": {**PRESETS["family"].to_dict(), "single_1": -1}}, "bad_rules"),
    ],
)
def test_a_room_that_cannot_be_opened(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as caught:
        open_room(stranger(), fresh_id(), **{"name": "Mara", **wrong})  # type: ignore[arg-type]  # on purpose
    assert caught.value.code == code
    assert not Room.objects.exists()


def test_too_many_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create_room, "MOST_ROOMS_AN_HOUR", 2)
    person = stranger()
    first = open_room(person, "request-1", name="Mara")
    open_room(person, "request-2", name="Mara")
    with pytest.raises(Refused) as caught:
        open_room(person, "request-3", name="Mara")
    assert caught.value.code == "too_many_rooms"
    assert open_room(person, "request-1", name="Mara") == first
    Room.objects.update(created=clock.now() - timedelta(hours=2))
    open_room(person, "request-3", name="Mara")


# Sitting down and getting up


def test_the_same_person_has_one_seat_unless_another_is_asked_for() -> None:
    place = Place(2)
    person = place.people[1]
    head = place.fresh().head
    assert place.ask(person, Sit("Someone")) == Done(None, 2)
    assert place.fresh().head == head
    assert place.ask(person, Sit("Child", another=True)) == Done(head + 1, 3)
    assert place.does(2, Rename(3, "Mia")) == Done(head + 2)


def test_sitting_down_again_with_the_same_id() -> None:
    place = Place(1)
    person = stranger()
    first = place.ask(person, Sit("Teo"), "one-intent")
    assert place.ask(person, Sit("Teo"), "one-intent") == first == Done(2, 2)


def test_getting_up_and_coming_back_to_the_same_seat() -> None:
    place = Place(2)
    place.does(2, Leave(2))
    assert place.player(2).left
    assert place.does(2, Sit("Returned")) == Done(4, 2)
    assert (place.player(2).left, place.player(2).name) == (False, "Returned")


def test_names_that_are_taken_get_a_number() -> None:
    place = Place(2)
    place.ask(stranger(), Sit("player 1"))
    place.ask(stranger(), Sit("Player 1"))
    long = "x" * 24
    place.does(1, Rename(1, long))
    place.does(2, Rename(2, long))
    names = list(Player.objects.order_by("seat").values_list("name", flat=True))
    assert names == [long, "x" * 22 + " 2", "player 1 2", "Player 1 3"]
    place.does(1, Rename(1, long))  # one's own is not taken
    assert place.player(1).name == long


def test_colours_differ_while_there_are_any() -> None:
    place = Place(8)
    colours = list(Player.objects.order_by("seat").values_list("colour", flat=True))
    assert colours == [0, 1, 2, 3, 4, 5, 0, 1]
    assert isinstance(place.does(1, Colour(1, 5)), Done)
    assert place.player(1).colour == 5
    assert place.refuses(1, Colour(1, 6)) == "bad_colour"


def seated_colours(place: Place) -> list[int]:
    sitting = Player.objects.filter(room__code=place.code, left=False).order_by("seat")
    return list(sitting.values_list("colour", flat=True))


def test_who_comes_late_or_again_has_a_pen_of_his_own() -> None:
    place = Place(8)
    place.does(1, Colour(1, 5))
    place.does(6, Leave(6))
    place.does(7, Leave(7))
    place.ask(stranger(), Sit("Late"))
    assert sorted(seated_colours(place)) == [0, 1, 1, 2, 3, 4, 5], (
        "none twice but one for the seventh"
    )
    place.does(7, Sit("Back"))
    place.does(6, Sit("Back too"))
    counts = Counter(seated_colours(place))
    assert (len(counts), max(counts.values())) == (6, 2)
    few = Place(3)
    few.does(2, Leave(2))
    few.ask(stranger(), Sit("Late"))
    few.does(2, Sit("Back"))
    assert seated_colours(few) == [0, 3, 2, 1]


def test_a_late_pen_is_not_that_of_somebody_on_the_pad_who_left() -> None:
    place = Place(3)
    place.start()
    place.does(2, Leave(2))
    place.ask(stranger(), Sit("Late"))
    assert seated_colours(place) == [0, 2, 3]
    place.does(2, Sit("Back"))
    assert seated_colours(place) == [0, 1, 2, 3]


def test_a_full_room() -> None:
    place = Place(2)
    place.does(1, SetRoom(1, seats=2))
    assert refused(place, stranger(), Sit("Late")) == "room_full"
    assert refused(place, None, Sit("Nobody")) == "not_yours"
    place.does(2, Leave(2))
    assert isinstance(place.ask(stranger(), Sit("Late")), Done)
    assert refused(place, place.people[1], Sit("Back")) == "room_full"


def test_too_many_seats_of_one_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_service, "MOST_SEATS_OF_A_PERSON", 2)
    place = Place(1)
    assert isinstance(place.does(1, Sit("Child", another=True)), Done)
    assert refused(place, place.people[0], Sit("Third", another=True)) == "too_many_seats"


def test_the_host_gets_up_and_another_is_host() -> None:
    place = Place(3)
    place.does(1, SetOrder(1, (1, 3, 2)))
    place.does(1, Leave(1))
    assert last_events(place) == [{"e": "gone", "player": 1}, {"e": "host", "player": 3}]
    assert place.fresh().host == 3
    place.does(3, Leave(3))
    place.does(2, Leave(2))
    assert place.fresh().host is None
    assert place.does(2, Sit("Back")) == Done(place.fresh().head, 2)
    assert place.fresh().host == 2


def test_the_host_takes_a_seat_of_his_own_away() -> None:
    place = Place(2)
    place.does(1, Sit("Child", another=True))
    place.does(1, Remove(1, 3))
    assert last_events(place) == [{"e": "gone", "player": 3}]
    assert isinstance(place.does(1, Sit("Child", another=True)), Done)


# The next game


def test_strings_for_the_dice() -> None:
    place = Place(3, rules="kcd")
    head = place.fresh().head
    assert place.does(1, AddString(1, 1, "first-string")) == Done(None)
    assert place.does(1, AddString(1, 1, "second-string")) == Done(None)
    assert place.does(3, AddString(3, 1, "another_one")) == Done(None)
    assert place.fresh().head == head
    assert place.refuses(1, AddString(1, 2, "too-early")) == "stale"
    assert place.refuses(1, AddString(1, 1, "short")) == "bad_string"
    assert place.refuses(1, AddString(1, 1, "with,comma,")) == "bad_string"
    game = place.start()
    assert game.strings == ["second-string", "", "another_one"]
    assert place.refuses(1, AddString(1, 1, "while-playing")) == "stale"
    place.play_out()
    assert place.start().strings == ["", "", ""]


def test_ready() -> None:
    place = Place(2)
    assert isinstance(place.does(2, Ready(2, yes=True)), Done)
    assert place.player(2).ready
    place.start()
    assert not place.player(2).ready
    assert place.refuses(2, Ready(2, yes=True)) == "game_on"


def test_the_order_of_turns() -> None:
    place = Place(4)
    place.does(2, Leave(2))
    assert place.refuses(1, SetOrder(1, (4, 3, 2, 1))) == "bad_order"
    assert place.refuses(1, SetOrder(1, (4, 3))) == "bad_order"
    assert place.refuses(1, SetOrder(1, (4, 3, 3))) == "bad_order"
    assert isinstance(place.does(1, SetOrder(1, (4, 3, 1))), Done)
    assert place.start().players == [4, 3, 1]
    assert place.refuses(1, SetOrder(1, (1, 3, 4))) == "game_on"


def test_rules_for_the_next_game() -> None:
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


def test_what_a_room_can_be_set_to() -> None:
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
        wrong = 1 if isinstance(value, int) and not isinstance(value, bool) else "light"
        if not isinstance(value, bool):
            assert place.refuses(1, SetRoom(1, **{name: wrong})) == "bad_settings", name
        assert isinstance(place.does(1, SetRoom(1, **{name: value})), Done)
    assert place.refuses(1, SetRoom(1, name="\x00")) == "bad_name"


def test_nobody_plays_alone() -> None:
    place = Place(1)
    assert place.refuses(1, Start(1)) == "too_few"
    place = Place(2)
    place.does(2, Leave(2))
    assert place.refuses(1, Start(1)) == "too_few"


def test_rematch_at_the_hosts_word() -> None:
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


def test_rematch_without_the_host() -> None:
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    place.does(1, Ready(1, yes=True))
    place.does(2, Rematch(2))
    assert place.fresh().status == "over"
    place.does(3, Rematch(3))
    assert place.fresh().status == "playing"


def test_nobody_has_a_rematch_with_himself() -> None:
    place = Place(3, rules="kcd")
    place.start()
    place.play_out()
    place.does(1, Leave(1))
    place.does(3, Leave(3))
    assert place.fresh().host == 2
    assert place.refuses(2, Rematch(2)) == "too_few"


# Rights

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
    AddString(2, 1, "a-fine-string"),
    Rematch(2),
    Roll(2, 1, 0, ()),
    Bank(2, 1, 0, ()),
    Build(2, 1, 0),
]


@pytest.mark.parametrize("body", FOR_THE_HOST, ids=lambda body: type(body).__name__)
def test_only_the_host_may(body: Body) -> None:
    assert Place(3).refuses(2, body) == "not_host"


@pytest.mark.parametrize("body", OF_ONES_OWN, ids=lambda body: type(body).__name__)
def test_nobody_acts_for_another(body: Body) -> None:
    place = Place(3)
    assert refused(place, place.people[0], body) == "not_yours"  # not even the host
    assert refused(place, stranger(), body) == "not_yours"
    assert refused(place, None, body) == "not_yours"


@pytest.mark.parametrize("body", OF_ONES_OWN, ids=lambda body: type(body).__name__)
def test_a_player_that_is_none_and_one_that_has_left(body: Body) -> None:
    place = Place(3)
    alone = Place(1)
    assert refused(alone, alone.people[0], body) == "no_player"
    place.does(2, Leave(2))
    assert place.refuses(2, body) == "gone"


def test_whom_the_host_means() -> None:
    place = Place(3)
    for make in (Remove, HandOver):
        assert place.refuses(1, make(1, 9)) == "no_player"
    place.does(3, Leave(3))
    for make in (Remove, HandOver):
        assert place.refuses(1, make(1, 3)) == "gone"
    assert isinstance(place.does(1, HandOver(1, 2)), Done)
    assert place.refuses(1, Start(1)) == "not_host"
    assert isinstance(place.does(2, Start(2)), Done)


# By itself


def test_a_room_in_which_nothing_happens_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    assert refused(place, None, Expire("idle")) == "not_due"
    assert refused(place, None, Expire("nonsense")) == "not_due"
    due = place.fresh().due_at
    assert due is not None
    assert abs(due - datetime.now(UTC) - timedelta(days=1)) < timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: due)
    assert isinstance(place.ask(None, Expire("idle")), Done)
    room = place.fresh()
    assert (room.status, room.due_at, room.deadlines) == ("closed", None, {})
    assert last_events(place) == [{"e": "closed", "why": "idle"}]


def test_a_game_nobody_goes_on_with_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(2)
    place.start()
    place.move()
    due = place.fresh().due_at
    assert due is not None
    assert timedelta(days=6) < due - clock.now() <= timedelta(days=7)
    monkeypatch.setattr(clock, "now", lambda: due + timedelta(seconds=1))
    place.ask(None, Expire("idle"))
    assert (place.fresh().status, place.game().status) == ("closed", "abandoned")
    assert place.state().ply == 1
