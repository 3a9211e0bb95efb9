"""Rule sets from outside: pasted texts, links and files."""

import json
from dataclasses import replace

import pytest

from farkle import PRESETS
from games.rules.exchange import from_outside, to_json

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
        json.dumps(to_json(OWN, "family", "x")),
        "\ufeff" + json.dumps(to_json(OWN, "family", "x")),
        json.dumps(OWN.to_dict()),
    ],
)
def test_rules_are_found_in_texts_links_and_files(given: str) -> None:
    assert from_outside(given).rules == OWN


def test_an_unfit_name_in_a_file_is_dropped() -> None:
    given = json.dumps(to_json(OWN, "family", "\u202eevil"))
    assert from_outside(given).name == ""
    assert from_outside(json.dumps({**to_json(OWN, "family", ""), "name": ["x"]})).name == ""
    assert from_outside(json.dumps({**to_json(OWN, "family", ""), "preset": {}})).rules == OWN
