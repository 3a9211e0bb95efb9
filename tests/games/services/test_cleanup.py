"""Expiry deletes only what nobody will miss."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

from games import clock
from games.models import Event, Holder, ImportedGame, Person, Player, Room
from games.people.identity import new_guest
from games.protocol.commands import Close, Command, Done, Rename
from games.services import cleanup, create_room, executor
from tests.support.rooms import Place, fresh_id


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
