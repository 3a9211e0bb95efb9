"""The pages of a rule set, and the room that one opens."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from farkle import FIELDS, PRESETS, RuleSet
from farkle.rules import codec
from farkle.text import rules_text
from games.models import Person, Room
from games.protocol.commands import Command, Done, Start
from games.rules.choices import CHOICES
from games.services.executor import perform
from tests.games.views.conftest import on_one_line

pytestmark = pytest.mark.django_db(transaction=True)

FAMILY = PRESETS["family"]
OWN = replace(FAMILY, three_pairs=750, building=True, fixed_kinds=(1, 2, 3))
TEXT = "1.family.fixed_kinds-1-2-3.three_pairs-750.building-yes"
ASKS_JSON = {"Accept": "application/json"}


def page_of(url: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(url)
    assert answer.status_code == status
    return unescape(on_one_line(answer.content.decode()))


def card_in(room: Room) -> dict[str, Any]:
    card: dict[str, Any] = Client().get(f"/r/{room.code}/rules/card/").json()
    return card


# What a rule set says


@pytest.mark.parametrize("address", [*PRESETS, *(f"1.{key}" for key in PRESETS)])
def test_the_page_has_every_sentence_of_the_engine(address: str) -> None:
    page = page_of(f"/rules/{address}/")
    for section in rules_text.sections(PRESETS[address.removeprefix("1.")]):
        if section.key != "chances":
            assert f"<h3>{section.title}</h3>" in page
            for sentence in section.sentences:
                assert str(sentence) in page


def test_the_rules_are_worded_alike_on_every_page() -> None:
    client = Client()
    client.post("/rooms/", {"name": "Mara", "rules": TEXT})
    room = Room.objects.get()
    said = re.compile(r"<ul class=\"words\">.*?</ul>", re.DOTALL)
    alone = said.findall(page_of(f"/rules/{TEXT}/"))
    assert len(alone) == 7
    for url in (f"/r/{room.code}/rules/", f"/r/{room.code}/"):
        assert said.findall(page_of(url)) == alone
    assert said.findall(unescape(on_one_line(card_in(room)["html"]))) == alone
    assert said.findall(page_of(f"/r/{room.code}/", client))[:7] == alone


def test_a_rule_set_is_named_after_the_preset_it_started_from() -> None:
    client = Client()
    client.post("/rooms/", {"name": "Mara", "rules": "1.family.bank_min-350"})  # as in `absolute`
    room = Room.objects.get()
    assert card_in(room)["name"] == "Family (1 change)"
    Client().post(f"/r/{room.code}/sit/", {"name": "Ines"})
    host = Person.objects.get(name="Mara")
    assert isinstance(perform(Command(room.code, host.pk, "start-the-game", Start(1))), Done)
    assert card_in(room)["name"] == "Family (1 change)"


def test_a_rule_set_that_scores_nothing_still_has_a_page() -> None:
    nothing = {name: 0 for name in FIELDS if name.startswith(("single", "triple"))}
    rules = replace(FAMILY, **nothing, straight=0, three_pairs=0)
    page = page_of(f"/rules/{codec.write(rules)}/")
    assert "Nothing scores, so no dice could ever be kept." in page
    assert "no room can use them" in page
    assert "Create a room" not in page


@pytest.mark.parametrize("text", [f"1.{key}" for key in PRESETS] + [TEXT])
def test_the_score_card_has_the_rules_and_empty_cells(text: str) -> None:
    page = page_of(f"/rules/{text}/card/")
    rules = codec.read(text).rules
    for section in rules_text.sections(rules):
        if section.key not in ("chances", "examples"):
            for sentence in section.sentences:
                assert str(sentence) in page
    assert page.count("<td></td>") == 6 * 24


def test_the_editor_has_a_control_for_each_field() -> None:
    fields = re.findall(r'data-field="(\w+)"', page_of("/rules/fields/"))
    assert sorted(fields) == sorted(set(FAMILY.to_dict()) - {"version"})


def test_the_pages_make_no_person() -> None:
    for url in ("/rules/", "/rules/mine/", f"/rules/{TEXT}/", f"/rules/{TEXT}/rules.json"):
        answer = Client().get(url)
        assert answer.status_code == 200
    assert not Person.objects.exists()


# Links


def test_the_page_opens_a_room_with_its_rules() -> None:
    client = Client()
    page = page_of(f"/rules/{TEXT}/")
    assert f'<input type="hidden" name="rules" value="{TEXT}">' in page
    answer = client.post("/rooms/", {"name": "Mara", "rules": TEXT})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (RuleSet.from_dict(room.rules), room.base, room.preset) == (OWN, "family", "")
    # Who is known here already is not asked for a name again.
    assert '<input type="hidden" name="name" value="Mara">' in page_of(f"/rules/{TEXT}/", client)


def test_an_unfit_name_keeps_the_rules_in_the_form() -> None:
    answer = Client().post("/rooms/", {"name": " ", "rules": TEXT})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'name="rules" value="{TEXT}"' in page
    assert "Family (3 changes)" in page


@pytest.mark.parametrize("text", ["1.grandma", "2.family", "1.family.target-x", "1..", "1.family."])
def test_an_address_without_a_rule_set_explains_itself(text: str) -> None:
    page = page_of(f"/rules/{text}/", status=404)
    assert "This link doesn't hold a rule set." in page
    answer = Client().post("/rooms/", {"name": "Mara", "rules": text})
    assert answer.status_code == 422
    assert not Room.objects.exists()


def test_unplayable_rules_open_no_room() -> None:
    answer = Client().post("/rooms/", {"name": "Mara", "rules": "1.family.target-0"})
    assert answer.status_code == 422
    assert "The game needs a winning score" in answer.content.decode()
    assert not Room.objects.exists()


def test_an_address_that_is_too_long_is_a_404() -> None:
    assert Client().get(f"/rules/1.family.{'x' * 2000}/").status_code == 404


def test_the_list_has_every_preset() -> None:
    page = page_of("/rules/")
    assert set(CHOICES) > set(PRESETS)
    for choice in CHOICES.values():
        assert f'<a href="/rules/{choice.address}/">{choice.name}<small>' in page


# Playing by a rule set, and dice to try


@pytest.mark.parametrize("url", ["/rules/", "/rules/1.kcd/", f"/rules/{TEXT}/"])
def test_a_page_of_rules_leads_to_a_game_by_them(url: str) -> None:
    client = Client()
    page = page_of(url, client)
    form = page[page.index('id="start-form"') : page.index("</form>")]
    sent = dict(re.findall(r'name="(rules|request|practice)" value="([^"]+)"', form))
    assert "Play these rules" in form
    for path in ("/practice/", "/rooms/"):
        assert client.post(path, {**sent, "name": "Mara"}).status_code == 302
    alone, friends = Room.objects.order_by("pk")
    rules = codec.read(sent["rules"])[1].to_dict()
    assert (alone.status, alone.rules) == ("playing", rules)
    assert (friends.status, friends.rules) == ("lobby", rules)
    assert "Continue against Penny" in page_of(url, client)


def test_a_turn_can_be_tried_without_a_room() -> None:
    client = Client()
    answer = client.get("/rules/1.kcd/roll.json")
    assert len(answer.json()["rolls"][0]) == 6
    assert "no-cache" in answer["Cache-Control"]
    turn = client.get("/rules/1.kcd/roll.json", {"roll": ["144643"], "keep": ["1444"]}).json()
    assert turn["events"][0] == ["kept", [1, 4, 4, 4], 500]
    assert not Person.objects.exists()
    assert not answer.cookies


@pytest.mark.parametrize(
    "asked",
    [
        {"roll": ["144643"], "keep": ["6"]},
        {"roll": ["1446433333"], "keep": ["1"]},
        {"roll": ["14464x"], "keep": ["1"]},
        {"roll": ["\u0661\u0661\u0661\u0661\u0661\u0661"], "keep": ["1"]},
        {"roll": ["144643"] * 99, "keep": ["1"] * 99},
        {"keep": [""] * 99},
    ],
)
def test_what_is_no_turn_is_refused(asked: dict[str, Any]) -> None:
    assert Client().get("/rules/1.kcd/roll.json", asked).status_code == 400


def test_rules_that_cannot_be_played_cannot_be_tried() -> None:
    page = page_of("/rules/1.kcd.target-0/")
    assert "Try the dice" not in page
    assert "start-form" not in page
    assert Client().get("/rules/1.kcd.target-0/roll.json").status_code == 400
    assert Client().get("/rules/1.nonsense/roll.json").status_code == 404


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_has_one_page_under_its_name(key: str) -> None:
    canonical = f'<link rel="canonical" href="http://testserver/rules/{key}/">'
    for address in (f"/rules/{key}/", f"/rules/1.{key}/"):
        assert canonical in Client().get(address).content.decode()


@pytest.mark.parametrize("key", PRESETS)
def test_the_page_of_a_preset_says_what_is_typical(key: str) -> None:
    page = page_of(f"/rules/{key}/")
    assert f"<p>{CHOICES[key].purpose}</p>" in page
    assert f'content="{CHOICES[key].summary}"' in page
