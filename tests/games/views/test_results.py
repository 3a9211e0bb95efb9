"""What the page of a room fetches when a game has ended."""

import pytest
from django.test import Client

from games.protocol.commands import Close, SetRoom, Start
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_there_is_no_result_before_the_game_has_ended(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    assert Client().get(f"{table.url}result/1/").status_code == 404
    table.asks("Mara", Close(table.seat("Mara")))
    # Of a game that was called off there is little to tell.
    told = Client().get(f"{table.url}result/1/").json()
    assert told.pop("computers") == [["Pip", 27], ["Magpie", 65], ["Penny", 84], ["Ledger", 96]]
    nothing = {"best": 0, "farkles": 0, "turns": 0, "accuracy": None}
    assert told == {"turns": 0, "minutes": 0, "rows": [nothing, nothing], "swing": None}


def test_a_result_is_shown_to_those_who_may_see_the_game(table: Table) -> None:
    mara = table.seat("Mara")
    table.asks("Mara", SetRoom(mara, past="players"))
    table.asks("Mara", Start(mara))
    table.asks("Mara", Close(mara))
    assert Client().get(f"{table.url}result/1/").status_code == 403
    assert table.clients["Ines"].get(f"{table.url}result/1/").status_code == 200
