"""Expiry deletes only what nobody will miss."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

from games import clock
from games.models import Event, Holder, ImportedGame, Person, Room
from games.people.identity import new_guest
from games.protocol.commands import Close, Rename
from games.services import cleanup
from tests.support.rooms import Place


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
    assert cleanup.expire(now) == (0, 0)
    assert cleanup.expire(now + timedelta(days=31)) == (1, 0)
    assert set(Room.objects.values_list("code", flat=True)) == {played.code, living.code}
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
