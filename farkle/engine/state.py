"""`GameState`: the methods of a game. Other modules implement them for any `Position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, cast, get_args

from farkle.errors import RecordError
from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import NUMBERS

from . import transition
from .actions import Action
from .events import Batch
from .legality import Legal, legal
from .plain import READERS, Reader, check_names, check_version, read_dice, read_int, write_fields
from .position import Phase, Position
from .transition import Source

VERSION: Final = 1


class GameState(Position):
    """An immutable state of a game. `start` creates one, and `apply` returns the next.

    Both also return the events, from which `begin` and `fold` rebuild the same states.
    """

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        players: int,
        dice: Source,
        teams: Sequence[int] | None = None,
        chosen: Sequence[str] = (),
    ) -> tuple[GameState, Batch]:
        """Return the first state and its events, roll-off included.

        `dice(n)` returns n faces; `teams` has the team of each seat, and `chosen` its named dice.
        With named dice, `dice(n, weights)` returns the faces of a turn. Raise RulesError for
        unplayable rules or dice, ValueError for fewer than two players or teams. One player may
        play alone if the rules have rounds and no piggybacking.
        """
        return transition.start(cls(rules), players, dice, teams, chosen)

    def apply(self, action: Action, dice: Source) -> tuple[GameState, Batch]:
        """Return the next state and its events. Raise IllegalAction, or ValueError for bad dice."""
        return transition.apply(self, action, dice)

    @property
    def legal(self) -> Legal:
        """Legal actions of the current player, and the refusals of others."""
        return legal(self)

    @classmethod
    def begin(cls, rules: RuleSet, batch: Batch) -> GameState:
        """Rebuild the first state from the events of `start`."""
        state = cls(rules)
        for event in batch:
            event.fold_into(state)
        return state

    def fold(self, batch: Batch) -> GameState:
        """Rebuild the next state from the events of one action."""
        state = self.next_ply()
        for event in batch:
            event.fold_into(state)
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the state, without its rules, as data for JSON."""
        data = {"version": VERSION, **write_fields(self)}
        del data["rules"]
        for name in _LATER:
            if getattr(self, name) == getattr(Position, name):
                del data[name]
        if self.offer is not None:
            data["offer"] = [self.offer[0], list(self.offer[1])]
        return data

    @classmethod
    def from_dict(cls, rules: RuleSet, data: object) -> GameState:
        """Read the data of `to_dict`. Raise RecordError."""
        values = check_version("A state", data, VERSION)
        later = {name: getattr(Position, name) for name in _LATER}
        values = {**later, **values}
        check_names("A state", values, {"version", *_READERS})
        state = cls(
            rules,
            **{name: read(f"{name} of a state", values[name]) for name, read in _READERS.items()},
        )
        _check_seats(state)
        _check_turns(state)
        _check_dice(state)
        return state

    def __repr__(self) -> str:
        if self.phase == "over":
            return f"<GameState ply {self.ply}: over, won by {self.winners}, scores {self.scores}>"
        lying = " ".join(map(str, self.throw)) or "none"
        return (
            f"<GameState ply {self.ply}: {self.phase}, seat {self.current} to act, dice {lying}, "
            f"{self.turn_points} at risk, scores {self.scores[:8]}>"
        )


def _read_phase(name: str, value: object) -> Phase:
    if value not in get_args(Phase):
        raise RecordError(f"{name} must be turns, final, playoff or over.")
    return cast("Phase", value)


def _read_offer(name: str, value: object) -> tuple[int, tuple[int, ...]] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise RecordError(f"{name} must be points and dice.")
    return read_int(name, value[0]), read_dice(name, value[1])


_KINDS = {**READERS, "Phase": _read_phase, "tuple[int, Dice] | None": _read_offer}
_READERS: Final[Mapping[str, Reader]] = {
    field.name: _KINDS[str(field.type)] for field in fields(Position) if field.name != "rules"
}


_LATER: Final = ("undone", "chosen", "cup", "needs", "to_top")
"""Fields that were added later. They are left out at their default."""


def _check_seats(state: Position) -> None:
    seats = len(state.scores)
    by_seat = (state.entered, state.streaks, state.left, state.since, state.chosen or state.scores)
    teams = state.scores if state.teams is None else state.teams
    undone = state.undone if state.rules.undoes_banks else state.scores
    if any(len(values) != seats for values in (*by_seat, teams, undone)):
        raise RecordError("All per-seat lists of a state must have the same length.")
    listed = (*state.order, *state.queue, *state.waiting, *state.playoff, *state.winners)
    unknown = [seat for seat in listed if not 0 <= seat < seats]
    unknown += [seat for seat in (state.current, state.leader) if not -1 <= seat < seats]
    if unknown:
        raise RecordError(f"The state refers to seat {unknown[0]} of {seats}.")


def _check_turns(state: Position) -> None:
    here = state.order + state.waiting
    if len(set(here)) != len(here) or any(state.left[seat] for seat in here):
        raise RecordError("A state has an invalid turn order.")
    over = state.phase == "over"
    if over != (state.current == -1) or over != bool(state.winners):
        raise RecordError("A state must have either winners or a current player.")
    if not over:
        if not {state.current, *state.queue, *state.playoff} <= set(state.order):
            raise RecordError("A state has a turn for a seat outside its turn order.")
        if len(here) < min(2, len(state.scores)):
            raise RecordError("A state without winners must have at least two players.")
        if (state.phase == "playoff") != bool(state.playoff):
            raise RecordError("A state must list playoff seats during a playoff, and only then.")


def _check_dice(state: Position) -> None:
    throw, aside = state.throw, state.aside
    offered = state.offer[1] if state.offer else ()
    every = state.rules.dice
    if max(len(aside), len(offered)) >= every or (throw and len(throw) + len(aside) != every):
        raise RecordError(f"A state must have {NUMBERS[every]} dice, rolled or set aside.")
    if not throw and (aside or state.rolls or state.turn_points or state.blank):
        raise RecordError("A state has a turn in progress without a roll.")
    plays_on = state.chosen and state.phase != "over"
    if any(len(letters) != every for letters in state.chosen) or len(state.cup) != (
        every - len(aside) if plays_on else 0
    ):
        raise RecordError(f"A state must have {NUMBERS[every]} named dice for each seat, or none.")
