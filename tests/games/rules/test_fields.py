"""The fields of a rule set as the editor shows them."""

from dataclasses import replace

from farkle import FIELDS, PRESETS
from farkle.text.difference import without_effect
from games.rules.choices import CHOICES
from games.rules.fields import GROUPS

FAMILY = PRESETS["family"]


def test_the_editor_knows_every_field_and_every_choice() -> None:
    fields = [field for group in GROUPS for field in group.fields]
    assert sorted(field.name for field in fields) == sorted(FIELDS)
    for field in fields:
        info = FIELDS[field.name]
        few = tuple(map(str, range(info.least, info.most + 1))) if info.least else ()
        assert tuple(value for value, _label in field.options) == info.choices + few
        assert (field.kind == "yes") == (info.unit == "yes/no")
        assert len(field.parts) == info.length
        if field.kind == "number":
            assert 0 < field.usual <= info.most


def test_switching_on_the_round_limit_starts_with_a_game_of_some_length() -> None:
    (rounds,) = (field for group in GROUPS for field in group.fields if field.name == "rounds")
    (bank,) = (field for group in GROUPS for field in group.fields if field.name == "bank_min")
    assert bank.usual == 100, "what is switched on begins small"
    assert rounds.usual == CHOICES["group"].rules.rounds > 1


def test_a_field_without_effect_says_what_it_needs() -> None:
    idle = without_effect(replace(FAMILY, entry_min=0, farkle_penalty=0, rounds=5))
    idle |= without_effect(replace(FAMILY, ending="immediate", three_pairs=0, single_5=0))
    idle |= without_effect(replace(FAMILY, dice=5, streak_cost="everything"))
    needy = {field.name for group in GROUPS for field in group.fields if field.needs}
    assert needy == idle
