"""Importing a record: it gets the pages of a game, or is refused with the step."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import ImportedGame
from games.people.throttle import AddressLimit
from games.views import history
from tests.games.views.conftest import Table
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)


def record_of(table: Table) -> Any:
    game = play(table)
    return json.loads(Client().get(f"{table.url}game/{game.number}/game.json").content)


def brought(file: Any, status: int = 302) -> Any:
    answer = Client().post("/games/bring/", {"record": json.dumps(file)})
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer


def test_a_pasted_record_gets_every_page_of_a_game(table: Table) -> None:
    url = brought(record_of(table))["Location"]
    page = unescape(Client().get(url).content.decode())
    assert "Mara's room, game 1" in page
    assert "Highlights" in page
    assert f'href="{url}game.json"' in page
    assert Client().get(f"{url}game.csv").content.decode().startswith("\ufeffturn,")
    for part in ("0/", "3/?part", "dice/", "game.json"):
        assert Client().get(url + part).status_code == 200
    assert "Were the dice fair?" in Client().get(f"{url}dice/").content.decode()
    assert Client().get("/imported/nothing/").status_code == 404


def test_a_record_may_come_as_a_file(table: Table) -> None:
    file = SimpleUploadedFile("game.json", json.dumps(record_of(table)).encode())
    answer = Client().post("/games/bring/", {"file": file})
    assert answer["Location"].startswith("/imported/")


def test_a_record_without_a_seed_has_no_check_of_dice(table: Table) -> None:
    url = brought({**record_of(table), "dice": None})["Location"]
    assert "Check the dice" not in Client().get(url).content.decode()
    assert "has no seed" in Client().get(f"{url}dice/").content.decode()


def test_a_forged_record_is_refused_with_its_step_and_stays_in_the_form(table: Table) -> None:
    file = record_of(table)
    at = next(n for n, step in enumerate(file["record"]["steps"], 1) if len(step["dice"]) == 6)
    step = file["record"]["steps"][at - 1]
    for event in step["events"]:
        if event["e"] == "rolled":
            event["dice"] = [*event["dice"][:5], event["dice"][5] % 6 + 1]
            step["dice"] = event["dice"]
    page = unescape(brought(file, 422).content.decode())
    assert 'aria-describedby="id_record_error"' in page
    problem = re.search(r'<p class="problem" id="id_record_error">([^<]*)', page)
    assert problem
    assert f"step {at}" in problem[1].lower()
    assert '"steps"' in page


@pytest.mark.parametrize(
    "text", ["", "   ", "{", "[]", "{}", '{"farkle": "game"}', "\0", "[" * 5000]
)
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    answer = Client().post("/games/bring/", {"record": text})
    assert answer.status_code == 422
    assert 'aria-describedby="id_record_error"' in answer.content.decode()


def test_a_binary_file_is_refused() -> None:
    file = SimpleUploadedFile("game.json", bytes(range(128, 256)))
    answer = Client().post("/games/bring/", {"file": file})
    assert answer.status_code == 422
    assert 'id="id_file_error">That isn&#x27;t a text file.' in answer.content.decode()


def test_an_address_imports_so_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a replay disproves counts, too, since that takes time. What is no game does not."""
    monkeypatch.setattr(history, "IMPORTS", AddressLimit("two-imports", 2, 60, own=1))
    record = record_of(table)
    for junk in ({}, [], {"farkle": "game"}, {**record, "dice": "none"}, "x"):
        brought(junk, 422)
    brought(record)
    forged = json.loads(json.dumps(record))
    forged["record"]["steps"].pop()
    forged["about"]["times"].pop()
    brought(forged, 422)
    assert "too often" in brought(record, 429).content.decode()
    assert ImportedGame.objects.count() == 1
