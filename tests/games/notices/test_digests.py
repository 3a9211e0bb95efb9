"""People whose games are waiting get one email a day, until they unsubscribe."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import clock
from games.models import MailAddress, Person
from games.notices import digests
from tests.support.accounts import with_address
from tests.support.at_once import at_once
from tests.support.outside.smtp import MailServer
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


@pytest.fixture
def place() -> Place:
    """A game in which everybody has an account and an address, and somebody is at turn."""
    made = Place(2, rules="kcd")
    for number, person in enumerate(made.people):
        user = User.objects.create_user(f"Player {number}")
        Person.objects.filter(pk=person.pk).update(user=user, key_hash=None)
        with_address(user, f"{number}@home.test")
    made.start()
    return made


@pytest.fixture
def later(place: Place) -> datetime:
    """Five hours after the newest move."""
    return clock.now() + 5 * HOUR


def test_a_digest_comes_once_a_day_to_whoever_is_at_turn(
    place: Place, later: datetime, smtp: MailServer
) -> None:
    assert digests.send_digests(later - 2 * HOUR) == 0
    assert digests.send_digests(later) == 1
    assert digests.send_digests(later + 23 * HOUR) == 0
    assert digests.send_digests(later + 24 * HOUR) == 1
    first, second = smtp.emails
    assert first["To"] == second["To"]
    assert f"https://farkle.test/r/{place.code}/" in first.get_content()
    stop = first["List-Unsubscribe"].strip(" <>")
    assert stop.startswith("https://farkle.test/mail/stop/")
    assert stop in first.get_content()
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.usefixtures("place")
def test_of_two_processes_one_sends(
    later: datetime, smtp: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, other = digests._send, []

    def meanwhile(*given: object) -> bool:
        other.append(digests.send_digests(later))
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(digests, "_send", meanwhile)
    assert digests.send_digests(later) == 1
    assert other == [0]
    assert len(smtp.emails) == 1


@pytest.mark.usefixtures("place")
def test_of_four_processes_at_once_one_sends(later: datetime, smtp: MailServer) -> None:
    sent = at_once(*[partial(digests.send_digests, later)] * 4)
    assert sorted(sent) == [0, 0, 0, 1]
    assert len(smtp.emails) == 1


@pytest.mark.parametrize("without", [{"digest": False}, {"confirmed": None}])
@pytest.mark.usefixtures("place")
def test_nobody_hears_who_does_not_want_to(
    later: datetime, smtp: MailServer, without: dict[str, object]
) -> None:
    MailAddress.objects.update(**without)
    assert digests.send_digests(later) == 0
    assert not smtp.emails


def hours_tried(start: datetime, hours: int) -> int:
    """Return in how many of these hours a digest was tried."""
    tried = set()
    for hour in range(hours):
        digests.send_digests(start + hour * HOUR)
        tried |= set(MailAddress.objects.values_list("digest_at", flat=True))
    return len(tried - {None})


def test_an_address_that_does_not_exist_is_given_up_after_days(
    place: Place, later: datetime, smtp: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    smtp.knows_nobody = True
    assert hours_tried(later, 24 * 7) == 72
    [refused] = MailAddress.objects.exclude(failing_since=None)
    user, end = refused.user, later + timedelta(days=7)
    monkeypatch.setattr(clock, "now", lambda: end)
    client = Client()
    client.force_login(user)
    assert "came back" in client.get("/account/").content.decode()
    smtp.knows_nobody = False
    assert digests.send_digests(end) == 0
    client.post("/account/mail/digest/", {"wanted": "yes"})
    assert "came back" not in client.get("/account/").content.decode()
    assert digests.send_digests(end) == 1


@pytest.mark.usefixtures("place")
def test_an_address_is_not_given_up_while_the_mail_server_is_down(
    later: datetime, smtp: MailServer
) -> None:
    smtp.refuses = True
    assert hours_tried(later, 24 * 4) == 24 * 4
    smtp.refuses = False
    assert digests.send_digests(later + timedelta(days=4)) == 1


@pytest.mark.usefixtures("place")
def test_a_refused_digest_is_tried_again_after_an_hour(later: datetime, smtp: MailServer) -> None:
    smtp.refuses = True
    assert digests.send_digests(later) == 0
    smtp.refuses = False
    assert digests.send_digests(later + HOUR / 2) == 0
    assert digests.send_digests(later + HOUR) == 1


@pytest.mark.usefixtures("place")
def test_a_digest_that_is_refused_for_good_is_tried_once_a_day(
    later: datetime, smtp: MailServer
) -> None:
    smtp.refuses_for_good = True
    assert hours_tried(later, 24 * 5) == 5
    smtp.refuses_for_good = False
    assert digests.send_digests(later + timedelta(days=5)) == 1
