"""Nobody sees a die of a deal before their own first try has thrown it.

Every page and file that shows the dice of a try, and every reader of it.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client

from games import clock
from games.models import Deal, Person
from games.people import identity
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


def after_a_try_of_another_deal(_deal: Deal) -> Reader:
    known = new_guest()
    Attempt(new_deal(), known[0]).play_out()
    return reader(known)


def after_a_try(deal: Deal) -> Reader:
    known = new_guest()
    Attempt(deal, known[0]).play_out()
    return reader(known)


TOO_EARLY = (nobody, without_a_try, in_the_middle, after_a_try_of_another_deal)


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
