"""The home page: opening a room, practice, typed codes, and the visitor's rooms."""

import re
import struct
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from farkle import DEFAULT_PRESET
from games import clock
from games.models import Game, Person, Room
from games.people.throttle import PRACTICE, ROOMS, AddressLimit
from games.protocol.commands import Close, SetRoom, Start
from games.rules.choices import CHOICES
from games.views import home
from tests.games.views.conftest import Table, text_of

PATHS = ("/practice/", "/rooms/")
IDS = ("practice", "request")

pytestmark = pytest.mark.django_db(transaction=True)


def rooms_on(client: Client) -> list[Any]:
    """Return this visitor's rooms that are awake, as the home page lists them."""
    context = client.get("/").context
    return [*context["turns"], *(room for room in context["own_rooms"] if not room.asleep)]


def test_a_visit_makes_no_person_and_no_session() -> None:
    answer = Client().get("/")
    assert answer.status_code == 200
    assert not Person.objects.exists()
    assert "sessionid" not in answer.cookies


def test_a_name_is_asked_for_once() -> None:
    client = Client()
    assert "Your name" in client.get("/").content.decode()
    answer = client.post("/rooms/", {"name": "  Mara   Lind "})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert room.name == "Mara Lind's room"
    assert [player.name for player in room.players.all()] == ["Mara Lind"]
    again = client.get("/").content.decode()
    assert '<input type="hidden" name="name" value="Mara Lind">' in again
    assert "Your name" not in again


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u202eevil", "x\u0301\u0301\u0301"])
def test_an_unfit_name_is_refused_beside_the_field(name: str) -> None:
    answer = Client().post("/rooms/", {"name": name})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'class="problem"' in page
    assert 'type="hidden" name="rules"' not in page
    assert not Room.objects.exists()
    chosen = Client().post("/rooms/", {"name": name, "rules": "1.kcd"}).content.decode()
    assert 'name="rules" value="1.kcd"' in chosen
    assert "Tavern (Kingdom Come)" in chosen


def test_the_same_form_sent_twice_opens_one_room() -> None:
    client = Client()
    client.post("/rooms/", {"name": "Mara"})
    form = {"name": "Mara", "request": "Abcd-efgh_1234"}
    assert client.post("/rooms/", form)["Location"] == client.post("/rooms/", form)["Location"]
    assert Room.objects.count() == 2


def test_a_form_without_a_csrf_token_opens_no_room() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/rooms/", {"name": "Mara"})
    assert answer.status_code == 403
    assert "Please try again" in answer.content.decode()
    assert not Room.objects.exists()


def test_a_typed_code_leads_to_its_room(table: Table) -> None:
    spoken = f"{table.code[:4].lower()} {table.code[4:].lower()}"
    assert Client().get("/find/", {"code": spoken})["Location"] == table.url
    for wrong in ("ZZZZ ZZZZ", "what"):
        answer = Client().get("/find/", {"code": wrong})
        assert answer.status_code == 404
        assert 'aria-describedby="code_error"' in answer.content.decode()


def test_a_screen_reader_is_told_what_stands_beside_a_room(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    pages = " ".join(client.get("/").content.decode() for client in table.clients.values())
    said = re.sub(r"\s+", " ", re.sub("<[^>]*>", "", pages))
    assert re.search(r"Mara's room ?with (Mara|Ines) ?Your turn ?Your score: 0", unescape(said))


def _mine(client: Client) -> list[tuple[str, str, bool]]:
    rooms = rooms_on(client)
    return [(one.name, one.state, one.waits) for one in rooms]


def test_rooms_that_wait_for_the_visitor_come_first(table: Table) -> None:
    ines = table.clients["Ines"]
    assert _mine(ines) == [("Mara's room", "Lobby", False)]
    assert _mine(table.clients["Mara"]) == [("Mara's room", "Waiting for you", True)]

    table.asks("Mara", Start(table.seat("Mara")))
    ines.post("/rooms/", {"name": "Ines"})  # a newer room that waits for nobody
    (first, state, waits), *_ = _mine(table.clients["Mara"])
    at_turn = "Mara" if waits else "Ines"
    assert (first, state) == ("Mara's room", "Your turn" if waits else "Ines's turn")
    names = [name for name, *_ in _mine(ines)]
    expected = ["Mara's room", "Ines's room"]
    assert names == (expected if at_turn == "Ines" else expected[::-1])

    table.asks("Mara", Close(table.seat("Mara")))
    assert _mine(table.clients["Mara"]) == []


def test_a_second_device_is_told_whose_turn_it_is_as_the_first_is(table: Table) -> None:
    tablets = {name: table.doubled_by(name) for name in ("Mara", "Ines")}
    table.asks("Mara", Start(table.seat("Mara")))
    states = set()
    for name, tablet in tablets.items():
        (here,) = rooms_on(tablet)
        assert here == rooms_on(table.clients[name])[0]
        assert here.others == ({"Mara", "Ines"} - {name}).pop()
        states.add(here.state)
    assert "Your turn" in states


def test_open_rooms_are_listed_for_others_only(table: Table) -> None:
    stranger = Client()
    assert stranger.get("/").context["open_rooms"] == []
    table.asks("Mara", SetRoom(table.seat("Mara"), listed=True))
    assert [one.code for one in stranger.get("/").context["open_rooms"]] == [table.code]
    assert table.clients["Ines"].get("/").context["open_rooms"] == []


def test_a_running_public_game_leads_to_its_table(table: Table) -> None:
    stranger = Client()
    assert "Public rooms" not in stranger.get("/").content.decode()
    table.asks("Mara", SetRoom(table.seat("Mara"), listed=True))
    assert "?watch" not in stranger.get("/").content.decode()
    table.asks("Mara", Start(table.seat("Mara")))
    page = stranger.get("/").content.decode()
    assert f'href="{table.url}?watch"' in page
    assert "Watch Mara&#x27;s room" in page
    assert "Ines\u00a00" in page
    assert stranger.get(f"{table.url}?watch").status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_rooms(
    table: Table, django_assert_max_num_queries: object
) -> None:
    mara = table.clients["Mara"]
    for number in range(12):
        mara.post("/rooms/", {"name": "Mara", "request": f"request-{number:04}"})
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        assert len(rooms_on(mara)) == 13


def test_practice_starts_a_game_in_one_request() -> None:
    client = Client()
    form = {"request": "Abcd-efgh_1234"}
    answer = client.post("/practice/", form)
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/")
    assert (room.status, room.name) == ("playing", "Guest and Penny")
    assert client.post("/practice/", form)["Location"] == answer["Location"]
    assert Person.objects.get().name == "", "nobody called himself that"
    assert client.get(answer["Location"]).status_code == 200


def test_the_one_form_of_the_page_leads_to_a_game_and_to_a_room() -> None:
    client = Client()
    page = client.get("/").content.decode()
    form = page[page.index('id="start-form"') : page.index("</form>")]
    assert 'name="name"' in form
    sent = {key: re.findall(rf'name="{key}" value="([^"]+)"', form)[0] for key in IDS}
    places = {client.post(path, sent | {"name": "Mara"})["Location"] for path in PATHS * 2}
    assert len(places) == 2
    assert {room.name for room in Room.objects.all()} == {"Mara's room", "Mara and Penny"}
    for room in Room.objects.all():
        assert room.rules["entry_min"] <= 500, "nobody new to the game should be kept off the board"


def test_practice_takes_a_level_and_rules() -> None:
    client = Client()
    client.post("/practice/", {"name": "Mara", "level": "pip", "rules": "1.kcd"})
    room = Room.objects.get()
    assert (room.preset, room.name) == ("kcd", "Mara and Pip")
    assert client.get("/practice/")["Location"] == "/"
    assert Client().post("/practice/", {"level": "genius"}).status_code == 422
    assert Client().post("/practice/", {"practice_rules": "1.nonsense"}).status_code == 422
    assert Room.objects.count() == 1


def test_a_person_has_one_game_against_a_computer_at_a_time() -> None:
    client = Client()
    places = {client.post("/practice/", {"name": "Mara"})["Location"] for _ in range(5)}
    room = Room.objects.get()
    assert places == {f"/r/{room.code}/"}
    answer = client.get("/")
    page = answer.content.decode()
    assert "Continue against Penny" in page
    assert "0 : 0" in page
    assert "Play now" not in page
    assert "Play against the computer" not in page
    assert answer.context["turns"] == answer.context["own_rooms"] == []

    assert Client().post("/practice/give-up/")["Location"] == "/"
    assert client.get("/practice/give-up/")["Location"] == "/"
    assert "Continue against Penny" in client.get("/").content.decode()
    assert client.post("/practice/give-up/")["Location"] == "/"
    game = room.games.get(status="over")
    assert game.winners == [1]
    assert "Play now" in client.get("/").content.decode()
    assert "rematch against Penny" in client.get("/").content.decode()
    assert {client.post("/practice/", {"name": "Mara"})["Location"]} == places
    assert [game.number for game in room.games.filter(status="playing")] == [2]


def test_a_game_with_other_people_is_no_practice(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    mara = table.clients["Mara"]
    assert mara.post("/practice/", {"name": "Mara"})["Location"] != table.url


def test_in_their_first_game_a_person_begins() -> None:
    rules = f"1.{DEFAULT_PRESET}"
    for number in range(8):  # by a roll-off, Penny would begin half of these
        Client(REMOTE_ADDR=f"10.0.1.{number}").post("/practice/", {"name": "Mara", "rules": rules})
    games = Game.objects.filter(status="playing")
    assert games.count() == 8
    assert {game.snapshot["state"]["current"] for game in games if game.snapshot} == {0}
    assert {game.rules["first_player"] for game in games} == {"seat"}
    assert {room.rules["first_player"] for room in Room.objects.all()} == {"roll_off"}


def test_rules_chosen_for_a_game_alone_are_for_that_only() -> None:
    client = Client()
    page = client.get("/").content.decode()
    texts = re.findall(r'<option value="([^"]+)">', page)
    assert len(texts) == len(CHOICES)
    assert "Tavern (Kingdom Come), about 3 min" in page
    form = {"name": "Mara", "practice_rules": texts[3]}
    client.post("/practice/", form)
    client.post("/rooms/", form)
    quick, friends = Room.objects.order_by("pk")
    assert quick.rules == CHOICES["kcd"].rules.to_dict()
    assert friends.rules == CHOICES[DEFAULT_PRESET].rules.to_dict()


def test_a_short_game_is_offered_and_begins_with_one_tap() -> None:
    client = Client()
    page = client.get("/").content.decode()
    assert "Short game to 5,000, about 4 min" in text_of(client, "/")
    [code] = re.findall(r'name="rules" value="([^"]+)"', page)
    # The choice of rules below belongs to the same form.
    client.post("/practice/", {"name": "", "rules": code, "practice_rules": "1.kcd"})
    room = Room.objects.get()
    assert (room.rules["target"], room.status) == (5000, "playing")
    assert "Short game" not in text_of(client, "/")


@pytest.mark.parametrize("path", ["/rooms/", "/practice/"])
def test_an_address_opens_so_many_rooms(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "PRACTICE" if path == "/practice/" else "ROOMS"
    monkeypatch.setattr(home, name, AddressLimit("two-rooms", 2, 60, own=1))
    mara = Client()
    assert mara.post(path, {"name": "Mara"}).status_code == 302
    answers = [Client().post(path, {"name": "Teo"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]
    assert "Try again later" in answers[1].content.decode()
    assert Room.objects.count() == 2
    Person.objects.update(created=clock.now() - timedelta(hours=1))
    for status in (302, 429):
        mara.post("/practice/give-up/")
        assert mara.post(path, {"name": "Mara"}).status_code == status
    assert Client(REMOTE_ADDR="10.0.0.2").post(path, {"name": "Uli"}).status_code == 302


@pytest.mark.parametrize("path", ["/rooms/", "/practice/"])
def test_a_flood_holds_up_the_newcomers_of_its_address_for_a_minute(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    for module in ("locmem", "base"):
        monkeypatch.setattr(f"django.core.cache.backends.{module}.time.time", lambda: now[0])
    limit = PRACTICE if path == "/practice/" else ROOMS
    flood = [limit.hit("127.0.0.1", "") for _ in range(1000)]
    assert flood.index(True) == 30, "a class may begin at once"
    assert Client().post(path, {"name": "Mara"}).status_code == 429
    now[0] += 61
    assert Client().post(path, {"name": "Mara"}).status_code == 302


def test_the_manifest_names_pictures_that_exist() -> None:
    client = Client()
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert (said["id"], said["scope"], said["start_url"]) == ("/", "/", "/")
    assert [one["name"] for one in said["shortcuts"]] == ["New room", "My games"]
    for one in said["shortcuts"]:
        path, _, place = one["url"].partition("#")
        shown = client.get(path)
        assert shown.status_code == 200
        assert not place or f'id="{place}"' in shown.content.decode()
    icons = said["icons"]
    assert {one.get("purpose") for one in icons} == {None, "maskable"}
    for one in icons:
        sent = client.get(one["src"]).content
        width, height = struct.unpack(">II", sent[16:24])
        assert one["sizes"] == f"{width}x{height}"
    assert [one["form_factor"] for one in said["screenshots"]] == ["narrow", "wide"]
    for one in said["screenshots"]:
        assert client.get(one["src"])["Content-Type"] == one["type"]
    for rel in ("icon", "apple-touch-icon"):
        (path, *_) = re.findall(rf'<link rel="{rel}" href="([^"]+)"', page)
        assert client.get(path).status_code == 200
    for scheme in ("light", "dark"):
        assert f"(prefers-color-scheme: {scheme})" in page


def test_whoever_has_rooms_finds_them_first(table: Table) -> None:
    first = 'class="wrap landing urgent"'
    assert first not in Client().get("/").content.decode()
    assert first in table.clients["Ines"].get("/").content.decode()  # it is nobody's turn
    Room.objects.update(status="over", played=1, due_at=None)
    page = table.clients["Ines"].get("/").content.decode()
    assert "Sleeping rooms" in page
    assert first in page


def test_the_next_game_that_waits_is_found_in_one_tap(table: Table) -> None:
    assert Client().get("/games/waiting/").json() == {"count": 0, "url": ""}
    table.asks("Mara", SetRoom(1, timer=86400))
    table.asks("Mara", Start(1))
    found = {name: table.clients[name].get("/games/waiting/").json() for name in ("Mara", "Ines")}
    assert sorted(one["count"] for one in found.values()) == [0, 1]
    [mine] = [name for name, one in found.items() if one["count"]]
    assert found[mine]["url"] == table.url
    assert table.clients[mine].get(f"/games/waiting/?but={table.code}").json()["count"] == 0
    page = " ".join(table.clients[mine].get("/").content.decode().split())
    assert "23 hours left" in page
    assert "Your rooms" not in page
