"""Chances and the best play for the command line, each as lines of text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from farkle.engine.actions import Bank, Roll
from farkle.rules.odds import all_score_chance, best_scores, farkle_chance
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import Dice
from farkle.text.examples import percent
from farkle.text.message import faces

from .solver import solve

Answer = tuple[list[str], Any]
"""Lines of text, and the same as data for JSON."""


def odds(rules: RuleSet, dice: int | None) -> Answer:
    """Return the chances of a throw for each number of dice, or every score of `dice` dice."""
    if dice is not None:
        scores = best_scores(rules, dice)
        lines = [
            f"{points or 'farkle':>7} {percent(chance):>9}%" for points, chance in scores.items()
        ]
        return lines, {str(points): str(chance) for points, chance in scores.items()}
    lines = ["dice   farkle  all score  the best keep, on average"]
    data = []
    for number in range(1, 7):
        farkle, every = farkle_chance(rules, number), all_score_chance(rules, number)
        mean = sum(points * chance for points, chance in best_scores(rules, number).items())
        lines.append(
            f"{number:>4} {percent(farkle):>7}% {percent(every):>9}% {float(mean):>10,.1f}"
        )
        data.append({"dice": number, "farkle": str(farkle), "all": str(every), "mean": float(mean)})
    return lines, data


class Moment(NamedTuple):
    """The situation of a throw: the points before it, the throws so far, and whether the player is
    on the board."""

    points: int = 0
    rolls: int = 1
    entered: bool = True


def best(rules: RuleSet, throw: Dice, moment: Moment) -> Answer:
    """Return every choice after `throw` with its value, best first."""
    plan = solve(rules, "points" if moment.entered else "enter")
    choices = plan.choices(moment.points, throw, rolls=moment.rolls)
    if not choices:
        return ["Nothing scores: a farkle."], []
    worths = []
    for action, points, chance in choices:
        banked = f", banked in {percent(Fraction(chance))}%" if isinstance(action, Roll) else ""
        worths.append((action, f"{points:>8,.1f} points{banked}"))
    data = [
        describe(action) | {"points": points, "chance": chance}
        for action, points, chance in choices
    ]
    return align(worths, throw), data


def align(worths: Sequence[tuple[Roll | Bank, str]], throw: Dice) -> list[str]:
    """Return a line for each choice, such as "keep 1, roll 5", with its worth."""
    names = []
    for action, _ in worths:
        kept = f"keep {faces(action.keep)}, " if action.keep else ""
        dice = len(throw) - len(action.keep) or 6
        names.append(f"{kept}bank" if isinstance(action, Bank) else f"{kept}roll {dice}")
    width = max(map(len, names))
    return [f"{name:<{width}} {worth}" for name, (_, worth) in zip(names, worths, strict=True)]


def describe(action: Roll | Bank) -> dict[str, Any]:
    """Return an action as data for JSON."""
    return {"do": "bank" if isinstance(action, Bank) else "roll", "keep": action.keep}
