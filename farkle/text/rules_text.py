"""A rule set in sentences, in the order a player needs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from farkle.rules.fields import FIELDS
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import FACES, parts

from .examples import chance_sentences, example_sentences
from .message import COUNTED, Sentence, faces, farkles_in_a_row, say
from .scoring_text import scoring_sentences


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences about one topic."""

    key: str
    title: Sentence
    sentences: tuple[Sentence, ...]

    def __str__(self) -> str:
        return "\n".join([str(self.title), *(f"  {sentence}" for sentence in self.sentences)])

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title.to_dict(),
            "sentences": [sentence.to_dict() for sentence in self.sentences],
        }


def sections(rules: RuleSet, *, teams: bool = False) -> tuple[Section, ...]:
    """Return the non-empty sections. `teams` adds the rules for a game in teams."""
    all_sections = (
        Section("scores", say("What scores"), tuple(scoring_sentences(rules))),
        Section("turn", say("On your turn"), tuple(_turn(rules))),
        Section("entry", say("Getting on the board"), tuple(_entry(rules))),
        Section("hot_dice", say("Hot dice"), tuple(_hot_dice(rules))),
        Section("farkles", say("Farkles"), tuple(_farkles(rules))),
        Section("ending", say("How it ends"), tuple(_ending(rules, teams))),
        Section("house", say("House rules"), tuple(_house(rules))),
        Section("examples", say("For example"), example_sentences(rules)),
        Section("chances", say("Chances"), chance_sentences(rules)),
    )
    return tuple(section for section in all_sections if section.sentences)


# The turn


def _turn(rules: RuleSet) -> Iterator[Sentence]:
    if rules.first_player == "roll_off":
        yield say("Everyone rolls one die; highest goes first. Ties roll again.")
    else:
        yield say("Seat 1 goes first.")
    yield say("A turn starts with {dice}.", dice=COUNTED[rules.dice])
    if rules.keep == "any":
        yield say("After each roll, set aside at least one scoring die.")
    else:
        yield say("After each roll, set aside as many dice as can score together.")
        yield say("If there's more than one way to do that, choose freely.")
        yield _most_dice(rules)
    yield say("Then bank your points or roll the remaining dice.")
    if rules.bank_min and rules.entry_min:
        yield say("Once you're on the board, you need {points:,} to bank.", points=rules.bank_min)
    elif rules.bank_min:
        yield say("You need {points:,} to bank.", points=rules.bank_min)
    elif not (rules.entry_min or rules.bank_multiple or rules.beat_last):
        yield say("You can bank any amount, from your first turn on.")
    if rules.bank_rolls:
        yield from _last_roll(rules.bank_rolls, least=rules.bank_min)
    if rules.bank_multiple:
        yield say("You can only bank a multiple of {points:,}.", points=rules.bank_multiple)
    if rules.bank_aside > 1:
        yield say(
            "You can only bank with at least {dice} set aside; hot dice count as all.",
            dice=COUNTED[rules.bank_aside],
        )
    if rules.lone_five and rules.single_5:
        yield say("After keeping nothing but one 5, roll once more before you bank.")
    if rules.building:
        yield from _building(rules)
    if rules.beat_last:
        yield from _beating(rules)


def _beating(rules: RuleSet) -> Iterator[Sentence]:
    yield say("A bank must be higher than what the turn before yours banked, if any.")
    if rules.cost_of_nothing:
        yield say("A turn that banks nothing costs {points:,}.", points=rules.beat_cost)


def _most_dice(rules: RuleSet) -> Sentence:
    """Return an example of `keep` = all, preferably one where fewer dice would score more."""
    table, plain = rules.table, None
    for throw in combinations_with_replacement(FACES, rules.dice):
        keeps = table.keeps(throw)
        if not keeps:
            continue
        most = max(keeps, key=lambda keep: keeps[keep])
        fewer = max(parts(throw), key=lambda part: table.points.get(part, 0))
        if table.points[fewer] > keeps[most]:
            return say(
                "With {throw}, you keep {most} for {points:,} points, not {fewer} for {more:,}.",
                throw=faces(throw),
                most=faces(most),
                points=keeps[most],
                fewer=faces(fewer),
                more=table.points[fewer],
            )
        if plain is None or most == (1, 5) != plain[1]:
            plain = throw, most
    throw, most = plain or ((), ())
    return say("With {throw}, you keep {most}.", throw=faces(throw), most=faces(most))


def _building(rules: RuleSet) -> Iterator[Sentence]:
    if rules.entry_min:
        yield say(
            "Once everyone is on the board, you can piggyback: continue with the points and "
            "the remaining dice of the turn before yours, if it was banked. You roll right "
            "away."
        )
    else:
        yield say(
            "You can piggyback: continue with the points and the remaining dice of the turn "
            "before yours, if it was banked. You roll right away."
        )
    yield say("Piggybacked points are yours when you bank; the player before keeps theirs.")
    if rules.has_play_offs:
        yield say("There's no piggybacking in tiebreakers.")


def _entry(rules: RuleSet) -> Iterator[Sentence]:
    if not rules.entry_min:
        return
    yield say("You need {points:,} in one turn to get on the board.", points=rules.entry_min)
    if rules.entry_ends_turn:
        yield say("Until then you keep rolling; reaching it banks the points and ends the turn.")
    if rules.entry_rolls:
        yield from _last_roll(rules.entry_rolls, least=rules.entry_min)
    if rules.bank_min or rules.bank_multiple or rules.beat_last:
        yield say("Once you're on the board, you stay on it.")
    else:
        yield say("After that you can bank any amount.")


def _last_roll(throws: int, *, least: int) -> Iterator[Sentence]:
    if least:
        yield say(
            "You have to bank it by roll {throws:,} of a turn, counting rolls after hot dice. "
            "Otherwise the turn ends with nothing, but that's no farkle.",
            throws=throws,
        )
    else:
        yield say(
            "You have to bank by roll {throws:,} of a turn, counting rolls after hot dice.",
            throws=throws,
        )


def _hot_dice(rules: RuleSet) -> Iterator[Sentence]:
    if rules.hot_dice == "optional":
        yield say("When all dice have scored you have hot dice: roll all dice again or bank.")
    elif rules.entry_min:
        yield say(
            "When all dice have scored you have hot dice: roll all dice again, and score, "
            "before you can bank or get on the board."
        )
    else:
        yield say(
            "When all dice have scored you have hot dice: roll all dice again, and score, "
            "before you can bank."
        )


def _farkles(rules: RuleSet) -> Iterator[Sentence]:
    if rules.blank_first_roll:
        yield say("In any other roll, if nothing scores, you farkle.")
    else:
        yield say("If nothing scores, you farkle.")
    yield say("You lose the turn's points. Banked points are safe.")
    if rules.farkle_cost:
        yield say("Every farkle costs {points:,}.", points=rules.farkle_cost)
    if rules.first_farkle_cost:
        first = say("A farkle on the first roll of all dice costs {points:,}.")
        if rules.farkle_cost:
            first = say("A farkle on the first roll of all dice costs another {points:,}.")
        yield first.with_params(points=rules.first_farkle_cost)
    if rules.punishes_streaks:
        yield _STREAK_COSTS[rules.streak_cost].with_params(
            streak=farkles_in_a_row(rules), points=rules.farkle_costs[0]
        )
        yield say("Then the count restarts.")
    if max(rules.farkle_costs):
        floor = rules.penalty_floor == "zero"
        yield (
            say("Your score never drops below zero.")
            if floor
            else say("Your score can go negative.")
        )


_STREAK_COSTS = {
    "points": say("{streak}: you lose {points:,}."),
    "everything": say("{streak}: you lose all your points."),
    "last_bank": say("{streak}: your score goes back to what it was before your last bank."),
}


# The game


def goal(rules: RuleSet) -> Sentence:
    """Return how a game without rounds is won, in few words."""
    return _of_ending(rules, FIELDS["ending"].goals)


def goal_sentence(rules: RuleSet) -> Sentence:
    """Return how a game is won."""
    if rules.rounds:
        return say("The highest score after round {rounds:,} wins.", rounds=rules.rounds)
    return _of_ending(rules, FIELDS["ending"].sentences)


def _of_ending(rules: RuleSet, texts: tuple[str, ...]) -> Sentence:
    text = texts[FIELDS["ending"].choices.index(rules.ending)]
    return Sentence(text, (("target", rules.target),))


def _ending(rules: RuleSet, teams: bool) -> Iterator[Sentence]:
    if teams:
        yield say("Team scores are added together, and a team wins together.")
    yield goal_sentence(rules)
    if rules.last_turns == "roll":
        yield say("A last turn is a single roll.")
    elif rules.last_turns == "chase":
        yield say("In a last turn you can only bank once you are ahead of everyone else.")
    if rules.ending == "exact" and not rules.rounds:
        yield say("If nobody beats that score, the leader wins; a tie isn't enough.")
    if teams and rules.has_last_turns:
        yield say("Only the other teams get a last turn.")
    if rules.has_play_offs:
        yield from _play_offs(rules)
    elif rules.shares_ties:
        yield say("If the highest scores are tied, all of them win.")
    elif rules.can_tie:
        yield say("Ties go to whoever got there first.")


def _play_offs(rules: RuleSet) -> Iterator[Sentence]:
    if rules.playoff_order == "leader_first" and not rules.rounds:
        yield say(
            "Tied leaders play one more turn each until someone wins, starting with the first "
            "to reach {target:,}.",
            target=rules.target,
        )
    else:
        yield say("Tied leaders play one more turn each, in seat order, until someone wins.")


def _house(rules: RuleSet) -> Iterator[Sentence]:
    if rules.toxic_twos:
        yield say(
            "Four or more 2s in one roll lose the turn like a farkle, even if other dice score."
        )
    if rules.hot_dice_bonus:
        yield say("Hot dice earn a bonus of {points:,} each time.", points=rules.hot_dice_bonus)
    if rules.hot_dice_times:
        yield say(
            "After hot dice, everything you score in that turn counts double; after hot dice "
            "again, three times, and so on."
        )
    if rules.second_chance:
        yield from _second_chance(rules)
    if rules.must_confirm:
        yield say(
            "After keeping any combination, score {points:,} more before you bank.",
            points=rules.confirm_points,
        )
    elif rules.roll_after_sets:
        yield say("After keeping any combination, roll once more, and score, before you bank.")
    if rules.roll_after_four and any(map(rules.table.has_four, rules.table.points)):
        yield say("After setting aside four or more of a kind, roll once more before you bank.")
    if rules.late_start == "lowest" and rules.entry_min:
        yield say(
            "Late joiners start with the lowest score at the table, or with 0 if that is below "
            "zero, and are on the board if it's above zero."
        )
    elif rules.late_start == "lowest":
        yield say(
            "Late joiners start with the lowest score at the table, or with 0 if that is below "
            "zero."
        )


def _second_chance(rules: RuleSet) -> Iterator[Sentence]:
    yield say("If nothing scores on the first roll of a turn, roll again.")
    if rules.toxic_twos:
        yield say("The same goes for a first roll with four or more 2s.")
    if rules.blank_first_roll:
        points = rules.blank_first_roll
        yield say("You get the bonus of {points:,} only if nothing scores again.", points=points)
    if rules.bank_rolls or (rules.entry_min and rules.entry_rolls):
        yield say("Both count as one roll.")
