"""What grows is counted by day and by person, at the same cost however much there is."""

from datetime import timedelta

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games import clock
from games.models import Contact, Device, ImportedGame, Notice, Person, Room, SavedRules, Webhook
from games.selectors import growth
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def kept(person: Person, *, size: int) -> None:
    now = clock.now()
    ImportedGame.objects.create(key=f"k{size}", person=person, packed=b"x" * size, at=now)
    SavedRules.objects.create(person=person, name=f"Ours {size}", rules={}, base="kcd", saved=now)


def test_it_is_counted_by_person_the_greatest_first() -> None:
    place, (greedy, _) = Place(2), new_guest()
    place.start()
    kept(greedy, size=400_000)
    kept(place.people[0], size=10)
    first, second = growth.by_person()
    assert (first.person, first.imports, first.import_bytes, first.saved_rules) == (
        *(greedy, 1, 400_000, 1),
    )
    assert first.bytes > 400_000
    assert second.person == place.people[0]
    assert (second.rooms, second.games, second.events) == (1, 1, place.fresh().head)


def test_devices_notices_and_contacts_are_counted() -> None:
    (mara, _), (ines, _), now = new_guest(), new_guest(), clock.now()
    device = Device.objects.create(person=mara, endpoint_hash="x", created=now)
    times = {"due": now, "until": now, "changed": now}
    for key in ("a", "b"):
        Notice.objects.create(device=device, room=Place(1).room, key=key, **times)
    Contact.objects.create(person=mara, other=ines, changed=now)
    [found] = [one for one in growth.by_person() if one.person == mara]
    assert (found.devices, found.notices, found.contacts) == (1, 2, 1)
    assert found.bytes == 4 * growth._ROW_BYTES
    [day] = growth.by_day()
    assert (day.devices, day.notices, day.contacts) == (1, 2, 1)


def test_a_notice_for_a_chat_counts_with_whoever_opened_the_room() -> None:
    place, now = Place(1), clock.now()
    webhook = Webhook.objects.create(room=place.room, address=b"", set_by=1, since=now)
    times = {"due": now, "until": now, "changed": now}
    Notice.objects.create(webhook=webhook, room=place.room, key="a", **times)
    [found] = growth.by_person()
    assert (found.person, found.notices) == (place.people[0], 1)


def test_it_is_counted_by_day_the_newest_first() -> None:
    today, yesterday = Place(2), Place(2)
    yesterday.start()
    Room.objects.filter(pk=yesterday.room.pk).update(created=clock.now() - timedelta(days=1))
    kept(today.people[0], size=10)
    first, second = growth.by_day()
    assert first.day is not None
    assert second.day == first.day - timedelta(days=1)
    assert (first.rooms, first.games, first.imports, first.saved_rules, first.guests) == (
        1,
        1,
        1,
        1,
        4,
    )
    assert (second.rooms, second.events, second.guests) == (1, yesterday.fresh().head, 0)


def test_only_the_newest_rows_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        Place(1)
    monkeypatch.setattr(growth, "NEWEST", 2)
    assert [row.rooms for row in growth.by_day()] == [2]
    assert len(growth.by_person()) == 2
    with django_assert_num_queries(15):
        growth.by_person()
    with django_assert_num_queries(16):
        growth.by_day()


def test_the_size_of_the_database_is_told() -> None:
    sizes = dict(growth.table_sizes())
    name = "games_event" if connection.vendor == "postgresql" else "database"
    assert sizes[name] > 0
