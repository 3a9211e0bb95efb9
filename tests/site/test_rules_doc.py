"""The page about rules says what the engine and the site do."""

import json
import re
from dataclasses import replace

from farkle import PRESETS
from farkle.rules import codec
from farkle.rules.playability import MOST_TURNS
from games.rules.exchange import LONGEST, parse_rules
from games.services.saved_rules import MOST_SAVED
from tests.support.services import ROOT

PAGE = (ROOT / "docs" / "develop" / "rules.md").read_text(encoding="utf-8")

SHOWN = replace(PRESETS["family"], fixed_kinds=(900, 1800, 2700), three_pairs=750, building=True)


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_short_text_and_the_file_are_read_as_the_same_rules() -> None:
    text = block("").strip()
    assert codec.write(SHOWN, "family") == text
    assert parse_rules(text).rules == parse_rules(block("json")).rules == SHOWN
    assert parse_rules(block("json")).name == json.loads(block("json"))["name"]


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"up to {MOST_SAVED};" in PAGE
    assert f"{LONGEST // 1024} KiB at most" in PAGE
    assert f"{MOST_TURNS:,} turns" in PAGE


def test_the_files_that_are_named_exist() -> None:
    named = re.findall(r"`((?:tests|farkle|games)/[\w/]+\.py)`", PAGE)
    assert len(named) >= 3
    assert all((ROOT / path).is_file() for path in named)
