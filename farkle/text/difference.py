"""How a rule set differs from a preset, in one line; and the names of the presets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from farkle.rules.fields import FIELDS
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import RuleSet

from .message import Sentence, listed, say
from .rules_text import has_play_offs

TITLES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "absolute": say("Absolute"),
        "classic": say("Classic"),
        "specials": say("Specials"),
        "entry": say("Entry"),
        "family": say("Family"),
        "4iam": say("4iam"),
        "patch": say("Patch"),
        "kcd": say("Tavern"),
    }
)
"""The names of the presets by key."""

# By field: the phrase for a rule set that has it, and for one that does not (0 or no).
_TEXTS: Final[Mapping[str, tuple[Sentence, Sentence]]] = {
    "single_1": (say("a 1 scores {n:,}"), say("a single 1 scores nothing")),
    "single_5": (say("a 5 scores {n:,}"), say("a single 5 scores nothing")),
    "triple_1": (say("three 1s {n:,}"), say("three 1s are nothing of their own")),
    "triple_2": (say("three 2s {n:,}"), say("three 2s are nothing of their own")),
    "triple_3": (say("three 3s {n:,}"), say("three 3s are nothing of their own")),
    "triple_4": (say("three 4s {n:,}"), say("three 4s are nothing of their own")),
    "triple_5": (say("three 5s {n:,}"), say("three 5s are nothing of their own")),
    "triple_6": (say("three 6s {n:,}"), say("three 6s are nothing of their own")),
    "straight": (say("straight {n:,}"), say("no straight")),
    "straight_low": (say("low straight {n:,}"), say("no low straight")),
    "straight_high": (say("high straight {n:,}"), say("no high straight")),
    "three_pairs": (say("three pairs {n:,}"), say("no three pairs")),
    "four_plus_two": (say("four of a kind and a pair {n:,}"), say("no four of a kind and a pair")),
    "two_triplets": (say("two threes of a kind {n:,}"), say("no two threes of a kind")),
    "full_house_bonus": (say("full house {n:,} more"), say("no full house")),
    "blank_first_roll": (say("nothing in six dice {n:,}"), say("nothing in six dice is a farkle")),
    "entry_min": (say("{n:,} to get in"), say("in from the start")),
    "entry_ends_turn": (say("getting in ends the turn"), say("getting in does not end the turn")),
    "entry_rolls": (say("in by throw {n:,}"), say("any number of throws to get in")),
    "bank_min": (say("banking starts at {n:,}"), say("no least bank")),
    "building": (say("building"), say("no building")),
    "farkle_penalty": (
        say("third farkle in a row costs {n:,}"),
        say("farkles in a row cost nothing"),
    ),
    "target": (say("to {n:,}"), say("no target")),
    "toxic_twos": (say("four 2s lose the turn"), say("four 2s are harmless")),
    "hot_dice_bonus": (say("hot dice bring {n:,} more"), say("hot dice bring nothing more")),
    "second_chance": (say("second chance on the first throw"), say("no second chance")),
    "roll_after_four": (say("throw again after four alike"), say("no throw due after four alike")),
    "rounds": (say("ends after round {n:,}"), say("no limit of rounds")),
}
# By field and choice: its phrase.
_CHOICES: Final[Mapping[str, Mapping[str, Sentence]]] = {
    "n_kind": {
        "none": say("nothing more for four alike"),
        "double": say("four alike and more double"),
        "linear": say("four alike and more add up"),
        "fixed": say("four, five and six of a kind {list}"),
    },
    "blank_scope": {
        "first_roll": say("only in the first throw"),
        "any_six": say("in any throw of six"),
    },
    "hot_dice": {
        "optional": say("hot dice may be banked"),
        "mandatory": say("hot dice must be thrown"),
    },
    "keep": {"any": say("keep what you like"), "all": say("keep all that scores")},
    "penalty_floor": {
        "none": say("the penalty may go below zero"),
        "zero": say("the penalty stops at zero"),
    },
    "ending": {
        "final_round": say("one last turn for the others"),
        "immediate": say("the target wins at once"),
        "exact": say("exactly the target wins at once"),
    },
    "tie_break": {
        "playoff": say("play-offs when level"),
        "leader": say("when level, who was there first"),
    },
    "playoff_order": {
        "seat": say("play-offs in seat order"),
        "leader_first": say("who was there first starts a play-off"),
    },
    "first_player": {"roll_off": say("a roll-off starts"), "seat": say("the first seat starts")},
    "late_start": {
        "zero": say("late joiners start with nothing"),
        "lowest": say("late joiners start with the lowest total"),
    },
}


def differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """Return the fields in which `rules` differ from `base` and that take effect."""
    idle = without_effect(rules)
    if rules.n_kind != base.n_kind:
        idle |= {"fixed_kinds"}  # the phrase of n_kind includes it
    return tuple(
        name for name in FIELDS if name not in idle and getattr(rules, name) != getattr(base, name)
    )


def without_effect(rules: RuleSet) -> frozenset[str]:
    """Return the fields that change nothing under `rules`, because of another field."""
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
    elif rules.ending != "final_round":
        idle.add("tie_break")
    if not has_play_offs(rules):
        idle.add("playoff_order")
    return frozenset(idle)


def phrase(rules: RuleSet, name: str) -> Sentence:
    """Return one field of `rules` in few words: "three pairs 500", "no building".

    Raise AttributeError for no such field.
    """
    value: Any = getattr(rules, name)
    if name == "fixed_kinds" or value == "fixed":
        numbers = [say("{n:,}", n=number) for number in rules.fixed_kinds]
        return _CHOICES["n_kind"]["fixed"].given({"list": listed(numbers)})
    if name in _CHOICES:
        return _CHOICES[name][value]
    on, off = _TEXTS[name]
    if value is True:
        return on
    return on.given({"n": value}) if value else off


def difference(rules: RuleSet, preset: str) -> Sentence:
    """Return how `rules` differ from a preset, in one line. Raise KeyError for no such preset."""
    title = TITLES[preset]
    names = differing(rules, PRESETS[preset])
    if not names:
        return say("{preset}, as it is.", preset=title)
    return say(
        "{preset}, but: {list}.",
        preset=title,
        list=tuple(phrase(rules, name) for name in names),
    )


def summary(preset: str) -> Sentence:
    """Return a preset in one line: by its differences from the default preset, if any."""
    rules = PRESETS[preset]
    names = differing(rules, RuleSet()) or ("entry_min", "farkle_penalty", "target", "ending")
    return say("{list}", list=tuple(phrase(rules, name) for name in names))
