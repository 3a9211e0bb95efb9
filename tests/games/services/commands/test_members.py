"""Members come back with one tap, the host removes them and undoes it, and a game starts without
those who are away."""

import pytest
from django.core.cache import cache

from games import clock
from games.models import Player
from games.people import presence
from games.protocol.commands import (
    Done,
    Expel,
    HandOver,
    Join,
    Leave,
    Readmit,
    Rematch,
    Remove,
    RemoveMember,
    SetDoor,
    SetOrder,
    SetRoom,
    ShutOut,
    Sit,
    SitAgain,
    Start,
    StartWithout,
)
from tests.games.conftest import Clock
from tests.support.rooms import Place, playing

pytestmark = pytest.mark.django_db


def seated(place: Place) -> list[str]:
    here = Player.objects.filter(room=place.room, left=False).order_by("seat")
    return [one.name for one in here]


def test_several_people_of_one_device_sit_down_again_together() -> None:
    place = Place(2)
    place.does(2, Sit("Leo", another=True))
    place.does(2, Sit("Zoe", another=True))
    for seat in (2, 3, 4):
        place.does(2, Leave(seat))
    place.does(1, SetDoor(1, "locked"))  # for strangers
    assert isinstance(place.does(2, SitAgain((2, 4))), Done)
    assert seated(place) == ["Player 1", "Player 2", "Zoe"]
    assert isinstance(place.does(2, SitAgain((3,))), Done)
    assert seated(place) == ["Player 1", "Player 2", "Leo", "Zoe"]
    head = place.fresh().head
    assert place.does(2, SitAgain((3, 4))) == Done(None, 3)  # a second tap
    assert place.fresh().head == head


def test_nobody_sits_down_on_a_seat_of_somebody_else() -> None:
    place = Place(3)
    place.does(3, Leave(3))
    assert place.refuses(2, SitAgain((3,))) == "not_yours"
    assert place.refuses(2, SitAgain((2, 3))) == "not_yours"
    assert place.refuses(2, SitAgain(())) == "not_yours"
    assert place.refuses(2, SitAgain((9,))) == "not_yours"


def test_there_must_be_a_seat_for_everybody_who_comes_back() -> None:
    place = Place(2)
    place.does(2, Sit("Leo", another=True))
    for seat in (2, 3):
        place.does(2, Leave(seat))
    place.does(1, SetRoom(1, seats=2))
    assert place.refuses(2, SitAgain((2, 3))) == "room_full"
    assert isinstance(place.does(2, SitAgain((3,))), Done)


def test_who_comes_back_during_a_game_plays_in_it_where_that_is_allowed() -> None:
    place = Place(3)
    place.does(3, Sit("Leo", another=True))
    place.does(3, Leave(3))
    place.does(3, Leave(4))
    place.does(1, SetRoom(1, late="play"))
    place.start()
    assert isinstance(place.does(3, SitAgain((3, 4))), Done)
    assert place.game().players == [1, 2, 3, 4]


def test_a_further_player_of_a_device_does_not_get_the_seat_of_another() -> None:
    place = Place(2)
    place.does(2, Sit("Leo", another=True))
    place.does(2, Leave(3))
    place.does(2, Sit("Zoe", another=True))
    assert [place.player(3).name, place.player(4).name] == ["Leo", "Zoe"]
    place.does(2, Sit("leo", another=True))
    assert seated(place) == ["Player 1", "Player 2", "leo", "Zoe"]
    for seat in (2, 3, 4):
        place.does(2, Leave(seat))
    place.does(2, Sit("Zoe"))
    assert seated(place) == ["Player 1", "Zoe"]
    assert place.player(2).name == "Player 2"


def test_the_host_removes_a_member_who_has_left_and_undoes_it() -> None:
    place = Place(3)
    place.does(3, Leave(3))
    assert isinstance(place.does(1, RemoveMember(1, 3)), Done)
    assert place.last() == ["removed"]
    assert place.refuses(3, SitAgain((3,))) == "removed"
    assert place.does(1, RemoveMember(1, 3)) == Done(None)
    assert isinstance(place.does(1, Readmit(1, 3)), Done)
    assert place.last() == ["readmitted"]
    assert seated(place) == ["Player 1", "Player 2"]
    assert isinstance(place.does(3, SitAgain((3,))), Done)


def test_a_seat_comes_back_with_its_member() -> None:
    place = Place(3)
    assert isinstance(place.does(1, RemoveMember(1, 3)), Done)
    assert seated(place) == ["Player 1", "Player 2"]
    assert isinstance(place.does(1, Readmit(1, 3, back=True)), Done)
    assert place.last() == ["readmitted", "sat"]
    assert seated(place) == ["Player 1", "Player 2", "Player 3"]
    assert place.does(1, Readmit(1, 3, back=True)) == Done(None)


def test_only_the_host_removes_and_never_the_founder_or_who_plays() -> None:
    place = playing(3)
    assert place.refuses(2, RemoveMember(2, 3)) == "not_host"
    assert place.refuses(2, Readmit(2, 3)) == "not_host"
    assert place.refuses(1, RemoveMember(1, 1)) == "no_player"
    assert place.refuses(1, RemoveMember(1, 9)) == "no_player"
    assert place.refuses(1, RemoveMember(1, 3)) == "game_on"
    place.does(1, Remove(1, 3))  # at the table
    assert isinstance(place.does(1, Readmit(1, 3)), Done)
    place.does(1, Leave(1))
    assert place.refuses(2, RemoveMember(2, 1)) == "no_player"
    assert place.refuses(2, RemoveMember(2, 2)) == "not_yours"


def test_a_game_starts_without_those_who_are_away() -> None:
    place = Place(4)
    place.there(1, 3)
    assert place.refuses(2, StartWithout(2, (2, 4))) == "not_host"
    assert place.refuses(1, StartWithout(1, (2, 3))) == "not_away"
    assert place.refuses(1, StartWithout(1, (1, 2))) == "not_away"
    assert place.refuses(1, StartWithout(1, (9,))) == "no_player"
    assert isinstance(place.does(1, StartWithout(1, (2, 4))), Done)
    assert place.game().players == [1, 3]
    assert seated(place) == [f"Player {one}" for one in (1, 2, 3, 4)]
    assert place.refuses(1, StartWithout(1, (2,))) == "game_on"
    assert place.refuses(2, Join(2)) == "too_late"
    place.play_out()
    place.does(1, Rematch(1))  # they are asked again
    assert place.game().players == [1, 2, 3, 4]


def test_right_after_a_start_nobody_is_taken_for_away(moved: Clock) -> None:
    place = Place(3)
    place.there(1, 2)
    cache.delete(presence.SINCE)
    presence.exchange({}, "test", clock.now().timestamp())
    assert place.refuses(1, StartWithout(1, (3,))) == "not_away"
    moved(presence.TTL_SECONDS + 1)
    assert isinstance(place.does(1, StartWithout(1, (3,))), Done)


def test_a_process_that_does_not_know_of_everybody_starts_without_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(3)
    place.there(1, 2)
    monkeypatch.setattr(presence, "sees_all_players", False)
    assert place.refuses(1, StartWithout(1, (3,))) == "not_away"


def test_a_game_without_the_away_needs_two_players() -> None:
    place = Place(3)
    place.there(1)
    assert place.refuses(1, StartWithout(1, (2, 3))) == "too_few"


def test_the_order_of_turns_stays_when_some_are_left_out() -> None:
    place = Place(4)
    place.does(1, SetOrder(1, (4, 2, 3, 1)))
    place.does(1, SetRoom(1, starts="rotate"))
    place.does(1, Start(1))
    place.play_out()
    began = place.game().turns.order_by("number")[0].seat
    place.there(1, 3, 4)
    assert isinstance(place.does(1, StartWithout(1, (2,))), Done)
    turned = place.game().players
    assert sorted(turned) == [1, 3, 4]
    order = [4, 2, 3, 1]
    after = [one for one in order[began + 1 :] + order[: began + 1] if one != 2]
    assert turned == after
    places = Player.objects.filter(room=place.room).order_by("place")
    assert [one.seat for one in places] == [*turned, 2]


def test_even_the_founder_is_expelled() -> None:
    place = Place(2)
    place.there(1, 2)
    place.ask(None, Expel(1))
    assert place.player(1).removed
    assert place.fresh().host == 2


def test_the_host_frees_a_seat_and_nobody_sees_why() -> None:
    place = Place(3)
    assert place.refuses(2, ShutOut(2, 3)) == "not_host"
    assert isinstance(place.does(1, ShutOut(1, 3)), Done)
    assert place.last() == ["gone"]
    assert not place.player(3).removed
    assert place.refuses(1, ShutOut(1, 3)) == "gone"


def test_the_founder_frees_a_seat_while_somebody_else_is_host() -> None:
    place = Place(3)
    place.does(1, HandOver(1, 2))
    assert isinstance(place.does(1, ShutOut(1, 2)), Done)
    assert place.player(2).left
    assert place.fresh().host != 2


def test_seats_of_the_host_and_the_founder_stay() -> None:
    place = Place(2)
    place.does(2, Sit("Child", another=True))
    place.does(1, HandOver(1, 2))
    assert place.refuses(2, ShutOut(2, 1)) == "not_founder"
    place.does(1, Leave(1))
    assert place.does(2, ShutOut(2, 3)) == Done(None)
