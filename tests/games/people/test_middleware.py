"""What every page goes through: the limit on room codes, and the guest's cookie."""

from dataclasses import replace

import pytest
from django.test import Client

from games.models import Person
from games.people import identity, middleware
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Mara's room."""
    made = Table()
    made.opened_by("Mara")
    return made


@pytest.fixture
def _three_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "ROOM_CODES", replace(middleware.ROOM_CODES, most=3))


@pytest.mark.usefixtures("_three_codes")
@pytest.mark.parametrize(
    "path", ["/r/AAAAAAAA/", "/r/AAAAAAAAA/", "/r/A.A/", "/find/?code=ZZZZZZZZ"]
)
def test_too_many_wrong_codes_are_stopped(table: Table, path: str) -> None:
    client = Client()
    assert [client.get(path).status_code for _ in range(4)] == [404, 404, 404, 429]
    assert client.get(table.url).status_code == 429
    assert client.get("/").status_code == 200
    elsewhere = Client(REMOTE_ADDR="10.0.0.2")
    assert elsewhere.get(table.url).status_code == 200


@pytest.mark.usefixtures("_three_codes")
def test_rooms_that_exist_are_not_counted(table: Table) -> None:
    assert {Client().get(table.url).status_code for _ in range(5)} == {200}


def test_a_form_makes_a_guest_and_renews_the_cookie(table: Table) -> None:
    client = Client()
    answer = client.post(f"{table.url}sit/", {"name": "Teo"})
    given = answer.cookies[identity.COOKIE].value
    again = client.post(f"{table.url}sit/", {"name": "Teo"}).cookies[identity.COOKIE]
    assert (again.value, again["max-age"]) == (given, 365 * 24 * 3600)
    assert Person.objects.count() == 2


def test_a_page_sets_no_cookie(table: Table) -> None:
    for path in ("/", table.url, "/games/", "/account/"):
        assert identity.COOKIE not in table.clients["Mara"].get(path).cookies


def test_a_cookie_that_is_not_ours_is_not_renewed() -> None:
    client = Client()
    client.cookies[identity.COOKIE] = "forged"
    answer = client.post("/account/log-in/", {"name": "Nobody", "password": "x"})
    assert identity.COOKIE not in answer.cookies
