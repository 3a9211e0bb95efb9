"""The tables of the fields and the presets."""

from farkle import ALTERNATIVES, FIELDS, PRESETS
from farkle.cli.reference import reference
from tests.support.engine.command_line import answers


def rows():
    return [line for line in reference().splitlines() if line.startswith("| `")]


def test_every_field_has_one_row_with_what_it_does_and_its_values():
    found = {row.split("`")[1]: row for row in rows()[: len(FIELDS)]}
    assert list(found) == list(FIELDS)
    for name, info in FIELDS.items():
        assert f"| {info.text} |" in found[name]
        assert all(f"`{choice}`" in found[name] for choice in info.choices)
    assert found["target"].endswith("| 0 to 10,000,000 points |")
    assert found["fixed_kinds"].endswith("| 3 numbers, 0 to 1,000,000 points |")
    assert found["building"].endswith("| yes, no |")


def test_the_presets_are_compared_where_they_differ_and_named_where_they_do_not():
    compared = [row.split("`")[1] for row in rows()[len(FIELDS) :]]
    same = reference().splitlines()[-1]
    for name in FIELDS:
        values = {getattr(rules, name) for rules in PRESETS.values()}
        others = any(name in some for some in ALTERNATIVES.values())
        assert (name in compared) == (len(values) > 1 or others), name
        assert (f"`{name}` " in same) == (name not in compared), name
    assert any("| 10,000 (or 7,500, 5,000) |" in row for row in rows())


def test_the_command_prints_the_tables():
    assert answers("fields") == reference() + "\n"
