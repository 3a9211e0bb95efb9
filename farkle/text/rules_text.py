"""A rule set in sentences, in the order a player needs them. Only rules in force are stated.

    >>> from farkle import PRESETS
    >>> from farkle.text.rules_text import sections
    >>> print(sections(PRESETS["kcd"])[-3].sentences[0])
    Whoever first banks a total of 4,000 or more wins at once.

Derived numbers (four of a kind, examples, chances) are computed from the same rule set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from farkle.rules.ruleset import RuleSet

from .examples import chance_sentences, example_sentences
from .message import Sentence, say
from .scoring_text import scoring_sentences


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences about one topic. `key` is one of scores, turn, entry, hot_dice, farkles, ending,
    house, examples, chances."""

    key: str
    title: Sentence
    sentences: tuple[Sentence, ...]

    def __str__(self) -> str:
        return "\n".join([str(self.title), *(f"  {one}" for one in self.sentences)])

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title.to_dict(),
            "sentences": [one.to_dict() for one in self.sentences],
        }


def sections(rules: RuleSet, *, teams: bool = False) -> tuple[Section, ...]:
    """Return the rules in words, with worked examples and chances; empty sections are left out.

    `teams` is for a game played in teams.
    """
    made = (
        Section("scores", say("What scores"), tuple(scoring_sentences(rules))),
        Section("turn", say("Your turn"), tuple(_turn(rules))),
        Section("entry", say("Getting in"), tuple(_entry(rules))),
        Section("hot_dice", say("Hot dice"), tuple(_hot_dice(rules))),
        Section("farkles", say("Farkles"), tuple(_farkles(rules))),
        Section("ending", say("The end"), tuple(_ending(rules, teams))),
        Section("house", say("House rules"), tuple(_house(rules))),
        Section("examples", say("For example"), example_sentences(rules)),
        Section("chances", say("Chances"), chance_sentences(rules)),
    )
    return tuple(section for section in made if section.sentences)


def has_final_turns(rules: RuleSet) -> bool:
    """Return whether a game can end with one last turn each."""
    return not rules.rounds and rules.ending != "immediate"


def has_play_offs(rules: RuleSet) -> bool:
    """Return whether players who are tied at the end play on."""
    decided = not rules.rounds and rules.ending != "final_round"
    return rules.tie_break == "playoff" and not decided


# The turn


def _turn(rules: RuleSet) -> Iterator[Sentence]:
    if rules.first_player == "roll_off":
        yield say("Everybody rolls one die, and the highest starts; those level roll again.")
    else:
        yield say("The first seat starts.")
    yield say("A turn starts with all six dice.")
    if rules.keep == "any":
        yield say("After every throw set aside at least one die; each must score.")
    else:
        yield say("After every throw set aside as many dice as can score.")
    yield say("Then bank the points of the turn, or throw the dice that are left.")
    if rules.bank_min and rules.entry_min:
        yield say("Once you are in, banking starts at {points:,}.", points=rules.bank_min)
    elif rules.bank_min:
        yield say("Banking starts at {points:,}.", points=rules.bank_min)
    if rules.building:
        yield from _building(rules)


def _building(rules: RuleSet) -> Iterator[Sentence]:
    if rules.entry_min:
        yield say(
            "Once everybody is in, you may build: take over the points and the remaining dice of "
            "the turn before yours, if it was banked, and throw at once."
        )
    else:
        yield say(
            "You may build: take over the points and the remaining dice of the turn before yours, "
            "if it was banked, and throw at once."
        )
    yield say("What you build and bank is yours as a whole; the player before keeps theirs.")
    if has_play_offs(rules):
        yield say("There is no building in play-offs.")


def _entry(rules: RuleSet) -> Iterator[Sentence]:
    if not rules.entry_min:
        return
    yield say(
        "You get in with {points:,} in one turn; until then nothing can be banked.",
        points=rules.entry_min,
    )
    if rules.entry_ends_turn:
        yield say("Until you are in you throw on; reaching it banks the points and ends the turn.")
    if rules.entry_rolls:
        yield say(
            "You have until throw {throws:,} of a turn, throws after hot dice included: bank it by "
            "then, or the turn ends with nothing, which is no farkle.",
            throws=rules.entry_rolls,
        )
    yield say("Once in, you stay in.")


def _hot_dice(rules: RuleSet) -> Iterator[Sentence]:
    yield say("When all six dice have scored, in one throw or several, you have hot dice.")
    if rules.hot_dice == "optional":
        yield say("You may throw all six again and go on adding, or bank.")
    elif rules.entry_min:
        yield say("You must throw all six again, and score, before you may bank or get in.")
    else:
        yield say("You must throw all six again, and score, before you may bank.")


def _farkles(rules: RuleSet) -> Iterator[Sentence]:
    if rules.blank_first_roll:
        yield say("Any other throw in which nothing scores is a farkle.")
    else:
        yield say("A throw in which nothing scores is a farkle.")
    yield say("It ends the turn and loses its points; what is banked stays.")
    if not rules.farkle_penalty:
        return
    if rules.penalty_floor == "none":
        yield say(
            "A third farkle in a row costs {points:,}, below zero if need be; "
            "then the count starts again.",
            points=rules.farkle_penalty,
        )
    else:
        yield say(
            "A third farkle in a row costs {points:,}, but never takes a total below zero; "
            "then the count starts again.",
            points=rules.farkle_penalty,
        )


# The game


def _ending(rules: RuleSet, teams: bool) -> Iterator[Sentence]:
    if teams:
        yield say("The totals of a team are added up, and it wins together.")
    if rules.rounds:
        yield say(
            "The game ends after round {rounds:,}; the highest total wins.", rounds=rules.rounds
        )
    elif rules.ending == "immediate":
        yield say(
            "Whoever first banks a total of {target:,} or more wins at once.", target=rules.target
        )
    elif rules.ending == "exact":
        yield say("Whoever banks a total of exactly {target:,} wins at once.", target=rules.target)
        yield say("A total above it gives everybody else one last turn to beat it.")
        yield say("If nobody does, the leader wins; level is not enough.")
    else:
        yield say(
            "The first total of {target:,} or more gives everybody else one last turn; "
            "then the highest wins.",
            target=rules.target,
        )
    if teams and has_final_turns(rules):
        yield say("Last turns are for the other teams only.")
    if has_play_offs(rules):
        yield from _play_offs(rules)
    elif rules.tie_break == "leader" and (rules.rounds or rules.ending == "final_round"):
        yield say("Of those level at the top, whoever was there first wins.")
    if has_final_turns(rules) or has_play_offs(rules):
        yield say("All other rules hold in these turns as well.")


def _play_offs(rules: RuleSet) -> Iterator[Sentence]:
    if rules.playoff_order == "leader_first" and not rules.rounds:
        yield say(
            "Those level at the top play off, one more turn each until it is decided, starting "
            "with who reached {target:,} first.",
            target=rules.target,
        )
    else:
        yield say(
            "Those level at the top play off, one more turn each in seat order until it is decided."
        )


def _house(rules: RuleSet) -> Iterator[Sentence]:
    if rules.toxic_twos:
        yield say("Four or more 2s in one throw lose the turn like a farkle, whatever else scores.")
    if rules.hot_dice_bonus:
        yield say("Hot dice bring {points:,} more each time.", points=rules.hot_dice_bonus)
    if rules.second_chance:
        yield from _second_chance(rules)
    if rules.roll_after_four and any(
        max(map(keep.count, keep)) >= 4 for keep in rules.table.points
    ):
        yield say("After setting aside four or more alike, throw once more before you bank.")
    if rules.late_start == "lowest" and rules.entry_min:
        yield say(
            "Who joins late starts with the lowest total at the table, and is in if it is "
            "above zero."
        )
    elif rules.late_start == "lowest":
        yield say("Who joins late starts with the lowest total at the table.")


def _second_chance(rules: RuleSet) -> Iterator[Sentence]:
    yield say("A first throw of a turn in which nothing scores is thrown once more.")
    if rules.toxic_twos:
        yield say("So is a first throw with four or more 2s.")
    if rules.blank_first_roll:
        points = rules.blank_first_roll
        yield say("Only if nothing scores again is it worth {points:,}.", points=points)
    if rules.entry_min and rules.entry_rolls:
        yield say("Both count as one throw.")
