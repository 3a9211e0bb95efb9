"""The request for a push service, and what follows from its answer."""

from datetime import timedelta

import pytest
from prometheus_client import REGISTRY

from games import clock
from games.models import Device, Notice
from games.notices import push, queue
from games.notices.outgoing import Answer
from games.notices.push import request_for, settle, wait_after
from tests.games.notices.conftest import Listens
from tests.games.notices.test_queue import queued, state
from tests.support.outside.push_service import PushService, claims_of

pytestmark = pytest.mark.django_db


def claimed(listens: Listens, key: str = "a") -> Notice:
    notice = queued(listens, key)
    assert queue.claim(notice)
    return notice


def refused() -> float:
    return REGISTRY.get_sample_value("farkle_refused_notices_total") or 0.0


def test_a_request_says_how_urgent_it_is_and_nothing_about_the_game(
    listens: Listens, service: PushService
) -> None:
    notice = queued(listens)
    target, headers, body = request_for(notice)
    assert target.name == service.name
    assert claims_of(headers["Authorization"])["aud"] == f"http://{service.name}"
    assert 3500 < int(headers["TTL"]) <= 3600
    assert len(headers["Topic"]) == 32
    assert headers["Urgency"] == "normal"
    assert b"Game 1" not in body
    notice.kind = "vote"
    other = request_for(notice).headers
    assert (other["Urgency"], other["Topic"] != headers["Topic"]) == ("high", True)
    notice.device.endpoint = "https://push.example/secret"
    claims = claims_of(request_for(notice).headers["Authorization"])
    assert claims["aud"] == "https://push.example"


def test_a_notice_that_was_taken_is_done(listens: Listens) -> None:
    notice = claimed(listens)
    Device.objects.update(failures=3)
    assert settle(notice, Answer(201, was_sent=True)) is None
    device = Device.objects.get()
    assert (state(notice), device.failures) == ("done", 0)
    assert device.reached is not None


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_goes(listens: Listens, status: int) -> None:
    settle(claimed(listens), Answer(status, was_sent=True))
    assert not Device.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    "answer",
    [
        Answer(429, was_sent=True),
        Answer(503, was_sent=True),
        Answer(0, was_sent=False, problem="ConnectionRefusedError"),
    ],
)
def test_what_has_certainly_not_arrived_is_sent_later(listens: Listens, answer: Answer) -> None:
    notice = claimed(listens)
    assert settle(notice, answer) == timedelta(seconds=30)
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == ("waiting", 1)
    assert notice.due > clock.now()


def test_what_may_have_arrived_is_not_sent_again(listens: Listens) -> None:
    notice = claimed(listens)
    assert settle(notice, Answer(0, was_sent=True, problem="no answer in time")) is None
    assert (state(notice), Device.objects.get().failures) == ("done", 0)


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_refusal_that_blames_the_site_keeps_the_device_and_tells_the_operator(
    listens: Listens, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """The clock, the key or the request is wrong, for all devices at this service."""
    notice, before = claimed(listens), refused()
    for attempt in range(queue.MOST_ATTEMPTS):
        notice.refresh_from_db()
        assert settle(notice, Answer(status, was_sent=True)) is not None, "the service rests"
        state_now = "waiting" if attempt + 1 < queue.MOST_ATTEMPTS else "done"
        assert state(notice) == state_now
        Notice.objects.update(state="claimed", until=clock.now() + timedelta(days=1))
    assert Device.objects.get().failures == 0
    assert [line.levelname for line in caplog.records] == ["ERROR"] * queue.MOST_ATTEMPTS
    assert notice.target in caplog.text
    assert notice.its_device().endpoint not in caplog.text
    assert refused() == before + queue.MOST_ATTEMPTS


def test_a_device_whose_address_is_no_push_service_goes(
    listens: Listens, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = (
        Answer(302, was_sent=True),
        Answer(0, was_sent=False, problem="not a public address"),
    )
    notice = claimed(listens)
    for number in range(1, push.MOST_FAILURES):
        settle(notice, elsewhere[number % 2])
        assert (state(notice), Device.objects.get().failures) == ("done", number)
    settle(notice, elsewhere[0])
    assert not Device.objects.exists()
    assert notice.its_device().endpoint not in caplog.text
    assert len(caplog.records) == push.MOST_FAILURES


@pytest.mark.parametrize("name", ["fcm.googleapis.com:443", "web.push.apple.com:443"])
def test_a_name_server_that_hides_a_push_service_costs_no_device(
    listens: Listens, name: str
) -> None:
    """As a filter or a captive portal does, which answers with 0.0.0.0 or an address of its own."""
    hidden = Answer(0, was_sent=False, problem="not a public address")
    for key in "abcdef":
        notice = claimed(listens, key)
        notice.target = name
        assert settle(notice, hidden) == timedelta(seconds=30)
        assert state(notice) == "waiting"
    assert {one.failures for one in Device.objects.all()} == {0}


@pytest.mark.parametrize(
    ("attempts", "asked", "seconds"),
    [
        *((0, "", 30), (1, "", 120), (4, "", 3600), (0, "90", 90), (0, "5", 30)),
        *((0, "999999", 3600), (0, "Wed, 21 Oct 2026 07:28:00 GMT", 30), (0, "-1", 30)),
    ],
)
def test_how_long_it_waits(attempts: int, asked: str, seconds: int) -> None:
    assert wait_after(attempts, asked).total_seconds() == seconds


def test_a_chat_may_ask_for_a_longer_wait() -> None:
    assert wait_after(0, "9999999", timedelta(days=1)) == timedelta(days=1)
    assert wait_after(0, "7200", timedelta(days=1)) == timedelta(hours=2)
    assert wait_after(9, "", timedelta(days=1)) == timedelta(hours=1)
