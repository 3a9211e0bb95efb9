"""Challenges by link: who makes one, how long it is open, and who ends it."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Deal, Person, Try
from games.people import identity
from games.services.deals import make_challenge
from tests.support.deals import new_deal
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def guest() -> tuple[Person, Client]:
    person, cookie = new_guest()
    client = Client()
    client.cookies[identity.COOKIE] = cookie
    return person, client


def test_a_challenge_is_made_and_its_maker_plays_first() -> None:
    client = Client()
    client.get("/challenge/")
    key = fresh_id()
    form = {"rules": "kcd", "days": "7", "request": key}
    places = {client.post("/challenge/", form)["Location"] for _ in range(2)}
    assert len(places) == 1
    [deal] = Deal.objects.filter(kind=Deal.Kind.CHALLENGE)
    assert deal.maker == Person.objects.get()
    assert Try.objects.get().deal == deal
    assert f"/deals/{deal.key}/" in client.get("/challenge/").content.decode()


def test_a_challenge_is_open_for_at_most_90_days() -> None:
    person, _ = guest()
    far = clock.now() + timedelta(days=900)
    deal = make_challenge(person, fresh_id(), {**new_deal().rules, "rounds": 0}, far)
    assert deal.until - clock.now() <= timedelta(days=90)
    answer = Client().post("/challenge/", {"rules": "kcd", "days": "365"})
    assert answer.status_code == 422


def test_only_its_maker_ends_a_challenge() -> None:
    person, client = guest()
    until = clock.now() + timedelta(days=3)
    deal = make_challenge(person, fresh_id(), {**new_deal().rules, "rounds": 0}, until)
    assert Client().post(f"/deals/{deal.key}/close/").status_code == 404
    assert guest()[1].post(f"/deals/{deal.key}/close/").status_code == 404
    assert client.post(f"/deals/{deal.key}/close/").status_code == 302
    deal.refresh_from_db()
    assert deal.until <= clock.now()
