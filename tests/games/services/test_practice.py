"""Games against a computer: one room a person, one game a request, the level and the rules."""

from collections.abc import Mapping
from typing import Any

import pytest

from farkle import DEFAULT_PRESET, PRESETS
from games.models import Game, Person, Room
from games.protocol.commands import Close, Command, Done, Leave, Remove, Sit
from games.protocol.errors import Refused
from games.selectors.room_list import practice_of
from games.services import executor, practice
from games.views.room_pages import card_in_force
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)

QUICK: Mapping[str, Any] = PRESETS["kcd"].to_dict()


@pytest.fixture
def mara() -> Person:
    return new_guest()[0]


def plays(person: Person, request_id: str = "", **wanted: Any) -> Room:
    return practice.play_now(person, request_id or fresh_id(), name="Mara", **wanted)


def gives_up(person: Person, room: Room) -> None:
    answer = executor.perform(Command(room.code, person.pk, fresh_id(), Leave(1)))
    assert isinstance(answer, Done)


def computers(room: Room) -> list[tuple[int, str]]:
    return list(room.players.filter(left=False).exclude(level="").values_list("seat", "level"))


def test_the_next_game_is_in_the_same_room(mara: Person) -> None:
    room = plays(mara)
    assert (room.rules, room.name) == (PRESETS[DEFAULT_PRESET].to_dict(), "Mara and Penny")
    assert plays(mara) == room, "an unfinished game goes on"
    gives_up(mara, room)
    assert plays(mara) == room
    assert Room.objects.get() == room
    assert [*room.games.filter(status=Game.Status.PLAYING)] == [room.games.get(number=2)]
    assert computers(room) == [(2, "penny")]


def test_a_game_by_default_is_named_by_its_preset(mara: Person) -> None:
    room = plays(mara)
    assert room.games.get().rules["first_player"] == "seat"
    assert card_in_force(room).name == "Standard"


def test_an_answer_that_was_lost_begins_no_second_game(mara: Person) -> None:
    room = plays(mara, "request-1")
    gives_up(mara, room)
    assert plays(mara, "request-1") == room
    assert not room.games.filter(status=Game.Status.PLAYING).exists()
    for _ in range(2):
        assert plays(mara, "request-2", level="pip", rules=QUICK, base="kcd") == room
    gives_up(mara, room)
    assert plays(mara, "request-2", level="pip", rules=QUICK, base="kcd") == room
    assert room.games.filter(status=Game.Status.OVER).count() == 2
    assert not room.games.filter(status=Game.Status.PLAYING).exists()


def test_level_and_rules_can_change_from_game_to_game(mara: Person) -> None:
    room = plays(mara)
    for level, seat, name in (
        ("ledger", 3, "Mara and Ledger"),
        ("", 3, "Mara and Ledger"),
        ("penny", 2, "Mara and Penny"),
    ):
        gives_up(mara, room)
        plays(mara, level=level, rules=QUICK, base="kcd")
        room.refresh_from_db()
        assert computers(room) == [(seat, level or "ledger")]
        assert (room.name, room.preset) == (name, "kcd")
    gives_up(mara, room)
    plays(mara)
    assert room.games.get(number=5).rules["target"] == QUICK["target"], "as last time"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [({"level": "genius"}, "no_computer"), ({"rules": {**QUICK, "target": 0}}, "bad_rules")],
)
def test_what_cannot_be_played_is_refused(mara: Person, wanted: dict[str, Any], code: str) -> None:
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            plays(mara, **wanted)
        assert refused.value.code == code
        gives_up(mara, plays(mara))
    assert computers(Room.objects.get()) == [(2, "penny")]
    assert Room.objects.get().games.filter(status=Game.Status.PLAYING).count() == 0


def test_a_room_with_company_is_for_that_company(mara: Person) -> None:
    room, ines = plays(mara), new_guest()[0]
    assert practice_of(mara)
    executor.perform(Command(room.code, ines.pk, fresh_id(), Sit("Ines")))
    assert practice_of(mara) is None
    executor.perform(Command(room.code, ines.pk, fresh_id(), Leave(3)))
    assert practice_of(mara) is None, "Ines may come back"
    other = plays(mara)
    assert other != room
    executor.perform(Command(other.code, mara.pk, fresh_id(), Sit("Uli", another=True)))
    assert practice_of(mara) is None, "somebody plays beside her"


def test_a_room_that_is_closed_or_empty_is_left_alone(mara: Person) -> None:
    room = plays(mara)
    executor.perform(Command(room.code, mara.pk, fresh_id(), Close(1)))
    assert practice_of(mara) is None
    second = plays(mara)
    executor.perform(Command(second.code, mara.pk, fresh_id(), Remove(1, 2)))
    assert practice_of(mara) is None
    assert plays(mara) not in (room, second)
