"""The page "People I played with", by its forms."""

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Contact, Game, Room
from games.people.throttle import CONTACTS
from tests.games.views.conftest import Table
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)


def page(client: Client, url: str = "/people/") -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(client.get(url).content.decode())).split())


def asks(table: Table, name: str, do: str, whom: str, status: int = 302) -> str:
    form = {"do": do, "who": table.key_of(name, whom)}
    answer = table.clients[name].post("/people/", form)
    assert answer.status_code == status
    return answer.get("Location", "")


def test_a_stranger_has_played_with_nobody() -> None:
    assert "Nobody yet" in page(Client())
    assert Client().post("/people/", {"do": "block", "who": "X"}).status_code == 200


def test_what_the_two_have_played_is_listed(table: Table) -> None:
    assert "Ines No finished game together yet" in page(table.clients["Mara"])
    game = play(table)
    won = game.players[game.winners[0]] == table.seat("Mara")
    tally = "you 1, they 0" if won else "you 0, they 1"
    assert f"Ines 1 game · {tally}" in page(table.clients["Mara"])


def test_an_invitation_opens_a_room_with_the_rules_of_the_last_game(table: Table) -> None:
    game = play(table)
    url = asks(table, "Mara", "invite", "Ines")
    room = Room.objects.get(code=url.split("/")[2])
    assert room != table.room
    assert room.rules == Game.objects.get(pk=game.pk).rules
    assert Contact.objects.get().room == room
    home = page(table.clients["Ines"], "/")
    assert "Mara" in home


def test_a_favourite_and_a_block_are_undone_in_one_place(table: Table) -> None:
    mara = table.clients["Mara"]
    done = asks(table, "Mara", "favourite", "Ines")
    assert "Ines is a favourite now. Undo" in page(mara, done)
    assert "Ines favourite" in page(mara)
    asks(table, "Mara", "unfavourite", "Ines")
    assert "Ines favourite" not in page(mara)
    done = asks(table, "Mara", "block", "Ines")
    assert "You blocked Ines. Undo" in page(mara, done)
    assert "Blocked They can't open your rooms" in page(mara)
    asks(table, "Mara", "invite", "Ines", 422)
    assert "You unblocked Ines. Undo" in page(mara, asks(table, "Mara", "unblock", "Ines"))
    assert "Blocked" not in page(mara)


def test_nobody_is_noted_by_a_stranger_to_them(table: Table) -> None:
    table.clients["Zoe"] = Client()
    table.clients["Zoe"].post("/rooms/", {"name": "Zoe"})
    for do in ("block", "favourite", "invite"):
        form = {"do": do, "who": table.key_of("Mara", "Ines")}
        assert table.clients["Zoe"].post("/people/", form).status_code == 200
    asks(table, "Mara", "kick", "Ines", 422)
    for hostile in ("", "x", f"{table.code}-99", "\u00b2"):
        answer = table.clients["Mara"].post("/people/", {"do": "block", "who": hostile})
        assert answer.status_code == 200
    assert not Contact.objects.exists()


def test_changes_are_limited(table: Table) -> None:
    for _ in range(CONTACTS.most):
        CONTACTS.hit(str(table.room.opened_by_id))
    asks(table, "Mara", "block", "Ines", 429)
