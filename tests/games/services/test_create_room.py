"""Opening a room."""

import pytest

from farkle import DEFAULT_PRESET, PRESETS
from games.models import Event, Game, Player, Room
from games.protocol.errors import Refused
from games.services import create_room
from games.services.create_room import open_room
from tests.support.guests import new_guest
from tests.support.rooms import Place, fresh_id, stranger

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_room_has_its_host_seated() -> None:
    room = open_room(stranger(), fresh_id(), name="  Mara \t B ", title="Friday")
    assert (room.status, room.host, room.head, room.preset) == ("lobby", 1, 1, DEFAULT_PRESET)
    assert room.name == "Friday"
    assert Player.objects.get(room=room).name == "Mara B"
    waiting = Game.objects.get(room=room)
    assert (waiting.status, len(waiting.commitment)) == ("waiting", 64)
    assert Event.objects.get(room=room).events == [
        {"e": "sat", "player": 1},
        {"e": "host", "player": 1},
    ]


def test_codes_have_no_characters_that_look_alike() -> None:
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
def test_a_room_with_wrong_values_is_refused(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as caught:
        open_room(stranger(), fresh_id(), **{"name": "Mara", **wrong})  # type: ignore[arg-type]  # on purpose
    assert caught.value.code == code
    assert not Room.objects.exists()


def test_the_same_request_opens_the_same_room() -> None:
    person = new_guest()[0]
    first = open_room(person, "request-1", name="Mara")
    second = open_room(person, "request-1", name="Mara")
    other = open_room(person, "request-2", name="Mara")
    stranger = open_room(new_guest()[0], "request-1", name="Mara")
    assert first.pk == second.pk
    assert len({first.code, other.code, stranger.code}) == 3
    assert Player.objects.filter(room=first).count() == 1


def test_a_room_opens_with_custom_rules() -> None:
    place = Place(1)
    own = {**PRESETS["kcd"].to_dict(), "target": 2000}
    room = open_room(place.people[0], fresh_id(), name="Mara", rules=own, base="kcd")
    assert (room.rules, room.preset, room.base) == (own, "", "kcd")
    with pytest.raises(Refused, match="needs a winning score"):
        open_room(place.people[0], fresh_id(), name="Mara", rules={**own, "target": 0})


@pytest.mark.django_db
def test_a_game_against_a_computer_begins_at_once() -> None:
    person = new_guest()[0]
    room = open_room(person, "request-1", name="Mara", against="ledger")
    assert room.status == "playing"
    again = open_room(person, "request-1", name="Mara", against="ledger")
    assert (again.pk, again.head) == (room.pk, room.head)
    assert list(Player.objects.filter(room=room).values_list("level", flat=True)) == ["", "ledger"]
    assert open_room(person, "request-2", name="Mara", against="pip") == room, "one at a time"
    assert open_room(person, "request-3", name="Mara") != room
    with pytest.raises(Refused):
        open_room(new_guest()[0], "request-4", name="Mara", against="genius")
