"""The pages of the daily deal and of challenges, for visitors without an account."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games import clock
from games.models import Deal, Person, Try
from games.people import identity
from games.services.deals import DAILY_PRESETS, close_due_deals, todays_deal
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def guest() -> tuple[Person, Client]:
    person, cookie = new_guest()
    client = Client()
    client.cookies[identity.COOKIE] = cookie
    return person, client


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return " ".join(answer.content.decode().split())


def begin(client: Client, deal: Deal, **fields: str) -> Any:
    return client.post(f"/deals/{deal.key}/play/", {"request": fresh_id(), **fields})


def after_a_try(deal: Deal) -> tuple[Attempt, Client]:
    person, client = guest()
    attempt = Attempt(deal, person)
    attempt.play_out()
    return attempt, client


def test_before_the_first_try_the_page_says_what_it_is() -> None:
    page = text_of(Client(), "/daily/")
    deal = todays_deal()
    assert "10 turns, the same dice for everyone." in page
    assert deal.commitment in page
    assert page.count('class="btn main') == 1
    assert "How everyone did" not in page


def test_a_stranger_begins_a_try_with_one_tap() -> None:
    client = Client()
    client.get("/daily/")
    answer = begin(client, todays_deal(), counts="1", name="")
    assert answer.status_code == 302
    room = Try.objects.get().game.room
    assert answer["Location"] == f"/r/{room.code}/"
    assert room.status == "playing"
    page = text_of(client, "/daily/")
    assert f'href="/r/{room.code}/"' in page
    assert "Continue" in page
    assert "How everyone did" not in page


def test_the_same_form_sent_twice_begins_one_try() -> None:
    client = Client()
    client.get("/daily/")
    deal, key = todays_deal(), fresh_id()
    places = {begin(client, deal, request=key)["Location"] for _ in range(2)}
    assert len(places) == 1
    assert Try.objects.count() == 1


def test_a_name_that_does_not_fit_is_said_and_begins_nothing() -> None:
    answer = begin(Client(), todays_deal(), name="\u200b")
    assert answer.status_code == 422
    assert Try.objects.count() == 0


def test_afterwards_the_page_shows_the_result() -> None:
    deal = todays_deal()
    other = Attempt(deal)
    other.play_out(600)
    attempt, client = after_a_try(deal)
    page = text_of(client, "/daily/")
    own = attempt.result()
    assert f">{own.points:,}</" in page or f"{own.points:,}" in page
    assert "How everyone did" in page
    assert "of 2 guests" in page
    assert "made the difference" in page
    assert "Practice again" in page
    assert 'data-waiting="' in page


def test_others_are_on_the_board_only_if_they_agreed() -> None:
    deal = todays_deal()
    person, theirs = guest()
    Attempt(deal, person).play_out()
    _, client = after_a_try(deal)
    link = f"/deals/{deal.key}/with/{Try.objects.get(person=person).pk}/"
    assert link not in text_of(client, "/daily/")
    assert client.get(link).status_code == 404
    sent = re.search(r"\?by=[\w:-]+", text_of(theirs, "/daily/"))
    assert sent, "who sends the link of their result may be compared with"
    assert client.get(link + sent.group()).status_code == 200
    theirs.post(f"/deals/{deal.key}/board/", {"yes": "1"})
    assert link in text_of(client, "/daily/")
    assert client.get(link).status_code == 200
    theirs.post(f"/deals/{deal.key}/board/", {"no": "1"})
    assert link not in text_of(client, "/daily/")


def test_who_agreed_once_is_seen_on_the_next_board() -> None:
    deal = todays_deal()
    person, theirs = guest()
    Attempt(deal, person).play_out()
    theirs.post(f"/deals/{deal.key}/board/", {"yes": "1"})
    later = new_deal()
    person.refresh_from_db()
    Attempt(later, person).play_out()
    assert Try.objects.get(deal=later).is_shown


def test_the_text_to_share_has_points_and_a_square_for_each_turn() -> None:
    attempt, client = after_a_try(todays_deal())
    page = text_of(client, "/daily/")
    [words] = re.findall(r'data-text="([^"]*)"', page)
    assert f"{attempt.result().points:,}" in words
    assert sum(words.count(sign) for sign in "⬛🟨🟩") == 10


def test_the_link_of_a_result_challenges_others() -> None:
    attempt, client = after_a_try(todays_deal())
    [link] = re.findall(r'data-url="[^"]*(/daily/[^"]*)"', text_of(client, "/daily/"))
    page = text_of(Client(), link)
    assert f"Mara made {attempt.result().points:,} with these dice" in page
    assert "made" not in text_of(Client(), link[:-2] + "xx").split("these dice")[0][-40:]


def test_two_tries_are_laid_side_by_side() -> None:
    deal = new_deal()
    other = Attempt(deal)
    other.play_out(600)
    _, client = after_a_try(deal)
    page = text_of(client, f"/deals/{deal.key}/with/{other.result().pk}/")
    assert page.count('<th scope="row">') == 3


def test_a_page_left_open_over_midnight_leads_to_the_new_day(monkeypatch: Any) -> None:
    client = Client()
    client.get("/daily/")
    deal = todays_deal()
    later = deal.until + timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    answer = begin(client, deal, counts="1")
    assert answer["Location"] == "/daily/"
    assert Try.objects.count() == 0
    assert begin(client, deal)["Location"].startswith("/r/")
    assert not Try.objects.get().is_first


def test_a_day_that_has_not_begun_shows_nothing_and_begins_nothing() -> None:
    today = todays_deal()
    tomorrow = Deal.objects.exclude(pk=today.pk).get()
    assert tomorrow.day
    assert Client().get(f"/daily/{tomorrow.day}/").status_code == 404
    assert Client().get(f"/deals/{tomorrow.key}/").status_code == 404
    assert begin(Client(), tomorrow).status_code == 404
    assert Try.objects.count() == 0
    assert Client().get("/daily/2001-01-01/").status_code == 404
    assert Client().get("/daily/2026-99-99/").status_code == 404


def test_a_closed_day_shows_its_results_to_who_asks(monkeypatch: Any) -> None:
    deal = todays_deal()
    Attempt(deal).play_out()
    later = deal.until + timedelta(hours=13)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert close_due_deals(later) == 1
    url = f"/daily/{deal.day}/"
    assert "How everyone did" not in text_of(Client(), url)
    page = text_of(Client(), f"{url}?results")
    assert "How everyone did" in page
    deal.refresh_from_db()
    assert bytes(deal.seed).hex() in page


def test_a_streak_counts_days_in_a_row(monkeypatch: Any) -> None:
    start = datetime(2026, 3, 2, 12, tzinfo=UTC)
    person, client = guest()
    for day in range(len(DAILY_PRESETS[:3])):
        monkeypatch.setattr(clock, "now", lambda day=day: start + timedelta(days=day))
        Attempt(todays_deal(), person).play_out()
    assert "Days in a row </dt> <dd> 3 <" in text_of(client, "/daily/").replace("\n", " ") or (
        re.search(r"Days in a row</dt> <dd> 3 </dd>", text_of(client, "/daily/"))
    )


@pytest.mark.parametrize("url", ["/deals/nothing/", "/deals/nothing/with/1/"])
def test_a_wrong_link_is_not_found(url: str) -> None:
    assert Client().get(url).status_code == 404


def test_the_home_page_leads_to_the_daily() -> None:
    assert 'href="/daily/"' in text_of(Client(), "/")
    assert Deal.objects.count() == 0
    attempt, client = after_a_try(todays_deal())
    assert f"{attempt.result().points:,}" in text_of(client, "/")


def test_the_table_of_a_try_leads_back_to_its_day() -> None:
    person, client = guest()
    deal = todays_deal()
    attempt = Attempt(deal, person)
    page = text_of(client, f"/r/{attempt.room.code}/")
    assert f'id="leads-back" href="/daily/{deal.day}/"' in page


def test_a_deal_of_thousands_is_shown() -> None:
    deal = todays_deal()
    _, client = after_a_try(deal)
    key = f"deal-spread-{deal.key}"
    cache.set(key, (Counter({3000: 1500}), Counter({4000: 2500})), 100)
    assert "4,000 results, 2,500 of guests" in text_of(client, "/daily/")


def test_the_turns_of_a_deal_are_no_change_of_its_rules() -> None:
    person, client = guest()
    attempt = Attempt(new_deal("standard"), person)
    urls = [f"/r/{attempt.room.code}/", f"/r/{attempt.room.code}/game/1/?rules"]
    assert "Standard" in text_of(client, urls[0])
    attempt.play_out()
    assert not any("(1 change)" in text_of(client, url) for url in urls)


def test_the_room_of_a_try_is_never_a_lobby_or_a_place_to_meet() -> None:
    person, client = guest()
    attempt = Attempt(new_deal(), person)
    attempt.play_out()
    url = f"/r/{attempt.room.code}/"
    for page in (text_of(client, url), text_of(client, f"{url}?home")):
        assert 'data-view="home"' not in page
        assert "See how you did" in page
        assert "Results so far" not in page.split('id="result"')[1]
