"""Rule sets on pages of their own: what one says, saved ones, links, files, and bad imports."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from farkle import FIELDS, PRESETS, RuleSet, shorthand, words
from games.models import Person, Room, SavedRules
from games.play_saved import MOST_SAVED
from games.rule_fields import GROUPS
from games.rule_sets import LONGEST, Unreadable, from_outside, to_json
from games.rulecard import NAMES, card_of, line_of, name_of
from games.ruletext import remarks

pytestmark = pytest.mark.django_db(transaction=True)

FAMILY = PRESETS["family"]
OWN = replace(FAMILY, three_pairs=750, building=True, fixed_kinds=(1, 2, 3))
TEXT = "1.family.fixed_kinds-1-2-3.three_pairs-750.building-yes"
ASKS_JSON = {"Accept": "application/json"}


def page_of(url: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(url)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def save(client: Client, name: str, rules: str = TEXT, **more: str) -> Any:
    return client.post("/rules/mine/", {"name": name, "rules": rules, **more}, headers=ASKS_JSON)


# What a rule set says


@pytest.mark.parametrize("key", PRESETS)
def test_a_page_says_every_sentence_of_the_engine(key: str) -> None:
    page = page_of(f"/rules/1.{key}/")
    for section in words.sections(PRESETS[key]):
        if section.key != "chances":
            assert f"<h3>{section.title}</h3>" in page
            for sentence in section.sentences:
                assert str(sentence) in page


def test_the_words_are_the_same_wherever_they_stand() -> None:
    client = Client()
    client.post("/rooms/", {"name": "Mara", "rules": TEXT})
    room = Room.objects.get()
    said = re.compile(r"<ul class=\"words\">.*?</ul>", re.DOTALL)
    alone = said.findall(page_of(f"/rules/{TEXT}/"))
    assert len(alone) == 7
    for url in (f"/r/{room.code}/rules/", f"/r/{room.code}/rules/card/", f"/r/{room.code}/"):
        assert said.findall(page_of(url)) == alone
    assert said.findall(page_of(f"/r/{room.code}/", client))[:7] == alone


def test_what_differs_from_the_preset_is_marked_in_the_words() -> None:
    lines = {line.text: line.changed for section in card_of(OWN).sections for line in section.lines}
    changed = [text for text, is_new in lines.items() if is_new]
    assert "Three pairs of three different numbers score 750." in changed
    assert any("you may build" in text for text in changed)
    assert not lines["A 1 scores 100."]
    assert not any(line.changed for one in card_of(FAMILY).sections for line in one.lines)


def test_chances_of_the_card_are_those_of_the_rules() -> None:
    assert card_of(FAMILY).chances == ("67", "44", "28", "16", "7.7", "2.3")
    assert card_of(FAMILY).first_chance == ""
    assert card_of(replace(FAMILY, second_chance=True)).first_chance == "0.1"


def test_examples_are_drawn_with_their_dice() -> None:
    (examples,) = (one for one in card_of(FAMILY).sections if one.key == "examples")
    assert examples.lines[0].dice == (1, 2, 2, 4, 6, 6)
    assert examples.lines[0].text == "1 2 2 4 6 6: keep 1 for 100."


def test_names_say_how_much_is_another() -> None:
    assert name_of(FAMILY) == "Family rules"
    assert name_of(replace(FAMILY, target=5000)) == "Family rules, with 1 change"
    assert name_of(OWN, "kcd") == "Tavern rules, with 9 changes"
    assert {line_of(key) for key in NAMES} >= {"1,000 to get in, banking starts at 350"}
    assert all(len(line_of(key)) < 75 for key in NAMES)


def test_what_is_wrong_is_said_with_names_people_know() -> None:
    (dead,) = remarks(replace(FAMILY, straight=850, straight_high=750))
    assert dead.text == "Straight never counts: the same dice score as much without it."
    assert (dead.fields, dead.error) == (("straight",), False)
    found = remarks(replace(FAMILY, target=0))
    assert [one.error for one in found] == [True]
    hopeless = remarks(replace(FAMILY, target=9_000_000))
    assert [(one.fields, one.error) for one in hopeless] == [(("target",), True)]
    assert remarks(replace(FAMILY, target=90_000))[0].text.startswith("A game may take some")


def test_a_rule_set_that_scores_nothing_still_has_a_page() -> None:
    nothing = {name: 0 for name in FIELDS if name.startswith(("single", "triple"))}
    rules = replace(FAMILY, **nothing, straight=0, three_pairs=0)
    page = page_of(f"/rules/{shorthand.write(rules)}/")
    assert "Nothing scores: no throw could ever be kept." in page
    assert "no room opens with them" in page
    assert "Open a room" not in page


def test_the_editor_knows_every_field_and_every_choice() -> None:
    fields = [field for group in GROUPS for field in group.fields]
    assert sorted(field.name for field in fields) == sorted(FIELDS)
    for field in fields:
        info = FIELDS[field.name]
        assert tuple(option.value for option in field.options) == info.choices
        assert (field.kind == "yes") == (info.unit == "yes/no")
        assert len(field.parts) == info.length
        if field.kind == "number":
            assert 0 < field.usual <= info.most


@pytest.mark.parametrize("text", [f"1.{key}" for key in PRESETS] + [TEXT])
def test_the_score_card_has_the_words_and_room_for_scores(text: str) -> None:
    page = page_of(f"/rules/{text}/card/")
    rules = shorthand.read(text).rules
    for section in words.sections(rules):
        if section.key not in ("chances", "examples"):
            for sentence in section.sentences:
                assert str(sentence) in page
    assert page.count("<td></td>") == 6 * 24


def test_pages_of_rules_leave_nothing_behind() -> None:
    for url in ("/rules/", "/rules/mine/", f"/rules/{TEXT}/", f"/rules/{TEXT}/rules.json"):
        answer = Client().get(url)
        assert answer.status_code == 200
        assert "farkle_guest" not in answer.cookies
    assert not Person.objects.exists()


# Links


def test_a_link_opens_a_room_with_its_rules() -> None:
    client = Client()
    page = page_of(f"/rules/{TEXT}/")
    assert f'<input type="hidden" name="rules" value="{TEXT}">' in page
    answer = client.post("/rooms/", {"name": "Mara", "rules": TEXT})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (RuleSet.from_dict(room.rules), room.base, room.preset) == (OWN, "family", "")
    # Who is known here already is not asked for a name again.
    assert '<input type="hidden" name="name" value="Mara">' in page_of(f"/rules/{TEXT}/", client)


def test_a_name_that_does_not_fit_loses_no_rules() -> None:
    answer = Client().post("/rooms/", {"name": " ", "rules": TEXT})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'name="rules" value="{TEXT}"' in page
    assert "Family rules, with 3 changes" in page


@pytest.mark.parametrize("text", ["1.grandma", "2.family", "1.family.target-x", "1..", "1.family."])
def test_a_link_that_says_no_rules_says_what_is_wrong(text: str) -> None:
    page = page_of(f"/rules/{text}/", status=404)
    assert "This address does not say a rule set." in page
    answer = Client().post("/rooms/", {"name": "Mara", "rules": text})
    assert answer.status_code == 422
    assert not Room.objects.exists()


def test_rules_nobody_can_play_open_no_room() -> None:
    answer = Client().post("/rooms/", {"name": "Mara", "rules": "1.family.target-0"})
    assert answer.status_code == 422
    assert "The game needs a target" in answer.content.decode()
    assert not Room.objects.exists()


def test_addresses_that_are_too_long_lead_nowhere() -> None:
    assert Client().get(f"/rules/1.family.{'x' * 2000}/").status_code == 404


# Text and files


def test_a_file_is_read_as_it_was_written() -> None:
    answer = Client().get(f"/rules/{TEXT}/rules.json")
    disposition = 'attachment; filename="farkle-family-rules-with-3-changes.json"'
    assert answer["Content-Disposition"] == disposition
    found = from_outside(answer.content.decode())
    assert found == ("family", OWN, "Family rules, with 3 changes")


@pytest.mark.parametrize(
    "given",
    [
        TEXT,
        f"  {TEXT}\n",
        f"Try these: http://farkle.test/rules/{TEXT}/ (Mara)",
        f"http://farkle.test/rules/{TEXT}/card/",
        f"These rules: {TEXT}.",
        json.dumps(to_json(OWN, "family", "x")),
        "\ufeff" + json.dumps(to_json(OWN, "family", "x")),
        json.dumps(OWN.to_dict()),
    ],
)
def test_rules_are_found_however_they_are_given(given: str) -> None:
    assert from_outside(given).rules == OWN


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "There is nothing in it."),
        (" \n", "There is nothing in it."),
        ("hello", "There is no rule set in it."),
        ("{", "This is no JSON: Expecting property name"),
        ("[1]", "A rule set must be an object with named fields."),
        ('"x"', "A rule set must be an object with named fields."),
        ("[" * 8000, "This is no JSON"),
        ('{"a":' * 1600, "This is no JSON"),
        ("{}", "This rule set has version None; known is 1."),
        ('{"version": 1, "speed": 5}', "Unknown in a rule set: 'speed'."),
        ('{"version": 1, "target": -5}', "target must be at least 0."),
        ('{"version": 1, "target": 1e999}', "target must be a whole number"),
        ('{"version": 1, "target": NaN}', "target must be a whole number"),
        ('{"version": 1, "target": ' + "9" * 5000 + "}", ""),
        ('{"version": 1, "fixed_kinds": [1, 2]}', "fixed_kinds must be a list of 3 numbers."),
        ('{"rules": 5}', "This JSON is something else than a rule set."),
        ('{"rules": {"version": 1}, "format": "farkle game"}', "something else than a rule set"),
        ("1.family.target-x", "target must be a number"),
        ("x" * (LONGEST + 1), "That is too long for a rule set."),
    ],
)
def test_a_bad_import_says_what_is_wrong_and_changes_nothing(given: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_outside(given)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300
    answer = Client().post("/rules/read/", {"rules": given}, headers=ASKS_JSON)
    assert answer.status_code == 422
    assert answer.json() == {"problem": str(caught.value)}
    answer = Client().post("/rules/read/", {"rules": given})
    assert answer.status_code == 422
    assert "Nothing was changed." in answer.content.decode()
    assert not SavedRules.objects.exists()
    assert not Person.objects.exists()


def test_what_is_read_is_shown_before_anything_is_done_with_it() -> None:
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


def test_a_name_in_a_file_is_only_text() -> None:
    given = json.dumps(to_json(OWN, "family", "\u202eevil"))
    assert from_outside(given).name == ""
    assert from_outside(json.dumps({**to_json(OWN, "family", ""), "name": ["x"]})).name == ""
    assert from_outside(json.dumps({**to_json(OWN, "family", ""), "preset": {}})).rules == OWN


# Saved ones


def test_saving_using_renaming_deleting() -> None:
    mara = Client()
    told = save(mara, "  Friday   night ").json()
    assert (told["name"], told["text"], told["base"]) == ("Friday night", TEXT, "family")
    assert RuleSet.from_dict(told["rules"]) == OWN
    listed = mara.get("/rules/mine/", headers=ASKS_JSON).json()["saved"]
    assert listed == [told]
    page = page_of("/rules/mine/", mara)
    assert f'href="/rules/{TEXT}/">Friday night<small>Family rules, with 3 changes' in page
    answer = mara.post(f"/rules/mine/{told['id']}/name/", {"name": "Sunday"})
    assert answer["Location"] == "/rules/mine/"
    assert "Sunday" in page_of("/rules/mine/", mara)
    file = mara.get(f"/rules/mine/{told['id']}/rules.json")
    assert file["Content-Disposition"] == 'attachment; filename="farkle-sunday.json"'
    assert from_outside(file.content.decode()) == ("family", OWN, "Sunday")
    mara.post(f"/rules/mine/{told['id']}/delete/")
    assert mara.get("/rules/mine/", headers=ASKS_JSON).json() == {"saved": []}


def test_saving_without_script_leads_to_the_list() -> None:
    mara = Client()
    answer = mara.post("/rules/mine/", {"name": "Friday", "rules": TEXT})
    assert answer["Location"] == "/rules/mine/"
    assert "Friday" in page_of("/rules/mine/", mara)


def test_a_name_is_not_written_over_by_mistake() -> None:
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
    assert "You keep other rules under the name Friday." in answer.content.decode()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202eevil", "\x00"])
def test_a_name_must_be_fit(name: str) -> None:
    mara = Client()
    answer = save(mara, name)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_name"
    assert not SavedRules.objects.exists()


@pytest.mark.parametrize("rules", ["", "1.grandma", "nonsense", "x" * 5000])
def test_nothing_but_rules_is_saved(rules: str) -> None:
    assert save(Client(), "Friday", rules).status_code == 422
    assert not Person.objects.exists()


def test_nobody_keeps_more_than_so_many() -> None:
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


def test_what_somebody_saved_is_nobody_elses() -> None:
    mara, ines = Client(), Client()
    number = save(mara, "Friday").json()["id"]
    save(ines, "Friday")
    for client in (ines, Client()):
        assert client.get(f"/rules/mine/{number}/rules.json").status_code == 404
        assert client.post(f"/rules/mine/{number}/delete/").status_code == 404
        assert client.post(f"/rules/mine/{number}/name/", {"name": "x"}).status_code == 404
    assert SavedRules.objects.count() == 2


def test_saving_needs_a_token_of_ours() -> None:
    strict = Client(enforce_csrf_checks=True)
    for url in ("/rules/mine/", "/rules/read/", "/rules/mine/1/delete/", "/rules/mine/1/name/"):
        assert strict.post(url, {"name": "x", "rules": TEXT}).status_code == 403
    assert not SavedRules.objects.exists()
    for url in ("/rules/read/", "/rules/mine/1/delete/"):
        assert Client().get(url).status_code == 405
    assert Client().put("/rules/mine/").status_code == 400
