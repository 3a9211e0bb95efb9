"""The pages of a room: the invitation, sitting down, the rules, the weight of the table."""

import re
from html import unescape

import pytest
from django.test import Client

from games import assets
from games.models import Player, Room
from games.people.throttle import AddressLimit
from games.protocol.commands import (
    Close,
    Leave,
    LetIn,
    NewLink,
    Remove,
    SetDoor,
    SetRoom,
    SetRules,
    Start,
)
from games.services import executor
from games.views import rooms
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


def _text(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def test_the_invitation_shows_people_and_rules_and_takes_no_seat(table: Table) -> None:
    page = _text(Client(), table.url)
    for said in (
        "Mara invited you to play Farkle",
        "Ines",
        "Roll six dice. Keep what scores. Bank it, or roll again and risk it all.",
        "First to 10,000 wins.",
        "Classic",
        "about 10 min",
        "The first to reach 10,000 or more wins immediately",
        ">Join</button>",
    ):
        assert said in page
    assert Client().get(f"{table.url}sit/")["Location"] == table.url
    assert Player.objects.count() == 2


def test_the_preview_of_the_link_names_the_room_and_robots_are_kept_out(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), name='Kitchen "table" <3'))
    page = Client().get(table.url).content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))
    assert tags["robots"] == "noindex"
    assert unescape(tags["og:title"]) == "Mara invited you to play Farkle"
    said = 'Kitchen "table" <3. Rules: Classic. Playing: Mara, Ines.'
    assert unescape(tags["og:description"]) == said
    assert tags["og:url"] == f"http://testserver{table.url}"


def test_sitting_down_sets_the_cookie_and_keeps_the_seat(table: Table) -> None:
    teo = Client()
    answer = teo.post(f"{table.url}sit/", {"name": "Teo"})
    assert answer["Location"] == table.url
    cookie = answer.cookies["farkle_guest"]
    assert cookie["httponly"]
    assert cookie["max-age"] == 365 * 24 * 3600
    assert 'id="table"' in _text(teo, table.url)
    teo.post(f"{table.url}sit/", {"name": "Teo"})
    assert table.room.players.count() == 3


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
    page = _text(Client(), "/r/ZZZZZZZZ/", 404)
    assert "Room not found" in page
    assert "ask your friend to send it again" in page


def test_an_unknown_address_is_not_called_a_room(table: Table) -> None:
    page = _text(Client(), "/rooms-of-mine/", 404)
    assert "Page not found" in page
    assert "Room not found" not in page


def test_the_invitation_during_a_game_is_for_the_next_one(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    page = _text(Client(), table.url)
    assert "you'll be in the next one" in page
    assert "Watch" in page
    assert 'id="table"' in _text(Client(), f"{table.url}?watch")


def test_a_spectator_may_come_before_the_game(table: Table) -> None:
    page = _text(Client(), table.url)
    assert '<a href="?watch">Watch</a>' in page
    assert 'id="lobby"' in _text(Client(), f"{table.url}?watch")


def test_a_full_room_can_only_be_watched(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), seats=2))
    page = _text(Client(), table.url)
    assert "This room is full." in page
    assert "Watch" in page
    assert ">Join</button>" not in page
    answer = Client().post(f"{table.url}sit/", {"name": "Teo"})
    assert answer.status_code == 409
    assert "This room is full." in answer.content.decode()


def test_a_removed_person_is_kept_out(table: Table) -> None:
    ines = table.clients["Ines"]
    table.asks("Mara", Remove(table.seat("Mara"), table.seat("Ines")))
    for url in (table.url, f"{table.url}?watch"):
        page = _text(ines, url)
        assert "The host removed you from this room." in page
        assert ">Join</button>" not in page
    assert ines.post(f"{table.url}sit/", {"name": "Ines"}).status_code == 409


def test_somebody_who_left_may_sit_down_again(table: Table) -> None:
    table.asks("Ines", Leave(table.seat("Ines")))
    assert ">Join</button>" in _text(table.clients["Ines"], table.url)


def test_a_closed_room_stays_readable(table: Table) -> None:
    table.asks("Mara", Close(table.seat("Mara")))
    page = _text(Client(), table.url)
    assert "<h1>This room is closed.</h1>" in page
    assert "invited you" not in page[page.index("<body") :]
    assert "Create your own room" in page
    assert 'id="table"' in _text(table.clients["Mara"], table.url)


def test_the_rules_in_force_are_those_of_the_running_game(table: Table) -> None:
    mara = table.seat("Mara")
    table.asks("Mara", SetRules(mara, "kcd"))
    assert "Quick" in _text(Client(), f"{table.url}rules/card/").replace("&#x27;", "'")
    table.asks("Mara", Start(mara))
    table.asks("Mara", SetRules(mara, "classic"))
    assert 'data-name="Quick"' in _text(Client(), f"{table.url}rules/card/")
    assert "Quick" in _text(Client(), f"{table.url}rules/")


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


def test_who_knocks_waits_for_the_hosts_answer(table: Table) -> None:
    table.asks("Mara", SetDoor(table.seat("Mara"), door="knock"))
    nora, eve = Client(), Client()
    assert "Ask to join" in _text(nora, table.url)
    for client, name in ((nora, "Nora"), (eve, "Eve")):
        answer = client.post(f"{table.url}sit/", {"name": name})
        assert answer["Location"] == table.url
        page = _text(client, table.url)
        assert "You've asked to join." in page
        assert 'name="request"' not in page, "once is enough"
        assert assets.url("js/pages/knock.js") in page
        assert client.get(f"{table.url}knock/").json() == {"waiting": True}
    (first, _), (second, _) = [(one["id"], one["name"]) for one in table.room.knocks]
    table.asks("Mara", LetIn(table.seat("Mara"), first, yes=True))
    table.asks("Mara", LetIn(table.seat("Mara"), second, yes=False))
    for client in (nora, eve):
        assert client.get(f"{table.url}knock/").json() == {"waiting": False}
    assert 'id="table"' in _text(nora, table.url)
    assert "The host didn't let you in." in _text(eve, table.url)
    assert eve.post(f"{table.url}sit/", {"name": "Eve"}).status_code == 409
    assert Client().get(f"{table.url}knock/").json() == {"waiting": False}


def test_a_locked_room_says_so_to_everybody_new(table: Table) -> None:
    table.asks("Ines", Leave(table.seat("Ines")))
    table.asks("Mara", SetDoor(table.seat("Mara"), door="locked"))
    page = _text(Client(), table.url)
    assert "The host locked this room." in page
    assert 'name="request"' not in page
    assert Client().post(f"{table.url}sit/", {"name": "Teo"}).status_code == 409
    assert 'name="request"' in _text(table.clients["Ines"], table.url), "she was there before"
    assert table.clients["Ines"].post(f"{table.url}sit/", {"name": "Ines"}).status_code == 302


def test_a_room_without_spectators_shows_its_table_to_players_only(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    assert "?watch" in _text(Client(), table.url)
    table.asks("Mara", SetDoor(table.seat("Mara"), spectators=False))
    page = _text(Client(), f"{table.url}?watch")
    assert 'id="table"' not in page
    assert "?watch" not in page
    assert Client().get(f"{table.url}screen/")["Location"] == table.url
    assert 'id="table"' in _text(table.clients["Ines"], f"{table.url}screen/")


def test_an_address_takes_so_many_new_seats_in_a_minute(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SEATS_TAKEN", AddressLimit("seats-in-a-test", 2, 60, own=1))
    for name in ("Teo", "Nora"):
        table.joined_by(name)
    answer = Client().post(f"{table.url}sit/", {"name": "Eve"})
    assert answer.status_code == 429
    assert "Too many players just joined from your network." in answer.content.decode()
    assert table.room.players.count() == 4
    again = {"name": "Nora's child", "another": "yes"}
    assert table.clients["Nora"].post(f"{table.url}sit/", again).status_code == 302
    table.asks("Teo", Leave(table.seat("Teo")))
    assert table.clients["Teo"].post(f"{table.url}sit/", {"name": "Teo"}).status_code == 302


def test_a_founder_who_was_removed_once_comes_back(table: Table) -> None:
    table.room.players.filter(name="Mara").update(left=True, removed=True)
    executor.forget_tables()
    mara = table.clients["Mara"]
    assert 'name="request"' in _text(mara, table.url)
    assert mara.post(f"{table.url}sit/", {"name": "Mara"}).status_code == 302
    assert 'id="table"' in _text(mara, table.url)


def test_a_founder_who_got_up_is_offered_a_seat_in_a_full_room(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), seats=2))
    table.asks("Mara", Leave(table.seat("Mara")))
    table.joined_by("Teo")
    assert "This room is full." in _text(Client(), table.url)
    mara = table.clients["Mara"]
    page = _text(mara, table.url)
    assert ">Join</button>" in page
    assert "This room is full." not in page
    assert mara.post(f"{table.url}sit/", {"name": "Mara"}).status_code == 302
    assert 'id="table"' in _text(mara, table.url)


def test_an_old_link_leads_players_to_the_new_one_and_tells_others_nothing(table: Table) -> None:
    table.asks("Mara", NewLink(table.seat("Mara")))
    room = Room.objects.get()
    assert room.code != table.code
    for page in ("", "screen/"):
        answer = table.clients["Ines"].get(f"{table.url}{page}")
        assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/{page}")
        said = _text(Client(), f"{table.url}{page}", 404)
        assert "The host has made a new link for this room." in said
        assert room.code not in said
