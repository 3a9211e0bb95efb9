"""Games between computer players, for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import Any

from farkle.engine.state import GameState
from farkle.engine.transition import Source
from farkle.rules.ruleset import RuleSet

from .players import LEVELS, decide


def play_out(rules: RuleSet, levels: Sequence[str], dice: Source) -> GameState:
    """Play a game between computer players of these levels, by seat; return its last state."""
    state, _ = GameState.start(rules, len(levels), dice)
    while state.phase != "over":
        state, _ = state.apply(decide(state, levels[state.current]), dice)
    return state


def tournament(
    rules: RuleSet, levels: Sequence[str], games: int, dice: Source
) -> tuple[list[str], Any]:
    """Play `games` games between `levels`, or (if empty) between every pair of levels, moving
    players one seat on after every game. Return lines of text, and data for JSON."""
    every = list(LEVELS)[::-1]
    tables = [tuple(levels)] if levels else list[tuple[str, ...]](combinations(every, 2))
    lines, data = [], []
    for table in tables:
        wins = _wins(rules, table, games, dice)
        for level, won in zip(table, wins, strict=True):
            low, high = interval(won, games)
            share = f"{won / games:.1%} ({low:.1%} to {high:.1%})"
            lines.append(f"{LEVELS[level].name} wins {won:,} of {games:,} games: {share}")
        data.append({"games": games, "levels": table, "wins": wins})
    return lines, data


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the share of games won (Wilson's interval)."""
    share, width = won / games, 1.96**2 / games
    middle = share + width / 2
    spread = sqrt(width * (share * (1 - share) + width / 4))
    return max(0.0, (middle - spread) / (1 + width)), min(1.0, (middle + spread) / (1 + width))


def _wins(rules: RuleSet, table: Sequence[str], games: int, dice: Source) -> list[int]:
    wins = [0] * len(table)
    for game in range(games):
        seats = [(place + game) % len(table) for place in range(len(table))]
        end = play_out(rules, [table[place] for place in seats], dice)
        wins[seats[end.winners[0]]] += 1
    return wins
