"""What a declaration says of a field of a rule set."""

from dataclasses import fields, make_dataclass

from farkle.rules import declaration
from farkle.rules.declaration import FieldInfo


def declared(field: object) -> tuple[object, FieldInfo]:
    made = make_dataclass("Made", [("one", object, field)])
    one = fields(made)[0]
    return one.default, one.metadata["info"]


def test_a_number_of_points_goes_in_steps_up_to_a_limit() -> None:
    default, info = declared(declaration.points(50, "scoring", "Single 5"))
    assert default == 50
    assert (info.unit, info.step, info.most, info.length) == ("points", 50, 1_000_000, 0)


def test_several_numbers_have_a_name_each() -> None:
    parts = ("Four", "Five", "Six")
    _, info = declared(declaration.points((1, 2, 3), "scoring", "Kinds", parts=parts))
    assert info.length == len(parts)


def test_a_choice_has_a_label_for_each_value() -> None:
    labels = {"zero": "Nothing", "lowest": "Lowest score"}
    _, info = declared(declaration.choice("zero", "house", "Start", labels=labels))
    assert info.unit == "choice"
    assert dict(zip(info.choices, info.labels, strict=True)) == labels


def test_a_field_is_described_by_its_title_dice_and_help_or_by_a_text_of_its_own() -> None:
    _, info = declared(declaration.points(0, "scoring", "Pairs", help="Of two.", dice=(2, 2, 4, 4)))
    assert info.description == "Pairs (2 2 4 4). Of two."
    _, info = declared(declaration.flag(False, "turn", "Keep"))
    assert info.description == "Keep."
    _, info = declared(declaration.flag(False, "turn", "Keep", text="Keep all."))
    assert info.description == "Keep all."


def test_a_new_rule_of_play_is_not_solved_unless_it_says_so() -> None:
    labels = {"points": "Points", "all": "All", "bank": "Bank"}
    _, info = declared(declaration.flag(False, "turn", "Keep", newer=True))
    assert not info.is_solved(True)
    _, info = declared(declaration.flag(False, "scoring", "Keep", newer=True))
    assert info.is_solved(True)
    some = declaration.choice("points", "turn", "Cost", labels=labels, exact=("all",), newer=True)
    _, info = declared(some)
    assert info.is_solved("all")
    assert not info.is_solved("bank")
