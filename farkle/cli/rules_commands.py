"""Commands about rules, scores and chances. Each prints its answer and returns the exit code."""

from __future__ import annotations

from argparse import Namespace
from random import Random

from farkle.ai.tournament import tournament
from farkle.ai.turn.advice import Moment, best, odds
from farkle.engine.transition import Source
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import breakdown, keeps, score
from farkle.text.difference import TITLES, difference, summary
from farkle.text.examples import chance_sentences, chances, examples
from farkle.text.message import faces
from farkle.text.rules_text import sections

from .arguments import changed, dice_from, levels_from
from .files import named_rules, playable, rules_of
from .output import print_answer, print_json
from .reference import reference


def run_score(args: Namespace) -> int:
    rules, dice = playable(rules_of(args)), dice_from(args.dice)
    points, split = score(rules, dice), breakdown(rules, dice)
    best = max(keeps(rules, dice).items(), key=lambda item: item[1], default=None)
    if args.json:
        parts = [{"kind": part.kind, "dice": part.dice, "points": part.points} for part in split]
        print_json({"dice": dice, "score": points, "combinations": parts})
    elif points:
        print(f"{points:,}: {' + '.join(map(str, split))}")
    elif best is None:
        print("0: nothing scores.")
    else:
        print(f"0: not every die scores. {faces(best[0])} alone would be {best[1]:,}.")
    return 0


def run_keeps(args: Namespace) -> int:
    rules, throw = playable(rules_of(args)), dice_from(args.dice)
    found = keeps(rules, throw)
    if args.json:
        options = [{"dice": keep, "points": points} for keep, points in found.items()]
        print_json({"throw": throw, "farkle": not found, "keeps": options})
        return 0
    for keep, points in found.items():
        split = " + ".join(map(str, breakdown(rules, keep)))
        print(f"{faces(keep):<11} {points:>6,}  {split}")
    if not found:
        print("Nothing scores: a farkle.")
    return 0


def run_rules(args: Namespace) -> int:
    if args.name is None and not args.set:
        if args.json:
            titles = {key: str(title) for key, title in TITLES.items()}
            print_json([{"key": k, "title": titles[k], "line": str(summary(k))} for k in PRESETS])
        else:
            print("\n".join(f"{key:<9} {summary(key)}" for key in PRESETS))
        return 0
    name = args.name or "family"
    rules = changed(named_rules(name), args.set)
    problems = rules.validate()
    if args.json:
        print_json(
            {
                "rules": rules.to_dict(),
                "errors": [str(problem) for problem in problems.errors],
                "warnings": [str(problem) for problem in problems.warnings],
                "sections": [section.to_dict() for section in sections(rules)],
                "examples": [example.to_dict() for example in examples(rules)],
                "chances": [float(chance) for chance in chances(rules)],
            }
        )
    else:
        print(difference(rules, name if name in PRESETS else "family"), end="\n\n")
        print("\n\n".join(map(str, sections(rules))))
        for problem in problems.errors:
            print(f"\nCan't be played: {problem}")
        for problem in problems.warnings:
            print(f"\nUnusual: {problem}")
    return 1 if problems.errors else 0


def run_fields(_args: Namespace) -> int:
    print(reference())
    return 0


def run_chances(args: Namespace) -> int:
    rules = playable(rules_of(args))
    if args.json:
        found = enumerate(chances(rules), 1)
        print_json([{"dice": n, "farkle": float(p), "exactly": str(p)} for n, p in found])
    else:
        print("\n".join(map(str, chance_sentences(rules))))
    return 0


def run_odds(args: Namespace) -> int:
    return print_answer(args, odds(playable(rules_of(args)), args.dice))


def run_best(args: Namespace) -> int:
    moment = Moment(args.turn, args.throws, not args.not_in)
    if args.scores is not None:
        # numpy takes a moment to load.
        from .chance_commands import best_by_chance

        return best_by_chance(args, moment)
    return print_answer(args, best(playable(rules_of(args)), dice_from(args.dice), moment))


def run_simulate(args: Namespace) -> int:
    rules, levels = playable(rules_of(args)), levels_from(args.levels)
    source = args.throw if args.seed is None else rolled_by(Random(args.seed))
    return print_answer(args, tournament(rules, levels, args.games, source))


def rolled_by(random: Random) -> Source:
    """Return a source of dice: from `SystemRandom` to play, or seeded for a repeatable game."""
    return lambda count: [random.randint(1, 6) for _ in range(count)]
