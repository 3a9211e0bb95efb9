"""A seat on another device, and a seat that was lost."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from games import clock
from games.management.integrity import disagreements
from games.models import Person, Player, SeatCode
from games.people import presence
from games.people.throttle import AddressLimit
from games.protocol.commands import (
    ChangeRules,
    Colour,
    Command,
    Done,
    Give,
    Leave,
    No,
    Rematch,
    Remove,
    Rename,
    Say,
    SetRoom,
    SetTeam,
    SetTeams,
    Sit,
    Start,
    TakeBack,
    UseCode,
)
from games.protocol.errors import Refused
from games.realtime.chat import perform_chat
from games.services.accounts.people import merge
from games.services.commands import seat_transfer
from games.state import places
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.rooms import Place, follow, forget_tables, fresh_id, seen

pytestmark = pytest.mark.django_db


def code_for(place: Place, player: int, how: str) -> str:
    return seat_transfer.make_code(place.people[player - 1], place.room, player, how)[0]


def code_for_person(place: Place, person: Person, player: int) -> str:
    return seat_transfer.make_code(person, place.room, player, "move")[0]


def use(place: Place, person: Person, code: str) -> str:
    """Use the code; return that of the refusal, empty if there is none."""
    answer = place.ask(person, UseCode(code))
    return answer.code if isinstance(answer, No) else ""


def test_a_seat_moves_to_another_device() -> None:
    place, phone = Place(2), new_guest()[0]
    code = code_for(place, 2, "move")
    assert code not in str(SeatCode.objects.values_list().get())
    assert use(place, phone, code) == ""
    assert place.last() == ["device"]
    assert place.player(2).person == phone
    assert place.refuses(2, Colour(2, 5)) == "not_yours"
    assert isinstance(place.ask(phone, Colour(2, 5)), Done)


def test_a_seat_that_moves_leaves_all_other_devices() -> None:
    place, phone, tablet = Place(2), new_guest()[0], new_guest()[0]
    use(place, phone, code_for(place, 2, "double"))
    code = code_for_person(place, phone, 2)
    assert use(place, tablet, code) == ""
    assert getattr(place.ask(phone, Colour(2, 5)), "code", "") == "not_yours"
    assert place.refuses(2, Colour(2, 5)) == "not_yours"
    seats = places.places_in(place.room.pk).seats
    assert {pk: mine for pk, (mine, _) in seats.items()} == {
        place.people[0].pk: [1],
        tablet.pk: [2],
    }
    use(place, phone, seat_transfer.make_code(tablet, place.room, 2, "double")[0])
    use(place, phone, code_for_person(place, tablet, 2))
    assert getattr(place.ask(tablet, Colour(2, 5)), "code", "") == "not_yours"
    assert place.player(2).holders.count() == 0


def test_a_device_with_another_seat_of_the_host_is_not_the_host() -> None:
    place, phone = Place(2), new_guest()[0]
    place.does(1, Sit("A child", another=True))
    place.does(1, SetTeams(1, 2))
    code = seat_transfer.make_code(place.people[0], place.room, 3, "double")[0]
    assert use(place, phone, code) == ""
    for body in (Remove(3, 2), Start(3), SetTeam(3, 1, 0), Give(3, 2, 3)):
        assert getattr(place.ask(phone, body), "code", "") == "not_host"
    place.does(1, ChangeRules(1, {"target": 1100}))
    place.people.append(phone)
    place.start()
    place.play_out()
    assert isinstance(place.does(3, Rematch(3)), Done)
    assert place.last() == ["ready"], "he only wants one more"


def test_a_seat_on_two_devices_is_held_once_after_signing_up() -> None:
    place, phone = Place(2), new_guest()[0]
    use(place, phone, code_for(place, 2, "double"))
    merge(phone, place.people[1])
    assert places.places_in(place.room.pk).seats[place.people[1].pk].held == [2]


def test_a_seat_can_be_on_two_devices() -> None:
    place, phone = Place(2), new_guest()[0]
    assert use(place, phone, code_for(place, 1, "double")) == ""
    assert isinstance(place.does(1, Colour(1, 5)), Done)
    assert isinstance(place.ask(phone, Colour(1, 4)), Done)
    forget_tables()
    assert isinstance(place.ask(phone, Rename(1, "Both")), Done)
    assert places.places_in(place.room.pk).seats[phone.pk].held == [1]
    command = Command(place.code, phone.pk, fresh_id(), Say(1, "Hello"))
    assert perform_chat(command, Say(1, "Hello"))
    assert isinstance(place.ask(phone, Give(1, 2, 1)), No), (
        "as host, too: it is refused for another"
    )
    assert getattr(place.ask(phone, Give(1, 2, 1)), "code", "") != "not_host"


def test_a_code_works_once_and_expires(moved: Clock) -> None:
    place, phone, other = Place(2), new_guest()[0], new_guest()[0]
    code = code_for(place, 2, "double")
    assert use(place, phone, code) == ""
    head = place.fresh().head
    assert use(place, phone, code) == "", "a double tap"
    assert place.fresh().head == head
    assert use(place, other, code) == "bad_code"
    old = code_for(place, 2, "double")
    newer = code_for(place, 2, "double")
    assert use(place, other, old) == "bad_code", "a newer one was made"
    moved(600)
    assert use(place, other, newer) == "bad_code"
    third = code_for(place, 2, "double")
    place.does(2, Leave(2))
    assert use(place, other, third) == "gone"


def test_only_the_holder_of_a_seat_gets_a_code() -> None:
    place = Place(2)
    with pytest.raises(Refused):
        seat_transfer.make_code(place.people[0], place.room, 2, "move")
    with pytest.raises(Refused):
        seat_transfer.make_code(place.people[0], place.room, 7, "move")
    with pytest.raises(Refused):
        seat_transfer.make_code(place.people[0], place.room, 1, "steal")


def test_a_removed_person_gets_no_other_seat_on_a_second_device() -> None:
    place, phone = Place(3), new_guest()[0]
    use(place, phone, code_for(place, 2, "double"))
    place.does(1, Remove(1, 2))
    for person in (place.people[1], phone):
        assert use(place, person, code_for(place, 3, "double")) == "removed"


def test_the_host_gives_a_lost_seat_back_to_its_player() -> None:
    place = Place(4)
    place.start()
    place.people.append(new_guest()[0])
    place.ask(place.people[4], Sit("Nora again"))
    place.there(1, 2, 3, 5)
    assert place.refuses(2, Give(2, 4, 5)) == "not_host"
    assert place.refuses(1, Give(1, 3, 5)) == "not_away"
    place.there(1, 2, 3)
    assert place.refuses(1, Give(1, 4, 5)) == "not_there"
    place.there(1, 2, 3, 5)
    assert isinstance(place.does(1, Give(1, 4, 5)), Done)
    assert place.last() == ["given", "gone"]
    assert place.player(4).person == place.people[4]
    assert place.player(5).left
    seats = places.places_in(place.room.pk).seats
    assert seats[place.people[4].pk].held == [4]
    assert seats[place.people[3].pk] == ([], [4])


def test_the_former_holder_takes_the_seat_back() -> None:
    place, phone = Place(3), new_guest()[0]
    use(place, phone, code_for(place, 3, "double"))
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    assert place.last() == ["given"], "who plays himself keeps his own seat"
    assert getattr(place.ask(phone, Colour(3, 1)), "code", "") == "not_yours"
    assert place.refuses(1, TakeBack(3)) == "not_yours"
    assert isinstance(place.does(3, TakeBack(3)), Done)
    assert place.last() == ["objected"]
    assert place.refuses(2, Colour(3, 1)) == "not_yours"
    assert isinstance(place.does(3, Colour(3, 1)), Done)
    assert place.refuses(3, TakeBack(3)) == "not_yours", "once"


def given_to_a_newcomer() -> Place:
    """A game in which the seat of player 3 was given to a newcomer, who left seat 4 for it."""
    place = Place(3)
    place.start()
    place.people.append(new_guest()[0])
    place.ask(place.people[3], Sit("Nora"))
    place.there(1, 2, 4)
    place.does(1, Give(1, 3, 4))
    assert place.player(4).left
    return place


def test_a_newcomer_gets_their_own_seat_back_after_an_objection() -> None:
    place = given_to_a_newcomer()
    assert isinstance(place.does(3, TakeBack(3)), Done)
    assert place.last() == ["objected", "sat"]
    assert place.events()[-1].events[0]["to"] == 4
    seats = places.places_in(place.room.pk).seats
    assert seats[place.people[2].pk] == ([3], [])
    assert seats[place.people[3].pk] == ([4], [])
    assert place.player(4).name == "Nora"
    assert list(disagreements(place.fresh())) == []


def test_whoever_sat_down_meanwhile_holds_one_seat_after_an_objection() -> None:
    place = given_to_a_newcomer()
    ben = place.people[2]
    assert place.ask(ben, Sit("Player 3")) == Done(place.fresh().head, 5)
    assert place.ask(ben, Sit("Nina", another=True)) == Done(place.fresh().head, 6)
    assert place.player(5).name == "Player 3 2"
    assert isinstance(place.does(3, TakeBack(3)), Done)
    assert place.last() == ["objected", "gone", "sat"]
    seats = places.places_in(place.room.pk).seats
    assert seats[ben.pk].held == [3, 6], "somebody else at the same device keeps theirs"
    assert list(disagreements(place.fresh())) == []


def test_a_newcomer_joins_the_game_after_an_objection_if_the_room_has_it_so() -> None:
    place = given_to_a_newcomer()
    place.does(1, SetRoom(1, late="play"))
    place.does(3, TakeBack(3))
    assert place.last() == ["objected", "sat", "late", "joined"]
    assert place.game().players == [1, 2, 3, 4]
    assert list(disagreements(place.fresh())) == []


def test_a_newcomer_whose_seat_was_taken_gets_the_next_free_one() -> None:
    place = given_to_a_newcomer()
    Player.objects.filter(seat=4).update(person=new_guest()[0])  # they moved it to another device
    forget_tables()
    place.does(3, TakeBack(3))
    assert place.events()[-1].events[0]["to"] == 5
    assert places.places_in(place.room.pk).seats[place.people[3].pk].held == [5]


def test_a_newcomer_has_no_seat_if_the_room_is_full_by_then() -> None:
    place = given_to_a_newcomer()
    place.does(1, SetRoom(1, seats=4))
    place.ask(new_guest()[0], Sit("Ben"))
    place.does(3, TakeBack(3))
    assert place.events()[-1].events == [{"e": "objected", "player": 3, "to": None}]
    assert place.people[3].pk not in places.places_in(place.room.pk).seats


def test_the_first_holder_can_take_back_a_seat_given_away_twice() -> None:
    place, phone = Place(4), new_guest()[0]
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    kept = code_for_person(place, place.people[1], 3)
    place.there(1, 4)
    place.does(1, Give(1, 3, 4))
    assert use(place, phone, kept) == "bad_code", "made by who has it no more"
    kept = code_for_person(place, place.people[3], 3)
    assert place.refuses(2, TakeBack(3)) == "not_yours"
    assert isinstance(place.does(3, TakeBack(3)), Done)
    assert use(place, phone, kept) == "bad_code"
    place.there(1, 4)
    place.does(1, Give(1, 3, 4))
    place.people.append(place.people[2])
    place.ask(place.people[2], Sit("Nora"))
    place.there(1, 5)
    place.does(1, Give(1, 3, 5))
    assert place.player(3).person == place.people[2]
    assert place.refuses(3, TakeBack(3)) == "not_yours", "it is his"


def test_a_former_holder_with_a_new_account_takes_the_seat_back() -> None:
    place, account = Place(3), new_guest()[0]
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    merge(place.people[2], account)
    place.people[2] = account
    assert places.places_in(place.room.pk).seats[account.pk].lost == [3]
    assert isinstance(place.does(3, TakeBack(3)), Done)
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    merge(place.people[1], account)  # who was given it is the same, after all
    assert places.places_in(place.room.pk).seats[account.pk] == ([2, 3], [])
    assert list(disagreements(place.fresh())) == []


def test_a_seat_is_given_away_after_minutes(moved: Clock) -> None:
    place = Place(3)
    place.start()
    place.there(1, 2, 3)
    at_once = clock.now().timestamp()
    lost = presence.LocalPresence({1: at_once, 2: at_once}, 0)
    lost.seen[3] = at_once
    lost.mark_left(3, at_once, closed=False)
    presence.exchange({place.room.pk: lost}, "test", at_once)
    for seconds in (11, 100, 68):
        now = moved(seconds).timestamp()
        presence.exchange({place.room.pk: presence.LocalPresence({1: now, 2: now})}, "test", now)
        assert place.refuses(1, Give(1, 3, 2)) == "not_away_long"
    now = moved(20).timestamp()
    presence.exchange({place.room.pk: presence.LocalPresence({1: now, 2: now})}, "test", now)
    assert isinstance(place.does(1, Give(1, 3, 2)), Done)


def test_nobody_is_long_absent_right_after_a_start(moved: Clock) -> None:
    """When the cache was empty, as after a start, somebody may be on their way back."""
    place = Place(3)
    place.start()
    place.there(1, 2)
    cache.delete(presence.SINCE)
    presence.exchange({}, "test", clock.now().timestamp())
    assert place.refuses(1, Give(1, 3, 2)) == "not_away_long"
    moved(presence.TTL_SECONDS + 170)
    heard = presence.LocalPresence(dict.fromkeys((1, 2), clock.now().timestamp()))
    presence.exchange({place.room.pk: heard}, "test", clock.now().timestamp())
    assert place.refuses(1, Give(1, 3, 2)) == "not_away_long"
    moved(11)
    assert isinstance(place.does(1, Give(1, 3, 2)), Done)


def test_a_process_that_does_not_know_of_everybody_gives_no_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = Place(3)
    place.there(1, 2)
    monkeypatch.setattr(presence, "sees_all_players", False)
    assert place.refuses(1, Give(1, 3, 2)) == "not_away"


@pytest.mark.parametrize("holder", [1, 2])
def test_whoever_leaves_with_a_given_seat_gives_it_back(holder: int) -> None:
    place = Place(3)
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, holder))
    page = seen(place)
    leaves = Remove(1, 3) if holder == 1 else Leave(3)
    assert isinstance(place.does(holder, leaves), Done)
    assert place.last() == ["returned"]
    follow(place, page)
    assert not any(place.state().left)
    assert isinstance(place.does(3, Colour(3, 1)), Done)
    assert place.refuses(3, TakeBack(3)) == "not_yours"


def test_an_objection_undoes_a_removal_and_a_leave_between_games() -> None:
    place = Place(3)
    place.start()
    place.there(1, 2)
    place.does(1, Give(1, 3, 2))
    place.does(1, Remove(1, 3))
    assert not any(place.state().left)
    assert places.places_in(place.room.pk).seats[place.people[2].pk] == ([], [3])
    page = seen(place)
    assert isinstance(place.does(3, TakeBack(3)), Done)
    follow(place, page)
    assert place.last() == ["objected", "sat"]
    assert not place.player(3).removed
    assert places.places_in(place.room.pk).seats[place.people[2].pk] == ([3], [])
    other = Place(3)
    other.there(1, 2)
    other.does(1, Give(1, 3, 2))
    assert isinstance(other.does(2, Leave(3)), Done)
    assert isinstance(other.does(3, TakeBack(3)), Done)
    assert other.player(3).person == other.people[2]
    assert not other.player(3).left


def test_the_forms_of_another_device(monkeypatch: pytest.MonkeyPatch) -> None:
    few = AddressLimit("seat-code-in-a-test", 10, 600, own=1)
    monkeypatch.setattr("games.views.rooms.SEAT_CODES_TYPED", few)
    owner, phone = Client(), Client()
    owner.post("/rooms/", {"name": "Mara"})
    player = Player.objects.get()
    room = f"/r/{player.room.code}/"
    made = owner.post(f"{room}device/", {"player": "1", "how": "double"}).json()
    assert made["url"].endswith(f"/seat/#{made['code']}")
    assert made["qr"].startswith("<svg ")
    assert phone.post(f"{room}device/", {"player": "1", "how": "move"}).status_code == 403
    assert owner.post(f"{room}device/", {"player": "x", "how": "move"}).status_code == 403
    assert phone.get("/seat/").status_code == 200
    assert phone.post("/seat/", {"code": "AAAA BBBB"}).status_code == 422
    typed = f" {made['code'][:4].lower()}-{made['code'][4:].lower()} "
    assert phone.post("/seat/", {"code": typed})["Location"] == room
    assert 'class="sit"' not in phone.get(room).content.decode(), "it is the table"
    assert player.holders.count() == 1
    answers = [phone.post("/seat/", {"code": "AAAABBBB"}).status_code for _ in range(12)]
    assert answers[-1] == 429
    assert clock.now() - SeatCode.objects.get().until < timedelta(0)
