"""The rooms on the home page: whose they are, what they wait for, and in which order."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Holder, Person, Room
from games.protocol.commands import (
    AddComputer,
    Close,
    Done,
    Expire,
    Leave,
    Remove,
    Rename,
    SetDoor,
    SetRoom,
    SetRules,
    SetTeams,
)
from games.selectors import room_list
from games.selectors.room_list import open_rooms, rooms_of, waiting_games_of
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.rooms import Place, short

pytestmark = pytest.mark.django_db


def on_another_device(place: Place, seat: int) -> Person:
    person = new_guest()[0]
    Holder.objects.create(player=place.player(seat), person=person)
    return person


def codes(person: Person) -> list[str]:
    return [one.code for one in rooms_of(person)]


def test_a_room_is_listed_for_each_person_with_a_seat() -> None:
    place = Place(2)
    assert [codes(person) for person in place.people] == [[place.code]] * 2
    assert codes(on_another_device(place, 2)) == [place.code]
    assert codes(new_guest()[0]) == []


def test_a_room_that_somebody_left_or_that_is_closed_is_not_listed() -> None:
    left, closed = Place(3), Place(2)
    left.does(2, Leave(2))
    closed.does(1, Close(1))
    assert codes(left.people[1]) == []
    assert codes(closed.people[0]) == []


def test_another_device_of_the_host_may_start_the_game() -> None:
    place = Place(2)
    for host in (place.people[0], on_another_device(place, 1)):
        (entry,) = rooms_of(host)
        assert (entry.state, entry.detail, entry.waits) == (
            "Waiting for you",
            "start the game",
            True,
        )


def test_a_guest_in_the_lobby_waits_for_the_host() -> None:
    place = Place(2)
    for guest in (place.people[1], on_another_device(place, 2)):
        (entry,) = rooms_of(guest)
        assert (entry.state, entry.detail, entry.waits) == ("Lobby", "2 players", False)


def test_a_game_waits_for_the_player_at_turn_on_every_device() -> None:
    place = Place(2)
    place.start()
    seat, _ = place.opening()
    for person in (place.people[seat - 1], on_another_device(place, seat)):
        (entry,) = rooms_of(person)
        assert (entry.state, entry.detail, entry.waits) == ("Your turn", "0", True)
    (entry,) = rooms_of(place.people[2 - seat])
    assert (entry.state, entry.waits) == (f"Player {seat}'s turn", False)


def test_the_winner_is_told_on_every_device() -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    seat = place.game().players[place.game().winners[0]]
    for person in (place.people[seat - 1], on_another_device(place, seat)):
        assert [entry.state for entry in rooms_of(person)] == ["You won"]
    (entry,) = rooms_of(place.people[2 - seat])
    assert entry.state == f"Player {seat} won"


def test_a_result_is_as_old_as_its_game_though_the_room_fell_asleep_since(moved: Clock) -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    (entry,) = rooms_of(place.people[0])
    assert (entry.asleep, entry.detail) == (False, "just now")
    moved(2 * 86_400)
    assert isinstance(place.ask(None, Expire("sleep")), Done)
    (entry,) = rooms_of(place.people[0])
    assert (entry.asleep, entry.detail) == (True, "2 days ago")


def test_a_result_is_as_old_as_its_game_though_somebody_was_renamed_since(moved: Clock) -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    moved(3 * 3600)
    place.does(2, Rename(2, "Ada"))
    (entry,) = rooms_of(place.people[0])
    assert (entry.others, entry.detail) == ("Ada", "3 hours ago")


def test_the_others_are_the_seats_of_other_people() -> None:
    place = Place(7)
    (entry,) = rooms_of(on_another_device(place, 1))
    assert entry.others == "Player 2, Player 3, Player 4, Player 5 and 2 others"


def test_players_who_share_a_device_are_named() -> None:
    place = Place(2, rules="kcd")
    person = place.people[0]
    Holder.objects.create(player=place.player(2), person=person)
    (entry,) = rooms_of(person)
    assert entry.others == "Player 2"
    place.start()
    seat, _ = place.opening()
    (entry,) = rooms_of(person)
    assert (entry.state, entry.waits) == (f"Player {seat}'s turn", True)
    place.play_out()
    seat = place.game().players[place.game().winners[0]]
    (entry,) = rooms_of(person)
    assert entry.state == f"Player {seat} won"


def test_the_winner_of_a_team_game_is_the_team() -> None:
    place = Place(4)
    place.does(1, SetTeams(1, 2))
    place.does(1, SetRules(1, short(1000)))
    place.start()
    place.play_out()
    game = place.game()
    assert game.teams is not None
    team = "Team A won" if game.teams[game.winners[0]] == 0 else "Team B won"
    assert [rooms_of(person)[0].state for person in place.people] == [team] * 4
    place.does(game.players[game.winners[0]], Leave(game.players[game.winners[0]]))
    others = [seat for seat in (1, 2, 3, 4) if seat != game.players[game.winners[0]]]
    assert [rooms_of(place.people[seat - 1])[0].state for seat in others] == [team] * 3


def test_rooms_that_wait_come_first_then_the_newest(moved: Clock) -> None:
    person = new_guest()[0]
    rooms = []
    for _ in range(3):
        moved(60)
        rooms.append(Place(1 if rooms else 2))  # only the first may be started
        Holder.objects.create(player=rooms[-1].player(1), person=person)
    assert codes(person) == [rooms[0].code, rooms[2].code, rooms[1].code]


def test_only_so_many_rooms_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_list, "MOST_MINE", 1)
    first, second = Place(1), Place(1)
    Holder.objects.create(player=second.player(1), person=first.people[0])
    assert len(rooms_of(first.people[0])) == 1


def test_an_open_room_is_offered_for_two_hours(moved: Clock) -> None:
    place, private = Place(2), Place(2)
    place.does(1, SetRoom(1, listed=True))
    assert [one.code for one in open_rooms(but=[])] == [place.code]
    assert open_rooms(but=[place.code]) == []
    moved(room_list.OPEN_FOR / timedelta(seconds=1) - 1)
    place.there(1)
    assert [one.code for one in open_rooms(but=[])] == [place.code]
    moved(2)
    place.there(1)
    assert open_rooms(but=[]) == []
    assert private.fresh().created < clock.now()


def test_a_running_public_game_can_be_watched_unless_its_host_does_not_want_that() -> None:
    place = Place(2, rules="kcd")
    place.does(1, SetRoom(1, listed=True))
    [lobby] = open_rooms(but=[])
    assert not lobby.watch
    place.start()
    [game] = open_rooms(but=[])
    assert game.watch
    assert game.scores == "Player 1\u00a00 · Player 2\u00a00"
    place.does(1, SetDoor(1, spectators=False))
    [game] = open_rooms(but=[])
    assert not game.watch


def test_one_person_and_one_address_have_one_place() -> None:
    places = [Place(2) for _ in range(5)]
    for place in places:
        place.does(1, SetRoom(1, listed=True))
    first, second, third, fourth, fifth = (place.room for place in places)
    Room.objects.filter(pk=second.pk).update(opened_by=first.opened_by)
    Room.objects.filter(pk__in=(third.pk, fourth.pk)).update(opened_from="flood")
    assert [one.code for one in open_rooms(but=[])] == [fifth.code, fourth.code, second.code]
    places[0].does(1, SetRoom(1, name="Newest"))
    assert [one.code for one in open_rooms(but=[])] == [first.code, fifth.code, fourth.code]


def test_an_open_room_is_not_offered_to_whom_its_host_removed() -> None:
    place = Place(3)
    place.does(1, SetRoom(1, listed=True))
    place.does(1, Remove(1, 2))
    assert open_rooms(but=[], person=place.people[1]) == []
    assert len(open_rooms(but=[], person=place.people[2])) == 1


def test_a_room_that_its_players_have_closed_is_offered_for_minutes(moved: Clock) -> None:
    place = Place(2)
    place.does(1, SetRoom(1, listed=True))
    moved(room_list.DESERTED_AFTER / timedelta(seconds=1) + 1)
    assert open_rooms(but=[]) == []
    place.there(2)
    assert [one.code for one in open_rooms(but=[])] == [place.code]
    place.there()
    assert open_rooms(but=[]) == []


def test_an_open_room_that_is_closed_or_empty_is_not_offered() -> None:
    closed, empty = Place(2), Place(1)
    for place in (closed, empty):
        place.does(1, SetRoom(1, listed=True))
    closed.does(1, Close(1))
    empty.does(1, Leave(1))
    assert Room.objects.filter(settings__listed=True).count() == 2
    assert open_rooms(but=[]) == []


def test_a_locked_room_is_open_to_nobody() -> None:
    place = Place(1)
    place.does(1, SetRoom(1, listed=True))
    for door, codes_listed in (("knock", [place.code]), ("locked", []), ("open", [place.code])):
        place.does(1, SetDoor(1, door))
        assert [one.code for one in open_rooms([])] == codes_listed
    Room.objects.update(settings={"listed": True})  # as before a version that adds a setting
    assert [one.code for one in open_rooms([])] == [place.code]


def test_a_room_that_sleeps_is_listed_if_people_met_there() -> None:
    met, alone = Place(2), Place(1)
    alone.does(1, AddComputer(1, "pip"))
    for place in (met, alone):
        place.does(1, SetRoom(1, listed=True))
    stranger = new_guest()[0]
    assert len(open_rooms((), stranger)) == 2
    assert not rooms_of(met.people[0])[0].asleep
    assert codes(alone.people[0]) == [alone.code]
    Room.objects.update(status=Room.Status.OVER, deadlines={}, due_at=None)
    assert [one.asleep for one in rooms_of(met.people[0])] == [True]
    assert codes(alone.people[0]) == []
    assert open_rooms((), stranger) == []


def test_the_time_for_a_turn_and_who_is_there_are_told(moved: Clock) -> None:
    hours, minutes = slow_game(5 * 3600), slow_game(3600)
    seat, _ = hours.opening()
    hours.there(1, 2)
    person = hours.people[seat - 1]
    (entry,) = rooms_of(person)
    assert (entry.my_turn, entry.left) == (True, "5 hours left")
    assert entry.here == f"Player {3 - seat}"
    (other,) = rooms_of(hours.people[2 - seat])
    assert (other.my_turn, other.left) == (False, "5 hours left")
    minutes.there()
    moved(3600 - 30)
    seat, _ = minutes.opening()
    (entry,) = rooms_of(minutes.people[seat - 1])
    assert (entry.left, entry.here) == ("less than a minute left", "")


def test_the_most_urgent_game_is_the_next_one(moved: Clock) -> None:
    places = [slow_game(hours * 3600) for hours in (5, 2, 9)]
    person = new_guest()[0]
    for place in places:
        seat, _ = place.opening()
        Holder.objects.create(player=place.player(seat), person=person)
        moved(1)
    codes = [places[1].code, places[0].code, places[2].code]
    assert [one.code for one in waiting_games_of(person)] == codes
    assert [one.code for one in waiting_games_of(person, codes[0])] == codes[1:]
    assert waiting_games_of(new_guest()[0]) == []


def slow_game(seconds: int) -> Place:
    place = Place(2)
    place.does(1, SetRoom(1, timer=seconds))
    place.start()
    return place


def test_ten_games_are_gone_through_from_table_to_table() -> None:
    person, places = new_guest()[0], dict[str, tuple[Place, int]]()
    for hours in (5, 2, 9, 4, 7, 1, 10, 3, 8, 6):
        place = slow_game(hours * 3600)
        seat, _ = place.opening()
        Holder.objects.create(player=place.player(seat), person=person)
        places[place.code] = place, hours
    gone_through, here = [], ""
    while found := waiting_games_of(person, here):
        here = found[0].code
        place, hours = places[here]
        gone_through.append(hours)
        current = place.state().current
        while place.state().current == current:
            place.move()
    assert gone_through == list(range(1, 11))
