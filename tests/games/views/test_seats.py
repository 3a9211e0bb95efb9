"""A seat on another device: the code, the form it is typed into, and how often both may be used."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import clock
from games.models import Person, Player, SeatCode
from games.people.throttle import SEAT_CODES_MADE, AddressLimit
from games.views import rooms
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


def make(table: Table, client: Client, player: str = "1", how: str = "double") -> Any:
    return client.post(f"{table.url}device/", {"player": player, "how": how})


def test_a_code_comes_with_its_link_as_text_and_as_qr_code(table: Table) -> None:
    made = make(table, table.clients["Mara"]).json()
    assert made["url"] == f"http://testserver/seat/#{made['code']}"
    assert made["qr"].startswith("<svg ")
    until = SeatCode.objects.get().until
    assert made["expires"] == int(until.timestamp() * 1000)
    assert clock.now() < until <= clock.now() + timedelta(minutes=10)


def test_nobody_gets_a_code_for_a_seat_of_somebody_else(table: Table) -> None:
    for client in (Client(), table.clients["Ines"]):
        answer = make(table, client)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    for player in ("x", "9", "", "1" * 10):
        answer = make(table, table.clients["Mara"], player)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_player")
    assert make(table, table.clients["Mara"], how="steal").status_code == 403
    assert not SeatCode.objects.exists()


def test_it_rejects_get(table: Table) -> None:
    assert table.clients["Mara"].get(f"{table.url}device/").status_code == 405
    assert Client().post("/r/AAAAAAAA/device/").status_code == 404


def test_a_typed_code_leads_to_the_table(table: Table) -> None:
    code, phone = make(table, table.clients["Mara"]).json()["code"], Client()
    assert phone.get("/seat/").status_code == 200
    assert phone.post("/seat/", {"code": "AAAA BBBB"}).status_code == 422
    typed = f" {code[:4].lower()}-{code[4:].lower()} "
    assert phone.post("/seat/", {"code": typed})["Location"] == table.url
    assert 'class="sit"' not in phone.get(table.url).content.decode(), "it is the table"
    assert Player.objects.get(name="Mara").holders.count() == 1


def test_a_used_code_is_refused_beside_the_field(table: Table) -> None:
    code = make(table, table.clients["Mara"]).json()["code"]
    Client().post("/seat/", {"code": code})
    answer = Client().post("/seat/", {"code": code})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'id="code_error">' in page
    assert re.search(rf'<input[^>]*value="{code}"[^>]*aria-describedby="code_error"', page)


def test_a_link_takes_no_seat(table: Table) -> None:
    code = make(table, table.clients["Mara"]).json()["code"]
    phone = Client()
    phone.get("/seat/", {"code": code})
    assert 'class="sit"' in phone.get(table.url).content.decode()
    assert phone.put("/seat/").status_code == 405


def test_codes_are_typed_so_often(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = AddressLimit("three-typed", 3, 600, own=2)
    monkeypatch.setattr(rooms, "SEAT_CODES_TYPED", limit)
    used = make(table, table.clients["Mara"]).json()["code"]
    for _ in range(5):  # right ones are not counted, however often
        assert Client().post("/seat/", {"code": used}).status_code in (302, 422)
        used = make(table, table.clients["Mara"]).json()["code"]
    assert Client().post("/seat/", {"code": used}).status_code == 302
    wrong = ("AAAABBBB", "AAAACCCC", used)
    assert [Client().post("/seat/", {"code": one}).status_code for one in wrong] == [422] * 3
    fresh = make(table, table.clients["Mara"]).json()["code"]
    assert Client().post("/seat/", {"code": fresh}).status_code == 429
    Person.objects.update(created=clock.now() - timedelta(hours=1))
    assert table.clients["Ines"].post("/seat/", {"code": fresh}).status_code == 302


def test_ten_wrong_codes_of_a_pupil_leave_the_class_its_tries(table: Table) -> None:
    for number in range(11):
        assert Client().post("/seat/", {"code": f"AAAABBB{number}"}).status_code == 422
    code = make(table, table.clients["Mara"]).json()["code"]
    assert Client().post("/seat/", {"code": code}).status_code == 302


def test_codes_are_made_so_often_by_each(table: Table) -> None:
    for client in (Client(), table.clients["Ines"]):
        for _ in range(SEAT_CODES_MADE.most + 1):
            make(table, client)
    made = [make(table, table.clients["Mara"]) for _ in range(SEAT_CODES_MADE.most + 1)]
    assert [answer.status_code for answer in made] == [200] * SEAT_CODES_MADE.most + [429]
    assert made[-1].json()["code"] == "too_fast"
