"""What more than one page needs: the id of a form, the field for a name, a file of rules."""

import json

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from games.models import Person
from games.views import shared
from games.views.shared import (
    host_for_others,
    name_form,
    new_request_id,
    number_in,
    request_id,
    rules_file,
)


def sent(given: str) -> str:
    return request_id(RequestFactory().post("/rooms/", {"request": given}))


@pytest.mark.parametrize("given", ["Abcd-efgh_1234", "x" * 8, "x" * 40])
def test_the_id_of_a_form_is_kept(given: str) -> None:
    assert sent(given) == given


def test_a_new_id_is_a_proper_one() -> None:
    given = new_request_id(RequestFactory().get("/"))
    assert sent(given) == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 41, "with spaces in", "zwölf-zwölf", "a/b/c/d/e"]
)
def test_a_form_without_a_proper_id_gets_a_new_one(given: str) -> None:
    assert len({sent(given), sent(given), given}) == 3


def test_a_name_form_has_the_name_that_was_used_last() -> None:
    assert 'value="Mara"' in str(name_form(Person(name="Mara"))["name"])
    assert "value=" not in str(name_form(None)["name"])


def test_a_file_of_rules_is_named_after_them() -> None:
    answer = rules_file({"target": 5000}, "Ours: Café / 1")
    assert json.loads(answer.content) == {"target": 5000}
    assert answer["Content-Disposition"] == 'attachment; filename="farkle-ours-cafe-1.json"'
    assert "farkle-rules.json" in rules_file({}, "李雷")["Content-Disposition"]


@pytest.mark.parametrize(
    ("host", "for_others"),
    [
        ("localhost:8000", "192.168.7.20:8000"),
        ("127.0.0.1:8000", "192.168.7.20:8000"),
        ("localhost", "192.168.7.20"),
        ("[::1]:8000", "192.168.7.20:8000"),
        ("laptop.local:8000", "laptop.local:8000"),
        ("192.168.7.21:8000", "192.168.7.21:8000"),
    ],
)
def test_a_link_for_others_never_leads_to_their_own_machine(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, host: str, for_others: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", headers={"host": host})
    monkeypatch.setattr(shared, "network_host", "192.168.7.20")
    assert host_for_others(request) == for_others
    monkeypatch.setattr(shared, "network_host", "")  # no network: only this machine can play
    assert host_for_others(request) == host


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("999999999", 999999999), ("1000000000", 0), ("", 0), ("-1", 0), ("٣", 0)],
)
def test_a_form_carries_numbers_that_every_column_holds(text: str, number: int) -> None:
    assert number_in(text) == number
