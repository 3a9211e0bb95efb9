"""The webhook of a room: what is stored, what is sent, and what follows from the answers."""

import json
from datetime import timedelta

import pytest
from django.core import serializers
from pytest_django import Settings

from games import clock
from games.models import Notice, Room, RoomMark, Webhook
from games.notices import queue, webhooks
from games.notices.outgoing import Answer
from games.notices.planning import current_turn, plan_all
from games.notices.queue import Lane
from games.notices.targets import BadTarget
from games.notices.webhooks import FAILING_FOR, MOST_FAILURES, Setter
from games.protocol.commands import Close
from games.state import room_state
from games.state.sealing import CannotUnseal
from tests.games.conftest import Clock
from tests.games.notices.conftest import SITE, claimed_for_chat, tells
from tests.support.outside.chat_service import ChatService
from tests.support.rooms import Place, playing, short

pytestmark = pytest.mark.django_db
DOWN, OK = Answer(500, was_sent=True), Answer(204, was_sent=True)
BY = Setter(1, SITE)
DISCORD = "https://discord.com/api/webhooks/123456789012345678/aSecretOfManyCharacters"


def over(place: Place) -> Notice:
    """The notice that the game of a room is over, claimed."""
    place.does(1, Close(1))
    plan_all()
    return claimed_for_chat()


def fresh(webhook: Webhook) -> Webhook:
    webhook.refresh_from_db()
    return webhook


def test_the_address_is_sealed_and_stands_in_no_row_frame_or_backup() -> None:
    place = Place(1)
    webhook = webhooks.replace(place.room, DISCORD, Webhook.Format.JSON, BY)
    assert (webhook.format, webhook.target) == ("discord", "discord.com:443")
    stored = fresh(webhook)
    backup = json.dumps(serializers.serialize("python", Webhook.objects.all()), default=str)
    frame = (room_state.sync(place.code) or (0, ""))[1]
    for text in (bytes(stored.address), backup.encode(), frame.encode()):
        assert b"aSecret" not in text
        assert b"/webhooks/" not in text
    assert webhooks.end_of(stored) == "ters"
    assert (
        webhooks.end_of(webhooks.replace(place.room, DISCORD[:40], Webhook.Format.JSON, BY)) == ""
    )
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", "no host"),
        ("http://discord.com/x", "not https"),
        ("https://discord.com:8443/x", "another port"),
        ("https://me:secret@discord.com/x", "password"),
        ("https://127.0.0.1/x", "not a public"),
        ("https://10.0.0.7/x", "not a public"),
        ("https://[::1]/x", "not a public"),
        ("https://[::ffff:10.0.0.7]/x", "not a public"),
        ("https://169.254.169.254/latest/", "not a public"),
        ("https://localhost/x", "not a public"),
        ("https://disc\u00f6rd.com/x", "not an address"),
    ],
)
def test_addresses_inside_the_network_are_refused(address: str, why: str) -> None:
    place = Place(1)
    with pytest.raises(BadTarget, match=why):
        webhooks.replace(place.room, address, Webhook.Format.JSON, BY)
    assert not Webhook.objects.exists()


def test_a_game_that_is_over_is_told_once(chat: ChatService) -> None:
    place = playing(2, rules=short(300))
    tells(place.room, chat)
    place.play_out()
    plan_all()
    RoomMark.objects.update(seen=0)
    plan_all()  # as after a crash
    [notice] = queue.due(clock.now(), [], 10, Lane.CHATS)
    assert (notice.kind, notice.body) == ("over", {"game": 1, "status": "over"})
    target, headers, body = webhooks.request_for(notice)
    assert (target.name, headers) == (chat.name, {"Content-Type": "application/json"})
    assert json.loads(body)["event"] == "game_over"


def test_what_was_before_is_not_told(chat: ChatService) -> None:
    place = playing(2)
    place.does(1, Close(1))
    tells(place.room, chat)
    plan_all()
    assert not Notice.objects.exists()


def test_a_turn_that_has_run_for_hours_is_told_a_day_later(chat: ChatService, moved: Clock) -> None:
    place = playing(2)
    moved(3600)
    tells(place.room, chat)
    plan_all()
    turn = current_turn(place.room)
    notice = Notice.objects.get()
    assert turn is not None
    assert (notice.kind, notice.body) == ("long_turn", turn._asdict())
    assert timedelta(hours=22) < notice.due - clock.now() <= timedelta(days=1)


def test_another_address_gets_nothing_that_was_for_the_first(chat: ChatService) -> None:
    place = playing(2)
    first = tells(place.room, chat)
    place.does(1, Close(1))
    plan_all()
    assert Notice.objects.get().webhook == first
    tells(place.room, chat)
    assert not Notice.objects.exists()
    webhooks.remove(place.room)
    assert plan_all() == 0
    assert not Webhook.objects.exists()


def test_what_was_taken_is_done(chat: ChatService) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    Webhook.objects.update(failures=3, failing_since=clock.now())
    assert webhooks.settle(over(place), OK) is None
    assert Notice.objects.get().state == "done"
    stored = fresh(webhook)
    assert (stored.status, stored.failures, stored.failing_since) == (204, 0, None)


@pytest.mark.parametrize("status", [404, 410])
def test_a_webhook_that_is_gone_is_switched_off(
    chat: ChatService, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    webhooks.settle(over(place), Answer(status, was_sent=True))
    stored = fresh(webhook)
    assert (stored.status, stored.why, stored.off is not None) == (status, "gone", True)
    assert plan_all() == 0
    [record] = caplog.records
    assert vars(record)["service"] == chat.name
    assert "hooks" not in f"{record.getMessage()} {vars(record)}".replace("webhooks", "")


def test_too_many_requests_wait_as_long_as_asked_and_are_no_failure(
    chat: ChatService, moved: Clock
) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    moved(1)
    notice = over(place)
    other = Notice.objects.get(pk=notice.pk)
    other.pk, other.key, other.state = None, "another", "waiting"
    other.save()
    answer = Answer(429, was_sent=True, headers={"retry-after": "7200"})
    assert webhooks.settle(notice, answer) is None  # chats of other rooms need not wait
    for one in Notice.objects.all():
        wait = (one.due - clock.now()).total_seconds()
        assert (one.state, 7200 <= wait <= 10800) == ("waiting", True)
    assert fresh(webhook).failures == 0


def test_what_has_not_arrived_is_sent_later_each_time_a_little_otherwise(
    chat: ChatService, moved: Clock
) -> None:
    place, waits = playing(2), set()
    webhook = tells(place.room, chat)
    moved(1)
    notice = over(place)
    for _ in range(5):
        Notice.objects.update(state="claimed")
        assert webhooks.settle(notice, DOWN) == timedelta(seconds=30)
        waits.add((Notice.objects.get().due - clock.now()).total_seconds())
    assert len(waits) == 5
    assert 30 <= min(waits) <= max(waits) <= 45
    assert fresh(webhook).failures == 5


@pytest.mark.parametrize(
    "answer",
    [
        Answer(302, was_sent=True),
        Answer(400, was_sent=True),
        Answer(0, was_sent=True, problem="no answer in time"),
        Answer(0, was_sent=False, problem="not a public address"),
    ],
)
def test_what_is_of_no_use_to_repeat_is_not(chat: ChatService, answer: Answer) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    assert webhooks.settle(over(place), answer) is None
    assert Notice.objects.get().state == "done"
    stored = fresh(webhook)
    assert (stored.status, stored.problem) == (answer.status, answer.problem)
    assert (stored.failures, stored.off) == (1, None)


def test_one_that_fails_for_hours_is_switched_off_and_what_waits_is_dropped(
    chat: ChatService, moved: Clock
) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    moved(1)
    notice = over(place)
    for _ in range(MOST_FAILURES * 2):  # so many at once mean nothing
        webhooks.settle(notice, DOWN)
    assert fresh(webhook).off is None
    moved(FAILING_FOR.total_seconds())
    webhooks.settle(notice, DOWN)
    assert (fresh(webhook).why, webhook.off) == ("failing", clock.now())
    assert not Notice.objects.filter(state="waiting").exists()


def test_few_failures_over_days_do_not_switch_it_off(chat: ChatService, moved: Clock) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    moved(1)
    notice = over(place)
    for _ in range(MOST_FAILURES - 1):
        webhooks.settle(notice, DOWN)
        moved(86400)
    assert fresh(webhook).off is None


def test_a_test_message_says_what_came_of_it(chat: ChatService) -> None:
    place = Place(1)
    webhook = tells(place.room, chat, "discord")
    assert webhooks.try_out(webhook, place.room)
    [body] = chat.got
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"].startswith("Test: the Farkle room")
    assert fresh(webhook).status == 204
    chat.status = 410
    assert webhooks.try_out(webhook, place.room)
    assert fresh(webhook).why == "gone"
    chat.status = 302
    chat.headers = {"Location": f"http://{chat.name}/elsewhere"}
    assert webhooks.try_out(webhook, place.room)
    assert (fresh(webhook).status, len(set(chat.paths))) == (302, 1)  # nothing was followed
    chat.status = 200
    assert webhooks.try_out(webhook, place.room)
    assert (fresh(webhook).off, webhook.why, len(chat.got)) == (None, "", 4)


def test_a_chat_that_never_answers_holds_up_few(
    chat: ChatService, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(1)
    webhook, chat.is_silent = tells(place.room, chat), True
    monkeypatch.setattr(webhooks, "TRIAL_SECONDS", 0.2)
    assert webhooks.try_out(webhook, place.room)
    assert (fresh(webhook).status, webhook.problem) == (0, "no answer in time")
    while webhooks._TRIALS.acquire(blocking=False):
        pass
    try:
        assert not webhooks.try_out(webhook, place.room)
    finally:
        for _ in range(4):
            webhooks._TRIALS.release()
    assert len(chat.got) == 1


def test_one_that_cannot_be_read_or_reached_any_more_is_switched_off(
    chat: ChatService, settings: Settings
) -> None:
    place = playing(2)
    webhook = tells(place.room, chat)
    notice = over(place)
    settings.SECRET_KEY = "another key"
    with pytest.raises(CannotUnseal):
        webhooks.request_for(notice)
    assert (fresh(webhook).why, webhooks.end_of(webhook)) == ("sealed", "")
    other = Place(1)
    webhook = tells(other.room, chat)
    settings.INSECURE_HOSTS = []
    assert webhooks.try_out(webhook, other.room)
    assert fresh(webhook).why == "blocked"
    assert chat.got == []


def test_the_address_of_a_closed_room_is_forgotten(chat: ChatService) -> None:
    place, off, open_ = playing(2), Place(1), Place(1)
    for one in (place, off, open_):
        tells(one.room, chat)
    notice = over(place)
    Webhook.objects.filter(room=off.room).update(off=clock.now(), why="gone")
    off.does(1, Close(1))
    plan_all()
    webhooks.sweep()  # one is still being told
    rooms = Webhook.objects.values_list("room", flat=True)
    assert set(rooms.all()) == {place.room.pk, open_.room.pk}
    webhooks.settle(notice, OK)
    webhooks.sweep()
    assert list(rooms.all()) == [open_.room.pk]
    assert Room.objects.get(pk=open_.room.pk).status == Room.Status.LOBBY
