"""The card of a rule set: what it says, how likely a farkle is, what it is called."""

import json
from dataclasses import replace

import pytest

from farkle import FIELDS, PRESETS, RuleSet
from games.rules.card import (
    card_of,
    choices_for_editor,
    choices_with_minutes,
    name_in_game,
    name_of,
    news_of,
)
from games.rules.choices import CHOICES
from games.services.commands.race import rules_of_race

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


def test_the_card_says_how_each_preset_is_won() -> None:
    last_turn = "At 10,000 the others get one last turn. Most points win."
    assert {name: card_of(rules).wins for name, rules in PRESETS.items()} == {
        "standard": last_turn,
        "absolute": last_turn,
        "classic": "First to 10,000 wins.",
        "specials": "First to 10,000 wins.",
        "entry": "Exactly 10,000 wins. Above it, the others get one last turn.",
        "family": last_turn,
        "4iam": last_turn,
        "patch": last_turn,
        "kcd": "First to 4,000 wins.",
        "zehntausend": last_turn,
        "macke": last_turn,
        "dixmille": last_turn,
        "cinquemila": "Exactly 5,000 wins. A turn that would pass it counts nothing.",
        "diezmil": "First to 10,000 wins.",
        "tiotusen": last_turn,
        "5000en": "At 5,000 the round is finished. Most points win.",
        "kostky": last_turn,
        "tysiac": "First to 1,000 wins.",
        "zonk": last_turn,
    }
    rounds = card_of(replace(FAMILY, rounds=10)).wins
    assert rounds == "The highest score after round 10 wins."


def test_what_is_new_since_the_last_game_is_told_in_a_sentence() -> None:
    free = replace(FAMILY, farkle_penalty=0)
    assert news_of(FAMILY, FAMILY, "Family") == ""
    assert news_of(FAMILY, free, "Family") == "New: 3 farkles in a row cost 1,000."
    assert news_of(free, FAMILY, "Ours") == "New: no farkle penalty."
    # A field without effect is no news.
    idle = replace(free, penalty_floor="zero")
    assert news_of(idle, free, "Ours") == ""
    assert news_of(PRESETS["kcd"], FAMILY, "Tavern") == "New rules: Tavern."


def test_the_changes_stand_beside_the_goal() -> None:
    own = replace(FAMILY, target=5000, entry_min=350, bank_min=300)
    assert card_of(own, "family").changes == "350 to get on the board, minimum bank 300"
    assert card_of(FAMILY).changes == ""
    assert card_of(replace(PRESETS["classic"], rounds=6)).changes == ""


def test_a_name_counts_the_changes() -> None:
    assert name_of(FAMILY) == "Family"
    assert name_of(replace(FAMILY, target=5000)) == "Family (1 change)"
    assert name_of(OWN, "kcd") == "Tavern (Kingdom Come) (9 changes)"
    assert name_of(replace(PRESETS["classic"], target=5000)) == "With children"
    assert name_of(replace(PRESETS["classic"], target=5000), "family") == "With children"


def test_who_goes_first_and_the_goal_do_not_count_in_the_name_of_a_game() -> None:
    for choice, _minutes in choices_with_minutes():
        seated = replace(choice.rules, first_player="seat")
        assert name_in_game(seated) == name_in_game(choice.rules) == choice.name
        assert card_of(seated, choice.base, in_game=True).name == choice.name
        assert card_of(seated, choice.base).name != choice.name
    own = replace(FAMILY, target=5000, first_player="seat")
    assert name_in_game(own, "family") == "Family"
    assert name_in_game(replace(own, bank_min=300), "family") == "Family (1 change)"
    assert name_in_game(replace(FAMILY, rounds=10)) == "Family"
    assert name_of(own, "family") == "Family (2 changes)"


@pytest.mark.parametrize("key", PRESETS)
def test_a_race_by_a_preset_has_its_name(key: str) -> None:
    race = rules_of_race(PRESETS[key])
    assert name_in_game(race) == card_of(race, key, in_game=True).name == name_of(PRESETS[key])


def test_what_a_newcomer_must_know_is_said_beside_the_name() -> None:
    assert card_of(PRESETS["classic"]).stakes == ()
    assert card_of(PRESETS["absolute"]).stakes == (
        "1,000 to get on the board",
        "350 to bank",
        "3 farkles in a row cost 1,000",
    )


def test_the_rules_in_short_are_on_every_card() -> None:
    said = dict(card_of(FAMILY, teams=True).brief)
    assert said["On the board"] == "1,000 in one turn."
    assert said["Teams"] == "Their scores are added together."


def test_every_choice_comes_with_minutes() -> None:
    for choice, minutes in choices_with_minutes():
        assert len(minutes) == 19, choice.key


def test_scripts_know_the_rules_of_every_choice() -> None:
    known = choices_for_editor()
    assert list(known) == list(CHOICES)
    for key, choice in CHOICES.items():
        rules = {**known[choice.base]["rules"], **known[key]["rules"]}
        assert RuleSet.from_dict(json.loads(json.dumps(rules))) == choice.rules
        assert known[key]["name"] == choice.name
        assert set(known[key]["also"]) <= set(FIELDS)


def test_scripts_know_the_remarks_on_the_rules() -> None:
    assert card_of(PRESETS["absolute"]).facts["stakes"].endswith("3 farkles in a row cost 1,000")
    changed = replace(PRESETS["absolute"], wild="twos")
    assert card_of(changed).facts["stakes"] == "Wild 2s"
    (remark, *_more) = card_of(replace(FAMILY, target=0, rounds=0)).facts["remarks"]
    assert set(remark["fields"]) <= set(FIELDS)
    assert remark["error"]
    assert remark["text"]


def test_what_we_offer_is_never_called_odd() -> None:
    for choice, _minutes in choices_with_minutes():
        assert card_of(choice.rules, choice.base).remarks == (), choice.key
    assert card_of(replace(FAMILY, rounds=6)).remarks
