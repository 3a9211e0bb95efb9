"""To a person whom a host blocks, no page of the host's rooms is available, and none says why."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from games.models import Contact, Player, Room
from games.protocol.commands import NewLink, Remove
from tests.games.views.conftest import Table, text_of
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("", "screen/", "standings/", "rules/", "rules/card/", "knock/", "qr.svg", "?watch")


def blocks(table: Table, name: str, whom: str) -> None:
    form = {"do": "block", "who": table.key_of(name, whom)}
    assert table.clients[name].post("/people/", form).status_code == 302


def test_no_page_of_the_room_opens_and_none_says_more(table: Table) -> None:
    play(table)
    ines, phone = table.clients["Ines"], table.doubled_by("Ines")
    blocks(table, "Mara", "Ines")
    said = set()
    for client in (ines, phone):
        for path in PAGES:
            answer = client.get(f"{table.url}{path}")
            assert answer.status_code == 403, path
            said.add(answer.content)
    [text] = {page.decode().split("<body")[1] for page in said}
    assert "This room isn&#x27;t available." in text
    assert "Mara" not in text
    assert "block" not in text.lower()
    for form in ({"name": "Somebody"}, {"again": "2"}):
        assert ines.post(f"{table.url}sit/", form).status_code == 403
    assert Player.objects.get(room=table.room, seat=2).left
    for path in PAGES:
        assert table.clients["Mara"].get(f"{table.url}{path}").status_code == 200
        assert Client().get(f"{table.url}{path}").status_code == 200


def test_games_that_they_played_stay_theirs(table: Table) -> None:
    play(table)
    table.joined_by("Zoe")
    blocks(table, "Mara", "Ines")
    blocks(table, "Mara", "Zoe")
    assert table.clients["Ines"].get(f"{table.url}game/1/").status_code == 200
    assert table.clients["Zoe"].get(f"{table.url}game/1/").status_code == 403


PLACES = (
    *("/", "/people/", "/games/", "/games/figures/", "/games/mine.json", "/account/data.json"),
    *("/offline/", "/notices/"),
)
GAME_PLACES = ("", "1/", "dice/", "game.json", "game.csv", "game.txt", "luck.json")


@pytest.mark.parametrize("how", ["removed", "blocked"])
def test_nothing_tells_a_new_link_to_those_it_is_to_keep_out(table: Table, how: str) -> None:
    table.joined_by("Zoe")
    play(table)
    old, url = table.code, table.url
    ines = table.clients["Ines"]
    if how == "removed":
        table.asks("Mara", Remove(table.seat("Mara"), table.seat("Ines")))
    else:
        blocks(table, "Mara", "Ines")
    table.asks("Mara", NewLink(table.seat("Mara")))
    new = Room.objects.get().code
    assert new != old
    for place in (*PLACES, *(f"{url}game/1/{place}" for place in GAME_PLACES)):
        answer = ines.get(place)
        assert answer.status_code == 200, place
        content = b"".join(answer) if not answer.streaming else joined(answer)
        assert new.lower() not in (content.decode() + str(answer.headers)).lower(), place
    assert f"/r/{old}/game/1/" in text_of(ines, "/games/")
    assert len(ines.get(f"/games/?room={old}").context["page"].rows) == 1
    assert ines.get(f"/r/{new}/sit/").status_code in (302, 403), "nobody is let in"
    # Those who are welcome read of the new one, by either link.
    zoe = table.clients["Zoe"]
    assert f"/r/{new}/game/1/" in text_of(zoe, "/games/")
    assert f"/r/{new}/" in text_of(zoe, f"{url}game/1/")
    assert Client().get(f"{url}game/1/").status_code == 404


def joined(answer: Any) -> bytes:
    async def collect() -> bytes:
        return b"".join([part async for part in answer])

    return async_to_sync(collect)()


def test_the_home_page_does_not_show_the_room(table: Table) -> None:
    ines = table.clients["Ines"]
    assert table.code in ines.get("/").content.decode()
    type(table.room).objects.update(settings={**table.room.settings, "listed": True})
    blocks(table, "Mara", "Ines")
    assert table.code not in ines.get("/").content.decode()
    assert table.code in Client().get("/").content.decode()


def test_everything_is_as_before_after_an_unblock(table: Table) -> None:
    blocks(table, "Mara", "Ines")
    Contact.objects.update(blocked=False)
    ines = table.clients["Ines"]
    assert "Join as Ines" in " ".join(ines.get(table.url).content.decode().split())


def test_a_seat_code_is_of_no_use_and_says_no_more_than_a_wrong_one(table: Table) -> None:
    table.joined_by("Zoe")
    blocks(table, "Mara", "Ines")
    form = {"player": table.seat("Zoe"), "how": "double"}
    code = table.clients["Zoe"].post(f"{table.url}device/", form).json()["code"]
    answer = table.clients["Ines"].post("/seat/", {"code": code})
    assert answer.status_code == 422
    assert "This code is wrong" in answer.content.decode()
