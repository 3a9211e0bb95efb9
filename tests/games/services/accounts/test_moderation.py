"""The operator acts on abuse: rooms, messages, persons."""

import pytest
from django.test import Client

from games import broadcast, clock
from games.models import Message, Person, Room
from games.protocol.commands import Moderate, SetDoor, Sit
from games.services.accounts import accounts, moderation
from tests.support.accounts import PASSWORD, Browser, problem
from tests.support.guests import new_guest
from tests.support.rooms import Place, playing

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_room_is_closed() -> None:
    place = Place(2)
    moderation.moderate(place.room, Moderate(close=True))
    assert place.fresh().status == Room.Status.CLOSED


def test_a_message_is_removed_on_open_pages_too(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(1)
    message = Message.objects.create(
        room=place.room, player=place.player(1), text="Buy", at=clock.now(), command="say-0001"
    )
    sent = list[tuple[int, dict[str, object]]]()
    number = message.pk

    def send(room: int, what: dict[str, object]) -> None:
        sent.append((room, what))

    monkeypatch.setattr(broadcast.current, "send_soon", send)
    moderation.remove_message(message)
    assert not Message.objects.exists()
    text = f'{{"type":"unsaid","id":{number}}}'
    assert sent == [(place.room.pk, {"type": "unsaid", "text": text})]


def test_a_guest_who_is_barred_does_nothing_any_more() -> None:
    place, knocked = playing(3), Place(1)
    browser = Client()
    person, browser.cookies["farkle_guest"] = new_guest()
    place.people.append(person)
    place.ask(person, Sit("Pest"))
    knocked.does(1, SetDoor(1, "knock"))
    knocked.ask(person, Sit("Pest"))
    assert browser.get(f"/r/{place.code}/").status_code == 200
    moderation.bar(person)
    assert place.player(4).removed
    assert place.game().status == "playing"
    assert knocked.fresh().knocks == []
    for url in ("/", f"/r/{place.code}/", "/games/", "/account/"):
        assert browser.get(url).status_code == 403
    assert browser.post("/rooms/", {"name": "Pest"}).status_code == 403
    assert browser.post(f"/r/{knocked.code}/sit/", {"name": "Pest"}).status_code == 403
    for url in ("/about/", "/rules/", "/rules/kcd/"):
        assert browser.get(url).status_code == 200
    moderation.readmit(Person.objects.get(pk=person.pk))
    assert browser.get("/").status_code == 200


def test_an_account_that_is_barred_is_logged_out_and_stays_out() -> None:
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    moderation.bar(account)
    browser.keep()
    assert browser.person is None
    form = {"name": "Ines", "password": PASSWORD}
    assert problem(accounts.log_in, browser.request(), form)
    moderation.readmit(Person.objects.get(pk=account.pk))
    browser.logs_in()
    assert browser.person == account
