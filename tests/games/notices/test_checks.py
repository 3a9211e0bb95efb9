"""What is due is sent only if it is still true, wanted, and not at night."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from games import clock
from games.models import Holder, Notice, Player, Webhook
from games.notices.checks import LOOK_AGAIN, time_to_send
from games.notices.planning import LONG, CurrentTurn, current_turn, invite, plan_all
from games.notices.preferences import Preferences, store
from games.protocol.commands import (
    Close,
    Leave,
    NewLink,
    PauseGame,
    Remove,
    SetRoom,
    TakeHoliday,
)
from games.services.accounts.contacts import block
from tests.games.conftest import Clock
from tests.games.notices.conftest import Listens, tells
from tests.support.guests import new_guest
from tests.support.outside.chat_service import ChatService
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db
NOW = datetime(1970, 1, 1, tzinfo=UTC)
NIGHT = Preferences(quiet=(22 * 60, 7 * 60))


def turn_of(place: Place) -> CurrentTurn:
    found = current_turn(place.fresh())
    assert found is not None
    return found


def started(listens: Listens) -> tuple[Place, Notice]:
    """A game, and the notice for whoever is at turn."""
    place = Place(2)
    for person in place.people:
        listens(person)
    place.start()
    plan_all()
    return place, Notice.objects.get()


def time_of(notice: Notice, kind: str = "") -> datetime | None:
    """Return when the notice is sent: NOW, later, or never."""
    fresh = Notice.objects.select_related("device__person", "webhook", "room").get(pk=notice.pk)
    fresh.kind = kind or fresh.kind
    now = clock.now()
    at = time_to_send(fresh, now)
    return NOW if at == now else at


def test_a_turn_that_waits_is_told(listens: Listens) -> None:
    place, notice = started(listens)
    assert time_of(notice) == NOW
    place.does(1, PauseGame(1, ""))
    assert time_of(notice) is None


def test_a_turn_that_is_over_is_not(listens: Listens) -> None:
    place, notice = started(listens)
    before = turn_of(place)
    while turn_of(place) == before:
        place.move()
    assert time_of(notice) is None
    place.does(1, Close(1))
    assert time_of(notice) is None


def test_who_sits_at_the_table_is_asked_for_again_later(listens: Listens) -> None:
    place, notice = started(listens)
    mine = turn_of(place).seat
    place.there(3 - mine)
    assert time_of(notice) == NOW
    place.there(mine)
    asked = clock.now()
    wait = time_of(notice)
    assert isinstance(wait, datetime)
    assert asked + LOOK_AGAIN <= wait <= clock.now() + LOOK_AGAIN
    assert time_of(notice, "vote") is None


def test_who_has_lost_the_seat_is_not_told(listens: Listens) -> None:
    place, notice = started(listens)
    Player.objects.filter(room=place.room).update(person=new_guest()[0])
    assert time_of(notice) is None


def test_an_account_that_is_switched_off_is_not_told(listens: Listens) -> None:
    _, notice = started(listens)
    person = notice.device.person
    person.user = User.objects.create_user("Mara")
    person.save()
    assert time_of(notice) == NOW
    User.objects.update(is_active=False)
    assert time_of(notice) is None


def test_what_nobody_wants_any_more_is_dropped(listens: Listens, moved: Clock) -> None:
    _, notice = started(listens)
    store(notice.device.person, Preferences(off=frozenset({"turn"})))
    assert time_of(notice) is None
    store(notice.device.person, Preferences())
    assert time_of(notice) == NOW
    moved(25 * 3600)
    assert time_of(notice) is None


def test_at_night_some_wait_and_some_are_dropped(
    listens: Listens, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, notice = started(listens)
    store(notice.device.person, NIGHT)
    evening = notice.due.replace(hour=23, minute=0, second=0, microsecond=0)
    morning = datetime(evening.year, evening.month, evening.day, 7, tzinfo=UTC) + timedelta(days=1)
    Notice.objects.update(until=morning)
    monkeypatch.setattr(clock, "now", lambda: evening)
    for kind in ("turn", "over", "invited", "ending"):
        assert time_of(notice, kind) == morning
    for kind in ("vote", "countdown", "awake"):
        assert time_of(notice, kind) is None
    monkeypatch.setattr(clock, "now", lambda: morning)
    assert time_of(notice) == NOW


def test_an_invitation_needs_no_seat(listens: Listens) -> None:
    place, person = Place(1), new_guest()[0]
    listens(person)
    invite(place.room, person, 1)
    assert time_of(Notice.objects.get()) == NOW
    place.does(1, Leave(1))
    assert time_of(Notice.objects.get()) is None, "there is nobody who invites"


@pytest.mark.parametrize("how", ["removed", "blocked", "blocked on another device"])
def test_an_invitation_that_waits_tells_no_new_link_to_whom_it_is_to_keep_out(
    listens: Listens, how: str
) -> None:
    """A notice has the room's link as it is when it is sent."""
    place = Place(3)
    host, _, away = place.people
    listens(away)
    invite(place.room, away, 1)
    assert time_of(Notice.objects.get(kind="invited")) == NOW
    if how == "removed":
        place.does(1, Remove(1, 3))
    else:
        if how == "blocked on another device":
            host = new_guest()[0]
            Holder.objects.create(player=place.player(1), person=host)
        place.does(3, Leave(3))
        block(host, [away.pk])
    place.does(1, NewLink(1))
    assert time_of(Notice.objects.get(kind="invited")) is None


def long_turn(chat: ChatService, timer: int = 0) -> tuple[Place, Notice]:
    """A game, and the notice that its turn has taken a day."""
    place = Place(2)
    place.does(1, SetRoom(1, timer=timer))
    tells(place.room, chat)
    place.start()
    plan_all()
    return place, Notice.objects.get()


def test_a_chat_is_told_of_a_turn_that_has_run_for_a_day(chat: ChatService, moved: Clock) -> None:
    place, notice = long_turn(chat)
    assert notice.due - clock.now() == LONG
    moved(LONG.total_seconds())
    place.there(1, 2)  # whoever is there
    assert time_of(notice) == NOW
    place.does(1, PauseGame(1, ""))
    assert time_of(notice) is None


def test_a_chat_is_not_told_of_a_turn_that_is_over(chat: ChatService) -> None:
    place, notice = long_turn(chat)
    before = turn_of(place)
    while turn_of(place) == before:
        place.move()
    assert time_of(notice) is None


def test_a_holiday_is_no_long_turn(chat: ChatService, moved: Clock) -> None:
    place, notice = long_turn(chat, timer=7 * 86400)
    seat = turn_of(place).seat
    place.does(seat, TakeHoliday(seat, 3))
    now = moved(LONG.total_seconds())
    wait = time_of(notice)
    assert isinstance(wait, datetime)
    assert wait - now == timedelta(days=3)  # two of the holiday, and one of the turn


def test_a_chat_that_is_switched_off_or_late_is_told_nothing(
    chat: ChatService, moved: Clock
) -> None:
    place, notice = long_turn(chat)
    place.does(1, Close(1))
    assert time_of(notice, "over") == NOW
    moved((notice.until - clock.now()).total_seconds() + 1)
    assert time_of(notice, "over") is None
    moved(-7200)
    assert time_of(notice, "over") == NOW
    Webhook.objects.update(off=clock.now(), why="gone")
    assert time_of(notice, "over") is None
