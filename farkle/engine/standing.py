"""The standing of a game: the next players, the total to beat, the places, the reason for a win.

A side is a team, or a seat in a game without teams.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from farkle.rules.ruleset import RuleSet

from .position import Position, Seats

NOBODY: Final = -1

How = Literal[
    "target",
    "exact",
    "final",
    "overtaken",
    "rounds",
    "first_there",
    "first_turn",
    "shared",
    "playoff",
    "alone",
]


@dataclass(frozen=True, slots=True)
class Target:
    """The highest total of the other sides, and a seat of such a side."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The reason for a win. Where there is none, a seat is -1, and a count or total is 0."""

    how: How
    """By reaching the target, or a jackpot that wins (`target`); by reaching exactly the target
    (`exact`); after a final round that the winner started (`final`), or another side still in the
    game (`overtaken`); after the last round (`rounds`); in a tie, by reaching the total first
    (`first_there`) or, if no side ever scored, by turn order (`first_turn`), or together with all
    who are tied (`shared`); after a tiebreaker (`playoff`); as the last side left (`alone`)."""
    second: int  # a seat of the best other side; after a tiebreaker, of the best other tied side
    second_total: int
    seconds: int  # number of sides with that total
    tied_at: int  # total at which the last tiebreaker began
    gone: int  # a seat of the best side that left with more points than the winner
    others_gone: int  # number of further sides that left with more points than the winner


def coming(position: Position) -> Seats:
    """Return the seats that play next, in order: those of this round or tiebreaker, then those of
    the next round if only a win can prevent it."""
    if not may_join(position):
        return position.queue
    return position.queue + position.order + position.waiting


def is_for_one(rules: RuleSet) -> bool:
    """Return True if one player alone can play by these rules: the game ends by itself, and no turn
    begins from another player's."""
    return rules.rounds > 0 and not (rules.building or rules.beat_last)


def may_join(position: Position) -> bool:
    """Return True if another round follows unless someone wins, so that a newcomer would play.
    Nobody joins a player who plays alone."""
    rounds = position.rules.rounds
    is_alone = len(position.scores) == 1
    return position.phase == "turns" and not (is_alone or (rounds and position.round >= rounds))


def to_beat(position: Position, seat: int) -> Target | None:
    """Return the total that `seat` has to beat in the final round; None outside of it."""
    if position.phase != "final":
        return None
    own = position.side(seat)
    best = leaders(position, [side for side in _sides_here(position) if side != own])
    side = first_there(position, best)
    return Target(_seat_of(position, side), _totals(position)[side])


def places(position: Position) -> tuple[int, ...]:
    """Return the place of each seat: winners first, then by total, then sides that have left.

    Equal totals share a place, and so do the players of a team.
    """
    totals, here = _totals(position), set(_sides_here(position))
    winners = {position.side(seat) for seat in position.winners}
    keys = {side: (side in winners, side in here, total) for side, total in totals.items()}
    ranked = sorted(keys.values(), reverse=True)
    first = {key: at for at, key in reversed([*enumerate(ranked, 1)])}
    return tuple(first[keys[position.side(seat)]] for seat in range(len(position.scores)))


def outcome(position: Position) -> Outcome | None:
    """Return the reason for the win, or None while the game is running."""
    if position.phase != "over":
        return None
    totals, here = _totals(position), _sides_here(position)
    won = winning_sides(position)
    winner = won[0]
    tied = {position.side(seat) for seat in position.playoff}
    rivals = [side for side in here if side not in won and (not tied or side in tied)]
    best = leaders(position, rivals)
    second = first_there(position, best) if best else NOBODY
    gone = [side for side in totals if side not in here and totals[side] > totals[winner]]
    ahead = max(gone, key=lambda side: totals[side], default=NOBODY)
    return Outcome(
        how=_how(position, winner, here, best),
        second=_seat_of(position, second) if best else NOBODY,
        second_total=totals[second] if best else 0,
        seconds=len(best),
        tied_at=position.tied_at,
        gone=_seat_of(position, ahead) if gone else NOBODY,
        others_gone=max(0, len(gone) - 1),
    )


def _how(position: Position, winner: int, here: Collection[int], second: Collection[int]) -> How:
    rules, totals = position.rules, _totals(position)
    if len(here) == 1:
        return "alone"
    if position.playoff:
        return "playoff"
    if len(winning_sides(position)) > 1:
        return "shared"
    if any(totals[side] == totals[winner] for side in second):
        since = _since(position)
        never = since[winner] == 0 and any(since[side] == 0 for side in second)
        return "first_turn" if never else "first_there"
    if rules.rounds:
        return "rounds"
    if position.leader == NOBODY:
        aims = rules.ending in {"exact", "only_exact"}
        return "exact" if aims and totals[winner] == rules.target else "target"
    leader = position.side(position.leader)
    return "overtaken" if leader != winner and leader in here else "final"


def winning_sides(position: Position) -> list[int]:
    """Return the sides that have won: several if they share a tie."""
    return list(dict.fromkeys(map(position.side, position.winners)))


def first_there(position: Position, sides: Collection[int]) -> int:
    """Return the side that reached its total first, among sides with equal totals. If no side ever
    scored, it is the first in turn order."""
    since = _since(position)
    earliest = min(since[side] for side in sides)
    seats = (*position.order, *range(len(position.scores)))  # late joiners come last
    return next(
        side for side in map(position.side, seats) if side in sides and since[side] == earliest
    )


def _since(position: Position) -> dict[int, int]:
    """Return the ply at which the total of each side last changed."""
    since: dict[int, int] = {}
    for seat, ply in enumerate(position.since):
        side = position.side(seat)
        since[side] = max(ply, since.get(side, 0))
    return since


def _totals(position: Position) -> dict[int, int]:
    totals: dict[int, int] = {}
    for seat, score in enumerate(position.scores):
        side = position.side(seat)
        totals[side] = totals.get(side, 0) + score
    return totals


def _sides_here(position: Position) -> list[int]:
    seats = range(len(position.scores))
    return list(dict.fromkeys(position.side(seat) for seat in seats if not position.left[seat]))


def leaders(position: Position, sides: Collection[int]) -> list[int]:
    """Return all of `sides` with the highest total."""
    totals = _totals(position)
    highest = max((totals[side] for side in sides), default=0)
    return [side for side in sides if totals[side] == highest]


def _seat_of(position: Position, side: int) -> int:
    """Return the first seat of a side, preferring those that have not left."""
    seats = [seat for seat in range(len(position.scores)) if position.side(seat) == side]
    return min(seats, key=lambda seat: position.left[seat])
