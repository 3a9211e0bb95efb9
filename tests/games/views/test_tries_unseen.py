"""Nobody sees a die of a deal before their own first try has thrown it.

Every page and file that shows the dice of a try, and every reader of it.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client

from games import clock
from games.models import Deal, Person
from games.people import identity
from games.services.commands.tries import merge_tries
from games.services.deals import close_due_deals
from games.state.places import may_enter, places_in
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest

pytestmark = pytest.mark.django_db(transaction=True)

PATHS = (
    "r/{code}/game/{number}/",
    "r/{code}/game/{number}/1/",
    "r/{code}/game/{number}/dice/",
    "r/{code}/game/{number}/game.json",
    "r/{code}/game/{number}/game.csv",
    "r/{code}/game/{number}/game.txt",
    "r/{code}/game/{number}/luck.json",
    "r/{code}/result/{number}/",
)


class Reader(NamedTuple):
    person: Person | None
    client: Client


def reader(known: tuple[Person, str] | None) -> Reader:
    client = Client()
    if known is not None:
        client.cookies[identity.COOKIE] = known[1]
    return Reader(known[0] if known else None, client)


def nobody(_deal: Deal) -> Reader:
    return reader(None)


def without_a_try(_deal: Deal) -> Reader:
    return reader(new_guest())


def in_the_middle(deal: Deal) -> Reader:
    known = new_guest()
    Attempt(deal, known[0]).move()
    return reader(known)


def in_the_middle_with_the_try_of_a_guest(deal: Deal) -> Reader:
    known, guest = new_guest(), new_guest()[0]
    Attempt(deal, known[0]).move()
    Attempt(deal, guest).play_out()
    merge_tries(guest, known[0])
    return reader(known)


def after_a_try_of_another_deal(_deal: Deal) -> Reader:
    known = new_guest()
    Attempt(new_deal(), known[0]).play_out()
    return reader(known)


def after_a_try(deal: Deal) -> Reader:
    known = new_guest()
    Attempt(deal, known[0]).play_out()
    return reader(known)


TOO_EARLY = (
    nobody,
    without_a_try,
    in_the_middle,
    in_the_middle_with_the_try_of_a_guest,
    after_a_try_of_another_deal,
)


def answers(attempt: Attempt, client: Client) -> dict[str, tuple[int, str]]:
    number = attempt.game().number
    asked = {path: path.format(code=attempt.room.code, number=number) for path in PATHS}
    done = {path: client.get(f"/{url}") for path, url in asked.items()}
    return {path: (answer.status_code, answer.content.decode()) for path, answer in done.items()}


@pytest.mark.parametrize("who", TOO_EARLY)
def test_the_try_of_another_is_hidden_until_the_own_first_one_has_ended(
    who: Callable[[Deal], Reader],
) -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.play_out()
    for path, (status, _) in answers(attempt, who(deal).client).items():
        assert status == 403, path


@pytest.mark.parametrize("who", [*TOO_EARLY, after_a_try])
def test_nobody_enters_the_room_of_another(who: Callable[[Deal], Reader]) -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.move()
    seen = who(deal)
    assert not may_enter(attempt.room, seen.person)
    person = None if seen.person is None else seen.person.pk
    assert places_in(attempt.room.pk).bar_reason(person, attempt.room.code) == "no_spectators"
    for page in ("", "?watch", "screen/", "?home"):
        html = seen.client.get(f"/r/{attempt.room.code}/{page}", follow=True).content.decode()
        assert 'id="game"' not in html
        assert "data-socket" not in html


@pytest.mark.parametrize("who", [after_a_try])
def test_a_finished_try_is_seen_after_the_own_one_but_without_the_seed(
    who: Callable[[Deal], Reader],
) -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.play_out()
    for path, (status, text) in answers(attempt, who(deal).client).items():
        assert status == 200, path
        assert '"seed"' not in text
    file = answers(attempt, who(deal).client)["r/{code}/game/{number}/game.json"][1]
    assert '"dice":null' in file


def test_once_the_deal_is_closed_everybody_sees_it_with_its_seed() -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.play_out()
    before = answers(attempt, after_a_try(deal).client)
    assert {status for status, _ in before.values()} == {200}
    close_due_deals(clock.now().replace(year=9000))
    deal.refresh_from_db()
    found = answers(attempt, nobody(deal).client)
    assert {status for status, _ in found.values()} == {200}
    assert bytes(deal.seed).hex() in found["r/{code}/game/{number}/game.json"][1]
    assert bytes(deal.seed).hex() in found["r/{code}/game/{number}/dice/"][1]


def test_a_game_that_is_not_over_shows_no_one_its_dice_but_its_player() -> None:
    attempt = Attempt(new_deal())
    attempt.move()
    for path, (status, _) in answers(attempt, nobody(attempt.deal).client).items():
        assert status in (403, 404), path


def test_the_room_is_on_no_list_and_its_preview_has_no_dice() -> None:
    attempt = Attempt(new_deal())
    attempt.move()
    html = Client().get("/").content.decode()
    assert attempt.room.code not in html
    assert Client().get(f"/r/{attempt.room.code}/").status_code == 200


def pages_of(deal: Deal, other: Attempt) -> tuple[str, ...]:
    page = deal.get_absolute_url()
    return page, f"{page}?results", f"/deals/{deal.key}/with/{other.result().pk}/"


def secret_deal() -> tuple[Deal, Attempt]:
    """Return a deal whose par and results no page has by accident, and somebody's try of it."""
    deal = new_deal()
    level = {"runs": 1, "mean": 71_717.0, "points": [[71_717, 1]]}
    deal.spread = {"levels": {"abacus": level}, "par": 72_727, "perfect": 73_737}
    deal.spread |= {"par_turns": [74_747] * 3, "perfect_turns": [75_757] * 3}
    deal.save(update_fields=["spread"])
    attempt = Attempt(deal)
    attempt.play_out()
    own = attempt.result()
    own.points, own.turns = 81_818, [82_828, 83_838, 84_848]
    own.save(update_fields=["points", "turns"])
    return deal, attempt


SECRETS = re.compile(r"7\d,?7\d7|8\d,?8\d8|Mara")


@pytest.mark.parametrize("who", TOO_EARLY)
def test_no_page_of_a_deal_shows_a_result_before_the_own_try_has_ended(
    who: Callable[[Deal], Reader],
) -> None:
    deal, attempt = secret_deal()
    client = who(deal).client
    for url in pages_of(deal, attempt):
        answer = client.get(url)
        assert answer.status_code == (404 if "/with/" in url else 200), url
        shown = re.sub(r"csrf\S+ value=\S+|request\S+ value=\S+", "", answer.content.decode())
        shown = shown.replace(deal.commitment, "").replace(deal.key, "")
        assert not SECRETS.findall(shown), url


def test_afterwards_the_pages_show_the_results() -> None:
    deal, attempt = secret_deal()
    client = after_a_try(deal).client
    page, _, beside = (client.get(url).content.decode() for url in pages_of(deal, attempt))
    assert "72,727" in page
    assert "81,818" in page
    assert "84,848" in beside


def test_a_page_of_a_result_needs_its_signature() -> None:
    deal, attempt = secret_deal()
    page = f"{deal.get_absolute_url()}?by={attempt.result().pk}"
    assert "81,818" not in Client().get(page).content.decode()
