"""Commands about rules, scores and the odds of a roll."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction

from farkle.rules.named_dice import NAMED_DICE, check_chosen
from farkle.rules.named_odds import all_score_chance_of, cups_of, farkle_chance_of
from farkle.rules.odds import (
    all_score_chance,
    best_scores,
    farkle_chance,
    later_farkle_chances,
)
from farkle.rules.playability import verdict
from farkle.rules.presets import DEFAULT_PRESET, PRESETS
from farkle.rules.ruleset import RuleSet, breakdown, keeps, score
from farkle.text.difference import TITLES, difference, summary
from farkle.text.examples import chance_sentences, examples, percent
from farkle.text.message import faces
from farkle.text.rules_text import sections

from .arguments import Answer, WrongCall, dice_from
from .files import read_rules, rules_of
from .reference import reference


def run_score(args: Namespace) -> Answer:
    rules = rules_of(args)
    dice = dice_from(args.dice, rules.dice)
    points, split = score(rules, dice), breakdown(rules, dice)
    best = max(keeps(rules, dice).items(), key=lambda item: item[1], default=None)
    if points:
        line = f"{points:,}: {' + '.join(map(str, split))}"
    elif best is None:
        line = "0: nothing scores."
    else:
        line = f"0: not every die scores. {faces(best[0])} alone would be {best[1]:,}."
    parts = [part.to_dict() for part in split]
    return Answer([line], {"dice": dice, "score": points, "combinations": parts})


def run_keeps(args: Namespace) -> Answer:
    rules = rules_of(args)
    throw = dice_from(args.dice, rules.dice)
    lines, data = [], []
    for keep, points in keeps(rules, throw).items():
        split = " + ".join(map(str, rules.table.of(len(throw)).breakdown(keep)))
        lines.append(f"{faces(keep):<11} {points:>6,}  {split}")
        data.append({"dice": keep, "points": points})
    return Answer(
        lines or ["Nothing scores: a farkle."],
        {"throw": throw, "farkle": not data, "keeps": data},
    )


def run_rules(args: Namespace) -> Answer:
    if args.name is None and not args.set:
        return Answer(
            [f"{key:<9} {summary(key)}" for key in PRESETS],
            [{"key": k, "title": str(TITLES[k]), "line": str(summary(k))} for k in PRESETS],
        )
    name = args.name or DEFAULT_PRESET
    rules = read_rules(name, args.set)
    found = verdict(rules)
    lines = [
        f"{difference(rules, name if name in PRESETS else DEFAULT_PRESET)}\n",
        "\n\n".join(map(str, sections(rules))),
        *(f"\nCan't be played: {problem}" for problem in found.errors),
        *(f"\nUnusual: {problem}" for problem in found.warnings),
    ]
    data = {
        "rules": rules.to_dict(),
        "errors": list(map(str, found.errors)),
        "warnings": list(map(str, found.warnings)),
        "sections": [section.to_dict() for section in sections(rules)],
        "examples": [example.to_dict() for example in examples(rules)],
        "chances": list(map(float, later_farkle_chances(rules))),
    }
    return Answer(lines, data, 1 if found.errors else 0)


def run_fields(_args: Namespace) -> Answer:
    return Answer([reference()])


def run_chances(args: Namespace) -> Answer:
    rules = rules_of(args)
    data = [
        {"dice": dice, "farkle": float(chance), "exactly": str(chance)}
        for dice, chance in enumerate(later_farkle_chances(rules), 1)
    ]
    return Answer(list(map(str, chance_sentences(rules))), data)


def run_dice(_args: Namespace) -> Answer:
    """Return the chance of each face of the named dice."""
    lines = [" " * 14 + "".join(f"{face:>7}" for face in range(1, 7))]
    data = []
    for die in NAMED_DICE.values():
        size = sum(die.weights)
        each = "".join(f"{percent(Fraction(weight, size))!s:>6}%" for weight in die.weights)
        lines.append(f"{die.letter} {die.name:<12}{each}")
        data.append({"letter": die.letter, "name": die.name, "weights": die.weights})
    return Answer(lines, data)


def _odds_of_named(rules: RuleSet, letters: str) -> Answer:
    check_chosen(letters, rules.dice)
    width = max(4, len(letters))
    lines, data = [f"{'dice':<{width}}  farkle  all score"], []
    for cup in cups_of(letters):
        farkle, every = farkle_chance_of(rules, cup), all_score_chance_of(rules, cup)
        lines.append(f"{cup:<{width}} {percent(farkle)!s:>6}% {percent(every)!s:>9}%")
        data.append({"dice": cup, "farkle": str(farkle), "all": str(every)})
    return Answer(lines, data)


def run_odds(args: Namespace) -> Answer:
    """Return the chances of a roll for each number of dice, every score of so many dice, or the
    chances of all that may be left of named dice."""
    rules = rules_of(args)
    if args.named is not None:
        if args.dice is not None:
            raise WrongCall("Give a number of dice or --named, not both.")
        return _odds_of_named(rules, args.named)
    if args.dice is not None:
        try:
            scores = best_scores(rules, args.dice)
        except ValueError as error:
            raise WrongCall(str(error)) from error
        lines = [
            f"{points or 'farkle':>7} {percent(chance)!s:>9}%" for points, chance in scores.items()
        ]
        return Answer(lines, {str(points): str(chance) for points, chance in scores.items()})
    lines = ["dice   farkle  all score  the best keep, on average"]
    data = []
    for number in range(1, rules.dice + 1):
        farkle, every = farkle_chance(rules, number), all_score_chance(rules, number)
        mean = float(sum(points * chance for points, chance in best_scores(rules, number).items()))
        lines.append(f"{number:>4} {percent(farkle)!s:>7}% {percent(every)!s:>9}% {mean:>10,.1f}")
        data.append({"dice": number, "farkle": str(farkle), "all": str(every), "mean": mean})
    return Answer(lines, data)
