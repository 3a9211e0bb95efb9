"""What the player to act may do now, what it would come to, and why the rest may not be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from farkle import errors
from farkle.errors import IllegalAction
from farkle.rules.scoring import Dice

from .actions import Action, Bank, Build, Roll
from .weigh import (
    Weighed,
    bank_refusal,
    build_refusal,
    ends_by_itself,
    roll_refusal,
    weigh,
    weigh_legal,
)

if TYPE_CHECKING:
    from .state import GameState


class Choice(NamedTuple):
    """One keep and what may follow it: `roll` and `bank` are None where allowed, else the reason.

    `points` of the keep, bonus included; `total` at risk after it; `dice` the next throw would
    have; `ends` where a roll throws nothing because the turn ends by itself.
    """

    keep: Dice
    points: int
    total: int
    dice: int
    roll: IllegalAction | None
    bank: IllegalAction | None
    ends: bool


@dataclass(frozen=True, slots=True)
class Legal:
    """`choices`: one for each legal keep, or the empty keep where none lies to be made.

    `build` is None where the player may build on the turn before, else the reason why not.
    """

    choices: tuple[Choice, ...]
    build: IllegalAction | None
    _state: GameState = field(repr=False, compare=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action open to the player at turn; skipping, leaving and joining are apart."""
        found: list[Action] = []
        for choice in self.choices:
            if choice.roll is None:
                found.append(Roll(choice.keep))
            if choice.bank is None:
                found.append(Bank(choice.keep))
        if self.build is None:
            found.append(Build())
        return tuple(found)

    def why_not(self, action: Roll | Bank | Build) -> IllegalAction | None:
        """The reason why `action` may not be done; None where it may."""
        if isinstance(action, Build) or self._state.phase == "over":
            return self.build
        refusal = roll_refusal if isinstance(action, Roll) else bank_refusal
        try:
            return refusal(self._state, weigh(self._state, action.keep))
        except IllegalAction as error:
            return error

    def to_dict(self) -> dict[str, Any]:
        """For the wire, short: {"keeps": {"115": [points, total, dice, roll, bank]}, ...}.

        `roll` and `bank` are 0 where allowed, else 1 + the place of the reason's code in "why";
        zeros at the end of a list are left out. "ends" lists keeps after which a roll ends the
        turn by itself. "build" is true, or missing.
        """
        why: list[str] = []

        def place(refusal: IllegalAction | None) -> int:
            if refusal is None:
                return 0
            if refusal.code not in why:
                why.append(refusal.code)
            return why.index(refusal.code) + 1

        keeps: dict[str, list[int]] = {}
        for choice in self.choices:
            values = [
                choice.points,
                choice.total,
                choice.dice,
                place(choice.roll),
                place(choice.bank),
            ]
            while len(values) > 3 and values[-1] == 0:
                values.pop()
            keeps[_text(choice.keep)] = values
        data: dict[str, Any] = {"keeps": keeps}
        if why:
            data["why"] = why
        ends = [_text(choice.keep) for choice in self.choices if choice.ends]
        if ends:
            data["ends"] = ends
        if self.build is None:
            data["build"] = True
        return data


@cache  # there are 923 different ones
def _text(keep: Dice) -> str:
    return "".join(map(str, keep))


def legal(state: GameState) -> Legal:
    """See `GameState.legal`."""
    if state.phase == "over":
        return Legal((), errors.GameIsOver(), state)
    if state.throw and not state.blank:
        keeps = state.rules.table.keeps(state.throw).items()
        options = [weigh_legal(state, keep, points) for keep, points in keeps]
    else:
        options = [weigh(state, ())]
    choices = tuple(_choice(state, weighed) for weighed in options)
    return Legal(choices, build_refusal(state), state)


def _choice(state: GameState, weighed: Weighed) -> Choice:
    return Choice(
        weighed.keep,
        weighed.total - state.turn_points,
        weighed.total,
        state.to_roll - len(weighed.keep) or 6,
        roll_refusal(state, weighed),
        bank_refusal(state, weighed),
        ends_by_itself(state, weighed) is not None,
    )
