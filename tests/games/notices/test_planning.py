"""Which notices follow from what has happened, for whom, and that each is planned once."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import DataError, OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games import clock
from games.models import Notice, Player, Room, RoomMark
from games.notices import planning
from games.notices.planning import current_turn, plan, plan_all
from games.notices.preferences import Preferences, store
from games.protocol.commands import (
    Close,
    Command,
    Done,
    Expire,
    Missing,
    PauseGame,
    Rename,
    Resume,
    Vote,
)
from games.services import executor
from tests.games.conftest import Clock
from tests.games.notices.conftest import Listens, tells
from tests.support.guests import new_guest
from tests.support.outside.chat_service import ChatService
from tests.support.rooms import Place, against, fresh_id

pytestmark = pytest.mark.django_db


def planned(*kinds: str) -> list[tuple[str, int]]:
    """The kinds of the notices that wait, each with the person it is for."""
    plan_all()
    rows = Notice.objects.order_by("pk").values_list("kind", "device__person")
    return [row for row in rows if not kinds or row[0] in kinds]


def playing(listens: Listens, seats: int = 2) -> Place:
    """A game in which everybody has a device; nothing is planned yet."""
    place = Place(seats)
    for person in place.people:
        listens(person)
    place.start()
    return place


def test_a_turn_is_told_once_to_the_player_after_the_pause(listens: Listens, moved: Clock) -> None:
    place = playing(listens)
    turn = current_turn(place.room)
    assert turn is not None
    at_turn = place.people[turn.seat - 1].pk
    assert planned() == [("turn", at_turn)]
    notice = Notice.objects.get()
    assert notice.due - clock.now() == timedelta(seconds=60)
    moved(5)
    place.move()  # the first roll: it is still the same turn, or the next one
    place.does(1, Rename(1, "Mara"))
    told = planned()
    assert told.count(("turn", at_turn)) == 1
    assert len(told) <= 2


def test_a_turn_that_is_over_leaves_no_notice(listens: Listens) -> None:
    place = playing(listens)
    [first] = planned("turn")
    seat = place.state().current
    while place.state().current == seat:
        place.move()
    [later] = planned("turn")
    assert later != first
    assert place.does(1, PauseGame(1, "tea")) == Done(place.fresh().head)
    assert planned("turn") == []
    place.does(1, Resume(1))
    assert planned("turn") == [later], "and it is told again"


def test_nothing_is_read_while_nobody_listens(listens: Listens) -> None:
    Place(2).start()
    with CaptureQueriesContext(connection) as queries:
        assert plan_all() == 0
    assert len(queries) == 2
    place = Place(2)
    listens(place.people[0])
    assert plan_all() == 0  # it stands where it was noted
    place.start()
    assert plan_all() == 1
    with CaptureQueriesContext(connection) as queries:
        assert plan_all() == 0
    assert len(queries) == 3


def test_a_move_asks_the_database_for_nothing_more(listens: Listens) -> None:
    def queries_of_a_game(place: Place) -> list[str]:
        place.start()
        with CaptureQueriesContext(connection) as queries:
            place.move()
        return [query["sql"].split("WHERE")[0] for query in queries]

    alone, heard = Place(2), Place(2)
    for person in heard.people:
        listens(person)
    assert len(queries_of_a_game(alone)) == len(queries_of_a_game(heard))
    assert not any("notice" in sql for sql in queries_of_a_game(Place(2)))


def test_whoever_sits_down_later_is_told_from_then_on(listens: Listens) -> None:
    place = Place(2)
    person, _ = new_guest()
    listens(person)
    assert planned() == []
    Player.objects.filter(room=place.room, seat=2).update(person=person)
    assert planned() == []
    assert RoomMark.objects.get().seen == place.fresh().head
    place.start()
    place.does(1, Close(1))
    assert planned() == [("over", person.pk)]


def test_the_choices_of_a_person_count(listens: Listens) -> None:
    place = playing(listens)
    for person in place.people:
        store(person, Preferences(pause=900, off=frozenset({"over"})))
    assert [kind for kind, _ in planned()] == ["turn"]
    assert Notice.objects.get().due - clock.now() > timedelta(minutes=14)
    place.does(1, Close(1))
    assert planned() == [], "the turn is over, and nobody wants the result"


def test_the_end_of_a_game_is_told_to_its_players(listens: Listens) -> None:
    place = playing(listens, 3)
    Player.objects.filter(room=place.room, seat=3).update(left=True)
    plan_all()
    place.play_out()
    people = [person.pk for person in place.people]
    told = planned("over")
    assert sorted(told) == [("over", people[0]), ("over", people[1])]
    assert Notice.objects.filter(kind="over").first().body == {"game": 1, "status": "over"}


def test_a_pause_is_nobodys_turn(listens: Listens) -> None:
    place = playing(listens)
    place.does(1, PauseGame(1, "tea"))
    assert current_turn(place.fresh()) is None
    assert planned() == []
    place.does(1, Resume(1))
    assert [kind for kind, _ in planned()] == ["turn"]


def test_a_countdown_and_a_vote_are_told_to_the_one_they_are_about(
    listens: Listens, moved: Clock
) -> None:
    place = playing(listens, 3)
    turn = current_turn(place.room)
    assert turn is not None
    others = [seat for seat in (1, 2, 3) if seat != turn.seat]
    place.there(*others)
    place.ask(None, Missing(turn.seat))
    mine = place.people[turn.seat - 1].pk
    assert planned("countdown", "vote") == [("countdown", mine)]
    moved(16)  # nobody is asked to go on at once
    place.there(*others)
    place.does(others[0], Vote(others[0], "go_on", yes=True))
    assert planned("countdown", "vote") == [("countdown", mine), ("vote", mine)]
    place.does(others[0], Vote(others[0], "go_on", yes=False))
    place.does(others[0], Vote(others[0], "go_on", yes=True))
    assert len(planned("vote")) == 1


def test_the_notice_before_the_end_and_who_wakes_a_table(listens: Listens, moved: Clock) -> None:
    place = playing(listens)
    plan_all()
    moved(6 * 86400 + 60)
    executor.perform_many([place_expires(place, "notice")])
    everybody = sorted(person.pk for person in place.people)
    assert sorted(pk for _, pk in planned("ending")) == everybody
    moved(86400 + 60)
    executor.perform_many([place_expires(place, "abandon")])
    assert sorted(pk for _, pk in planned("over")) == everybody
    moved(86400 + 60)
    executor.perform_many([place_expires(place, "sleep")])
    assert place.last() == ["slept"]
    assert planned("awake") == []
    place.does(2, Rename(2, "Ines"))
    assert planned("awake") == [("awake", place.people[0].pk)]
    place.does(2, Rename(2, "Ina"))
    assert len(planned("awake")) == 1


def place_expires(place: Place, kind: str) -> Command:
    return Command(place.code, None, fresh_id(), Expire(kind))


def test_only_one_of_two_processes_plans(listens: Listens) -> None:
    place = playing(listens)
    seen = RoomMark.objects.get().seen
    plan(place.room.pk, seen)
    count = Notice.objects.count()
    Notice.objects.all().delete()
    plan(place.room.pk, seen)  # as one would that read the mark before the other moved it
    assert (count, Notice.objects.count()) == (1, 0)
    Room.objects.filter(pk=place.room.pk).delete()
    plan(place.room.pk, seen)


def test_a_room_that_cannot_be_read_holds_up_no_other(
    listens: Listens, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = playing(listens), playing(listens)
    game = broken.game()
    game.snapshot = {"state": {}, "turn": {}}
    game.save(update_fields=["snapshot"])
    assert len(planned("turn")) == 1
    assert "cannot be planned" in caplog.text
    assert plan_all() == 0
    assert Notice.objects.get().room_id == whole.room.pk


def test_a_room_that_the_database_refuses_holds_up_no_other(
    listens: Listens, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, whole = playing(listens), playing(listens)
    real = planning._store

    def store_but_one(room: Room, *rest: Any) -> None:
        if room == refused.room:
            raise DataError("value too long")
        real(room, *rest)

    monkeypatch.setattr(planning, "_store", store_but_one)
    assert len(planned("turn")) == 1
    assert Notice.objects.get().room_id == whole.room.pk
    whole.move()
    monkeypatch.setattr(planning, "_store", Mock(side_effect=OperationalError("it is away")))
    with pytest.raises(OperationalError):
        plan_all()


def test_an_invitation_is_told_once_a_day(listens: Listens, moved: Clock) -> None:
    place, person = Place(1), new_guest()[0]
    planning.invite(place.room, person, 1)  # without a device nothing happens
    listens(person)
    for _ in range(2):
        planning.invite(place.room, person, 1)
    assert planned() == [("invited", person.pk)]
    moved(86400)
    planning.invite(place.room, person, 1)
    assert len(planned()) == 2


def test_a_chat_is_told_of_turns_and_ends_beside_the_devices(
    listens: Listens, chat: ChatService
) -> None:
    place = playing(listens)
    tells(place.room, chat)
    place.does(1, Close(1))
    plan_all()
    told = Notice.objects.filter(webhook__isnull=False).values_list("kind", flat=True)
    assert list(told) == ["over"]
    assert Notice.objects.filter(device__isnull=False, kind="over").count() == 2
    assert plan_all() == 0


def test_a_computer_is_never_long_at_turn(chat: ChatService) -> None:
    place = against()
    tells(place.room, chat)
    assert plan_all() == 1
    assert not Notice.objects.exists()
