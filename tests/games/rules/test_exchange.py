"""Rule sets from outside: pasted texts, links and files."""

import json
import re
from dataclasses import replace

import pytest

from farkle import PRESETS
from games.rules.exchange import Unreadable, parse_rules, to_json

OWN = replace(PRESETS["family"], three_pairs=750, building=True, fixed_kinds=(1, 2, 3))
TEXT = "1.family.fixed_kinds-1-2-3.three_pairs-750.building-yes"


@pytest.mark.parametrize(
    "given",
    [
        TEXT,
        f"  {TEXT}\n",
        f"Try these: http://farkle.test/rules/{TEXT}/ (Mara)",
        f"http://farkle.test/rules/{TEXT}/card/",
        f"These rules: {TEXT}.",
        f"Rules: {TEXT} – see you at 8.30 pm, or 9.15pm",
        f"1. Ada 2.b Ben: at 20.15 we play {TEXT}, 10.000 points",
        TEXT.upper(),
        "1.Family.Fixed_kinds-1-2-3.Three_pairs-750.Building-yes",
        "1. Family. Fixed_kinds-1-2-3. Three_pairs-750. Building-yes. See you!",
        "1 . family .fixed_kinds-1-2-3\n.three_pairs-750\u00a0. building-yes. Well-known rules.",
        TEXT.replace(".", "\u200b.\u2060"),
        TEXT.replace("-", "\u2013"),
        TEXT.replace("-", " \u2014 ") + " \u2014 see you",
        "1.family, fixed_kinds-1-2-3; three_pairs-750, building-yes, then 8.30 pm",
        "\uff11.family fixed_kinds-1-2-3 three_pairs-750 building-yes",
        f"{TEXT} (or http://farkle.test/rules/{TEXT}/)",
        json.dumps(to_json(OWN, "family", "x")),
        "\ufeff" + json.dumps(to_json(OWN, "family", "x")),
        json.dumps(OWN.to_dict()),
    ],
)
def test_rules_are_found_in_texts_links_and_files(given: str) -> None:
    assert parse_rules(given).rules == OWN


@pytest.mark.parametrize("number", ["5000", "5,000", "5.000", "5 000", "5\u202f000"])
def test_numbers_may_be_parted_in_thousands(number: str) -> None:
    found = parse_rules(f"1.kcd.target-{number}.entry_min-500, at 8.30")
    assert (found.rules.target, found.rules.entry_min) == (5000, 500)


def test_the_page_of_a_preset_is_its_code() -> None:
    found = parse_rules("Let's play http://farkle.test/rules/kcd/ at 8.30")
    assert found.rules == PRESETS["kcd"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("1.family\0.three_pairs-750", "isn't text"),
        ("1.family.three_pairs-750\x07", "isn't text"),
        ('{"three_pairs": 750, "three_pairs": 0}', "three_pairs comes twice"),
        ('{"rules": {}, "format": "farkle rules", "rules": {}}', "rules comes twice"),
        ("1.family.three_pairs-750 or 1.kcd", "more than one"),
        ("1.family.thre_pairs-750 at 8.30", "thre_pairs"),
        ("1.family.building", "building"),
        ("1.famly at 8.30", "famly"),
        ("1.kcd. See you, building-yes", "building-yes is not part"),
        ("1.family.fixed_kinds-1,2,3", "needs 3 values"),
        ("1.family.building-yes-no", "building needs one value"),
        ("1.kcd or http://farkle.test/rules/family/", "more than one"),
        ("9.family", "starts with 1."),
        ("see you at 8.30", "no rule set in it"),
    ],
)
def test_nothing_is_dropped_without_a_word(given: str, says: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(says)):
        parse_rules(given)


def test_an_unfit_name_in_a_file_is_dropped() -> None:
    given = json.dumps(to_json(OWN, "family", "\u202eevil"))
    assert parse_rules(given).name == ""
    assert parse_rules(json.dumps({**to_json(OWN, "family", ""), "name": ["x"]})).name == ""
    assert parse_rules(json.dumps({**to_json(OWN, "family", ""), "preset": {}})).rules == OWN
