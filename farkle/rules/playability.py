"""Find rule sets whose games would take far too long, or no time.

It uses an estimate for a careful player. The best play may need half as many turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from .ruleset import RuleSet
from .scoring import FORCING
from .turn_estimate import Estimate, estimate_turns
from .turn_fields import BANKS, COSTS
from .validation import Problem, Validation, problem

MOST_TURNS = 1_000  # per player; more is hopeless
MANY_TURNS = 150  # per player; more is tedious
MOST_THROWS = 100  # in an average turn; more is hopeless


def verdict(rules: RuleSet) -> Validation:
    """Return everything that keeps a game from being played by `rules`, or else is odd in them."""
    validation = rules.validate()
    errors = validation.errors or hopeless(rules)
    return Validation(errors, () if errors else (*validation.warnings, *tedious(rules)))


def hopeless(rules: RuleSet) -> tuple[Problem, ...]:
    """Return reasons why a game would never end in practice, or end with the first keep. `rules`
    must be valid."""
    return tuple(_hopeless(rules)) or tuple(_too_short(rules))


def _hopeless(rules: RuleSet) -> Iterator[Problem]:
    estimate = estimate_turns(rules)
    rare = 1 / MOST_TURNS
    if rules.entry_min and estimate.entry.chance < rare:
        fields = "entry_min entry_rolls" if rules.entry_rolls else "entry_min"
        yield problem(
            fields,
            "Almost nobody would ever get on the board: {entry_min:,} in one turn happens "
            "less than once in {turns:,} turns.",
            entry_min=rules.entry_min,
            turns=MOST_TURNS,
        )
    if estimate.turn.chance < rare:
        yield problem(
            _limits(rules) if rules.bank_min else f"{FORCING} {_limits(rules)}",
            "Almost nothing could ever be banked: a turn reaches that less than once in "
            "{turns:,} turns.",
            turns=MOST_TURNS,
        )
    if max(estimate.entry.throws, estimate.turn.throws) > MOST_THROWS:
        yield problem(
            f"{FORCING} blank_scope",
            "A turn would almost never end: more than {throws:,} rolls on average.",
            throws=MOST_THROWS,
        )
    elif not rules.rounds and min(estimate.entry.chance, estimate.turn.chance) >= rare:
        yield from _too_long(rules, estimate)


def _limits(rules: RuleSet) -> str:
    """Return the fields that limit banks here."""
    return " ".join(name for name in BANKS.split() if getattr(rules, name))


def _too_short(rules: RuleSet) -> Iterator[Problem]:
    """Yield the error of a winning score that the first points of a player reach."""
    least = min(rules.table.points.values())
    floor = max(least, rules.entry_min, rules.least_bank)
    if rules.rounds or rules.target > floor:
        return
    if floor == least:
        yield problem(
            "target",
            "Any scoring roll would win: the winning score must be higher than {least:,}.",
            least=least,
        )
    elif floor == rules.entry_min:
        yield problem(
            "target entry_min",
            "Getting on the board would win: the winning score must be higher than the opening "
            "score of {least:,}.",
            least=floor,
        )
    else:
        yield problem(
            f"target {_limits(rules)}",
            "A single bank would win: the winning score must be higher than the minimum bank of "
            "{least:,}.",
            least=floor,
        )


def _too_long(rules: RuleSet, estimate: Estimate) -> Iterator[Problem]:
    if estimate.turns == inf:
        yield problem(
            f"{COSTS} bank_min",
            "Farkles cost more than careful play earns: {target:,} is out of reach.",
            target=rules.target,
        )
    elif estimate.turns > MOST_TURNS:
        entry = "entry_min entry_rolls farkle_penalty"
        yield problem(
            entry if estimate.turns_to_enter > estimate.turns / 2 else "target",
            "A game would take more than {turns:,} turns each.",
            turns=MOST_TURNS,
        )


def tedious(rules: RuleSet) -> tuple[Problem, ...]:
    """Return warnings about the length of a game, for rules that are not `hopeless`."""
    estimate = estimate_turns(rules)
    if not rules.rounds and estimate.turns > MANY_TURNS:
        turns = round(estimate.turns / 10) * 10
        return (problem("target", "A game may take about {turns:,} turns each.", turns=turns),)
    if not rules.rounds and rules.target <= estimate.turn.points:
        return (problem("target", "An average turn wins the game."),)
    if rules.rounds and rules.entry_min and estimate.entry.chance * rules.rounds < 1:
        return (
            problem("rounds entry_min", "In so few turns, hardly anyone would get on the board."),
        )
    return ()
