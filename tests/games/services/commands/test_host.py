"""Whose room it is: who stands in for an absent founder, within which limits, and until when."""

import pytest
from django.contrib.auth import get_user_model

from games.models import Player
from games.protocol.commands import (
    Back,
    Body,
    Close,
    Done,
    Give,
    HandOver,
    Leave,
    LetIn,
    Missing,
    No,
    PauseGame,
    Readmit,
    Remove,
    SetDoor,
    SetRoom,
    Sit,
    Start,
    TakeHost,
    UseCode,
)
from games.services.commands import seat_transfer
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.rooms import Place, refused, seen

pytestmark = pytest.mark.django_db


def sign_up(place: Place, player: int) -> None:
    """Give this player an account."""
    person = place.people[player - 1]
    person.user = get_user_model().objects.create_user(f"account-{player}")
    person.save()


def host_sleeps(place: Place, moved: Clock, *there: int) -> None:
    """The host is away until somebody else is host."""
    place.there(*there)
    assert isinstance(place.ask(None, Missing(place.fresh().host or 0)), Done)
    moved(120)
    place.there(*there)
    place.tick()


def with_an_heir(moved: Clock, seats: int = 3) -> Place:
    """A room whose founder, player 1, is away. Player 2 is host."""
    place = Place(seats)
    host_sleeps(place, moved, *range(2, seats + 1))
    assert place.fresh().host == 2
    return place


@pytest.mark.parametrize(
    ("accounts", "there", "heir"),
    [
        ((), (2, 3, 4), 2),  # who came first
        ((4,), (2, 3, 4), 4),  # who has an account comes before
        ((3, 4), (2, 3, 4), 3),
        ((4,), (2, 3), 2),  # but who is away does not
        ((), (3, 4), 3),
    ],
)
def test_the_role_passes_to_whom_is_known_best(
    moved: Clock, accounts: tuple[int, ...], there: tuple[int, ...], heir: int
) -> None:
    place = Place(4)
    for player in accounts:
        sign_up(place, player)
    host_sleeps(place, moved, *there)
    assert place.fresh().host == heir


def test_the_founder_inherits_from_an_heir(moved: Clock) -> None:
    place = with_an_heir(moved)
    place.there(1, 3)
    sign_up(place, 3)
    place.does(2, Leave(2))
    assert place.fresh().host == 1


def test_when_the_host_leaves_somebody_who_is_there_is_host() -> None:
    place = Place(3)
    place.there(3)
    place.does(1, Leave(1))
    assert place.fresh().host == 3


@pytest.mark.parametrize("body", [Close(2), Remove(2, 1), HandOver(2, 3), Give(2, 1, 3)], ids=str)
def test_an_heir_cannot_take_the_room_away(moved: Clock, body: Body) -> None:
    place = with_an_heir(moved)
    assert place.refuses(2, body) == "not_founder"
    assert place.player(1).removed is False


def test_the_founder_is_told_what_an_heir_did(moved: Clock) -> None:
    place = with_an_heir(moved, seats=4)
    place.does(1, SetDoor(1, "knock"))  # refused: the founder is not host now
    assert isinstance(place.does(2, Remove(2, 4)), Done)
    assert isinstance(place.does(2, Start(2)), Done)
    expected = [["removed", 2, 4], ["game", 2, 1]]
    assert seen(place).room["stood_in"] == expected
    place.there(1, 2, 3)
    assert isinstance(place.does(2, PauseGame(2, "")), Done)
    assert isinstance(place.does(2, Remove(2, 3)), Done)
    assert seen(place).room["stood_in"] == expected, "the founder has seen the rest"
    place.does(1, TakeHost(1))
    assert seen(place).room["stood_in"] == []
    assert isinstance(place.does(1, Readmit(1, 4)), Done)
    assert seen(place).room["stood_in"] == []


def test_a_founder_who_is_host_again_has_read_it(moved: Clock) -> None:
    place = with_an_heir(moved)
    place.does(2, Start(2))
    place.there(1, 3)
    place.does(2, Leave(2))
    assert place.fresh().host == 1
    assert seen(place).room["stood_in"] == [["game", 2, 1]]
    assert isinstance(place.does(1, TakeHost(1)), Done)
    assert seen(place).room["stood_in"] == []
    assert place.does(1, TakeHost(1)) == Done(None)


def test_a_newcomer_whom_an_heir_declined_may_knock_again() -> None:
    place, guest = Place(3), new_guest()[0]
    place.does(1, SetDoor(1, "knock"))
    place.does(1, HandOver(1, 2))
    assert isinstance(place.ask(guest, Sit("Guest")), Done)
    [knock] = place.fresh().knocks
    assert isinstance(place.does(2, LetIn(2, knock["id"], yes=False)), Done)
    assert seen(place).room["stood_in"] == [["declined", 2, knock["id"]]]
    assert refused(place, guest, Sit("Guest")) == "declined"
    place.does(1, TakeHost(1))
    assert isinstance(place.ask(guest, Sit("Guest")), Done)
    [knock] = place.fresh().knocks
    assert isinstance(place.does(1, LetIn(1, knock["id"], yes=False)), Done)
    place.does(1, HandOver(1, 2))
    assert refused(place, guest, Sit("Guest")) == "declined"


def test_a_further_seat_of_the_founders_is_safe_from_an_heir(moved: Clock) -> None:
    place = Place(3)
    assert isinstance(place.does(1, Sit("Child", another=True)), Done)
    host_sleeps(place, moved, 2, 3)
    assert place.refuses(2, Remove(2, 4)) == "not_founder"


def test_the_founder_takes_the_role_back(moved: Clock) -> None:
    place = with_an_heir(moved)
    assert place.refuses(2, TakeHost(1)) == "not_yours"
    assert place.refuses(2, TakeHost(2)) == "not_founder"
    place.there(1, 2, 3)
    place.ask(None, Back(1))
    assert place.fresh().host == 2, "nobody loses the role without a word"
    assert isinstance(place.does(1, TakeHost(1)), Done)
    assert place.events()[-1].events == [{"e": "host", "player": 1}]
    assert place.does(1, TakeHost(1)) == Done(None)
    assert place.refuses(2, SetRoom(2, name="Mine")) == "not_host"
    assert isinstance(place.does(1, Close(1)), Done)


def test_a_founder_who_handed_the_role_over_takes_it_back() -> None:
    place = Place(3)
    place.does(1, HandOver(1, 2))
    assert place.refuses(2, HandOver(2, 3)) == "not_founder"
    assert isinstance(place.does(1, TakeHost(1)), Done)


def test_on_another_device_the_founder_is_the_founder(moved: Clock) -> None:
    place = Place(3)
    code, _ = seat_transfer.make_code(place.people[0], place.room, 1, "move")
    phone = new_guest()[0]
    assert isinstance(place.ask(phone, UseCode(code)), Done)
    host_sleeps(place, moved, 2, 3)
    assert place.refuses(1, TakeHost(1)) == "not_yours"
    assert isinstance(place.ask(phone, TakeHost(1)), Done)
    assert isinstance(place.ask(phone, HandOver(1, 3)), Done)


def test_after_the_founder_has_left_the_host_has_every_right() -> None:
    place = Place(3)
    place.does(1, Leave(1))
    assert place.fresh().host == 2
    assert isinstance(place.does(2, HandOver(2, 3)), Done)
    assert isinstance(place.does(1, Sit("Back")), Done)
    assert place.refuses(3, Close(3)) == "not_founder", "the founder is back"
    place.does(1, Leave(1))
    assert isinstance(place.does(3, Close(3)), Done)


def test_the_founder_cannot_be_locked_out(moved: Clock) -> None:
    place = Place(3)
    place.does(1, Leave(1))
    place.does(2, SetRoom(2, seats=2))
    place.does(2, SetDoor(2, "locked"))
    # As a host who was no founder could do, once.
    Player.objects.filter(room=place.room, seat=1).update(removed=True)
    other = place.ask(new_guest()[0], Sit("Other"))
    assert isinstance(other, No)
    assert place.does(1, Sit("Back")) == Done(place.fresh().head, 1)
    assert place.player(1).removed is False
    assert isinstance(place.does(1, TakeHost(1)), Done)
