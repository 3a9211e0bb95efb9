"""How each event changes a state. No rule is decided here; events carry their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from .events import (
    Banked,
    Blank,
    Built,
    Entered,
    Event,
    Farkled,
    FinalRound,
    HotDice,
    Joined,
    Kept,
    Left,
    Over,
    Penalised,
    PlayOff,
    RanOut,
    Rolled,
    RolledOff,
    RoundStarted,
    SecondChance,
    Skipped,
    Started,
    TurnStarted,
)
from .position import NO_TURN, Changes, Position

T = TypeVar("T")


def _replace(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat) if seat in seats else seats


def _from(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    at = seats.index(first)
    return seats[at:] + seats[:at]


def _started(state: Position, event: Started) -> Changes:
    count = event.players
    return {
        "scores": (0,) * count,
        # Without an opening score all players are on the board from the start.
        "entered": (state.rules.entry_min == 0,) * count,
        "streaks": (0,) * count,
        "left": (False,) * count,
        "teams": event.teams,
        "since": (0,) * count,
        "order": tuple(range(count)),
    }


def _rolled_off(state: Position, event: RolledOff) -> Changes:
    best = max(event.dice)
    if event.dice.count(best) > 1:
        return {}
    return {"order": _from(state.order, event.seats[event.dice.index(best)])}


def _round(state: Position, event: RoundStarted) -> Changes:
    order = state.order + state.waiting
    return {"round": event.number, "order": order, "queue": order, "waiting": ()}


def _turn(state: Position, event: TurnStarted) -> Changes:
    return {**NO_TURN, "current": event.seat, "queue": state.queue[1:]}


def _rolled(state: Position, event: Rolled) -> Changes:
    return {"throw": event.dice, "blank": False, "rolls": state.rolls + 1, "offer": None}


def _second_chance(state: Position, event: SecondChance) -> Changes:
    return {"rolls": state.rolls - 1}


def _kept(state: Position, event: Kept) -> Changes:
    return {
        "throw": (),
        "aside": state.aside + event.dice,
        "turn_points": state.turn_points + event.points,
    }


def _hot_dice(state: Position, event: HotDice) -> Changes:
    return {"aside": (), "hot": state.hot + 1, "turn_points": state.turn_points + event.bonus}


def _blank(state: Position, event: Blank) -> Changes:
    return {"blank": True, "turn_points": state.turn_points + event.points}


def _built(state: Position, event: Built) -> Changes:
    return {"turn_points": event.points, "aside": event.aside, "offer": None}


def _entered(state: Position, event: Entered) -> Changes:
    return {"entered": _replace(state.entered, event.seat, True)}


def _banked(state: Position, event: Banked) -> Changes:
    rules, seat = state.rules, event.seat
    can_build = rules.building and state.phase != "playoff"
    changes = {
        "scores": _replace(state.scores, seat, event.total),
        "streaks": _replace(state.streaks, seat, 0),
        "since": _replace(state.since, seat, state.ply),
        "offer": (event.points, state.aside) if can_build else None,
        "throw": (),
    }
    if not rules.rounds:
        total = state.total(seat) + event.total - state.scores[seat]
        if total >= rules.target and state.side(seat) not in state.reached:
            changes["reached"] = (*state.reached, state.side(seat))
    return changes


def _farkled(state: Position, event: Farkled) -> Changes:
    return {"streaks": _replace(state.streaks, event.seat, event.streak)}


def _penalised(state: Position, event: Penalised) -> Changes:
    streaks = _replace(state.streaks, event.seat, 0)
    if not event.points:  # at the floor already: the total is unchanged
        return {"streaks": streaks}
    return {
        "scores": _replace(state.scores, event.seat, event.total),
        "streaks": streaks,
        "since": _replace(state.since, event.seat, state.ply),
    }


def _ran_out(state: Position, event: RanOut) -> Changes:
    return {}


def _skipped(state: Position, event: Skipped) -> Changes:
    return {"offer": None}


def _left(state: Position, event: Left) -> Changes:
    return {
        "left": _replace(state.left, event.seat, True),
        "order": _without(state.order, event.seat),
        "queue": _without(state.queue, event.seat),
        "waiting": _without(state.waiting, event.seat),
        "playoff": _without(state.playoff, event.seat),
        # A player who leaves during their turn leaves no banked turn to build on.
        "offer": None if event.seat == state.current else state.offer,
    }


def _joined(state: Position, event: Joined) -> Changes:
    # A player who adds nothing to a team leaves its total unchanged.
    since = 0 if state.teams and not event.score else state.ply
    return {
        "scores": (*state.scores, event.score),
        "entered": (*state.entered, event.entered),
        "streaks": (*state.streaks, 0),
        "left": (*state.left, False),
        "teams": None if state.teams is None else (*state.teams, event.team),
        "since": (*state.since, since),
        "waiting": (*state.waiting, event.seat),
    }


def _final_round(state: Position, event: FinalRound) -> Changes:
    order = state.order + state.waiting
    side = state.side(event.seat)
    others = _from(order, event.seat)[1:]
    return {
        "phase": "final",
        "leader": event.seat,
        "order": order,
        "waiting": (),
        "queue": tuple(seat for seat in others if state.side(seat) != side),
    }


def _play_off(state: Position, event: PlayOff) -> Changes:
    return {
        "phase": "playoff",
        "playoff": event.seats,
        "tied_at": state.total(event.seats[0]),
        "queue": event.seats,
        "offer": None,
    }


def _over(state: Position, event: Over) -> Changes:
    return {
        **NO_TURN,
        "phase": "over",
        "current": -1,
        "queue": (),
        "waiting": (),
        "offer": None,
        "winners": event.winners,
    }


CHANGES: Final[Mapping[type[Event], Callable[[Position, Any], Changes]]] = {
    Started: _started,
    RolledOff: _rolled_off,
    RoundStarted: _round,
    TurnStarted: _turn,
    Rolled: _rolled,
    SecondChance: _second_chance,
    Kept: _kept,
    HotDice: _hot_dice,
    Blank: _blank,
    Built: _built,
    Entered: _entered,
    Banked: _banked,
    Farkled: _farkled,
    Penalised: _penalised,
    RanOut: _ran_out,
    Skipped: _skipped,
    Left: _left,
    Joined: _joined,
    FinalRound: _final_round,
    PlayOff: _play_off,
    Over: _over,
}
"""By event type: the fields it changes. The state's `ply` is already that of the event."""


def update(position: Position, event: Event) -> None:
    """Change `position` in place by `event`, before any other code has seen it."""
    vars(position).update(CHANGES[type(event)](position, event))
