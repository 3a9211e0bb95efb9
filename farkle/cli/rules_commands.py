"""Commands about rules, scores and the odds of a roll."""

from __future__ import annotations

from argparse import Namespace

from farkle.rules.odds import (
    all_score_chance,
    best_scores,
    farkle_chance,
    later_farkle_chances,
)
from farkle.rules.playability import verdict
from farkle.rules.presets import DEFAULT_PRESET, PRESETS
from farkle.rules.ruleset import breakdown, keeps, score
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


def run_odds(args: Namespace) -> Answer:
    """Return the chances of a roll for each number of dice, or every score of --dice dice."""
    rules = rules_of(args)
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
