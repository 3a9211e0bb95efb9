"""Estimate how the other sides share the chance to win that the current player does not have.

Before any side has reached the target, each counts by its chance to be ahead of all others. In last
turns, those who may still get ahead share it with the leader.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from farkle.engine.state import GameState

from .judge import Judge, Side, combine, is_last, sides_of

_MAX_RIVALS: Final = 6
"""Maximum number of rivals of a side considered, those with the highest totals."""


def shares(judge: Judge, state: GameState) -> dict[int, float]:
    """Return the share of each other side that can still win. They add up to 1; empty if no other
    side can win."""
    sides, current = sides_of(state), state.side(state.current)
    others = [side for side in sides if side.side != current]
    if not others:
        return {}
    if is_last(state):
        chances = _share_last_turns(judge, others)
    else:
        left = max(0, state.rules.rounds - state.round)
        turns = {
            side.side: left * side.seats + side.coming + (side.side == current) for side in sides
        }
        chances = {
            rival.side: combine(
                _chance_ahead(judge, rival, other, turns)
                for other in sides[: _MAX_RIVALS + 1]
                if other is not rival
            )
            for rival in others
        }
    total = sum(chances.values())
    if total < 1e-12:  # hopeless for all, by this estimate
        best = others[0].standing.total
        chances = {rival.side: float(rival.standing.total == best) for rival in others}
        total = sum(chances.values())
    return {side: share / total for side, share in chances.items()}


def _chance_ahead(judge: Judge, rival: Side, other: Side, turns: dict[int, int]) -> float:
    """Return the chance of `rival` to get ahead of `other`; `turns` are the turns left, with
    rounds."""
    if judge.rules.rounds:
        lead = rival.standing.total - other.standing.total
        return judge.chance_ahead(lead, turns[rival.side], turns[other.side])
    sooner, later = sorted((rival, other), key=lambda side: side.next_turn)
    # The current player is not among those who come.
    last = (sooner.coming > 0 or sooner.next_turn == 0) and not later.coming
    chance = judge.race.to_move(sooner.standing, later.standing, last=last)
    return chance if sooner is rival else 1 - chance


def _share_last_turns(judge: Judge, others: Sequence[Side]) -> dict[int, float]:
    best = others[0].standing.total
    beats = {
        rival.side: judge.race.beats(best, rival.standing, rival.coming)
        for rival in others
        if rival.coming
    }
    chances = {}
    for rival in others:
        rest = prod(1 - beats[side] for side in beats if side != rival.side)
        is_best = rival.standing.total == best
        chances[rival.side] = rest * (1.0 if is_best else beats.get(rival.side, 0.0))
    return chances
