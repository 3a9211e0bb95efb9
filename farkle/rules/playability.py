"""How long a game would take: rule sets that could be played, but that nobody would see the end of.

`RuleSet.validate` finds what is impossible; this finds what is hopeless, measured by a careful
player (`outlook`). The best play may need half as many turns; where a careful player needs a
thousand, a table is stuck.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from .ruleset import RuleSet
from .turn_estimate import Outlook, outlook
from .validation import Problem

MOST_TURNS = 1_000
"""So many turns each are more than anybody plays: a rule set that takes more is hopeless."""

MANY_TURNS = 150
"""From so many on a rule set is odd."""

MOST_THROWS = 100
"""So many throws in an average turn, and a rule set is hopeless."""


def hopeless(rules: RuleSet) -> tuple[Problem, ...]:
    """Why nobody would see the end of a game by these rules; () where somebody would.

    `rules.validate()` must have no errors.
    """
    return tuple(_hopeless(rules))


def _hopeless(rules: RuleSet) -> Iterator[Problem]:
    seen = outlook(rules)
    rare = 1 / MOST_TURNS
    if rules.entry_min and seen.entry.chance < rare:
        fields = "entry_min entry_rolls" if rules.entry_rolls else "entry_min"
        yield _problem(
            fields,
            "Hardly anybody would ever get in: {entry_min:,} in one turn come less than once in "
            "{turns:,} turns.",
            entry_min=rules.entry_min,
            turns=MOST_TURNS,
        )
    if seen.turn.chance < rare:
        fields = "bank_min" if rules.bank_min else "hot_dice roll_after_four"
        yield _problem(
            fields,
            "Hardly anything would ever be banked: a turn comes to that less than once in "
            "{turns:,} turns.",
            turns=MOST_TURNS,
        )
    if max(seen.entry.throws, seen.turn.throws) > MOST_THROWS:
        yield _problem(
            "hot_dice roll_after_four blank_scope",
            "A turn would hardly ever end: more than {throws:,} throws on average.",
            throws=MOST_THROWS,
        )
    elif not rules.rounds and min(seen.entry.chance, seen.turn.chance) >= rare:
        yield from _too_long(rules, seen)


def _too_long(rules: RuleSet, seen: Outlook) -> Iterator[Problem]:
    if seen.turns == inf:
        yield _problem(
            "farkle_penalty bank_min",
            "Farkles in a row cost more than careful play brings: {target:,} is out of reach.",
            target=rules.target,
        )
    elif seen.turns > MOST_TURNS:
        entry = "entry_min entry_rolls farkle_penalty"
        yield _problem(
            entry if seen.getting_in > seen.turns / 2 else "target",
            "A game would take more than {turns:,} turns each.",
            turns=MOST_TURNS,
        )


def tedious(rules: RuleSet) -> tuple[Problem, ...]:
    """What is odd about how long a game takes, where `hopeless` has found nothing."""
    seen = outlook(rules)
    if not rules.rounds and seen.turns > MANY_TURNS:
        template = "A game may take some {turns:,} turns each."
        return (_problem("target", template, turns=round(seen.turns / 10) * 10),)
    if rules.rounds and rules.entry_min and seen.entry.chance * rules.rounds < 1:
        template = "In so few turns hardly anybody gets in."
        return (_problem("rounds entry_min", template),)
    return ()


def _problem(fields: str, template: str, **params: object) -> Problem:
    return Problem(tuple(fields.split()), template, tuple(params.items()))
