"""Deals: the same dice for everybody who plays one, each of them alone.

A deal is a rule set with a number of turns, and a seed. Throw `k` of turn `t` follows from the seed
and these two numbers, and a throw of n dice shows its first n faces. Who has rolled as often in a
turn sees the same dice, and no turn changes the dice of another. docs/develop/protocol.md, "How to
check the dice", defines the throws.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from farkle.errors import RulesError
from farkle.rules.ruleset import RuleSet

from .fairness import REPEAT, throw_of_deal
from .position import Position
from .standing import is_for_one
from .transition import Source

DEFAULT_TURNS: Final = 10


def rules_of_deal(rules: RuleSet, turns: int = DEFAULT_TURNS) -> RuleSet:
    """Return the rules of a deal of this many turns. Raise RulesError."""
    dealt = replace(rules, rounds=turns)
    dealt.require_playable()
    if turns < 1:
        raise RulesError("A deal needs at least one turn.")
    if rules.beat_last:
        raise RulesError("A bank must beat another player's turn, so nobody can play this alone.")
    if not is_for_one(dealt):
        raise RulesError("Piggybacking needs another player's turn, so nobody can play this alone.")
    return dealt


def dealt_dice(seed: bytes, state: Position) -> Source:
    """Return the dice for the next action of the only player, who is in this state."""
    numbers = iter((state.rolls + 1, REPEAT))
    return lambda count: throw_of_deal(seed, state.round, next(numbers), count)
