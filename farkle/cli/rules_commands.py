"""Commands about rules, scores and chances."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from farkle.ai.tournament import tournament
from farkle.ai.turn.advice import Moment, best, odds
from farkle.engine.transition import Source
from farkle.rules.presets import PRESETS
from farkle.rules.ruleset import RuleSet, breakdown, keeps, score
from farkle.text.difference import TITLES, difference, summary
from farkle.text.examples import chance_sentences, chances, examples
from farkle.text.message import faces
from farkle.text.rules_text import sections

from .arguments import Answer, WrongCall, dice_from, levels_from
from .files import make_folder, read_rules, rules_of
from .reference import reference

if TYPE_CHECKING:
    from farkle.ai.chance.table import Chances

# Modules that need numpy are imported where they are used, because it takes a moment to load.


def run_score(args: Namespace) -> Answer:
    rules, dice = rules_of(args), dice_from(args.dice)
    points, split = score(rules, dice), breakdown(rules, dice)
    best = max(keeps(rules, dice).items(), key=lambda item: item[1], default=None)
    if points:
        line = f"{points:,}: {' + '.join(map(str, split))}"
    elif best is None:
        line = "0: nothing scores."
    else:
        line = f"0: not every die scores. {faces(best[0])} alone would be {best[1]:,}."
    parts = [asdict(part) for part in split]
    return Answer([line], {"dice": dice, "score": points, "combinations": parts})


def run_keeps(args: Namespace) -> Answer:
    rules, throw = rules_of(args), dice_from(args.dice)
    lines, data = [], []
    for keep, points in keeps(rules, throw).items():
        split = " + ".join(map(str, breakdown(rules, keep)))
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
    name = args.name or "family"
    rules = read_rules(name, args.set)
    errors, warnings = rules.validate().errors, rules.validate().warnings
    lines = [
        f"{difference(rules, name if name in PRESETS else 'family')}\n",
        "\n\n".join(map(str, sections(rules))),
        *(f"\nCan't be played: {problem}" for problem in errors),
        *(f"\nUnusual: {problem}" for problem in warnings),
    ]
    data = {
        "rules": rules.to_dict(),
        "errors": list(map(str, errors)),
        "warnings": list(map(str, warnings)),
        "sections": [section.to_dict() for section in sections(rules)],
        "examples": [example.to_dict() for example in examples(rules)],
        "chances": list(map(float, chances(rules))),
    }
    return Answer(lines, data, 1 if errors else 0)


def run_fields(_args: Namespace) -> Answer:
    return Answer([reference()])


def run_chances(args: Namespace) -> Answer:
    rules = rules_of(args)
    data = [
        {"dice": dice, "farkle": float(chance), "exactly": str(chance)}
        for dice, chance in enumerate(chances(rules), 1)
    ]
    return Answer(list(map(str, chance_sentences(rules))), data)


def run_odds(args: Namespace) -> Answer:
    return Answer(*odds(rules_of(args), args.dice))


def run_best(args: Namespace) -> Answer:
    moment = Moment(args.turn, args.throws, not args.not_in)
    if args.scores is not None:
        return _best_by_chance(args, moment)
    return Answer(*best(rules_of(args), dice_from(args.dice), moment))


def run_chance(args: Namespace) -> Answer:
    from farkle.ai.chance.answer import answer

    rules, totals = rules_of(args), (args.mine, args.theirs)
    _check_totals(rules, totals)
    return Answer(*answer(rules, *totals, partial(_solve, args.tables, totals)))


def _best_by_chance(args: Namespace, moment: Moment) -> Answer:
    from farkle.ai.chance.files import find_chances
    from farkle.ai.hints.win_advice import Scores, best_to_win

    rules, scores = rules_of(args), Scores(*args.scores)
    _check_totals(rules, scores)
    if not moment.entered and not rules.entry_min:
        raise WrongCall("Everyone is on the board from the start under these rules.")
    if not moment.entered and scores.own > 0:
        raise WrongCall("A player who isn't on the board yet has no points.")
    _check_points(rules, moment.points)
    chances = find_chances(rules, args.tables)
    return Answer(*best_to_win(rules, dice_from(args.dice), moment, scores, chances))


def _check_totals(rules: RuleSet, totals: tuple[int, int]) -> None:
    falls = rules.farkle_penalty and rules.penalty_floor != "zero"
    if min(totals) < 0 and not falls:
        raise WrongCall("No total falls below zero under these rules.")
    _check_points(rules, *totals)


def _check_points(rules: RuleSet, *totals: int) -> None:
    from farkle.ai.chance.game import grid_of

    grid = grid_of(rules)
    for points in totals:
        if points % grid:
            raise WrongCall(
                f"Points are multiples of {grid:,} under these rules; {points:,} isn't."
            )


def _solve(tables: str | None, totals: tuple[int, int], rules: RuleSet) -> Chances:
    """Return the solved chances, from a file or by solving (and saving) them now.

    Raise CannotBeSolved, also for totals so low that the chances would not be exact.
    """
    from farkle.ai.chance.files import find_chances, keep, plain
    from farkle.ai.chance.game import CannotBeSolved, Game, why_not
    from farkle.ai.chance.table import solve

    why = why_not(rules)
    if why:
        raise CannotBeSolved(why)
    game = Game(rules)
    if game.penalty and min(totals) < game.exact_from * game.grid:
        raise CannotBeSolved(f"Below {game.exact_from * game.grid:,} points it is only estimated.")
    chances = find_chances(rules, tables)
    if chances is not None:
        return chances
    folder = make_folder(tables) if tables else None
    print("Solving these rules. This can take two minutes.", file=sys.stderr, flush=True)
    chances = solve(plain(rules))
    if folder:
        try:
            keep(chances, folder)
        except OSError as error:
            print(f"The solution can't be saved in {folder}: {error.strerror}.", file=sys.stderr)
    return chances


def run_simulate(args: Namespace) -> Answer:
    source = args.throw if args.seed is None else rolled_by(Random(args.seed))
    return Answer(*tournament(rules_of(args), levels_from(args.levels), args.games, source))


def rolled_by(random: Random) -> Source:
    """Return a source of dice rolled by `random`."""
    return lambda count: [random.randint(1, 6) for _ in range(count)]
