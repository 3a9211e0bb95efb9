"""The short rules for a small screen, without the points of dice and combinations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farkle.rules.fields import FIELDS
from farkle.rules.ruleset import RuleSet

from .message import COUNTED, Sentence, join_with_or, say
from .rules_text import goal_sentence
from .scoring_text import factors_of

Line: TypeAlias = tuple[Sentence, Sentence]
"""A subject and its rule."""


def brief(rules: RuleSet, *, teams: bool = False) -> tuple[Line, ...]:
    """Return the short rules, in the order of a turn. `teams` adds the rule for teams."""
    return (
        *_scores(rules),
        *_entry(rules),
        *_turn(rules),
        *_farkles(rules),
        *_ending(rules, teams),
    )


_FIXED = (
    say("Four {four:,}, five {five:,}."),
    say("Four {four:,}, five {five:,}, six {six:,}."),
    say("Four {four:,}, five {five:,}, six or seven {six:,}."),
    say("Four {four:,}, five {five:,}, six or more {six:,}."),
)
"""By number of dice, from five on."""


def _scores(rules: RuleSet) -> Iterator[Line]:
    title = say("Four or more alike")
    if rules.n_kind == "double":
        yield title, say("Each die after the third doubles the points.")
    elif rules.n_kind == "linear":
        yield title, say("Each die after the third adds the triple's points.")
    elif rules.n_kind == "fixed":
        numbers = rules.fixed_kinds[: rules.dice - 3]
        named = dict(zip(("four", "five", "six"), numbers, strict=False))
        yield title, _FIXED[rules.dice - 5].with_params(**named)
    elif rules.n_kind == "plus":
        yield title, say("Each die after the third adds {points:,}.", points=rules.kind_plus)
    elif rules.n_kind == "times":
        yield title, say("The triple times {list}.", list=join_with_or(factors_of(rules)))
    else:
        yield title, say("No extra points.")
    if rules.jackpot != "none" and rules.jackpot_worth:
        label = FIELDS["jackpot"].labels[FIELDS["jackpot"].choices.index(rules.jackpot)]
        text = say("{what}: you win.") if rules.wins_by_jackpot else say("{what}: {n:,}.")
        yield say("Jackpot"), text.with_params(what=Sentence(label), n=rules.jackpot_worth)
    if rules.wild_face:
        yield say("Wild {face}s", face=rules.wild_face), say("Any number in a combination.")
    if rules.full_throw_sets:
        yield say("Fewer dice"), say("Only single dice score.")
    if rules.blank_first_roll:
        where = (
            say("{points:,} for all dice on a turn's first roll. Roll again.")
            if rules.blank_scope == "first_roll"
            else say("{points:,} for all dice. Roll again.")
        )
        yield say("Nothing scores"), where.with_params(points=rules.blank_first_roll)


def _entry(rules: RuleSet) -> Iterator[Line]:
    if not rules.entry_min:
        return
    title = say("On the board")
    if rules.entry_ends_turn:
        text = say("{points:,} in one turn, which ends it.")
    else:
        text = say("{points:,} in one turn.")
    yield title, text.with_params(points=rules.entry_min)
    if rules.entry_rolls:
        yield say("Rolls for that"), say("{rolls:,} at most.", rolls=rules.entry_rolls)


def _turn(rules: RuleSet) -> Iterator[Line]:
    if rules.keep == "all":
        yield say("Keep"), say("As many dice as can score together.")
    yield from _banks(rules)
    yield from _hot_dice(rules)
    if rules.building:
        yield say("Piggybacking"), say("Continue with the dice and points just banked.")


def _banks(rules: RuleSet) -> Iterator[Line]:
    if rules.bank_min and rules.entry_min:
        yield say("To bank"), say("{points:,} once on the board.", points=rules.bank_min)
    elif rules.bank_min:
        yield say("To bank"), say("{points:,} in one turn.", points=rules.bank_min)
    if rules.beat_last:
        yield say("To bank"), say("More than the turn before banked.")
    if rules.cost_of_nothing:
        yield say("Nothing banked"), say("Costs {points:,}.", points=rules.beat_cost)
    if rules.bank_multiple:
        yield say("To bank"), say("A multiple of {points:,}.", points=rules.bank_multiple)
    if rules.bank_rolls:
        yield say("Rolls in a turn"), say("{rolls:,} at most.", rolls=rules.bank_rolls)
    if rules.bank_aside > 1:
        yield say("To bank"), say("At least {dice} set aside.", dice=COUNTED[rules.bank_aside])
    if rules.lone_five and rules.single_5:
        yield say("After a lone 5"), say("Roll once more before you bank.")
    if rules.must_confirm:
        more = say("{points:,} more before you bank.", points=rules.confirm_points)
        yield say("After a set"), more
    elif rules.roll_after_sets:
        yield say("After a set"), say("Roll once more before you bank.")
    if rules.roll_after_four:
        yield say("After four alike"), say("Roll once more before you bank.")


def _hot_dice(rules: RuleSet) -> Iterator[Line]:
    hot = say("All dice scored? Roll them again or bank.")
    if rules.hot_dice == "mandatory":
        hot = say("All dice scored? You must roll them again.")
    yield say("Hot dice"), hot
    if rules.hot_dice_bonus:
        yield say("Hot dice bonus"), say("{points:,} each time.", points=rules.hot_dice_bonus)
    if rules.hot_dice_times:
        yield say("After hot dice"), say("Points count double, then three times, and so on.")


def _farkles(rules: RuleSet) -> Iterator[Line]:
    yield say("A farkle"), say("No score: you lose the turn's points.")
    if rules.farkle_cost:
        yield say("Every farkle"), say("Costs {points:,}.", points=rules.farkle_cost)
    if rules.first_farkle_cost:
        cost = say("A farkle then costs {points:,}.", points=rules.first_farkle_cost)
        yield say("First roll"), cost
    if rules.punishes_streaks:
        cost = _STREAK_COSTS[rules.streak_cost].with_params(points=rules.farkle_costs[0])
        yield _IN_A_ROW[rules.farkle_streak - 2], cost
    if rules.toxic_twos:
        yield say("Four 2s"), say("You lose the turn.")
    if rules.second_chance:
        yield say("Second chance"), say("No score on the first roll? Roll again.")


_STREAK_COSTS = {
    "points": say("In a row they cost {points:,}."),
    "everything": say("In a row they cost everything."),
    "last_bank": say("In a row they cost the last bank."),
}
_IN_A_ROW = say("Two farkles"), say("Three farkles"), say("Four farkles"), say("Five farkles")


def _ending(rules: RuleSet, teams: bool) -> Iterator[Line]:
    yield say("The end"), goal_sentence(rules)
    if rules.last_turns == "roll":
        yield say("Last turns"), say("One roll each.")
    elif rules.last_turns == "chase":
        yield say("Last turns"), say("Roll until you are ahead, or farkle.")
    if rules.has_play_offs:
        yield say("A tie"), say("One more turn each.")
    elif rules.shares_ties:
        yield say("A tie"), say("All of them win.")
    elif rules.can_tie:
        yield say("A tie"), say("First to get there wins.")
    if teams:
        yield say("Teams"), say("Their scores are added together.")
