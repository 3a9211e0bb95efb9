"""Expiry deletes only what nobody will miss."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client

from games import clock
from games.management.integrity import disagreements
from games.models import (
    Archive,
    Event,
    Game,
    Holder,
    ImportedGame,
    Message,
    Person,
    Player,
    Room,
    Standing,
    Try,
)
from games.protocol.commands import Close, Command, Done, EndRace, Rename, UseCode
from games.services import chat, create_room, executor
from games.services.accounts import people
from games.services.commands import seat_transfer
from games.services.upkeep import cleanup, runs, slices
from games.state.archive import turns_of
from tests.support.guests import new_guest
from tests.support.play.archives import archive_all
from tests.support.play.races import Race
from tests.support.query_plan import read_whole_by, statements_under_lock
from tests.support.rooms import Place, fresh_id


def expire(now: datetime) -> dict[str, int]:
    """Perform every step, and return how many rows those that did something were done to."""
    done, failed = runs.perform(runs.STEPS, now)
    assert not failed
    return {name: count for name, count in done.items() if count}


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
    assert expire(now) == {}
    gone = {"unused lobbies": 1, "games to archive": 1, "old events of no game": 3}
    assert expire(now + timedelta(days=31)) == gone
    assert set(Room.objects.values_list("code", flat=True)) == {played.code, living.code}
    ImportedGame.objects.update(opened=now + timedelta(days=2))  # somebody has looked at it
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=91))
    soon = now + timedelta(days=2)
    Session.objects.create(session_key="old", session_data="", expire_date=soon)
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
    assert expire(now + timedelta(days=89)) == {}
    assert expire(now + timedelta(days=91)) == {"imported games": 1, "idle guests": 1}
    assert not Person.objects.exists()


def played() -> Place:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    return place


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
    beside = {"name": "Teo", "colour": 1, "place": 9, "seat": 9, "since": old.created}
    Player.objects.create(room=in_company, person=new_guest()[0], **beside)
    Player.objects.create(room=at_one_device, person=at_one_device.opened_by, **beside)
    Player.objects.filter(room=moved, seat=1).update(person=of_account.opened_by)
    now = clock.now()
    Event.objects.filter(room=later).update(at=now + timedelta(days=5))
    assert cleanup.expire_practice(now + timedelta(days=89)) == 0
    gone = expire(now + timedelta(days=91))
    assert (gone["practice rooms of guests"], gone["idle guests"]) == (1, 1)
    assert set(Room.objects.all()) == {later, of_account, in_company, at_one_device, moved}
    assert not Person.objects.filter(pk=old.opened_by_id).exists()
    assert cleanup.expire_practice(now + timedelta(days=96)) == 1


@pytest.mark.django_db(transaction=True)
def test_archived_games_go_with_their_room() -> None:
    practice, kept = practised(), played()
    Game.objects.filter(room=practice).update(finished=clock.now())
    assert archive_all() == 2
    assert cleanup.expire_practice(clock.now() + timedelta(days=91)) == 1
    assert [one.game.room for one in Archive.objects.all()] == [kept.room]
    assert set(Standing.objects.values_list("game__room", flat=True)) == {kept.room.pk}


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_played_stays_though_the_seat_was_moved_away() -> None:
    """What a guest has played refers to them, whoever holds the seat now."""
    place = played()
    guest, phone = place.people[1], new_guest()[0]
    code = seat_transfer.make_code(guest, place.room, 2, "move")[0]
    place.people.append(phone)
    assert isinstance(place.does(3, UseCode(code)), Done)
    idle = new_guest()[0]
    assert "idle guests" in expire(clock.now() + timedelta(days=91))
    left = set(Person.objects.values_list("pk", flat=True))
    assert {guest.pk, phone.pk} <= left
    assert idle.pk not in left


@pytest.mark.django_db(transaction=True)
def test_old_messages_go_but_not_the_newest_of_a_room() -> None:
    busy, quiet = Place(1), Place(1)
    for place, count in ((busy, chat.RECENT + 7), (quiet, 3)):
        for number in range(count):
            Message.objects.create(
                room=place.room,
                player=place.player(1),
                text=str(number),
                at=clock.now(),
                command=fresh_id(),
            )
    assert cleanup.expire_messages(clock.now() + timedelta(days=29)) == 0
    assert cleanup.expire_messages(clock.now() + timedelta(days=31)) == 7
    kept = Message.objects.filter(room=busy.room).order_by("pk").values_list("text", flat=True)
    assert list(kept) == [str(number) for number in range(7, chat.RECENT + 7)]
    assert Message.objects.filter(room=quiet.room).count() == 3


@pytest.mark.django_db(transaction=True)
def test_old_events_of_no_game_go_but_not_the_newest_of_a_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = played()
    for name in ("Ada", "Eva", "Ida"):
        place.does(1, Rename(1, name))
    now = clock.now()
    rows = Event.objects.filter(room=place.room, game=None)
    count = rows.count()
    assert cleanup.expire_events(now + timedelta(days=29)) == 0
    assert cleanup.expire_events(now + timedelta(days=31)) == count - 1
    assert rows.get().number == place.fresh().head
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=31))
    assert list(disagreements(place.fresh())) == []
    place.start()
    place.move()
    assert list(disagreements(place.fresh())) == []


@pytest.mark.django_db(transaction=True)
def test_where_a_room_was_opened_from_is_forgotten() -> None:
    old, new = Place(2), Place(2)
    Room.objects.update(opened_from="0123456789abcdef")
    Room.objects.filter(pk=old.room.pk).update(created=clock.now() - timedelta(days=31))
    assert expire(clock.now()) == {"addresses of rooms": 1}
    kept = Room.objects.exclude(opened_from="")
    assert [room.code for room in kept] == [new.code]
    old.does(1, Rename(1, "Mara"))  # the room in memory does not bring it back
    assert kept.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_room_with_many_events_goes_in_short_transactions() -> None:
    room = practised()
    made = Event.objects.filter(room=room).order_by("-number")[0]
    Event.objects.bulk_create(
        Event(room=room, number=made.number + n, events=[], command=str(n), intent="", at=made.at)
        for n in range(1, 3001)
    )
    Room.objects.filter(pk=room.pk).update(head=made.number + 3000)
    deleted: list[int] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith("DELETE"):
            deleted.append(context["cursor"].rowcount)
        return result

    with connection.execute_wrapper(note):
        assert cleanup.expire_practice(made.at + timedelta(days=91)) == 1
    assert sum(deleted) > 3000
    assert max(deleted) <= 500
    assert not Room.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_who_takes_a_seat_between_the_look_and_the_deletion_stays() -> None:
    place, idle, late = Place(1), new_guest()[0], new_guest()[0]
    guests = Person.objects.filter(players=None, held=None)
    keys = list(slices.keys_of(guests))
    Holder.objects.create(player=place.player(1), person=late)
    assert slices.delete_locked(guests, keys, slices.Slices()) == 1
    assert set(Person.objects.all()) == {place.people[0], late}
    assert idle.pk in keys


@pytest.mark.django_db(transaction=True)
def test_no_statement_reads_a_table_while_the_database_is_locked() -> None:
    practised()
    guest = played().people[1]
    dead = Place(2)
    dead.does(1, Close(1))
    new_guest()
    later = clock.now() + timedelta(days=91)
    ImportedGame.objects.create(key="brought-in", person=guest, packed=b"", at=later, opened=later)
    with statements_under_lock() as statements:
        assert len(expire(later)) >= 4
        people.merge(guest, new_guest()[0])
        people.forget(played().people[0], "Somebody")
    assert {one.split()[0] for one, _ in statements} >= {"SELECT", "UPDATE", "DELETE"}
    for statement in statements:
        assert not read_whole_by(*statement), statement


@pytest.mark.django_db(transaction=True)
def test_the_rooms_of_a_race_go_with_its_room() -> None:
    race = Race(3)
    race.begin()
    race.enter(1).play_out()
    race.does(1, EndRace(1))
    race.tick()
    race.does(1, Close(1))
    assert Room.objects.count() == 2
    later = clock.now() + timedelta(days=31)
    assert cleanup.expire_lobbies(later) == 2
    assert (Room.objects.count(), Try.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_a_race_with_a_result_outlives_the_rooms_in_which_guests_played_it() -> None:
    race = Race(2)
    race.begin()
    game = race.play_out()
    Room.objects.update(due_at=None)
    assert cleanup.expire_practice(clock.now() + timedelta(days=91)) == 2
    assert Room.objects.get() == race.fresh()
    assert not list(disagreements(race.fresh()))
    assert len(turns_of(game)) == 2 * 3
