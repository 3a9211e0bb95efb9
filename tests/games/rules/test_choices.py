"""The rule sets that the lobby offers."""

from dataclasses import replace

from farkle import DEFAULT_PRESET, PRESETS
from games.rules.card import name_of
from games.rules.choices import CHOICES, variant_of
from games.rules.messages import error_in


def test_every_preset_is_offered_and_newcomers_come_first() -> None:
    assert set(CHOICES) >= set(PRESETS)
    first = next(iter(CHOICES.values()))
    assert first.key == DEFAULT_PRESET == "standard"
    assert (first.rules.entry_min, first.rules.farkle_penalty) == (0, 0)


def test_a_choice_has_one_name_everywhere() -> None:
    for choice in CHOICES.values():
        assert name_of(choice.rules, choice.base) == choice.name
        assert name_of(choice.rules) == choice.name
    assert len({choice.name for choice in CHOICES.values()}) == len(CHOICES)


def test_a_variant_can_be_played_and_is_its_base_with_a_few_changes() -> None:
    for choice in CHOICES.values():
        changes = choice.changes
        assert bool(changes) == (choice.key not in PRESETS)
        assert replace(PRESETS[choice.base], **changes) == choice.rules
        assert not error_in(choice.rules)
        assert (variant_of(choice.rules) is choice) == bool(changes)


def test_games_for_children_and_big_groups_are_short_and_take_nothing_off() -> None:
    children, group = CHOICES["children"].rules, CHOICES["group"].rules
    assert children.target == 5000
    assert group.rounds == 6
    for rules in (children, group):
        assert (rules.entry_min, rules.bank_min, rules.farkle_penalty) == (0, 0, 0)


def test_a_choice_says_in_a_line_what_is_special() -> None:
    assert CHOICES["absolute"].line == "1,000 to get on the board, minimum bank 350"
    assert CHOICES["children"].line == "Winning score 5,000"
    assert all(len(choice.line) < 80 for choice in CHOICES.values())
