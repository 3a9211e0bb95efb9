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

    Empty if no other side can win.
    """
    mine = state.side(state.current)
    every = _sides(state)
    others = [rival for rival in every if rival.side != mine]
    if not others:
        return {}
    if is_last(state):
        chances = _last(judge, others)
    else:
        rivals = sorted(every, key=lambda rival: -rival.standing.total)[: _MOST_RIVALS + 1]
        chances = {
            rival.side: combined(
                _ahead(judge, rival, other) for other in rivals if other is not rival
            )
            for rival in others
        }
    total = sum(chances.values())
    if total < 1e-12:  # hopeless for all, by this estimate
        best = max(rival.standing.total for rival in others)
        chances = {rival.side: float(rival.standing.total == best) for rival in others}
        total = sum(chances.values())
    return {side: share / total for side, share in chances.items()}


def _sides(state: GameState) -> list[_Rival]:
    here = state.playoff if state.phase == "playoff" else state.order + state.waiting
    upcoming = (state.current, *state.queue, *here)
    coming = Counter(map(state.side, state.queue))
    seats = Counter(map(state.side, here))
    inside = {state.side(seat) for seat in here if state.entered[seat]}
    left = max(0, state.rules.rounds - state.round)
    now = state.side(state.current)
    rivals = []
    for side, count in seats.items():
        seat = next(seat for seat in here if state.side(seat) == side)
        place = next(place for place, seat in enumerate(upcoming) if state.side(seat) == side)
        turns = left * count + coming[side] + (side == now)
        standing = Standing(state.total(seat), side in inside)
        rivals.append(_Rival(side, standing, place, coming[side], turns))
    return rivals


def _ahead(judge: Judge, rival: _Rival, other: _Rival) -> float:
    """Return the chance of `one` to get ahead of `other`."""
    if judge.rules.rounds:
        lead = rival.standing.total - other.standing.total
        lead += judge.turns.average * (rival.turns - other.turns)
        turns = max(1, rival.turns + other.turns)
        return (1 + erf(lead / judge.spread / sqrt(2 * turns))) / 2
    if rival.place < other.place:
        return judge.race.to_move(rival.standing, other.standing)
    return 1 - judge.race.to_move(other.standing, rival.standing)


def _last(judge: Judge, others: list[_Rival]) -> dict[int, float]:
    best = max(rival.standing.total for rival in others)
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
