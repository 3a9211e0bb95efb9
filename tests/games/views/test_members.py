"""Members on the page of standings, and their way back to a seat."""

import re
from html import unescape

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client

from games import clock
from games.models import Player
from games.people import presence
from games.protocol.commands import Leave, SetDoor, SetRoom, Sit
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


def page(client: Client, url: str) -> str:
    return unescape(client.get(url).content.decode())


def there(table: Table, *seats: int) -> None:
    cache.delete(f"here:{table.room.pk}")
    now = clock.now().timestamp()
    seen = presence.LocalPresence(dict.fromkeys(seats, now), 0)
    presence.exchange({table.room.pk: seen}, "test", now)


def buttons(html: str) -> list[tuple[str, str]]:
    """Return (seats, words) of the buttons with which a member sits down."""
    found = re.findall(r'(?s)name="again"\s+value="([^"]*)">(.*?)</button>', html)
    return [(seats, " ".join(words.split())) for seats, words in found]


def seated(table: Table) -> list[str]:
    here = Player.objects.filter(room=table.room, left=False).order_by("seat")
    return [one.name for one in here]


def test_a_member_sits_down_with_one_tap_with_everybody_of_the_device(table: Table) -> None:
    ines = table.clients["Ines"]
    table.asks("Ines", Sit("Leo", another=True))
    assert buttons(page(Client(), table.url)) == []
    for name in ("Ines", "Leo"):
        table.asks(name, Leave(table.seat(name)))
    table.asks("Mara", SetDoor(1, "locked"))
    table.asks("Mara", SetDoor(1, "knock"))
    found = buttons(page(ines, table.url))
    assert found == [
        ("2,3", "Join as Ines, Leo"),
        ("2", "Join as Ines"),
        ("3", "Join as Leo"),
    ]
    answer = ines.post(f"{table.url}sit/", {"again": "2,3"})
    assert (answer.status_code, answer["Location"]) == (302, table.url)
    assert seated(table) == ["Mara", "Ines", "Leo"]


def test_who_is_offered_a_seat_gets_one(table: Table) -> None:
    ines = table.clients["Ines"]
    table.asks("Ines", Sit("Leo", another=True))
    for name in ("Ines", "Leo"):
        table.asks(name, Leave(table.seat(name)))
    table.asks("Mara", SetRoom(1, seats=2))
    assert [seats for seats, _ in buttons(page(ines, table.url))] == ["2"]
    full = ines.post(f"{table.url}sit/", {"again": "2,3"})
    assert full.status_code == 409
    assert "This room is full." in full.content.decode()
    for hostile in ("1", "", "1,x", "2" * 400, "²"):
        assert ines.post(f"{table.url}sit/", {"again": hostile}).status_code == 409
    assert Client().post(f"{table.url}sit/", {"again": "2"}).status_code == 422
    assert seated(table) == ["Mara"]


def test_the_second_device_of_a_member_sits_down_too(table: Table) -> None:
    phone = table.doubled_by("Ines")
    table.asks("Ines", Leave(2))
    assert buttons(page(phone, table.url)) == [("2", "Join as Ines")]
    assert phone.post(f"{table.url}sit/", {"again": "2"}).status_code == 302
    assert seated(table) == ["Mara", "Ines"]


def test_the_host_sees_who_is_here_and_removes_and_readmits(table: Table) -> None:
    there(table, 1)
    url, mara, ines = f"{table.url}standings/", table.clients["Mara"], table.clients["Ines"]
    html = page(mara, url)
    assert html.count('class="here"') == 1
    assert "1 is here now." in " ".join(html.split())
    assert "Remove Ines" in " ".join(html.split())
    assert "Remove Mara" not in " ".join(html.split())
    assert 'value="remove"' not in page(ines, url)
    assert ines.post(url, {"do": "remove", "whom": "1"}).status_code == 409

    answer = mara.post(url, {"do": "remove", "whom": "2"})
    assert answer["Location"].startswith(f"{url}?removed=2&back=")
    assert seated(table) == ["Mara"]
    assert "The host removed you" in page(ines, table.url)
    assert buttons(page(ines, table.url)) == []
    html = page(mara, answer["Location"])
    assert "You removed Ines." in html
    assert "Let back in" in html
    assert "Let back in" not in page(Client(), url)
    [proof] = re.findall(r'name="back" value="([^"]+)"', html)
    undone = mara.post(url, {"do": "readmit", "whom": "2", "back": proof})
    assert undone["Location"] == f"{url}#members-title"
    assert seated(table) == ["Mara", "Ines"]
    assert "You removed" not in page(mara, answer["Location"])
    for hostile in ("", "x", "9" * 30, "-1", "1"):
        assert mara.post(url, {"do": "remove", "whom": hostile}).status_code == 409


def test_no_host_puts_somebody_on_a_seat_they_left(table: Table) -> None:
    url, mara = f"{table.url}standings/", table.clients["Mara"]
    table.asks("Ines", Leave(2))
    other = signing.TimestampSigner(salt="games.views.members.seated").sign(f"{table.room.pk}.1")
    for back in ("1", "", other):
        answer = mara.post(url, {"do": "remove", "whom": "2"})
        assert answer["Location"] == f"{url}?removed=2#members-title"
        mara.post(url, {"do": "readmit", "whom": "2", "back": back})
        assert seated(table) == ["Mara"]


def test_a_newcomer_in_a_room_with_games_learns_how_a_seat_moves_here(table: Table) -> None:
    assert "another device?" not in page(Client(), table.url)
    type(table.room).objects.update(played=1)
    assert "another device?" in page(Client(), table.url)
    table.asks("Ines", Leave(2))
    assert "another device?" not in page(table.clients["Ines"], table.url)
