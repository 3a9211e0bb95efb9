"""The outbox: sends what is due, off the event loop, whatever the services do."""

import time
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User

from games.models import Device, Email, Notice
from games.notices import emails, outbox, planning
from games.notices.outbox import Outbox
from games.notices.planning import invite
from games.notices.preferences import Preferences, store
from games.notices.queue import Lane
from tests.games.notices.conftest import Listens, tells
from tests.games.notices.test_queue import for_chat, queued, state
from tests.support import services
from tests.support.accounts import with_address
from tests.support.outside.chat_service import ChatService
from tests.support.outside.push_service import PushService
from tests.support.outside.smtp import MailServer
from tests.support.rooms import Place, playing, short

pytestmark = [pytest.mark.django_db(transaction=True)]


def until(so: object, seconds: float = 25) -> None:
    """Wait until `so()` is true."""
    end = time.monotonic() + seconds
    while not so():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "EVERY_SECONDS", 0.05)


@pytest.mark.usefixtures("quick")
def test_a_turn_reaches_the_device_of_its_player_once(
    listens: Listens, service: PushService
) -> None:
    place = Place(2)
    browsers = {}
    for person in place.people:
        store(person, Preferences(pause=0))
        browsers[person.pk] = listens(person)[1]
    workers = [Outbox(), Outbox()]  # as if there were two processes
    for one in workers:
        one.start()
    place.start()
    service.wait_for(1)
    for _ in range(2):  # until both have looked once more
        invite(place.room, place.people[0], 1)
        service.wait_for(2)
    for one in workers:
        one.stop()
    at_turn = place.people[place.opening()[0] - 1].pk
    told = [text["body"] for text in service.texts(browsers[at_turn])]
    assert told.count("It's your turn.") == 1
    assert len(service.got) == 2
    assert set(Notice.objects.values_list("state", flat=True)) == {"done"}


@pytest.mark.usefixtures("quick")
def test_a_service_that_never_answers_delays_no_other(
    listens: Listens, service: PushService
) -> None:
    dead = []
    for number in range(outbox.AT_ONCE_FOR_ONE + 2):
        notice = queued(listens, f"dead-{number}", "dead.example:443")
        service.silent.add(urlsplit(notice.device.endpoint).path)
        dead.append(notice)
    fast = queued(listens, "fast", service.name)
    one = Outbox()
    one.start()
    until(lambda: state(fast) == "done")
    assert [state(notice) for notice in dead].count("claimed") == outbox.AT_ONCE_FOR_ONE
    service.ended.set()  # the connections break
    until(lambda: {state(notice) for notice in dead} == {"done"})
    one.stop()
    assert len(service.got) == len(dead) + 1  # none of them twice


@pytest.mark.usefixtures("quick")
def test_many_hosts_that_never_answer_leave_places_to_known_services(
    listens: Listens, service: PushService
) -> None:
    most = outbox.AT_ONCE_IN[Lane.OTHER]
    hosts = [f"{number}.example:443" for number in range(outbox.AT_ONCE + 1)]
    slow = [queued(listens, host, host) for host in hosts]
    for notice in slow:
        service.silent.add(urlsplit(notice.its_device().endpoint).path)
    one = Outbox()
    one.start()
    service.wait_for(most)
    fast = queued(listens, "fast", "fcm.googleapis.com:443")
    until(lambda: state(fast) == "done")
    assert [state(notice) for notice in slow].count("claimed") == most
    service.ended.set()  # the connections break
    until(lambda: {state(notice) for notice in slow} == {"done"})
    one.stop()


@pytest.mark.usefixtures("quick")
def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    listens: Listens, service: PushService
) -> None:
    gone, later = queued(listens, "gone", service.name), queued(listens, "later", service.name)
    service.statuses = {
        urlsplit(gone.device.endpoint).path: 410,
        urlsplit(later.device.endpoint).path: 503,
    }
    one = Outbox()
    one.start()
    until(lambda: Notice.objects.filter(attempts=1).exists())
    until(lambda: Device.objects.count() == 1)
    one.stop()
    assert Notice.objects.get().key == "later"


@pytest.mark.usefixtures("quick")
def test_it_goes_on_after_the_database_was_away(
    listens: Listens, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, tries = queued(listens, target=service.name), []
    plan_all = outbox.planning.plan_all

    def away() -> int:
        tries.append(1)
        if len(tries) < 3:
            raise RuntimeError("the database is away")
        return plan_all()

    monkeypatch.setattr(outbox.planning, "plan_all", away)
    one = Outbox()
    one.start()
    until(lambda: state(waiting) == "done")
    one.stop()
    assert len(tries) >= 3


async def test_it_stops_at_once_and_before_it_has_begun() -> None:
    Outbox().stop()
    one = Outbox()
    one.start()
    one.stop()
    assert one._thread is not None
    assert not one._thread.is_alive()


@pytest.mark.usefixtures("quick")
def test_a_chat_is_told_once_however_many_workers_there_are(chat: ChatService) -> None:
    place = playing(2, rules=short(300))
    tells(place.room, chat)
    place.play_out()
    workers = [Outbox(), Outbox()]  # as if there were two processes
    for one in workers:
        one.start()
    until(lambda: Notice.objects.filter(state="done").exists())
    planning.plan_all()
    until(lambda: set(Notice.objects.values_list("kind", "state")) == {("over", "done")})
    for one in workers:
        one.stop()
    [body] = chat.got
    assert (body["event"], body["game"], len(body["players"])) == ("game_over", 1, 2)


@pytest.mark.usefixtures("quick")
def test_chats_that_never_answer_delay_no_device(
    listens: Listens, service: PushService, chat: ChatService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 4)
    monkeypatch.setattr(outbox, "AT_ONCE_IN", {Lane.OTHER: 4, Lane.CHATS: 2})
    chat.is_silent = True
    slow = [for_chat(chat, f"slow-{number}") for number in range(6)]
    one = Outbox()
    one.start()
    chat.wait_for(2)
    fast = queued(listens, "fast", service.name)
    until(lambda: state(fast) == "done")
    assert [state(notice) for notice in slow].count("claimed") == 2 == len(chat.got)
    chat.ended.set()  # the connections break
    until(lambda: {state(notice) for notice in slow} == {"done"})
    one.stop()
    assert len(chat.got) == len(slow)  # none of them twice


def test_an_urgent_notice_waits_for_no_stale_ones(listens: Listens, service: PushService) -> None:
    """One look passes over hundreds of turns that are over, and sends what is left."""
    stale = queued(listens, target=service.name)
    stale.kind, stale.body = "turn", {"game": 9}
    stale.save()
    for number in range(5 * outbox.AT_ONCE):
        stale.pk, stale.key = None, f"stale-{number}"
        stale.save()
    late = queued(listens, "late", service.name)
    one = Outbox()
    one.start()
    until(lambda: state(late) == "done")
    one.stop()
    assert [notice.key for notice in Notice.objects.all()] == ["late"]


@pytest.mark.usefixtures("quick")
def test_emails_leave_beside_notices_and_none_is_cut_off(
    listens: Listens, service: PushService, smtp: MailServer
) -> None:
    with_address(User.objects.create_user("Mara"), "mara@home.test")
    emails.request_link("mara@home.test")
    waiting = queued(listens, target=service.name)
    one = Outbox()
    one.start()
    services.wait_until(lambda: smtp.emails, what="the email")
    until(lambda: state(waiting) == "done")
    one.stop()
    assert not Email.objects.exists(), "it is recorded before the outbox ends"
    assert len(smtp.emails) == 1
