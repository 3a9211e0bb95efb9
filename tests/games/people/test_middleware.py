"""What every page goes through: plain text, the limit on room codes, and the guest's cookie."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Person, Player, Room, SavedRules
from games.people import identity, middleware
from games.people.throttle import AddressLimit
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Mara's room."""
    made = Table()
    made.opened_by("Mara")
    return made


@pytest.mark.parametrize("path", ["/imported/%00/", "/r/%00/", "/games/?people=%00", "/%00"])
def test_a_nul_in_an_address_is_refused(client: Client, path: str) -> None:
    assert client.get(path).status_code == 400


@pytest.mark.parametrize("charset", ["utf-16", "utf8", "latin-1"])
def test_a_form_in_another_encoding_is_refused(client: Client, charset: str) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert client.post("/rooms/", "name=Mara", content_type=kind).status_code == 400
    assert client.post("/nowhere/", "name=Mara", content_type=kind).status_code == 400
    kind = kind.replace(charset, "UTF-8")
    assert client.post("/rooms/", "name=Mara", content_type=kind).status_code == 302


@pytest.mark.parametrize("name", ["sessionid", "farkle_guest", "django_language", "messages"])
def test_a_nul_in_a_cookie_is_dropped(client: Client, name: str) -> None:
    client.cookies[name] = "a\0b"
    assert client.get("/").status_code == 200


@pytest.fixture
def _three_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = AddressLimit("three-codes", 3, 600, own=2)
    monkeypatch.setattr(middleware, "ROOM_CODES", limit)


@pytest.mark.usefixtures("_three_codes")
@pytest.mark.parametrize(
    "path", ["/r/AAAAAAAA/", "/r/AAAAAAAAA/", "/r/A.A/", "/find/?code=ZZZZZZZZ"]
)
def test_too_many_wrong_codes_are_stopped(table: Table, path: str) -> None:
    client = Client()
    assert [client.get(path).status_code for _ in range(4)] == [404, 404, 404, 429]
    assert client.get(table.url).status_code == 429
    assert client.get("/").status_code == 200
    mara = table.clients["Mara"]
    assert mara.get(table.url).status_code == 200, "it is her room"
    assert mara.get("/r/AAAAAAAA/").status_code == 429, "she came a moment ago"
    elsewhere = Client(REMOTE_ADDR="10.0.0.2")
    assert elsewhere.get(table.url).status_code == 200


@pytest.mark.usefixtures("_three_codes")
def test_rooms_that_exist_are_not_counted(table: Table) -> None:
    assert {Client().get(table.url).status_code for _ in range(5)} == {200}


@pytest.mark.usefixtures("_three_codes")
def test_who_has_been_here_for_an_hour_has_tries_of_their_own(table: Table) -> None:
    mara = table.clients["Mara"]
    for _ in range(4):
        Client().get("/r/AAAAAAAA/")
    Person.objects.update(created=clock.now() - timedelta(hours=1))
    assert [mara.get("/r/AAAAAAAA/").status_code for _ in range(3)] == [404, 404, 429]
    assert mara.get(table.url).status_code == 200


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
    assert identity.COOKIE not in Client().get("/about/").cookies


def test_a_page_with_a_form_offers_a_stranger_a_key_and_stores_nothing(table: Table) -> None:
    for path in ("/", table.url, "/seat/", "/rules/", "/rules/mine/", "/games/bring/", "/notices/"):
        client = Client()
        cookie = client.get(path).cookies[identity.COOKIE]
        assert cookie["httponly"]
        assert cookie["max-age"] == 24 * 3600
        assert identity.COOKIE not in client.get("/").cookies, "one is enough"
    assert Person.objects.count() == 1


def test_a_form_whose_answer_is_lost_is_sent_again_by_the_same_guest(table: Table) -> None:
    """The browser has only the cookies of the page."""
    for path, form in (
        (f"{table.url}sit/", {"name": "Teo", "request": "the-same-id"}),
        ("/rooms/", {"name": "Teo", "request": "the-same-id"}),
        ("/practice/", {"name": "Teo", "practice": "the-same-id"}),
        ("/rules/mine/", {"name": "Ours", "rules": "1.kcd"}),
    ):
        page = Client()
        page.get(table.url)
        before = Person.objects.count(), Room.objects.count(), Player.objects.count()
        answers = []
        for _ in range(3):
            client = Client()
            client.cookies.update(page.cookies)
            answers.append(client.post(path, form))
        assert {answer.status_code for answer in answers} == {302}
        assert len({answer["Location"] for answer in answers}) == 1
        assert len({answer.cookies[identity.COOKIE].value for answer in answers}) == 1
        assert Person.objects.count() == before[0] + 1
        assert Room.objects.count() <= before[1] + 1
        assert Player.objects.filter(level="").count() <= before[2] + 1
    assert SavedRules.objects.count() == 1


def test_a_key_that_was_revoked_makes_no_guest_again() -> None:
    client = Client()
    client.get("/")
    client.post("/rooms/", {"name": "Mara"})
    stolen = client.cookies[identity.COOKIE].value
    Person.objects.update(key_hash="0" * 64)
    client.post("/rooms/", {"name": "Mara"})
    assert client.cookies[identity.COOKIE].value != stolen
    thief = Client()
    thief.cookies[identity.COOKIE] = stolen
    assert "Mara" not in thief.get("/").content.decode()


def test_a_cookie_that_is_not_ours_is_not_renewed() -> None:
    client = Client()
    client.cookies[identity.COOKIE] = "forged"
    answer = client.post("/account/log-in/", {"name": "Nobody", "password": "x"})
    assert identity.COOKIE not in answer.cookies
