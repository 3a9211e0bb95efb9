"""The names of the presets, and the differences of a rule set from a preset in one line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from farkle.rules.fields import FIELDS
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import RuleSet

from .message import Sentence, join_with_and, say

TITLES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "absolute": say("Tournament"),
        "classic": say("Classic"),
        "specials": say("Specials"),
        "entry": say("Strict"),
        "family": say("Family"),
        "4iam": say("House 500"),
        "patch": say("Big sets"),
        "kcd": say("Quick"),
    }
)
# By field: the phrases for a rule set with it and without it (0 or no).
_TEXTS: Final[Mapping[str, tuple[Sentence, Sentence]]] = {
    "single_1": (say("single 1 {n:,}"), say("single 1s don't score")),
    "single_5": (say("single 5 {n:,}"), say("single 5s don't score")),
    "triple_1": (say("three 1s {n:,}"), say("three 1s don't score")),
    "triple_2": (say("three 2s {n:,}"), say("three 2s don't score")),
    "triple_3": (say("three 3s {n:,}"), say("three 3s don't score")),
    "triple_4": (say("three 4s {n:,}"), say("three 4s don't score")),
    "triple_5": (say("three 5s {n:,}"), say("three 5s don't score")),
    "triple_6": (say("three 6s {n:,}"), say("three 6s don't score")),
    "straight": (say("straight {n:,}"), say("no straight")),
    "straight_low": (say("low straight {n:,}"), say("no low straight")),
    "straight_high": (say("high straight {n:,}"), say("no high straight")),
    "three_pairs": (say("three pairs {n:,}"), say("no three pairs")),
    "four_plus_two": (say("four of a kind and a pair {n:,}"), say("no four of a kind and a pair")),
    "two_triplets": (say("two triplets {n:,}"), say("no two triplets")),
    "full_house_bonus": (say("full house +{n:,}"), say("no full house")),
    "blank_first_roll": (say("no-score roll {n:,}"), say("no-score roll is a farkle")),
    "entry_min": (
        say("{n:,} to get on the board"),
        say("any score gets on the board"),
    ),
    "entry_ends_turn": (say("opening ends the turn"), say("opening doesn't end the turn")),
    "entry_rolls": (say("on the board by roll {n:,}"), say("any number of rolls to open")),
    "bank_min": (say("minimum bank {n:,}"), say("no minimum bank")),
    "building": (say("piggybacking"), say("no piggybacking")),
    "farkle_penalty": (
        say("three farkles in a row cost {n:,}"),
        say("no farkle penalty"),
    ),
    "target": (say("winning score {n:,}"), say("no winning score")),
    "toxic_twos": (say("four 2s lose the turn"), say("four 2s allowed")),
    "hot_dice_bonus": (say("hot dice bonus {n:,}"), say("no hot dice bonus")),
    "second_chance": (say("second chance on the first roll"), say("no second chance")),
    "roll_after_four": (
        say("roll after four of a kind"),
        say("no extra roll after four of a kind"),
    ),
    "rounds": (say("ends after round {n:,}"), say("no round limit")),
}
# By field and choice.
_CHOICES: Final[Mapping[str, Mapping[str, Sentence]]] = {
    "n_kind": {
        "none": say("no bonus for four of a kind"),
        "double": say("four of a kind and up doubled"),
        "linear": say("four of a kind and up added"),
        "fixed": say("four, five and six of a kind {list}"),
    },
    "blank_scope": {
        "first_roll": say("only on the first roll"),
        "any_six": say("on any roll of six"),
    },
    "hot_dice": {
        "optional": say("optional hot dice"),
        "mandatory": say("required hot dice"),
    },
    "keep": {"any": say("free choice of scoring dice"), "all": say("all scoring dice kept")},
    "penalty_floor": {
        "none": say("penalties below zero"),
        "zero": say("penalties down to zero"),
    },
    "ending": {
        "final_round": say("one last turn for everyone else"),
        "immediate": say("first to the target wins immediately"),
        "exact": say("exactly the target wins immediately"),
    },
    "tie_break": {
        "playoff": say("tiebreaker turns"),
        "leader": say("first to get there wins a tie"),
    },
    "playoff_order": {
        "seat": say("tiebreakers in seat order"),
        "leader_first": say("tiebreakers start with the first to get there"),
    },
    "first_player": {"roll_off": say("roll to start"), "seat": say("first seat starts")},
    "late_start": {
        "zero": say("late joiners start with zero"),
        "lowest": say("late joiners start with the lowest score"),
    },
}


def differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """Return the effective fields in which `rules` differ from `base`."""
    idle = without_effect(rules)
    if rules.n_kind != base.n_kind:
        idle |= {"fixed_kinds"}  # the phrase of n_kind includes it
    return tuple(
        name for name in FIELDS if name not in idle and getattr(rules, name) != getattr(base, name)
    )


def without_effect(rules: RuleSet) -> frozenset[str]:
    """Return the fields that have no effect because of another field."""
    idle: set[str] = set()
    if rules.n_kind != "fixed":
        idle.add("fixed_kinds")
    if not rules.blank_first_roll:
        idle.add("blank_scope")
    if not rules.entry_min:
        idle |= {"entry_ends_turn", "entry_rolls"}
    if not rules.farkle_penalty:
        idle.add("penalty_floor")
    if rules.rounds:
        idle |= {"target", "ending", "playoff_order"}
    if not rules.can_tie:
        idle.add("tie_break")
    if not rules.has_play_offs:
        idle.add("playoff_order")
    return frozenset(idle)


def phrase(rules: RuleSet, name: str) -> Sentence:
    """Return one field of `rules` in few words, such as "three pairs 500" or "no piggybacking"."""
    value: Any = getattr(rules, name)
    if name == "fixed_kinds" or value == "fixed":
        numbers = [say("{n:,}", n=number) for number in rules.fixed_kinds]
        return _CHOICES["n_kind"]["fixed"].with_params(list=join_with_and(numbers))
    if name in _CHOICES:
        return _CHOICES[name][value]
    on, off = _TEXTS[name]
    if value is True:
        return on
    return on.with_params(n=value) if value else off


def difference(rules: RuleSet, preset: str) -> Sentence:
    """Return the differences from a preset in one line. Raise KeyError for an unknown preset."""
    title = TITLES[preset]
    names = differing(rules, PRESETS[preset])
    if not names:
        return say("{preset}", preset=title)
    phrases = tuple(phrase(rules, name) for name in names)
    return say("{preset} with {list}", preset=title, list=phrases)


def summary(preset: str) -> Sentence:
    """Return a preset in one line: its differences from the default preset, or its main rules."""
    rules = PRESETS[preset]
    names = differing(rules, RuleSet()) or ("entry_min", "farkle_penalty", "target", "ending")
    return say("{list}", list=tuple(phrase(rules, name) for name in names))
