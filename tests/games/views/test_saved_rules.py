"""Saved rule sets, and reading one from a text or a file."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from farkle import PRESETS, RuleSet
from games.models import Person, SavedRules
from games.people.throttle import AddressLimit
from games.rules.exchange import LONGEST, Unreadable, parse_rules, to_json
from games.services.saved_rules import MOST_SAVED
from games.views import rules as views
from tests.games.views.conftest import on_one_line

pytestmark = pytest.mark.django_db(transaction=True)

OWN = replace(PRESETS["family"], three_pairs=750, building=True, fixed_kinds=(1, 2, 3))
TEXT = "1.family.fixed_kinds-1-2-3.three_pairs-750.building-yes"
ASKS_JSON = {"Accept": "application/json"}


def page_of(url: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(url)
    assert answer.status_code == status
    return unescape(on_one_line(answer.content.decode()))


def save(client: Client, name: str, rules: str = TEXT, **more: str) -> Any:
    return client.post("/rules/mine/", {"name": name, "rules": rules, **more}, headers=ASKS_JSON)


# Text and files


def test_a_downloaded_file_can_be_read_again() -> None:
    answer = Client().get(f"/rules/{TEXT}/rules.json")
    disposition = 'attachment; filename="farkle-family-3-changes.json"'
    assert answer["Content-Disposition"] == disposition
    found = parse_rules(answer.content.decode())
    assert found == ("family", OWN, "Family (3 changes)")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "There's nothing in it."),
        (" \n", "There's nothing in it."),
        ("hello", "There's no rule set in it."),
        ("{", "This isn't valid JSON: line 1, column 2."),
        ("[1]", "A rule set must be an object with named fields."),
        ('"x"', "A rule set must be an object with named fields."),
        ("[" * 8000, "This isn't valid JSON"),
        ('{"a":' * 1600, "This isn't valid JSON"),
        ("{}", "This rule set has version None; only 1 is supported."),
        ('{"version": 1, "speed": 5}', "Unknown fields in a rule set: 'speed'."),
        ('{"version": 1, "target": -5}', "target must be at least 0."),
        ('{"version": 1, "target": 1e999}', "target must be a whole number"),
        ('{"version": 1, "target": NaN}', "target must be a whole number"),
        ('{"version": 1, "target": ' + "9" * 5000 + "}", ""),
        ('{"version": 1, "fixed_kinds": [1, 2]}', "fixed_kinds must be a list of 3 numbers."),
        ('{"rules": 5}', "This JSON isn't a rule set."),
        ('{"rules": {"version": 1}, "format": "farkle game"}', "isn't a rule set"),
        ("1.family.target-x", "target must be a number"),
        ("x" * (LONGEST + 1), "That's too long for a rule set."),
    ],
)
def test_a_bad_text_is_explained_and_saves_nothing(given: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_rules(given)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300
    answer = Client().post("/rules/read/", {"rules": given}, headers=ASKS_JSON)
    assert answer.status_code == 422
    assert answer.json() == {"problem": str(caught.value), "code": "bad_rules"}
    answer = Client().post("/rules/read/", {"rules": given})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"rules": [str(caught.value)]}
    assert 'aria-describedby="id_rules_error"' in answer.content.decode()
    assert not SavedRules.objects.exists()
    assert not Person.objects.exists()


def test_a_text_that_was_read_is_shown_before_it_is_saved() -> None:
    answer = Client().post("/rules/read/", {"rules": json.dumps(to_json(OWN, "family", "Friday"))})
    assert answer["Location"] == f"/rules/{TEXT}/"
    told = Client().post("/rules/read/", {"rules": TEXT}, headers=ASKS_JSON).json()
    assert told == {**to_json(OWN, "family", ""), "text": TEXT}


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (json.dumps(to_json(OWN, "family", "x")).encode(), 302),
        (TEXT.encode(), 302),
        (b"\xff\xfe\x00", 422),
        (b"\x89PNG" + bytes(100), 422),
        (b"1.family" + b"x" * 3_000_000, 422),
    ],
)
def test_a_file_is_read_like_a_text(content: bytes, status: int) -> None:
    file = SimpleUploadedFile("rules.json", content)
    assert Client().post("/rules/read/", {"file": file}).status_code == status


# Saved ones


def test_save_list_rename_and_delete() -> None:
    mara = Client()
    told = save(mara, "  Friday   night ").json()
    assert (told["name"], told["text"], told["base"]) == ("Friday night", TEXT, "family")
    assert RuleSet.from_dict(told["rules"]) == OWN
    listed = mara.get("/rules/mine/", headers=ASKS_JSON).json()["saved"]
    assert listed == [told]
    page = page_of("/rules/mine/", mara)
    said = "Friday night<small>Family with three pairs 750, piggybacking"
    assert f'href="/rules/{TEXT}/">{said}' in page
    answer = mara.post(f"/rules/mine/{told['id']}/name/", {"name": "Sunday"})
    assert answer["Location"] == "/rules/mine/"
    assert "Sunday" in page_of("/rules/mine/", mara)
    file = mara.get(f"/rules/mine/{told['id']}/rules.json")
    assert file["Content-Disposition"] == 'attachment; filename="farkle-sunday.json"'
    assert parse_rules(file.content.decode()) == ("family", OWN, "Sunday")
    mara.post(f"/rules/mine/{told['id']}/delete/")
    assert mara.get("/rules/mine/", headers=ASKS_JSON).json() == {"saved": []}


def test_saving_without_a_script_redirects_to_the_list() -> None:
    mara = Client()
    answer = mara.post("/rules/mine/", {"name": "Friday", "rules": TEXT})
    assert answer["Location"] == "/rules/mine/"
    assert "Friday" in page_of("/rules/mine/", mara)


def test_a_name_is_overwritten_only_when_asked() -> None:
    mara = Client()
    save(mara, "Friday")
    assert save(mara, "Friday").status_code == 200  # the same rules again
    refused = save(mara, "Friday", "1.kcd")
    assert refused.status_code == 422
    assert refused.json()["code"] == "name_taken"
    assert SavedRules.objects.get().base == "family"
    assert save(mara, "Friday", "1.kcd", replace="yes").json()["text"] == "1.kcd"
    assert SavedRules.objects.count() == 1
    other = save(mara, "Sunday").json()["id"]
    answer = mara.post(f"/rules/mine/{other}/name/", {"name": "Friday"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'id="name-{other}_error">You already have rules named Friday.' in page
    assert re.search(rf'<input[^>]*value="Friday"[^>]*aria-describedby="name-{other}_error"', page)


def test_a_refused_name_stays_on_the_page_of_the_rules() -> None:
    page = Client().post("/rules/mine/", {"name": "x" * 41, "rules": TEXT}).content.decode()
    assert 'id="save-name_error">Names must be 1–40 characters.' in page
    assert f'value="{"x" * 41}"' in page
    assert f'name="rules" value="{TEXT}"' in page


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202eevil", "\x00"])
def test_a_name_must_be_fit(name: str) -> None:
    mara = Client()
    answer = save(mara, name)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_name"
    assert not SavedRules.objects.exists()


@pytest.mark.parametrize("rules", ["", "1.grandma", "nonsense", "x" * 5000])
def test_only_rules_are_saved(rules: str) -> None:
    assert save(Client(), "Friday", rules).status_code == 422
    assert not Person.objects.exists()


def test_the_number_of_saved_rule_sets_is_limited() -> None:
    mara = Client()
    save(mara, "first")
    person = Person.objects.get()
    SavedRules.objects.bulk_create(
        SavedRules(
            person=person, name=f"{n}", rules=OWN.to_dict(), base="family", saved=person.created
        )
        for n in range(MOST_SAVED - 1)
    )
    refused = save(mara, "one more")
    assert refused.json()["code"] == "too_many_saved"
    assert save(mara, "first", "1.kcd", replace="yes").status_code == 200


def test_an_address_saves_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "SAVED_RULES", AddressLimit("two-saved", 2, 60, own=1))
    assert {save(Client(), "").json()["code"] for _ in range(3)} == {"bad_name"}
    answers = [save(Client(), "Friday") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 422]
    assert answers[2].json()["code"] == "too_many_here"
    assert SavedRules.objects.count() == 2


def test_saved_rules_belong_to_one_person() -> None:
    mara, ines = Client(), Client()
    number = save(mara, "Friday").json()["id"]
    save(ines, "Friday")
    for client in (ines, Client()):
        assert client.get(f"/rules/mine/{number}/rules.json").status_code == 404
        assert client.post(f"/rules/mine/{number}/delete/").status_code == 404
        assert client.post(f"/rules/mine/{number}/name/", {"name": "x"}).status_code == 404
    assert SavedRules.objects.count() == 2


def test_saving_needs_a_csrf_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    for url in ("/rules/mine/", "/rules/read/", "/rules/mine/1/delete/", "/rules/mine/1/name/"):
        assert strict.post(url, {"name": "x", "rules": TEXT}).status_code == 403
    assert not SavedRules.objects.exists()
    for url in ("/rules/read/", "/rules/mine/1/delete/"):
        assert Client().get(url).status_code == 405
    assert Client().put("/rules/mine/").status_code == 405
