"""What planning notices costs on a site with many old rooms, and with several processes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock
from games.models import Notice, Person, Player, Room, RoomMark
from games.notices import planning
from games.notices.planning import plan, plan_all
from games.protocol.commands import Close, Rename
from games.services import executor
from tests.games.conftest import Clock
from tests.games.notices.conftest import Listens
from tests.games.notices.test_planning import place_expires
from tests.support.at_once import at_once
from tests.support.query_plan import steps_of, tables_read_whole
from tests.support.rooms import Place

OLD_ROOMS = 3000
GROWING = {"games_room", "games_player", "games_event", "games_roommark", "games_notice"}


def asleep(person: Person) -> None:
    """Add many rooms in which this person played long ago, and what was sent then."""
    now = clock.now()
    rooms = Room.objects.bulk_create(
        Room(code=f"{n:08}", opened_by=person, rules={}, status="over", head=5, created=now)
        for n in range(OLD_ROOMS)
    )
    Player.objects.bulk_create(
        Player(room=room, seat=1, person=person, since=now, name="Mara", colour=0, place=0)
        for room in rooms
    )
    RoomMark.objects.bulk_create(RoomMark(room=room, seen=5, awake=False) for room in rooms)
    device = person.devices.get()
    Notice.objects.bulk_create(
        Notice(
            kind="over",
            device=device,
            room=room,
            key=str(room.pk),
            target="push.example:443",
            due=now,
            until=now,
            state="done",
            changed=now,
        )
        for room in rooms
    )


@pytest.mark.django_db
def test_rooms_that_sleep_are_not_looked_at(listens: Listens) -> None:
    place = Place(2)
    listens(place.people[0])
    asleep(place.people[0])
    place.start()
    for query in (planning.awake_with_news(), planning.fallen_asleep()):
        assert tables_read_whole(query).isdisjoint(GROWING), query.explain()
        assert steps_of(query) < OLD_ROOMS
    with CaptureQueriesContext(connection) as queries:
        assert plan_all() == 1
    assert len(queries) < 20
    due = Notice.objects.filter(state="waiting", due__lte=clock.now()).order_by("due", "pk")
    assert tables_read_whole(due).isdisjoint(GROWING), due.explain()
    every_room = Room.objects.exclude(name="x").values("pk")
    assert tables_read_whole(every_room) == {"games_room"}, "the helper sees it"


@pytest.mark.django_db
def test_what_ends_a_room_is_told_though_it_is_not_awake_any_more(
    listens: Listens, moved: Clock
) -> None:
    place = Place(2)
    for person in place.people:
        listens(person)
    place.start()
    plan_all()
    place.does(1, Close(1))
    assert place.fresh().due_at is None
    assert plan_all() == 1
    assert Notice.objects.filter(kind="over").count() == 2
    assert plan_all() == 0
    assert not RoomMark.objects.filter(awake=True).exists()


@pytest.mark.django_db
def test_a_room_that_wakes_is_looked_at_again(listens: Listens, moved: Clock) -> None:
    place = Place(2)
    listens(place.people[0])
    place.start()
    place.play_out()
    plan_all()
    moved(86400 + 60)
    executor.perform_many([place_expires(place, "sleep")])
    assert [plan_all(), plan_all()] == [1, 0]
    assert not RoomMark.objects.get().awake
    place.does(2, Rename(2, "Ines"))
    assert [plan_all(), plan_all()] == [1, 0]
    assert RoomMark.objects.get().awake
    assert Notice.objects.filter(kind="awake").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("known", [True, False])
def test_processes_that_plan_at_once_queue_each_notice_once(listens: Listens, known: bool) -> None:
    place = Place(2)
    for person in place.people:
        listens(person)
    seen = RoomMark.objects.get().seen if known else None
    if not known:
        RoomMark.objects.all().delete()
    place.start()
    stored = list[int]()

    def store(_room: Room, _people: Any, causes: Iterable[Any]) -> None:
        stored.append(len(list(causes)))  # their keys are unique, which would hide a second plan

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "_store", store)
        results = at_once(*[partial(plan, place.room.pk, seen)] * 4)
    assert results == [None] * 4
    assert stored == [1]
