"""The page for when there is no connection, and the service worker that shows it."""

from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.people.identity import COOKIE
from games.services.accounts import people
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_page_has_the_last_games_of_its_reader_alone() -> None:
    person, cookie = new_guest()
    place = Place(3)
    place.start()
    place.play_out()
    people.merge(place.people[0], person)
    reader = Client()
    reader.cookies[COOKIE] = cookie
    answer = reader.get("/offline/")
    page = answer.content.decode()
    assert page.count("<li>") == 1
    assert place.room.name in page
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
    # Read-only: nothing on it needs the network, except to try again.
    assert "<form" not in page
    assert page.count("<a ") == 1
    assert "<script type=module" not in page
    stranger = unescape(Client().get("/offline/").content.decode())
    assert "<li>" not in stranger
    assert "once you've finished one" in stranger


def test_the_worker_answers_for_the_whole_site_and_is_never_an_old_one() -> None:
    answer = Client().get("/worker.js")
    source = Path(settings.BASE_DIR, "static/js/pages/worker.js").read_bytes()
    assert answer.content == source
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
