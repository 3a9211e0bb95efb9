"""Expiry deletes only what nobody will miss, and archives what few will read."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games import clock
from games.integrity import disagreements
from games.models import (
    Archive,
    Event,
    Game,
    Holder,
    ImportedGame,
    Person,
    Player,
    Room,
    Standing,
    Turn,
)
from games.people.identity import new_guest
from games.protocol.commands import Close, Command, Done, No, Rename
from games.services import cleanup, create_room, executor
from games.state.archive import archived, events_of
from tests.support.at_once import at_once
from tests.support.play.archives import archive_all
from tests.support.rooms import Place, fresh_id, playing


@pytest.mark.django_db(transaction=True)
def test_expiry_takes_only_what_nobody_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    played, dead, living = Place(2), Place(2), Place(2)
    played.start()
    played.move()
    for place in (played, dead):
        place.does(1, Close(1))
    idle, phone, reader = (new_guest()[0] for _ in range(3))
    Holder.objects.create(player=living.player(2), person=phone)
    now = clock.now()
    ImportedGame.objects.create(key="brought-in", person=reader, packed=b"", at=now)
    assert cleanup.expire(now) == (0, 0, 0, 0)
    assert cleanup.expire(now + timedelta(days=31)) == (1, 0, 0, 0)
    assert set(Room.objects.values_list("code", flat=True)) == {played.code, living.code}
    ImportedGame.objects.update(opened=now + timedelta(days=2))  # somebody has looked at it
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=91))
    Session.objects.create(session_key="old", session_data="", expire_date=now)
    call_command("expire")  # nothing has happened since: the clock may be wrong
    assert Person.objects.filter(pk=idle.pk).exists()
    assert Session.objects.exists()
    living.does(1, Rename(1, "Mara"))
    call_command("expire")
    assert not Session.objects.exists()
    left = set(Person.objects.values_list("pk", flat=True))
    people = [person.pk for place in (played, living) for person in place.people]
    assert left == {*people, phone.pk, reader.pk}
    assert idle.pk not in left
    assert Event.objects.filter(room__code=played.code).exists()
    assert Client().get("/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_imported_games_go_when_nobody_has_looked_at_them() -> None:
    reader, now = new_guest()[0], clock.now()
    ImportedGame.objects.create(key="brought-in", person=reader, packed=b"", at=now, opened=now)
    assert cleanup.expire(now + timedelta(days=89)) == (0, 0, 0, 0)
    assert cleanup.expire(now + timedelta(days=91)) == (0, 0, 1, 1)
    assert not Person.objects.exists()


def practised() -> Room:
    """A closed room in which a new guest has played against a computer."""
    person, _ = new_guest()
    room = create_room.open_room(person, fresh_id(), name="Mara", against="pip")
    answer = executor.perform(Command(room.code, person.pk, fresh_id(), Close(1)))
    assert isinstance(answer, Done)
    return room


@pytest.mark.django_db(transaction=True)
def test_practice_games_of_guests_go_and_no_others() -> None:
    old, later, of_account, in_company, at_one_device, moved = (practised() for _ in range(6))
    Person.objects.filter(pk=of_account.opened_by_id).update(user=User.objects.create_user("Ines"))
    beside = {"name": "Teo", "colour": 1, "place": 9, "seat": 9}
    Player.objects.create(room=in_company, person=new_guest()[0], **beside)
    Player.objects.create(room=at_one_device, person=at_one_device.opened_by, **beside)
    Player.objects.filter(room=moved, seat=1).update(person=of_account.opened_by)
    now = clock.now()
    Event.objects.filter(room=later).update(at=now + timedelta(days=5))
    assert cleanup.expire(now + timedelta(days=89)).practice == 0
    assert cleanup.expire(now + timedelta(days=91)) == (0, 1, 0, 1)
    assert set(Room.objects.all()) == {later, of_account, in_company, at_one_device, moved}
    assert not Person.objects.filter(pk=old.opened_by_id).exists()
    assert cleanup.expire(now + timedelta(days=96)).practice == 1


def played(games: int = 1) -> Place:
    place = Place(2, rules="kcd")
    for _ in range(games):
        place.start()
        place.play_out()
    return place


@pytest.mark.django_db(transaction=True)
def test_games_that_ended_long_ago_are_archived_and_no_others() -> None:
    place = played(2)
    place.start()
    place.move()
    old, recent, running = Game.objects.filter(room=place.room).exclude(status="waiting")
    now = clock.now()
    Game.objects.filter(pk=recent.pk).update(finished=now + timedelta(days=2))
    rows = Event.objects.count()
    assert cleanup.archive(now + timedelta(days=29)) == 0
    assert Event.objects.count() == rows
    assert cleanup.archive(now + timedelta(days=31)) == 1
    assert list(Archive.objects.values_list("game", flat=True)) == [old.pk]
    assert Game.objects.get(pk=old.pk).archived == now + timedelta(days=31)
    assert set(Turn.objects.values_list("game", flat=True)) == {recent.pk}
    assert not Event.objects.filter(game=old).exists()
    for game in (recent, running):
        assert Event.objects.filter(game=game).count() == len(events_of(game))
    assert Event.objects.filter(room=place.room, game=None).exists(), "what is of no game stays"
    assert cleanup.archive(now + timedelta(days=31)) == 0
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_the_newest_event_of_a_room_stays() -> None:
    place = Place(2)
    place.start()
    for _ in range(5):
        place.move()
    place.does(1, Close(1))
    assert archive_all() == 1
    [left] = Event.objects.filter(game=place.game())
    assert left.number == place.fresh().head
    assert left.events[-1]["e"] == "closed"
    assert left.number not in [event.number for event in archived(place.game()).events]
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_processes_at_once_archive_each_game_once() -> None:
    """On the same games, while somebody plays on in their room."""
    place = played(3)
    place.start()
    later = clock.now() + timedelta(days=31)
    archives = [lambda: cleanup.archive(later)] * 3
    counts = at_once(*archives, place.move)
    assert sum(counts[:3]) == 3
    assert isinstance(counts[3], Done)
    assert Archive.objects.count() == 3
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_where_archiving_fails() -> None:
    """A process that dies leaves what a rolled back transaction leaves."""
    place = played()
    before = Event.objects.count(), Turn.objects.count()

    def fail(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith('DELETE FROM "games_turn"'):
            raise RuntimeError("the power is off")
        return execute(sql, *more)

    with connection.execute_wrapper(fail), pytest.raises(RuntimeError):
        archive_all()
    assert (Event.objects.count(), Turn.objects.count()) == before
    assert not Archive.objects.exists()
    assert archive_all() == 1
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_sent_again_after_that_has_no_second_effect() -> None:
    """Also where the same player begins the next game."""
    place = playing(2)
    player, body = place.next_move()
    assert isinstance(place.does(player, body, "the-same-move"), Done)
    place.play_out()
    place.start()
    assert archive_all() == 1
    head = place.fresh().head
    answer = place.does(player, body, "the-same-move")
    assert isinstance(answer, No)
    assert place.fresh().head == head


@pytest.mark.django_db(transaction=True)
def test_archived_games_go_with_their_room() -> None:
    practice, kept = practised(), played()
    Game.objects.filter(room=practice).update(finished=clock.now())
    assert archive_all() == 2
    assert cleanup.expire(clock.now() + timedelta(days=91)).practice == 1
    assert [one.game.room for one in Archive.objects.all()] == [kept.room]
    assert set(Standing.objects.values_list("game__room", flat=True)) == {kept.room.pk}


@pytest.mark.django_db(transaction=True)
def test_the_daily_command_archives(monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=40))
    Place(1)  # somebody is there, so the clock is right
    out = StringIO()
    call_command("expire", stdout=out)
    assert out.getvalue().endswith("Archived 1 games.\n")
