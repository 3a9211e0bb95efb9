"""Worked examples and farkle chances under a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from farkle.rules.odds import first_farkle_chances, later_farkle_chances
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Combination, Dice

from .message import COUNTED, Sentence, faces, join_with_or, parts_of, say


@dataclass(frozen=True, slots=True)
class Example:
    """A roll, its keeps with their points, and the combinations of the best keep."""

    throw: Dice
    keeps: Mapping[Dice, int]
    best: tuple[Combination, ...]
    sentence: Sentence

    def to_dict(self) -> dict[str, Any]:
        return {
            "throw": list(self.throw),
            "keeps": [{"dice": list(dice), "points": n} for dice, n in self.keeps.items()],
            "best": [part.to_dict() for part in self.best],
            "sentences": [self.sentence.to_dict()],
        }


_MOST_OPTIONS = 5
"""The number of keeps beside the best that an example lists."""


def examples(rules: RuleSet) -> tuple[Example, ...]:
    """Return rolls that show what is special about `rules`, plain ones first."""
    return tuple(_example(rules, throw[: rules.dice]) for throw in _throws(rules))


def example_sentences(rules: RuleSet) -> tuple[Sentence, ...]:
    return tuple(example.sentence for example in examples(rules))


def _throws(rules: RuleSet) -> Iterator[Dice]:
    """Yield rolls with few keeps, one for each kind of combination in force. With fewer dice they
    are cut; with more, they are rolls in the middle of a turn."""
    six = rules.dice >= 6
    yield (1, 2, 2, 4, 6, 6)
    yield (3, 3, 3, 5, 2, 6)
    yield (4, 4, 4, 4, 1, 6)
    if rules.straight or rules.straight_low or rules.straight_high:
        yield (1, 2, 3, 4, 5, 6)
    if six and rules.three_pairs:
        yield (2, 2, 3, 3, 4, 4)
    if six and rules.four_plus_two:
        yield (3, 3, 3, 3, 6, 6)
    if (six and rules.two_triplets) or rules.full_house_bonus:
        yield (2, 2, 2, 3, 3, 3)
    if six and rules.six_as_pairs and (rules.three_pairs or rules.two_triplets):
        yield (3, 3, 3, 3, 3, 3)
    if rules.wild_face:
        alike, *others = (face for face in (4, 2, 3, 6, 5) if face != rules.wild_face)
        yield (rules.wild_face, alike, alike, *others[:3])
    if rules.toxic_twos:
        yield (1, 2, 2, 2, 2, 5)
    yield (2, 3, 3, 4, 6, 6)


def _example(rules: RuleSet, throw: Dice) -> Example:
    keeps = rules.table.keeps(throw)
    if not keeps:
        return Example(throw, keeps, (), _say_farkle(rules, throw))
    best = max(keeps, key=lambda keep: keeps[keep])
    split = rules.table.of(len(throw)).breakdown(best)
    words = _say_best(best, keeps[best], split)
    others = [_option(dice, points) for dice, points in keeps.items() if dice != best]
    if len(others) > _MOST_OPTIONS:
        sentence = say(
            "{throw}: keep {best}, or make one of {count:,} other choices.",
            throw=faces(throw),
            best=words,
            count=len(others),
        )
    elif others:
        sentence = say(
            "{throw}: keep {best}, or just {others}.",
            throw=faces(throw),
            best=words,
            others=join_with_or(others),
        )
    else:
        sentence = say("{throw}: keep {best}.", throw=faces(throw), best=words)
    return Example(throw, keeps, split, sentence)


def _option(dice: Dice, points: int) -> Sentence:
    return say("{dice} for {points:,}", dice=faces(dice), points=points)


def _say_best(dice: Dice, points: int, split: tuple[Combination, ...]) -> Sentence:
    parts = parts_of(split)
    if len(parts) == 1:
        return _option(dice, points)
    total = _part(*parts[0])
    for phrase, more in parts[1:]:
        total = say("{sum} + {part}", sum=total, part=_part(phrase, more))
    return say("{dice} for {points:,} ({sum})", dice=faces(dice), points=points, sum=total)


def _part(phrase: Sentence, points: int) -> Sentence:
    return say("{points:,} for {phrase}", phrase=phrase, points=points)


def _say_farkle(rules: RuleSet, throw: Dice) -> Sentence:
    shown = faces(throw)
    if rules.table.is_toxic(throw):
        return say("{throw}: four 2s, a farkle.", throw=shown)
    blank = rules.is_blank(throw, first=True)
    if blank and rules.blank_scope == "any_six":
        points = rules.blank_first_roll
        return say("{throw}: nothing scores, {points:,} bonus.", throw=shown, points=points)
    if blank:
        return say(
            "{throw}: nothing scores, {points:,} bonus on the first roll; later a farkle.",
            throw=shown,
            points=rules.blank_first_roll,
        )
    return say("{throw}: nothing scores, a farkle.", throw=shown)


# Chances


def chance_sentences(rules: RuleSet) -> tuple[Sentence, ...]:
    after = later_farkle_chances(rules)
    sentences = [
        say("{dice}: farkle risk {percent}%.", dice=COUNTED[dice], percent=percent(chance))
        for dice, chance in enumerate(after, 1)
    ]
    first = first_farkle_chances(rules)[-1]
    if first != after[-1]:
        sentences.append(
            say(
                "{dice} on the first roll of a turn: farkle risk {percent}%.",
                dice=COUNTED[rules.dice],
                percent=percent(first),
            )
        )
    return tuple(sentences)


def percent(chance: Fraction) -> Sentence:
    """Return a percentage without its sign: one decimal below 10, "under 0.1" instead of "0.0"."""
    hundredths = float(chance * 100)
    if chance == 0 or hundredths >= 9.95:
        return Sentence("{whole}", (("whole", round(hundredths)),))
    if hundredths < 0.05:
        return say("under {percent}", percent=percent(Fraction(1, 1000)))
    whole, tenths = f"{hundredths:.1f}".split(".")
    return say("{whole}.{tenths}", whole=whole, tenths=tenths)
