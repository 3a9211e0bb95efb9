"""The presets, and the alternatives that their source documents offer.

`RuleSet()` is the preset `family`; the others state only their differences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from .ruleset import RuleSet

DEFAULT_PRESET: Final = "standard"
"""The preset of games for which nobody has chosen rules."""

_CLASSIC = RuleSet(straight=0, three_pairs=0, entry_min=0, farkle_penalty=0, ending="immediate")

_4IAM = RuleSet(
    straight=1000,
    three_pairs=300,
    entry_min=500,
    farkle_penalty=0,
    playoff_order="leader_first",
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "standard": RuleSet(three_pairs=1000, entry_min=0, farkle_penalty=0),
        "absolute": RuleSet(bank_min=350),
        "classic": _CLASSIC,
        "specials": replace(_CLASSIC, straight=2500, full_house_bonus=250, blank_first_roll=500),
        "entry": RuleSet(
            n_kind="none",
            straight=0,
            three_pairs=0,
            entry_ends_turn=True,
            hot_dice="mandatory",
            farkle_penalty=0,
            ending="exact",
            tie_break="leader",
        ),
        "family": RuleSet(),
        "4iam": _4IAM,
        "patch": replace(
            _4IAM,
            triple_1=300,
            n_kind="fixed",
            fixed_kinds=(1000, 2000, 3000),
            straight=1500,
            three_pairs=1500,
            four_plus_two=1500,
            two_triplets=2500,
        ),
        "kcd": RuleSet(
            straight_low=500,
            straight_high=750,
            three_pairs=0,
            entry_min=0,
            farkle_penalty=0,
            target=4000,
            ending="immediate",
        ),
        "zehntausend": RuleSet(
            n_kind="plus", three_pairs=1500, entry_min=0, bank_min=500, farkle_penalty=0
        ),
        "macke": RuleSet(
            dice=5,
            triple_1=300,
            n_kind="times",
            kind_times=(10, 10, 10),
            straight=2000,
            three_pairs=0,
            entry_min=0,
            bank_min=350,
            bank_rolls=3,
            farkle_penalty=0,
        ),
        "dixmille": RuleSet(
            dice=5,
            n_kind="times",
            kind_times=(0, 10, 10),
            straight=0,
            three_pairs=0,
            straight_low=300,
            straight_high=500,
            full_throw_sets=True,
            entry_min=0,
            farkle_penalty=0,
        ),
        "cinquemila": RuleSet(
            dice=5,
            n_kind="none",
            straight=0,
            three_pairs=0,
            entry_min=700,
            hot_dice="mandatory",
            farkle_penalty=0,
            target=5000,
            ending="only_exact",
        ),
        "diezmil": RuleSet(
            dice=5,
            n_kind="none",
            straight=0,
            three_pairs=0,
            straight_low=500,
            straight_high=500,
            jackpot="five",
            jackpot_wins=True,
            entry_min=0,
            farkle_penalty=0,
            ending="immediate",
        ),
        "tiotusen": RuleSet(three_pairs=1000, farkle_penalty=0),
        "5000en": RuleSet(
            n_kind="none",
            three_pairs=0,
            entry_min=0,
            bank_min=350,
            farkle_penalty=0,
            target=5000,
            ending="finish_round",
        ),
        "kostky": RuleSet(
            three_pairs=1000, entry_min=0, bank_min=400, bank_aside=4, farkle_penalty=0
        ),
        "tysiac": RuleSet(
            single_1=10,
            single_5=5,
            triple_1=100,
            triple_2=20,
            triple_3=30,
            triple_4=40,
            triple_5=50,
            triple_6=60,
            dice=5,
            straight=0,
            three_pairs=0,
            straight_low=150,
            straight_high=150,
            jackpot="five",
            jackpot_wins=True,
            entry_min=0,
            farkle_penalty=0,
            target=1000,
            ending="immediate",
        ),
        "zonk": RuleSet(
            n_kind="linear",
            straight=1000,
            three_pairs=750,
            entry_min=0,
            bank_min=300,
            farkle_penalty=0,
        ),
    }
)
ALIASES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "standard": (
            "Farkle",
            "Farkel",
            "Zilch",
            "10000",
            "Ten Thousand",
            "Greed",
        ),
        "patch": ("PlayMonster",),
        "zehntausend": ("10.000", "Germany", "German", "Deutschland"),
        "macke": ("Berliner Macke", "Teutonenpoker", "10.000", "Germany", "German", "five dice"),
        "dixmille": ("Dix-mille", "10.000", "France", "French", "five dice"),
        "cinquemila": ("5.000", "Cinque mila", "Italy", "Italian", "Italia", "five dice"),
        "diezmil": ("10.000", "diezmil", "Argentina", "Spanish", "Español", "five dice"),
        "tiotusen": (
            "Tio tusen",
            "Titusen",
            "Ti tusen",
            "Titusind",
            "Nordic",
            "Sweden",
            "Sverige",
            "Denmark",
            "Danmark",
            "Norway",
            "Norge",
        ),
        "5000en": ("5.000", "Vijfduizend", "Netherlands", "Dutch", "Nederland", "Belgium"),
        "kostky": ("10.000", "Czech", "Czechia", "Česko", "Farkle"),
        "tysiac": ("Tysiac", "1000", "kości", "Poland", "Polish", "Polska", "five dice"),
        "zonk": ("Zonk", "10.000", "кости", "Russia", "Russian", "Россия"),
        "kcd": ("Kingdom Come: Deliverance", "Farkle", "dice", "kostky", "Zilch", "10000"),
    }
)
"""Other names of games with these rules, by which players search for them."""

_4IAM_OPTIONS = {"entry_rolls": (0, 3), "building": (False, True)}

ALTERNATIVES: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = MappingProxyType(
    {
        "standard": {},
        "absolute": {
            "three_pairs": (500, 750),
            "entry_min": (1000, 0, 350, 500),
            "bank_min": (350, 0, 500, 1000),
            "farkle_penalty": (1000, 0),
            "target": (10000, 7500, 5000),
        },
        "classic": {
            "straight": (0, 2500),
            "full_house_bonus": (0, 250),
            "blank_first_roll": (0, 500),
        },
        "specials": {},
        "entry": {},
        "family": {},
        "4iam": _4IAM_OPTIONS,
        "patch": _4IAM_OPTIONS,
        "kcd": {},
        "zehntausend": {},
        "macke": {},
        "dixmille": {},
        "cinquemila": {},
        "diezmil": {},
        "tiotusen": {
            "straight": (1500, 2000),
            "three_pairs": (1000, 1500),
            "entry_min": (1000, 500),
        },
        "5000en": {},
        "kostky": {},
        "tysiac": {},
        "zonk": {"target": (10000, 5000)},
    }
)
"""Values offered by the documents, by preset and field; the preset's own comes first."""
