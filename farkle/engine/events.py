"""Events of a game. Each action causes one batch of events; folding the batches gives the state.

Seats count from 0. Events carry points and totals, so folding them needs no score table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeVar

from farkle.errors import RecordError
from farkle.rules.named_dice import ORDINARY, left_after
from farkle.rules.scoring import Dice

from .plain import READERS, write_fields
from .position import NO_TURN, Changes, Position, Seats

T = TypeVar("T")

EVENTS: dict[str, type[Event]] = {}


def _replace(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(seats: Seats, seat: int) -> Seats:
    return tuple(other for other in seats if other != seat) if seat in seats else seats


def _start_from(seats: Seats, first: int) -> Seats:
    at = seats.index(first)
    return seats[at:] + seats[:at]


@dataclass(frozen=True, slots=True)
class Event:
    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        # `slots=True` creates each class a second time; the later one replaces the first.
        EVENTS[cls.name] = cls

    def changes(self, state: Position) -> Changes:
        """Return the changed fields of `state`, whose `ply` is already that of the event."""
        return {}

    def fold_into(self, state: Position) -> None:
        """Change `state` in place. No other code may hold it yet."""
        vars(state).update(self.changes(state))

    def to_dict(self) -> dict[str, Any]:
        """Return {"e": name, field: value, ...} with lists for tuples."""
        return {"e": self.name, **write_fields(self)}


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A game began. `teams` has the team of each seat, or is None; `chosen` the named dice of each
    seat, or nothing."""

    name = "started"
    players: int
    teams: Seats | None
    chosen: tuple[str, ...] = ()

    def changes(self, state: Position) -> Changes:
        count = self.players
        return {
            "scores": (0,) * count,
            # Without an opening score all players are on the board from the start.
            "entered": (state.rules.entry_min == 0,) * count,
            "streaks": (0,) * count,
            "undone": (0,) * count if state.rules.undoes_banks else (),
            "left": (False,) * count,
            "teams": self.teams,
            "since": (0,) * count,
            "order": tuple(range(count)),
            "chosen": self.chosen,
        }

    def to_dict(self) -> dict[str, Any]:
        data = write_fields(self)
        if not self.chosen:
            del data["chosen"]
        return {"e": self.name, **data}


@dataclass(frozen=True, slots=True)
class RolledOff(Event):
    """Each of `seats` rolled one die. The highest starts the game; ties roll again."""

    name = "rolled_off"
    seats: Seats
    dice: Dice

    def changes(self, state: Position) -> Changes:
        best = max(self.dice)
        if self.dice.count(best) > 1:
            return {}
        return {"order": _start_from(state.order, self.seats[self.dice.index(best)])}


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round began, and late joiners now take part."""

    name = "round"
    number: int

    def changes(self, state: Position) -> Changes:
        order = state.order + state.waiting
        return {"round": self.number, "order": order, "queue": order, "waiting": ()}


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    name = "turn"
    seat: int

    def changes(self, state: Position) -> Changes:
        changes = {**NO_TURN, "current": self.seat, "queue": state.queue[1:]}
        if state.chosen:
            changes["cup"] = state.chosen[self.seat]
        return changes


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """`dice` were rolled, in this order."""

    name = "rolled"
    dice: Dice

    def changes(self, state: Position) -> Changes:
        return {"throw": self.dice, "blank": False, "rolls": state.rolls + 1, "offer": None}


@dataclass(frozen=True, slots=True)
class SecondChance(Event):
    """The previous roll was a farkle. It is repeated and does not count."""

    name = "second_chance"

    def changes(self, state: Position) -> Changes:
        return {"rolls": state.rolls - 1}


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """`dice` (sorted) were set aside for `points`."""

    name = "kept"
    dice: Dice
    points: int

    def changes(self, state: Position) -> Changes:
        rules, total = state.rules, state.turn_points + self.points
        changes: Changes = {
            "throw": (),
            "aside": state.aside + self.dice,
            "turn_points": total,
        }
        if rules.must_confirm and rules.table.has_set(self.dice, len(state.throw)):
            changes = {**changes, "needs": total + rules.confirm_points}
        if state.chosen:
            return {**changes, "cup": left_after(state.cup, state.throw, self.dice)}
        return changes


@dataclass(frozen=True, slots=True)
class HotDice(Event):
    """All dice have scored, so the next roll has all; `bonus` was credited."""

    name = "hot_dice"
    bonus: int

    def changes(self, state: Position) -> Changes:
        changes = {"aside": (), "hot": state.hot + 1}
        if state.chosen:
            changes["cup"] = state.chosen[state.current]
        return {**changes, "turn_points": state.turn_points + self.bonus}


@dataclass(frozen=True, slots=True)
class Blank(Event):
    """No die of all scored: `points` were credited, as if all had."""

    name = "blank"
    points: int

    def changes(self, state: Position) -> Changes:
        return {"blank": True, "turn_points": state.turn_points + self.points}


@dataclass(frozen=True, slots=True)
class Built(Event):
    """The player took over the `points` and the dice `aside` of the previous turn."""

    name = "built"
    points: int
    aside: Dice

    def changes(self, state: Position) -> Changes:
        return {"turn_points": self.points, "aside": self.aside, "offer": None}


@dataclass(frozen=True, slots=True)
class Entered(Event):
    name = "entered"
    seat: int

    def changes(self, state: Position) -> Changes:
        return {"entered": _replace(state.entered, self.seat, True)}


@dataclass(frozen=True, slots=True)
class Banked(Event):
    """The turn ended with `points` banked, for a score of `total`."""

    name = "banked"
    seat: int
    points: int
    total: int

    def changes(self, state: Position) -> Changes:
        rules, seat = state.rules, self.seat
        can_build = rules.building and state.phase != "playoff"
        changes: dict[str, Any] = {
            "scores": _replace(state.scores, seat, self.total),
            "streaks": _replace(state.streaks, seat, 0),
            "since": _replace(state.since, seat, state.ply),
            "offer": (self.points, state.aside) if can_build else None,
            "throw": (),
        }
        if rules.beat_last:
            changes["to_top"] = self.points
        if state.undone:
            changes["undone"] = _replace(state.undone, seat, state.scores[seat])
        if not rules.rounds:
            total = state.total(seat) + self.total - state.scores[seat]
            if total >= rules.target and state.side(seat) not in state.reached:
                changes["reached"] = (*state.reached, state.side(seat))
        return changes


@dataclass(frozen=True, slots=True)
class Farkled(Event):
    """A farkle ended the turn: the `streak`th in a row, caused by four 2s if `toxic`."""

    name = "farkled"
    seat: int
    lost: int
    streak: int
    toxic: bool

    def changes(self, state: Position) -> Changes:
        return {"streaks": _replace(state.streaks, self.seat, self.streak), "to_top": 0}


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """A farkle, the last of several in a row, or a turn that banked nothing cost `points`, for a
    score of `total`."""

    name = "penalised"
    seat: int
    points: int
    total: int

    def changes(self, state: Position) -> Changes:
        rules, streaks = state.rules, state.streaks
        if rules.pays(streaks[self.seat]):
            streaks = _replace(streaks, self.seat, 0)
        if not self.points:  # at the floor already: the total is unchanged
            return {"streaks": streaks}
        return {
            "scores": _replace(state.scores, self.seat, self.total),
            "streaks": streaks,
            "since": _replace(state.since, self.seat, state.ply),
        }


@dataclass(frozen=True, slots=True)
class RanOut(Event):
    """The turn ended without a farkle, but counts nothing: below the minimum after the last roll
    allowed, or because it would pass the winning score that must be hit."""

    name = "ran_out"
    seat: int
    lost: int

    def changes(self, state: Position) -> Changes:
        return {"to_top": 0}


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    name = "skipped"
    seat: int
    lost: int

    def changes(self, state: Position) -> Changes:
        return {"offer": None, "to_top": 0}


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player left for good, losing `lost` points at risk."""

    name = "left"
    seat: int
    lost: int

    def changes(self, state: Position) -> Changes:
        return {
            "left": _replace(state.left, self.seat, True),
            "order": _without(state.order, self.seat),
            "queue": _without(state.queue, self.seat),
            "waiting": _without(state.waiting, self.seat),
            "playoff": _without(state.playoff, self.seat),
            # A player who leaves during their turn leaves no banked turn to build on.
            "offer": None if self.seat == state.current else state.offer,
            "to_top": 0 if self.seat == state.current else state.to_top,
        }


@dataclass(frozen=True, slots=True)
class Joined(Event):
    name = "joined"
    seat: int
    score: int
    entered: bool
    team: int | None

    def changes(self, state: Position) -> Changes:
        # A player who adds nothing to a team leaves its total unchanged.
        since = 0 if state.teams and not self.score else state.ply
        return {
            "scores": (*state.scores, self.score),
            "entered": (*state.entered, self.entered),
            "streaks": (*state.streaks, 0),
            "undone": (*state.undone, self.score) if state.undone else (),
            "left": (*state.left, False),
            "teams": None if state.teams is None else (*state.teams, self.team),
            "since": (*state.since, since),
            "waiting": (*state.waiting, self.seat),
            "chosen": (*state.chosen, ORDINARY * state.rules.dice) if state.chosen else (),
        }


@dataclass(frozen=True, slots=True)
class FinalRound(Event):
    """`seat` reached the target with `total` and started the final round. With `ending` =
    finish_round, only those with fewer turns have another."""

    name = "final_round"
    seat: int
    total: int

    def changes(self, state: Position) -> Changes:
        order = state.order + state.waiting
        side = state.side(self.seat)
        others = state.queue if state.rules.finishes_round else _start_from(order, self.seat)[1:]
        return {
            "phase": "final",
            "leader": self.seat,
            "order": order,
            "waiting": (),
            "queue": tuple(seat for seat in others if state.side(seat) != side),
        }


@dataclass(frozen=True, slots=True)
class PlayOff(Event):
    """`seats` are tied and play one more turn each, in this order."""

    name = "playoff"
    seats: Seats

    def changes(self, state: Position) -> Changes:
        return {
            "phase": "playoff",
            "playoff": self.seats,
            "tied_at": state.total(self.seats[0]),
            "queue": self.seats,
            "offer": None,
            "to_top": 0,
        }


@dataclass(frozen=True, slots=True)
class Over(Event):
    name = "over"
    winners: Seats

    def changes(self, state: Position) -> Changes:
        return {
            **NO_TURN,
            "phase": "over",
            "current": -1,
            "queue": (),
            "waiting": (),
            "offer": None,
            "cup": "",
            "winners": self.winners,
        }


Batch = tuple[Event, ...]
"""The events of one action, in order."""


def event_from_dict(data: object) -> Event:
    """Read the data of `to_dict`. Raise RecordError."""
    if not isinstance(data, Mapping):
        raise RecordError("An event must be an object.")
    name = data.get("e")
    if not isinstance(name, str):
        raise RecordError('An event must have a name, as "e".')
    if name not in EVENTS:
        raise RecordError(f"Unknown event: {name!r:.40}.")
    kinds = {
        field.name: str(field.type)
        for field in fields(EVENTS[name])
        if field.default is MISSING or field.name in data
    }
    if set(data) != {"e", *kinds}:
        raise RecordError(f'The event "{name}" must have: {", ".join(("e", *kinds))}.')
    values = {
        field: READERS[kind](f'"{field}" of the event "{name}"', data[field])
        for field, kind in kinds.items()
    }
    return EVENTS[name](**values)


def batch_from_dicts(data: object) -> Batch:
    """Read a list of events. Raise RecordError."""
    if not isinstance(data, list | tuple):
        raise RecordError("A batch must be a list of events.")
    return tuple(event_from_dict(event) for event in data)
