"""The door of a room: open, one to knock at, or locked."""

import pytest

from games.models import Person
from games.protocol.commands import (
    Command,
    Done,
    Leave,
    LetIn,
    No,
    Remove,
    SetDoor,
    SetRoom,
    Sit,
)
from games.services import executor
from games.services.accounts.people import merge
from games.services.commands import door
from tests.support.guests import new_guest
from tests.support.rooms import Place, follow, forget_tables, fresh_id, seen

pytestmark = pytest.mark.django_db


def room(seats: int = 2, **settings: object) -> Place:
    place = Place(seats)
    assert isinstance(place.does(1, SetDoor(1, **settings)), Done)  # type: ignore[arg-type]
    return place


def refused(place: Place, person: Person, name: str = "New", *, another: bool = False) -> str:
    before = place.fresh().head
    answer = place.ask(person, Sit(name, another))
    assert isinstance(answer, No), answer
    assert place.fresh().head == before
    return answer.code


def knocks(place: Place, name: str = "Nora") -> tuple[Person, int]:
    """Somebody knocks; return who, and the number of the knock."""
    person = new_guest()[0]
    answer = place.ask(person, Sit(name))
    assert isinstance(answer, Done)
    assert answer.player is None
    assert answer.n is not None
    return person, answer.n


def waiting(place: Place) -> list[str]:
    return [one["name"] for one in door.waiting(place.fresh())]


def test_the_door_is_set_by_the_host_alone_to_what_there_is() -> None:
    place = Place(2)
    assert place.refuses(2, SetDoor(2, "locked")) == "not_host"
    assert place.refuses(1, SetDoor(1, "ajar")) == "bad_settings"
    place.does(1, SetDoor(1, spectators=False))
    place.does(1, SetDoor(1, "knock"))
    assert place.last() == ["settings"]
    assert place.fresh().settings["door"] == "knock"
    assert place.fresh().settings["spectators"] is False


def test_nobody_new_comes_into_a_locked_room() -> None:
    place = room(3, door="locked")
    assert refused(place, new_guest()[0]) == "locked"
    assert refused(place, place.people[1], another=True) == "locked"
    assert place.does(2, Sit("Again")) == Done(None, 2)
    place.does(2, Leave(2))
    assert place.does(2, Sit("Back")) == Done(place.fresh().head, 2), "who had a seat is not new"
    assert isinstance(place.does(1, Sit("Child", another=True)), Done), "the host has the key"
    place.does(1, SetDoor(1, door="open"))
    assert isinstance(place.ask(new_guest()[0], Sit("New")), Done)


def test_the_host_lets_in_who_knocks() -> None:
    place = room(door="knock")
    nora, number = knocks(place)
    assert place.events()[-1].events == [{"e": "knocked", "knock": number, "at": 0}]
    assert place.ask(nora, Sit("Nora")) == Done(None), "once is enough"
    assert place.refuses(2, LetIn(2, number, yes=True)) == "not_host"
    assert place.refuses(1, LetIn(1, number + 1, yes=True)) == "no_knock"
    assert isinstance(place.does(1, LetIn(1, number, yes=True)), Done)
    assert place.last() == ["answered", "sat"]
    assert (place.player(3).person, place.player(3).name) == (nora, "Nora")
    assert waiting(place) == []
    assert place.refuses(1, LetIn(1, number, yes=True)) == "no_knock"
    assert place.ask(nora, Sit("Nora")) == Done(None, 3)


def test_whom_the_host_declines_cannot_knock_again() -> None:
    place = room(door="knock")
    nora, number = knocks(place)
    other, _ = knocks(place, "Other")
    assert isinstance(place.does(1, LetIn(1, number, yes=False)), Done)
    assert place.events()[-1].events == [{"e": "answered", "knock": number, "yes": False}]
    assert refused(place, nora) == "declined"
    assert waiting(place) == ["Other"]
    place.does(1, SetDoor(1, door="open"))
    assert isinstance(place.ask(nora, Sit("Nora")), Done), "an open door is open"
    assert isinstance(place.ask(other, Sit("Other")), Done)


def test_who_is_known_does_not_knock() -> None:
    place = room(door="knock")
    assert isinstance(place.does(2, Sit("Child", another=True)), Done)
    place.does(2, Leave(2))
    place.does(2, Leave(3))
    assert place.does(2, Sit("Back")) == Done(place.fresh().head, 2)
    place.does(1, Remove(1, 2))
    assert refused(place, place.people[1]) == "removed"


def comes_from(place: Place, origin: str, name: str) -> str:
    """Somebody knocks from this address; return the code of the refusal, if any."""
    command = Command(place.code, new_guest()[0].pk, fresh_id(), Sit(name), origin)
    answer = executor.perform(command)
    return answer.code if isinstance(answer, No) else ""


def test_addresses_take_turns_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_WAITING", 6)
    place = room(door="knock")
    page = seen(place)
    for number in range(6):
        assert comes_from(place, "flood", f"F{number}") == ""
    assert comes_from(place, "flood", "F6") == "many_knock"
    assert comes_from(place, "friend", "Nora") == ""
    assert waiting(place) == ["F0", "Nora", "F1", "F2", "F3", "F4"]
    assert place.last() == ["answered", "knocked"]
    assert comes_from(place, "friend", "Ben") == ""
    assert comes_from(place, "other", "Ida") == ""
    assert waiting(place) == ["F0", "Nora", "Ida", "F1", "Ben", "F2"]
    follow(place, page)


def test_whoever_made_way_may_knock_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_WAITING", 2)
    place, last = room(door="knock"), new_guest()[0]
    assert comes_from(place, "class", "First") == ""
    command = Command(place.code, last.pk, fresh_id(), Sit("Last"), "class")
    assert isinstance(executor.perform(command), Done)
    assert comes_from(place, "friend", "Nora") == ""
    assert door.knock_of(place.fresh(), last.pk) is None
    assert comes_from(place, "class", "Last") == "many_knock", "one each is fair"
    place.does(1, LetIn(1, door.waiting(place.fresh())[0]["id"], yes=True))
    assert isinstance(place.ask(last, Sit("Last")), Done)
    assert waiting(place) == ["Nora", "Last"]


def test_as_many_as_fit_are_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_WAITING", 2)
    place = room(door="knock")
    place.does(1, SetRoom(1, seats=3))
    (_, first), (_, second) = knocks(place, "First"), knocks(place, "Second")
    assert refused(place, new_guest()[0]) == "many_knock"
    place.does(1, LetIn(1, first, yes=True))
    assert place.refuses(1, LetIn(1, second, yes=True)) == "room_full"
    assert waiting(place) == ["Second"]
    assert refused(place, new_guest()[0]) == "room_full"


def test_names_of_those_who_knock_are_checked_and_made_different() -> None:
    place = room(door="knock")
    assert refused(place, new_guest()[0], "\u202e") == "bad_name"
    _, number = knocks(place, "Player 1")
    place.does(1, LetIn(1, number, yes=True))
    assert place.player(3).name == "Player 1 2"


@pytest.mark.parametrize("to", ["open", "locked"])
def test_nobody_waits_at_another_door(to: str) -> None:
    place = room(door="knock")
    knocks(place)
    place.does(1, SetRoom(1, hints=True))
    assert waiting(place) == ["Nora"]
    place.does(1, SetDoor(1, door=to))
    assert place.fresh().knocks == []


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_logged_in_meanwhile_knocks_again() -> None:
    place = room(door="knock")
    nora, number = knocks(place)
    account = new_guest()[0]
    merge(nora, account)
    assert isinstance(place.does(1, LetIn(1, number, yes=True)), Done)
    assert place.last() == ["answered"]
    assert place.events()[-1].events[0]["yes"] is False
    assert isinstance(place.ask(account, Sit("Nora")), Done)
    assert waiting(place) == ["Nora"]


def test_the_host_still_lets_in_after_everybody_forgot_the_table() -> None:
    """What waits at the door is stored with the room, not in a process."""
    place = room(door="knock")
    _, number = knocks(place)
    forget_tables()
    assert isinstance(place.does(1, LetIn(1, number, yes=True)), Done)
