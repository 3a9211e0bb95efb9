"""The lists of the fields and the table of the presets."""

import re

from farkle import ALTERNATIVES, FIELDS, PRESETS
from farkle.cli.reference import reference
from tests.support.engine.command_line import answers


def items():
    """Return the text about each field, by name."""
    lists = reference().split("### The presets")[0]
    parts = re.split(r"^- ", lists, flags=re.MULTILINE)[1:]
    texts = [" ".join(part.split("\n\n")[0].split()) for part in parts]
    return {text.split("`")[1]: text for text in texts}


def rows():
    return [line for line in reference().splitlines() if line.startswith("| `")]


def test_every_field_has_one_item_with_what_it_does_and_its_values():
    found = items()
    assert list(found) == list(FIELDS)
    for name, info in FIELDS.items():
        assert found[name].endswith(f": {info.description}")
        assert all(f"`{choice}`" in found[name] for choice in info.choices)
    assert found["target"].startswith("`target` (0 to 10,000,000 points): ")
    assert found["fixed_kinds"].startswith("`fixed_kinds` (3 numbers, 0 to 1,000,000 points): ")
    assert found["building"].startswith("`building` (yes, no): ")


def test_the_presets_are_compared_where_they_differ_and_named_where_they_do_not():
    compared = [row.split("`")[1] for row in rows()]
    same = " ".join(reference().split("The same in all: ")[1].split())
    for name in FIELDS:
        values = {getattr(rules, name) for rules in PRESETS.values()}
        others = any(name in some for some in ALTERNATIVES.values())
        assert (name in compared) == (len(values) > 1 or others), name
        assert (f"`{name}` " in same) == (name not in compared), name
    assert any("| 10,000 (or 7,500, 5,000) |" in row for row in rows())


def test_the_command_prints_the_reference():
    assert answers("fields") == reference() + "\n"
