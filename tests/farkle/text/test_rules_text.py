"""A rule set in words: it mentions every rule in force, nothing else, and nothing wrong."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import FIELDS, PRESETS, RuleSet
from farkle.text.rules_text import sections
from tests.support.engine.bruteforce import has_scoring_four
from tests.support.engine.rules_words import text
from tests.support.engine.strategies import CI, rule_sets
from tests.support.engine.translatable_texts import literals_of_say, templates_of
from tests.support.engine.words_scorer import numbers

FAMILY = PRESETS["family"]
SOME = settings(CI, max_examples=60)


def play_off(rules):
    return rules.tie_break == "playoff" and most_points_win(rules)


def most_points_win(rules):
    return bool(rules.rounds) or rules.ending in ("final_round", "finish_round")


def final(rules):
    return not rules.rounds and rules.ending in ("final_round", "exact")


NUMBERS = {
    "entry_min": ("entry", lambda rules: True),
    "entry_rolls": ("entry", lambda rules: rules.entry_min),
    "bank_min": ("turn", lambda rules: True),
    "blank_first_roll": ("scores", lambda rules: True),
    "farkle_penalty": ("farkles", lambda rules: rules.streak_cost == "points"),
    "target": ("ending", lambda rules: not rules.rounds),
    "rounds": ("ending", lambda rules: True),
    "hot_dice_bonus": ("house", lambda rules: True),
}

COMBINATIONS = {
    "straight": "A straight (1 2 3 4 5",
    "straight_low": "low straight",
    "straight_high": "high straight",
    "three_pairs": "Three different pairs",
    "four_plus_two": "Four of a kind and a pair",
    "two_triplets": "Two triplets",
    "full_house_bonus": "full house",
}

SIGNS = {
    r"turn's first roll of all dice": (
        lambda rules: rules.blank_first_roll and rules.blank_scope == "first_roll"
    ),
    r"nothing scores in a roll of all dice": (
        lambda rules: rules.blank_first_roll and rules.blank_scope == "any_six"
    ),
    r"any other roll": lambda rules: rules.blank_first_roll,
    r"rolls one die": lambda rules: rules.first_player == "roll_off",
    r"Seat 1 goes first": lambda rules: rules.first_player == "seat",
    r"at least one scoring die": lambda rules: rules.keep == "any",
    r"as many dice as can score together": lambda rules: rules.keep == "all",
    r"[Yy]ou need [\d,]+ to bank": lambda rules: rules.bank_min,
    r"Once you're on the board, you need": lambda rules: rules.bank_min and rules.entry_min,
    r"\bpiggyback\b": lambda rules: rules.building,
    r"everyone is on the board": lambda rules: rules.building and rules.entry_min,
    r"no piggybacking in tiebreakers": lambda rules: rules.building and play_off(rules),
    r"to get on the board": lambda rules: rules.entry_min,
    r"After that you can bank any amount": (
        lambda rules: rules.entry_min and not (rules.bank_min or rules.bank_multiple)
    ),
    r"any amount, from your first turn": (
        lambda rules: not (rules.entry_min or rules.bank_min or rules.bank_multiple)
    ),
    r"bank with at least \d dice": lambda rules: rules.bank_aside > 1,
    r"nothing but one 5": lambda rules: rules.lone_five and rules.single_5,
    r"last turn is a single roll": lambda rules: rules.last_turns == "roll",
    r"once you are ahead": lambda rules: rules.last_turns == "chase",
    r"counts double": lambda rules: rules.hot_dice_times,
    r"\ds are wild": lambda rules: rules.wild != "none",
    r"After keeping any combination": lambda rules: rules.roll_after_sets,
    r"count in a roll of all dice only": lambda rules: rules.full_throw_sets,
    r"must come from a single roll": lambda rules: not rules.full_throw_sets,
    r"[Ss]traights? .*nothing extra": lambda rules: not straights(rules),
    r"[Tt]hree pairs score nothing extra": (
        lambda rules: rules.dice > 5 and not scored(rules) & {"three_pairs"}
    ),
    r"you stay on it": (lambda rules: rules.entry_min and (rules.bank_min or rules.bank_multiple)),
    r"reaching it banks": lambda rules: rules.entry_min and rules.entry_ends_turn,
    r"bank it by roll": lambda rules: (
        (rules.entry_min and rules.entry_rolls) or (rules.bank_min and rules.bank_rolls)
    ),
    r"to bank by roll": lambda rules: rules.bank_rolls and not rules.bank_min,
    r"roll all dice again or bank": lambda rules: rules.hot_dice == "optional",
    r"roll all dice again, and score": lambda rules: rules.hot_dice == "mandatory",
    r"bank or get on the board": lambda rules: rules.hot_dice == "mandatory" and rules.entry_min,
    r"Three farkles in a row": lambda rules: rules.punishes_streaks and rules.farkle_streak == 3,
    r"lose all your points": lambda rules: rules.streak_cost == "everything",
    r"before your last bank": lambda rules: rules.streak_cost == "last_bank",
    r"Every farkle costs": lambda rules: rules.farkle_cost,
    r"on the first roll of all dice": lambda rules: rules.first_farkle_cost,
    r"can go negative": lambda rules: max(rules.farkle_costs) and rules.penalty_floor == "none",
    r"never drops below": lambda rules: max(rules.farkle_costs) and rules.penalty_floor == "zero",
    r"one last turn": final,
    r"the round is finished": (lambda rules: not rules.rounds and rules.ending == "finish_round"),
    r"[Ff]irst to [\d,]+ wins": lambda rules: not rules.rounds and rules.ending == "immediate",
    r"Exactly": lambda rules: not rules.rounds and "exact" in rules.ending,
    r"a tie isn't enough": lambda rules: not rules.rounds and rules.ending == "exact",
    r"would pass it": lambda rules: not rules.rounds and rules.ending == "only_exact",
    r"after round": lambda rules: rules.rounds,
    r"Tied leaders": play_off,
    r"Tied leaders.* in seat order": (
        lambda rules: play_off(rules) and (rules.rounds or rules.playoff_order == "seat")
    ),
    r"starting with the first to reach": (
        lambda rules: play_off(rules) and not rules.rounds and rules.playoff_order == "leader_first"
    ),
    r"all of them win": lambda rules: rules.tie_break == "shared" and most_points_win(rules),
    r"Ties go to whoever got there first": (
        lambda rules: rules.tie_break == "leader" and most_points_win(rules)
    ),
    r"Four or more 2s": lambda rules: rules.toxic_twos,
    r"Hot dice earn": lambda rules: rules.hot_dice_bonus,
    r"first roll of a turn, roll again": lambda rules: rules.second_chance,
    r"The same goes for a first roll": lambda rules: rules.second_chance and rules.toxic_twos,
    r"nothing scores again": lambda rules: rules.second_chance and rules.blank_first_roll,
    r"count as one roll": (
        lambda rules: (
            rules.second_chance and (rules.bank_rolls or (rules.entry_min and rules.entry_rolls))
        )
    ),
    r"four or more of a kind": (
        lambda rules: (
            rules.roll_after_four
            and any(has_scoring_four(rules, keep) for keep in rules.table.points)
        )
    ),
    r"Late joiners": lambda rules: rules.late_start == "lowest",
    r"Late joiners.*above zero": lambda rules: rules.late_start == "lowest" and rules.entry_min,
}


def scored(rules):
    """Return the kinds of combinations that are the best reading of some dice."""
    return {split[0].kind for split in splits(rules) if len(split) == 1}


def straights(rules):
    return scored(rules) & {"straight", "straight_low", "straight_high"}


def rules_in_words(rules):
    return text(
        rules, "scores", "turn", "entry", "hot_dice", "farkles", "ending", "house", teams=False
    )


def splits(rules):
    return [rules.table.breakdown(dice) for dice in rules.table.points]


@given(rule_sets())
@settings(CI, max_examples=100)
@pytest.mark.no_cover
def test_what_is_in_force_is_said_and_nothing_else(rules):
    whole = rules_in_words(rules)
    for name, (key, counts) in NUMBERS.items():
        value = getattr(rules, name)
        if value and counts(rules):
            assert value in numbers(text(rules, key)), name
    for sign, counts in SIGNS.items():
        assert bool(re.search(sign, whole)) == bool(counts(rules)), sign
    for name, sign in COMBINATIONS.items():
        if sign not in whole:  # off, or never worth more than what its dice score anyhow
            assert replace(rules, **{name: 0}).table.points == rules.table.points, name
        else:  # there are dice that are best read so
            kind = name.removesuffix("_bonus")
            assert any([one.kind for one in split] == [kind] for split in splits(rules)), name


def test_what_others_play_with_is_said_to_score_nothing():
    assert "Straights and three pairs score nothing extra." in rules_in_words(PRESETS["classic"])
    assert "Three pairs score nothing extra." in rules_in_words(PRESETS["kcd"])
    assert "nothing extra" not in rules_in_words(PRESETS["patch"])


def test_numbers_of_rules_that_are_off_are_not_mentioned():
    off = replace(
        FAMILY,
        n_kind="none",
        fixed_kinds=(911, 922, 933),
        entry_min=0,
        entry_rolls=944,
        farkle_penalty=0,
        rounds=7,
        target=955,
    )
    whole = rules_in_words(off)
    assert not re.search("911|922|933|944|955", whole)
    assert "round 7" in whole


@given(rule_sets(), st.booleans())
@settings(CI, max_examples=100)
def test_every_sentence_is_one(rules, teams):
    for section in sections(rules, teams=teams):
        assert section.sentences
        for one in (section.title, *section.sentences):
            said = str(one)
            assert not re.search(r"[{}]|  | [.,;:]|\(\)|None|True|False", said), said
            assert said[0] == said[0].upper()
            assert said == one.text(str) == one.to_dict()["text"]
        assert all(str(one).endswith(".") for one in section.sentences)
        assert str(section).splitlines()[0] == str(section.title)


def test_sections_come_in_the_order_a_player_needs():
    everything = replace(FAMILY, toxic_twos=True)
    keys = [section.key for section in sections(everything)]
    assert keys == [
        *("scores", "turn", "entry", "hot_dice", "farkles", "ending", "house"),
        *("examples", "chances"),
    ]
    assert "house" not in [section.key for section in sections(FAMILY)]
    assert "entry" not in [section.key for section in sections(PRESETS["classic"])]


def test_teams_are_mentioned_in_team_games_only():
    alone, teams = text(FAMILY, "ending"), text(FAMILY, "ending", teams=True)
    assert "team" not in alone
    assert "Team scores are added together" in teams
    assert "Only the other teams get a last turn." in teams
    assert "last turn" not in text(PRESETS["kcd"], "ending", teams=True)


@given(rule_sets())
@settings(CI, max_examples=30)
def test_every_template_can_be_collected_for_translators(rules):
    said = [one for section in sections(rules) for one in (section.title, *section.sentences)]
    found = {template for sentence in said for template in templates_of(sentence)}
    assert found - {"{whole}"} <= literals_of_say()  # a number has no words


def test_every_field_changes_the_words():
    """A new field needs a sentence."""
    changes = {
        **{name: 777 for name, info in FIELDS.items() if info.unit in ("points", "rolls")},
        **{name: True for name, info in FIELDS.items() if info.unit == "yes/no"},
        **{name: info.choices[-1] for name, info in FIELDS.items() if info.choices},
    }
    changes |= {"fixed_kinds": (777, 888, 999), "two_triplets": 5000}
    changes |= {"jackpot": "five", "jackpot_points": 3000, "streak_cost": "points"}
    base = replace(RuleSet(), n_kind="fixed", tie_break="playoff", ending="final_round")
    everything = replace(
        base, **{**changes, "n_kind": "fixed", "tie_break": "playoff", "ending": "final_round"}
    )
    kinds = {field: kind for kind, field in FIELDS["n_kind"].details.items()}
    for name, info in FIELDS.items():
        rules = replace(everything, n_kind=kinds.get(name, "fixed"))
        if name == "jackpot_points":
            rules = replace(rules, jackpot_wins=False)
        numbers = {"points": 1555, "rolls": 1555, "turns": 3, "dice": 3, "times": 4}
        other = False if info.unit == "yes/no" else numbers.get(info.unit)
        if info.choices:
            other = info.choices[0] if getattr(everything, name) != info.choices[0] else None
            other = other or info.choices[1]
        if info.length:
            other = (1, 2, 3)
        changed = replace(rules, **{name: other})
        assert rules_in_words(changed) != rules_in_words(rules), name


def test_keeping_all_is_shown_where_fewer_dice_would_score_more():
    specials = text(replace(PRESETS["specials"], keep="all"), "turn")
    assert (
        "With 1 1 1 1 2 2, you keep 1 1 1 1 2 2 for 1,350 points, not 1 1 1 1 for 2,000" in specials
    )
    assert "With 1 2 2 3 3 5, you keep 1 5." in text(replace(PRESETS["kcd"], keep="all"), "turn")
