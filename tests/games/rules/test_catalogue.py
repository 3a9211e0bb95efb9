"""Rule sets by name, from clients and from the database."""

import pytest

from farkle import PRESETS, RulesError
from games.rules.catalogue import chances, preset_of, resolve_rules, rules_of

FAMILY = PRESETS["family"]


def test_equal_stored_rules_are_one_object() -> None:
    assert rules_of(FAMILY.to_dict()) is rules_of(FAMILY.to_dict()) == FAMILY


def test_a_preset_is_known_by_its_key() -> None:
    assert resolve_rules("kcd").rules == PRESETS["kcd"]
    assert preset_of(PRESETS["kcd"]) == "kcd"
    with pytest.raises(RulesError, match="There's no rule set 'grandma'"):
        resolve_rules("grandma")


def test_other_rules_are_compared_with_the_base_or_the_nearest_preset() -> None:
    changed = {**FAMILY.to_dict(), "target": 5000}
    assert preset_of(resolve_rules(changed).rules) == ""
    assert resolve_rules(changed, "kcd").preset == "kcd"
    assert resolve_rules(changed, "grandma").preset == resolve_rules(changed).preset == "family"


def test_a_number_below_zero_is_refused() -> None:
    with pytest.raises(RulesError, match="must be at least 0"):
        resolve_rules({**FAMILY.to_dict(), "target": -1})


def test_there_is_a_chance_for_every_number_of_dice_and_place_in_the_turn() -> None:
    assert len(chances(FAMILY)) == 12
    assert chances(FAMILY)[0] == pytest.approx(2 / 3, abs=1e-4)
    assert list(chances(FAMILY)[:6]) == sorted(chances(FAMILY)[:6], reverse=True)
