"""The addresses of a room: who gets which page, and what a form does."""

import gzip
from urllib.parse import urljoin

import brotli
import pytest
from django.test import Client

from games.models import Person, Room
from games.people import identity
from games.people.throttle import RateLimit
from games.protocol.commands import (
    Leave,
    NewLink,
    SetDoor,
    Start,
)
from games.views import rooms
from tests.games.views.conftest import Table, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_sitting_down_sets_the_cookie_and_keeps_the_seat(table: Table) -> None:
    teo = Client()
    answer = teo.post(f"{table.url}sit/", {"name": "Teo"})
    assert answer["Location"] == table.url
    cookie = answer.cookies["farkle_guest"]
    assert cookie["httponly"]
    assert cookie["max-age"] == 365 * 24 * 3600
    assert 'id="table"' in text_of(teo, table.url)
    teo.post(f"{table.url}sit/", {"name": "Teo"})
    assert table.room.players.count() == 3


def test_a_browser_keeps_the_dialogs_of_all_rooms(table: Table) -> None:
    first = table.clients["Mara"].get("/room/dialogs/")
    assert 'id="seat-sheet"' in first.content.decode()
    assert not first.cookies
    assert first["Cache-Control"] == "no-cache"
    assert "Accept-Language" in first["Vary"]
    assert "Cookie" not in first["Vary"]
    again = Client().get("/room/dialogs/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_dialogs_are_compressed_with_brotli_where_a_browser_takes_it(table: Table) -> None:
    plain = table.clients["Mara"].get("/room/dialogs/")
    small = table.clients["Mara"].get(
        "/room/dialogs/", headers={"accept-encoding": "gzip, deflate, br"}
    )
    assert brotli.decompress(small.content) == plain.content
    assert len(small.content) < len(gzip.compress(plain.content, 6)) * 0.9
    assert small["Content-Encoding"] == "br"
    assert "Accept-Encoding" in small["Vary"]
    assert small["ETag"] != plain["ETag"]


def test_sitting_down_needs_a_csrf_token(table: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"{table.url}sit/", {"name": "Teo"}).status_code == 403
    assert table.room.players.count() == 2


def test_an_unfit_name_is_refused_beside_the_field(table: Table) -> None:
    answer = Client().post(f"{table.url}sit/", {"name": "\u202e"})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()


def test_a_code_in_small_letters_is_redirected(table: Table) -> None:
    assert Client().get(table.url.lower())["Location"] == table.url


def test_an_unknown_room_is_a_404_that_helps(table: Table) -> None:
    page = text_of(Client(), "/r/ZZZZZZZZ/", 404)
    assert "Room not found" in page
    assert "ask your friend to send it again" in page


@pytest.mark.parametrize("nowhere", ["game/9/", "/imported/nonesuch/"])
def test_an_unknown_game_is_not_called_a_page(table: Table, nowhere: str) -> None:
    page = text_of(Client(), urljoin(table.url, nowhere), 404)
    assert "Game not found" in page
    assert "ask your friend to send it again" in page


def test_an_unknown_address_is_not_called_a_room(table: Table) -> None:
    page = text_of(Client(), "/rooms-of-mine/", 404)
    assert "Page not found" in page
    assert "Room not found" not in page


def test_a_spectator_may_come_before_the_game(table: Table) -> None:
    page = text_of(Client(), table.url)
    assert '<a class="btn wide" href="?watch">Watch</a>' in page
    assert 'id="lobby"' in text_of(Client(), f"{table.url}?watch")


def test_the_qr_code_is_an_image_of_the_link(table: Table) -> None:
    answer = Client().get(f"{table.url}qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert b"style=" not in answer.content
    other = Client().get(f"{table.url}qr.svg", headers={"host": "localhost"})
    assert other.content != answer.content


def test_no_cache_between_keeps_a_rooms_pages(table: Table) -> None:
    for path in ("", "rules/", "rules/card/", "screen/"):
        assert "no-store" in Client().get(f"{table.url}{path}")["Cache-Control"]
    assert "private" in Client().get(f"{table.url}qr.svg")["Cache-Control"]


def test_a_room_without_spectators_shows_its_table_to_players_only(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    assert "?watch" in text_of(Client(), table.url)
    table.asks("Mara", SetDoor(table.seat("Mara"), spectators=False))
    page = text_of(Client(), f"{table.url}?watch")
    assert 'id="table"' not in page
    assert "?watch" not in page
    assert Client().get(f"{table.url}screen/")["Location"] == table.url
    assert 'id="table"' in text_of(table.clients["Ines"], f"{table.url}screen/")


def test_a_room_takes_so_many_new_people_in_a_minute(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SEATS_TAKEN", RateLimit("seats-in-a-test", 2, 60))
    for name in ("Teo", "Nora"):
        table.joined_by(name)
    answer = Client().post(f"{table.url}sit/", {"name": "Eve"})
    assert answer.status_code == 429
    assert "Too many players just joined this room." in answer.content.decode()
    assert table.room.players.count() == 4
    again = {"name": "Nora's child", "another": "yes"}
    assert table.clients["Nora"].post(f"{table.url}sit/", again).status_code == 302
    table.asks("Teo", Leave(table.seat("Teo")))
    assert table.clients["Teo"].post(f"{table.url}sit/", {"name": "Teo"}).status_code == 302
    other = Table()
    other.opened_by("Uli")
    other.joined_by("Eve")  # nobody keeps the others of a school out of their rooms


def test_a_form_that_is_refused_makes_no_guest(table: Table) -> None:
    table.asks("Mara", SetDoor(table.seat("Mara"), door="locked"))
    before = Person.objects.count()
    client = Client()
    client.get(table.url)
    offered = client.cookies[identity.COOKIE].value
    assert client.post(f"{table.url}sit/", {"name": "Eve"}).status_code == 409
    assert client.post("/seat/", {"code": "NOTACODE"}).status_code == 422
    assert client.post("/rooms/", {"name": "Eve", "rules": "1.family.target-0"}).status_code == 422
    assert client.post("/practice/", {"name": "Eve", "level": "nobody"}).status_code == 422
    assert client.post("/rules/mine/", {"name": "\u202e", "rules": "1.kcd"}).status_code == 422
    assert client.post("/games/bring/", {"record": "none"}).status_code == 422
    assert client.post("/notices/on/", {}).status_code == 422
    client.post("/notices/", {"pause": "900", "start": "22:00", "end": "08:00"})
    assert Person.objects.count() == before
    assert client.cookies[identity.COOKIE].value == offered
    table.asks("Mara", SetDoor(table.seat("Mara"), door="open"))
    assert client.post(f"{table.url}sit/", {"name": "Eve"}).status_code == 302
    assert Person.objects.count() == before + 1


def test_an_old_link_leads_players_to_the_new_one_and_tells_others_nothing(table: Table) -> None:
    table.asks("Mara", NewLink(table.seat("Mara")))
    room = Room.objects.get()
    assert room.code != table.code
    for page in ("", "screen/"):
        answer = table.clients["Ines"].get(f"{table.url}{page}")
        assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/{page}")
        said = text_of(Client(), f"{table.url}{page}", 404)
        assert "The host has made a new link for this room." in said
        assert room.code not in said
