"""Estimate how the other sides share the remaining chance to win, which the player at turn does not
have.

Before anyone has reached the target, it is shared in proportion to the chance of each to be ahead
of all others. In last turns it goes to those who may still get ahead, and to the leader.
"""

from __future__ import annotations

from collections import Counter
from math import erf, prod, sqrt
from typing import Final, NamedTuple

from farkle.engine.state import GameState

from .judge import Judge, combined, is_last
from .race import Standing

_MOST_RIVALS: Final = 6
"""How many rivals of a side are considered, those with the highest totals."""


class _Rival(NamedTuple):
    """A side. `place` is when it has its next turn, and `coming` how many of its seats have one
    before the end of the round; `turns` are all that are left where rounds are limited."""

    side: int
    standing: Standing
    place: int
    coming: int
    turns: int


def shares(judge: Judge, state: GameState) -> dict[int, float]:
    """Return the share of each other side that can still win; they add up to 1.

    Empty if nobody else can win.
    """
    mine = state.side(state.current)
    every = _sides(state)
    others = [one for one in every if one.side != mine]
    if not others:
        return {}
    if is_last(state):
        found = _last(judge, others)
    else:
        rivals = sorted(every, key=lambda one: -one.standing.total)[: _MOST_RIVALS + 1]
        found = {
            one.side: combined(_ahead(judge, one, other) for other in rivals if other is not one)
            for one in others
        }
    total = sum(found.values())
    if total < 1e-12:  # hopeless for all, by this estimate
        best = max(one.standing.total for one in others)
        found = {one.side: float(one.standing.total == best) for one in others}
        total = sum(found.values())
    return {side: share / total for side, share in found.items()}


def _sides(state: GameState) -> list[_Rival]:
    here = state.playoff if state.phase == "playoff" else state.order + state.waiting
    upcoming = (state.current, *state.queue, *here)
    coming = Counter(map(state.side, state.queue))
    seats = Counter(map(state.side, here))
    inside = {state.side(seat) for seat in here if state.entered[seat]}
    left = max(0, state.rules.rounds - state.round)
    now = state.side(state.current)
    found = []
    for side, count in seats.items():
        seat = next(one for one in here if state.side(one) == side)
        place = next(at for at, one in enumerate(upcoming) if state.side(one) == side)
        turns = left * count + coming[side] + (side == now)
        standing = Standing(state.total(seat), side in inside)
        found.append(_Rival(side, standing, place, coming[side], turns))
    return found


def _ahead(judge: Judge, one: _Rival, other: _Rival) -> float:
    """Return the chance of `one` to get ahead of `other`."""
    if judge.rules.rounds:
        lead = one.standing.total - other.standing.total
        lead += judge.turns.average * (one.turns - other.turns)
        turns = max(1, one.turns + other.turns)
        return (1 + erf(lead / judge.spread / sqrt(2 * turns))) / 2
    if one.place < other.place:
        return judge.race.to_move(one.standing, other.standing)
    return 1 - judge.race.to_move(other.standing, one.standing)


def _last(judge: Judge, others: list[_Rival]) -> dict[int, float]:
    best = max(one.standing.total for one in others)
    beats = {
        one.side: judge.race.beats(best, one.standing, one.coming) for one in others if one.coming
    }
    found = {}
    for one in others:
        rest = prod(1 - beats[side] for side in beats if side != one.side)
        is_best = one.standing.total == best
        found[one.side] = rest * (1.0 if is_best else beats.get(one.side, 0.0))
    return found
