"""Taking a seat, joining late, getting up, being the host."""

from collections import Counter
from datetime import timedelta

import pytest

import farkle
from games.management.integrity import disagreements
from games.models import Player, Standing, Turn
from games.protocol.commands import (
    AddComputer,
    Back,
    Colour,
    Done,
    HandOver,
    Join,
    Leave,
    Material,
    PauseGame,
    Readmit,
    Remove,
    RemoveNew,
    Rename,
    SetRoom,
    SetTeam,
    SetTeams,
    Sit,
    Vote,
)
from games.selectors.statistics import of_person
from games.services.commands import seats as seat_service
from games.state.records import record_of
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.rooms import (
    Place,
    follow,
    forget_tables,
    last_events,
    playing,
    refused,
    seen,
    stranger,
)

pytestmark = pytest.mark.django_db


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


def test_names_that_look_the_same_get_a_number() -> None:
    place = Place(3)
    place.does(1, Rename(1, "Mara"))
    place.ask(stranger(), Sit("M\u0430ra"))  # a Cyrillic letter
    place.ask(stranger(), Sit("\uff2d\uff41\uff52\uff41"))  # full-width letters
    place.does(2, Rename(2, "Marn"))
    place.does(3, Rename(3, "Mam"))
    names = list(Player.objects.order_by("seat").values_list("name", flat=True))
    assert names == ["Mara", "Marn", "Mam 2", "M\u0430ra 2", "\uff2d\uff41\uff52\uff41 3"]


def test_the_name_of_a_player_who_left_the_game_is_taken_while_it_lasts() -> None:
    place = Place(3)
    place.does(3, Rename(3, "Teo"))
    place.start()
    place.does(3, Leave(3))
    place.ask(stranger(), Sit("Teo"))
    assert place.player(4).name == "Teo 2"


def test_colours_differ_while_there_are_any() -> None:
    place = Place(8)
    colours = list(Player.objects.order_by("seat").values_list("colour", flat=True))
    assert colours == [0, 1, 2, 3, 4, 5, 0, 1]
    assert isinstance(place.does(1, Colour(1, 5)), Done)
    assert place.player(1).colour == 5
    assert place.refuses(1, Colour(1, 6)) == "bad_colour"


def materials(place: Place) -> list[str]:
    players = Player.objects.filter(room__code=place.code).order_by("seat")
    return list(players.values_list("material", flat=True))


def test_dice_are_of_ivory_until_their_player_chooses() -> None:
    place = Place(2)
    place.does(1, AddComputer(1, "pip"))
    assert isinstance(place.does(2, Material(2, "dark")), Done)
    assert materials(place) == ["ivory", "dark", "ivory"]
    assert place.refuses(2, Material(2, "gold")) == "bad_settings"


def test_dice_are_of_the_same_material_in_the_next_room() -> None:
    place, other = Place(2), Place(1)
    place.does(2, Material(2, "bone"))
    other.ask(place.people[1], Sit("Teo"))
    other.does(1, AddComputer(1, "pip"))
    assert materials(other) == ["ivory", "bone", "ivory"]


def seated_colours(place: Place) -> list[int]:
    sitting = Player.objects.filter(room__code=place.code, left=False).order_by("seat")
    return list(sitting.values_list("colour", flat=True))


def test_a_player_who_comes_late_or_again_gets_a_free_colour() -> None:
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


def test_a_late_player_does_not_get_the_colour_of_one_who_left_the_game() -> None:
    place = Place(3)
    place.start()
    place.does(2, Leave(2))
    place.ask(stranger(), Sit("Late"))
    assert seated_colours(place) == [0, 2, 3]
    place.does(2, Sit("Back"))
    assert seated_colours(place) == [0, 1, 2, 3]


def test_a_full_room_refuses_another_player() -> None:
    place = Place(2)
    place.does(1, SetRoom(1, seats=2))
    assert refused(place, stranger(), Sit("Late")) == "room_full"
    assert refused(place, None, Sit("Nobody")) == "not_yours"
    place.does(2, Leave(2))
    assert isinstance(place.ask(stranger(), Sit("Late")), Done)
    assert refused(place, place.people[1], Sit("Back")) == "room_full"


def test_one_person_cannot_hold_too_many_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_service, "MOST_SEATS_OF_A_PERSON", 2)
    place = Place(1)
    assert isinstance(place.does(1, Sit("Child", another=True)), Done)
    assert refused(place, place.people[0], Sit("Third", another=True)) == "too_many_seats"


def test_another_person_becomes_host_when_the_host_gets_up() -> None:
    place = Place(3)
    place.does(1, Leave(1))
    assert last_events(place) == [{"e": "gone", "player": 1}, {"e": "host", "player": 2}]
    assert place.fresh().host == 2
    place.does(2, Leave(2))
    place.does(3, Leave(3))
    assert place.fresh().host is None
    assert place.does(2, Sit("Back")) == Done(place.fresh().head, 2)
    assert place.fresh().host == 2


def test_a_host_who_removes_his_own_seat_leaves_it() -> None:
    place = Place(2)
    place.does(1, Sit("Child", another=True))
    place.does(1, Remove(1, 3))
    assert last_events(place) == [{"e": "gone", "player": 3}]
    assert isinstance(place.does(1, Sit("Child", another=True)), Done)


def test_leaving_a_game_of_three_and_then_of_two() -> None:
    place = Place(3)
    place.start()
    assert isinstance(place.does(2, Leave(2)), Done)
    game = place.game()
    assert game.status == "playing"
    assert place.state().left[game.players.index(2)]
    assert place.refuses(2, Leave(2)) == "gone"
    assert isinstance(place.does(3, Leave(3)), Done)
    game = place.game()
    assert game.status == "over"
    assert [game.players[seat] for seat in game.winners] == [1]
    assert place.fresh().status == "over"


def test_a_removed_person_cannot_come_back() -> None:
    place = Place(3)
    place.start()
    assert isinstance(place.does(1, Remove(1, 3)), Done)
    assert place.refuses(3, Sit("Again")) == "removed"
    assert place.refuses(3, Rename(3, "Again")) == "removed"


def winning(place: Place) -> None:
    """Let the game go on until player 1 is at turn, and player 2 not last."""
    for _ in range(200):
        state = place.state()
        if state.current == 0 and state.scores[1] > min(state.scores):
            return
        place.move()
    raise AssertionError("player 2 stays last")


@pytest.mark.parametrize("rival", ["person", "computer"])
def test_removing_the_only_rival_wins_nothing(rival: str) -> None:
    place = Place(2 if rival == "person" else 1)
    if rival == "computer":
        place.does(1, AddComputer(1, "pip"))
    place.start()
    assert isinstance(place.does(1, Remove(1, 2)), Done)
    assert place.last()[-2:] == ["ended", "next"]
    assert (place.game().status, place.game().winners) == ("abandoned", [])
    assert set(Standing.objects.values_list("result", flat=True)) == {"abandoned"}
    assert place.fresh().played == 0
    assert of_person(place.people[0]).games == 0
    assert [*disagreements(place.fresh())] == []


def test_a_computer_plays_on_for_a_leader_whom_the_host_removes() -> None:
    place = playing(3)
    winning(place)
    score = place.state().scores[1]
    place.does(3, Vote(3, "pause", yes=True))
    page = seen(place)
    assert isinstance(place.does(1, Remove(1, 2)), Done)
    follow(place, page)
    game, state = place.game(), place.state()
    assert (game.status, state.left, state.scores[1]) == ("playing", (False,) * 3, score)
    assert place.refuses(2, Vote(2, "pause", yes=True)) == "removed"
    while game.players[place.state().current] != 2:
        place.move()
    assert place.due("computer") is not None
    assert place.due("away") is None
    # The rest have it to themselves once nobody else is left to play against.
    assert isinstance(place.does(1, Remove(1, 3)), Done)
    assert place.game().status == "abandoned"
    assert [*disagreements(place.fresh())] == []


def test_whoever_is_last_leaves_the_game() -> None:
    place = playing(3)
    place.does(1, Remove(1, 3))
    assert place.last()[:2] == ["removed", "left"]
    assert place.game().status == "playing"


def test_whoever_is_let_back_in_plays_on() -> None:
    place = playing(3)
    winning(place)
    place.does(1, Remove(1, 2))
    place.does(1, Readmit(1, 2))
    assert isinstance(place.does(2, Sit("Back")), Done)
    place.there(1, 2, 3)
    assert isinstance(place.ask(None, Back(2)), Done)
    while place.next_move()[0] != 2:
        assert isinstance(place.move(), Done)
    assert isinstance(place.move(), Done)


def test_a_team_mate_who_is_removed_leaves_no_rival_out() -> None:
    place = Place(3)
    place.does(1, SetTeams(1, 2))
    for seat, team in ((1, 0), (2, 1), (3, 0)):
        place.does(1, SetTeam(1, seat, team))
    place.start()
    place.does(1, Remove(1, 3))
    assert place.game().status == "playing"
    place.does(1, Remove(1, 2))
    assert place.game().status == "abandoned"


def comes(place: Place) -> int:
    """One more person sits down; the number of the player."""
    place.people.append(new_guest()[0])
    answer = place.ask(place.people[-1], Sit("Late"))
    assert isinstance(answer, Done)
    assert answer.player is not None
    return answer.player


def test_a_late_player_waits_for_the_next_game_by_default() -> None:
    place = playing()
    assert comes(place) == 3
    assert place.last() == ["sat"]
    assert place.refuses(3, Join(3)) == "too_late"
    assert place.game().players == [1, 2]


@pytest.mark.parametrize("start", ["zero", "lowest"])
def test_a_late_player_plays_from_the_next_round_on(start: str) -> None:
    place = playing(rules={"late_start": start, "target": 10_000}, late="play")
    room = seen(place)
    while min(place.state().scores) == 0:
        place.move()
    lowest = min(place.state().scores)
    assert comes(place) == 3
    assert place.last() == ["sat", "late", "joined"]
    assert place.state().scores[2] == (0 if start == "zero" else lowest)
    follow(place, room)
    assert place.refuses(3, Join(3)) == "already_in"
    place.play_out()
    follow(place, room)
    assert Turn.objects.filter(game=place.game(), player__seat=3).exists()
    assert list(disagreements(place.fresh())) == []
    assert farkle.replay(record_of(place.game())) == place.state()


def test_who_left_a_game_and_comes_back_reads_that_it_goes_on_without_them() -> None:
    place = playing(late="play")
    comes(place)
    place.does(3, Leave(3))
    assert place.does(3, Sit("Late")) == Done(place.fresh().head, 3)
    assert place.last() == ["sat"]
    assert place.refuses(3, Join(3)) == "left_game"


def test_a_waiting_player_may_join_once_the_host_allows_it() -> None:
    place = playing()
    comes(place)
    place.does(1, SetRoom(1, late="play"))
    assert isinstance(place.does(3, Join(3)), Done)
    assert place.last() == ["late", "joined"]
    assert place.game().players == [1, 2, 3]
    place.does(3, Leave(3))
    place.ask(place.people[2], Sit("Late"))
    assert place.last() == ["sat"], "who has left a game does not come back into it"


def test_a_late_player_joins_the_smallest_team() -> None:
    place = Place(3)
    place.does(1, SetTeams(1, 2))
    place.does(1, SetRoom(1, late="play"))
    place.start()
    room = seen(place)
    comes(place)
    assert place.game().teams == [0, 1, 0, 1]
    follow(place, room)


def test_nobody_joins_in_the_last_turns() -> None:
    place = playing(rules={"ending": "final_round", "target": 500}, late="play")
    while place.state().phase == "turns":
        place.move()
    if place.game().status == "playing":
        comes(place)
        assert place.last() == ["sat"]
        assert place.refuses(3, Join(3)) == "too_late_to_join"


def raids(place: Place, name: str) -> None:
    place.people.append(stranger())
    assert isinstance(place.ask(place.people[-1], Sit(name)), Done)


def removed(place: Place) -> list[int]:
    return [one.seat for one in place.room.players.filter(removed=True).order_by("seat")]


def test_everybody_who_came_in_the_last_minutes_is_removed_at_once(moved: Clock) -> None:
    place = Place(2)
    assert place.refuses(1, RemoveNew(1, 61)) == "bad_settings"
    moved(600)
    assert place.refuses(1, RemoveNew(1, 10)) == "nobody_new"
    for name in ("Raider", "Raider", "Raider"):
        raids(place, name)
    moved(240)
    place.does(2, Sit("Child", another=True))
    place.does(1, AddComputer(1, "pip"))
    assert place.refuses(2, RemoveNew(2, 5)) == "not_host"
    before = place.fresh().head
    assert place.does(1, RemoveNew(1, 5)) == Done(before + 3)
    assert removed(place) == [3, 4, 5]
    assert not place.player(6).left, "who brought the child was there before"
    assert not place.player(7).left, "the host added the computer"
    assert refused(place, place.people[2], Sit("Again")) == "removed"


def test_the_same_command_again_removes_nobody_more(moved: Clock) -> None:
    place = Place(1)
    moved(600)
    raids(place, "Raider")
    raids(place, "Raider")
    first = place.does(1, RemoveNew(1, 5), "remove-them")
    raids(place, "Friend")
    assert place.does(1, RemoveNew(1, 5), "remove-them") == first
    assert removed(place) == [2, 3]


def test_newcomers_are_removed_from_a_game_whose_record_stays_whole(moved: Clock) -> None:
    place = Place(2)
    place.does(1, SetRoom(1, late="play"))
    moved(600)
    raids(place, "Raider")
    place.start()
    raids(place, "Raider")
    assert isinstance(place.does(1, RemoveNew(1, 1)), Done)
    assert removed(place) == [3, 4]
    assert place.state().left == (False, False, True, True)
    place.play_out()
    assert record_of(place.game()).steps
    assert list(disagreements(place.fresh())) == []


def test_neither_the_host_nor_the_founder_is_new_nor_an_old_seat(moved: Clock) -> None:
    place = Place(3)
    place.does(1, HandOver(1, 2))
    long_ago = place.room.created - timedelta(hours=2)
    Player.objects.filter(room=place.room, seat=3).update(since=long_ago)
    forget_tables()
    assert place.refuses(2, RemoveNew(2, 60)) == "nobody_new"


def test_after_the_clock_was_set_back_nobody_is_new_for_it(moved: Clock) -> None:
    place = Place(1)
    raids(place, "Friend")
    moved(-3600)
    assert place.refuses(1, RemoveNew(1, 60)) == "nobody_new"


@pytest.mark.parametrize("removed_by_host", [True, False])
def test_a_pause_ends_once_only_computers_are_left_in_the_game(removed_by_host: bool) -> None:
    place = Place(2)
    for _ in range(2):
        place.does(1, AddComputer(1, "pip"))
    place.start()
    place.does(1, PauseGame(1, "Tea"))
    page = seen(place)
    place.does(1, Remove(1, 2) if removed_by_host else Leave(1))
    assert place.fresh().absence.get("paused"), "one person is left"
    left = 1 if removed_by_host else 2
    assert isinstance(place.does(left, Leave(left)), Done)
    assert place.events()[-1].events[-1] == {"e": "resumed", "player": None}
    assert "paused" not in place.fresh().absence
    assert place.due("computer") is not None
    follow(place, page)
