"""The queue of notices: each is one process's, once."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Notice
from games.notices import queue
from games.notices.queue import Lane
from tests.games.conftest import Clock
from tests.games.notices.conftest import Listens, tells
from tests.support.outside.chat_service import ChatService
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def waiting(listens: Listens) -> Notice:
    return queued(listens)


def queued(listens: Listens, key: str = "a", target: str = "push.example:443") -> Notice:
    """A notice that is due now."""
    now, place = clock.now(), Place(1)
    room, [device, _] = place.room, listens(place.people[0])
    return Notice.objects.create(
        kind="over", device=device, room=room, body={"game": 1, "status": "over"}, key=key,
        target=target, due=now, until=now + HOUR, changed=now,
    )  # fmt: skip


def state(notice: Notice) -> str:
    return Notice.objects.values_list("state", flat=True).get(pk=notice.pk)


def test_one_of_several_processes_gets_it(waiting: Notice) -> None:
    [mine] = queue.due(clock.now(), [], 10, Lane.OTHER)
    [theirs] = queue.due(clock.now(), [], 10, Lane.OTHER)
    assert (queue.claim(mine), queue.claim(theirs)) == (True, False)
    assert queue.due(clock.now(), [], 10, Lane.OTHER) == []
    queue.finish(mine)
    assert (state(waiting), queue.claim(theirs)) == ("done", False)


def test_what_a_dead_process_has_claimed_is_never_sent_again(waiting: Notice, moved: Clock) -> None:
    assert queue.claim(waiting)
    now = moved(3600)
    assert queue.due(now, [], 10, Lane.OTHER) == []
    queue.sweep(now)
    assert state(waiting) == "claimed"
    queue.sweep(moved(queue.KEPT.total_seconds()))
    assert not Notice.objects.exists()


def test_busy_services_hold_up_no_other(listens: Listens) -> None:
    slow = [queued(listens, f"slow-{number}", "slow.example:443") for number in range(3)]
    fast = queued(listens, "fast")
    now = clock.now()
    assert queue.due(now, [], 2, Lane.OTHER) == slow[:2]
    assert queue.due(now, ["slow.example:443"], 2, Lane.OTHER) == [fast]
    assert queue.due(now - HOUR, [], 2, Lane.OTHER) == []


def test_urgent_notices_come_first(listens: Listens) -> None:
    older = queued(listens, "older")
    urgent = queued(listens, "urgent")
    Notice.objects.filter(pk=urgent.pk).update(kind="countdown")
    now = clock.now()
    assert queue.due(now, [], 1, Lane.OTHER) == [urgent]
    assert queue.due(now, [], 2, Lane.OTHER) == [urgent, older]


def test_it_is_too_late_for_what_has_waited_too_long(waiting: Notice, moved: Clock) -> None:
    queue.drop_late(moved(3600 - 1))
    assert state(waiting) == "waiting"
    queue.drop_late(moved(3))
    assert not Notice.objects.exists()


def test_another_attempt_comes_later_and_not_for_ever(waiting: Notice, moved: Clock) -> None:
    for attempt in range(queue.MOST_ATTEMPTS - 1):
        [notice] = queue.due(clock.now(), [], 10, Lane.OTHER)
        assert notice.attempts == attempt
        assert queue.claim(notice)
        queue.try_again(notice, timedelta(seconds=30))
        assert queue.due(clock.now(), [], 10, Lane.OTHER) == []
        moved(31)
    [notice] = queue.due(clock.now(), [], 10, Lane.OTHER)
    queue.claim(notice)
    queue.try_again(notice, timedelta(seconds=30))
    assert state(waiting) == "done"


def test_no_attempt_when_it_would_be_too_late(waiting: Notice) -> None:
    queue.claim(waiting)
    queue.try_again(waiting, 2 * HOUR)
    assert state(waiting) == "done"


def test_it_waits_for_the_morning_and_is_of_use_as_long_as_ever(waiting: Notice) -> None:
    morning = clock.now() + 8 * HOUR
    queue.delay(waiting, morning)
    waiting.refresh_from_db()
    assert (waiting.due, waiting.until) == (morning, morning + HOUR)
    queue.sweep(morning)
    assert state(waiting) == "waiting"
    queue.sweep(morning + 2 * HOUR)
    assert not Notice.objects.exists()


def test_what_another_process_has_claimed_is_not_dropped(waiting: Notice) -> None:
    queue.claim(waiting)
    queue.drop(waiting)
    queue.delay(waiting, clock.now() + HOUR)
    assert state(waiting) == "claimed"


def for_chat(chat: ChatService, key: str) -> Notice:
    """A notice for a chat that is due now."""
    now, room = clock.now(), Place(1).room
    webhook = tells(room, chat)
    return Notice.objects.create(
        kind="over", webhook=webhook, room=room, body={"game": 1, "status": "over"}, key=key,
        target=webhook.target, due=now, until=now + HOUR, changed=now,
    )  # fmt: skip


def test_push_services_of_the_common_browsers_have_places_of_their_own(listens: Listens) -> None:
    hosts = ("fcm.googleapis.com", "web.push.apple.com", "fcm.googleapis.com.evil.example")
    known, below, other = (queued(listens, host, f"{host}:443") for host in hosts)
    now = clock.now()
    assert set(queue.due(now, [], 3, Lane.KNOWN)) == {known, below}
    assert queue.due(now, [], 3, Lane.OTHER) == [other]


def test_what_waits_for_chats_holds_up_no_device(waiting: Notice, chat: ChatService) -> None:
    told = for_chat(chat, "for the chat")
    now = clock.now()
    assert queue.due(now, [], 1, Lane.OTHER) == [waiting]
    assert queue.due(now, [], 2, Lane.CHATS) == [told]
    assert queue.due(now, [chat.name], 2, Lane.CHATS) == []
