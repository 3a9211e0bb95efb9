"""The card of a rule set: what it says, how likely a farkle is, what it is called."""

from dataclasses import replace

from farkle import PRESETS
from games.rules.card import NAMES, card_of, line_of, name_of

FAMILY = PRESETS["family"]
OWN = replace(FAMILY, three_pairs=750, building=True, fixed_kinds=(1, 2, 3))


def test_lines_that_differ_from_the_preset_are_marked() -> None:
    lines = {line.text: line.changed for section in card_of(OWN).sections for line in section.lines}
    changed = [text for text, is_new in lines.items() if is_new]
    assert "Three different pairs score 750." in changed
    assert any("you can piggyback" in text for text in changed)
    assert not lines["A 1 scores 100."]
    assert not any(line.changed for one in card_of(FAMILY).sections for line in one.lines)


def test_the_chances_are_those_of_the_rules() -> None:
    assert card_of(FAMILY).chances == ("67", "44", "28", "16", "7.7", "2.3")
    assert card_of(FAMILY).first_chance == ""
    assert card_of(replace(FAMILY, second_chance=True)).first_chance == "0.1"


def test_examples_come_with_their_dice() -> None:
    (examples,) = (one for one in card_of(FAMILY).sections if one.key == "examples")
    assert examples.lines[0].dice == (1, 2, 2, 4, 6, 6)
    assert examples.lines[0].text == "1 2 2 4 6 6: keep 1 for 100."


def test_a_name_counts_the_changes() -> None:
    assert name_of(FAMILY) == "Family rules"
    assert name_of(replace(FAMILY, target=5000)) == "Family rules (1 change)"
    assert name_of(OWN, "kcd") == "Tavern rules (9 changes)"
    assert {line_of(key) for key in NAMES} >= {"Opening score 1,000, minimum bank 350"}
    assert all(len(line_of(key)) < 80 for key in NAMES)
