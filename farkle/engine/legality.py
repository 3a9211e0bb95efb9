"""What the player to act may do, what it would come to, and why anything else is refused.

`transition.py` asks here before it acts; `GameState.legal` lists the answers beforehand. Numbers in
comments are decisions of the rule specification, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from farkle import errors
from farkle.errors import IllegalAction
from farkle.rules.scoring import Dice, parts

from .actions import Action, Bank, Build, Roll

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


# Refusals


class Weighed(NamedTuple):
    """A keep of the lying throw: `total` is the turn's points after it, bonus included."""

    keep: Dice
    points: int
    total: int
    hot: bool
    """All six dice have scored with it."""
    four: bool
    """Four or more dice alike are among it."""


def weigh(state: GameState, keep: Dice) -> Weighed:
    """What `keep` (sorted) would come to. Raises IllegalAction where it may not be set aside."""
    if not state.throw or state.blank:
        if keep:
            raise errors.NothingToKeep
        return Weighed((), 0, state.turn_points, state.blank, four=False)
    if not keep:
        raise errors.NothingKept
    points = state.rules.table.keeps(state.throw).get(keep)
    if points is None:
        raise keep_refusal(state, keep)
    return weigh_legal(state, keep, points)


def weigh_legal(state: GameState, keep: Dice, points: int) -> Weighed:
    """The same for a keep that is known to be one of the throw's, for `points`."""
    hot = len(state.aside) + len(keep) == 6
    total = state.turn_points + points + (state.rules.hot_dice_bonus if hot else 0)
    four = len(keep) >= 4 and max(map(keep.count, keep)) >= 4
    return Weighed(keep, points, total, hot, four)


def keep_refusal(state: GameState, keep: Dice) -> IllegalAction:
    """Why `keep` may not be set aside of the lying throw."""
    table = state.rules.table
    strange = next((face for face in keep if keep.count(face) > state.throw.count(face)), None)
    if strange is not None:
        return errors.NotThrown(dice=" ".join(map(str, keep)))
    if keep in table.points:
        return errors.MustKeepAll(dice=max(map(len, table.keeps(state.throw))))
    # The first die that is not among the most that score together.
    scoring = (part for part in parts(keep) if part in table.points)
    most = max(scoring, key=lambda part: (len(part), table.points[part]), default=())
    return errors.DoesNotScore(
        face=next(face for face in keep if keep.count(face) > most.count(face))
    )


def bank_refusal(state: GameState, weighed: Weighed) -> IllegalAction | None:
    """Why the turn may not be banked with this keep; None where it may."""
    rules = state.rules
    if not state.throw:
        return errors.NotRolled()
    if not state.entered[state.current]:
        if weighed.total < rules.entry_min:
            missing = rules.entry_min - weighed.total
            return errors.EntryMissing(entry_min=rules.entry_min, missing=missing)
    elif weighed.total < rules.bank_min:  # 7: in final turns and play-offs too
        return errors.BankTooLow(bank_min=rules.bank_min, points=weighed.total)
    return _forced(state, weighed)


def _forced(state: GameState, weighed: Weighed) -> IllegalAction | None:
    """Why the player must throw again whatever the points; None where nothing forces."""
    rules = state.rules
    if weighed.hot and rules.hot_dice == "mandatory":  # 9: not even at exactly the target
        return errors.HotDiceFirst()
    if weighed.four and rules.roll_after_four:
        return errors.FourFirst()
    return None


def roll_refusal(state: GameState, weighed: Weighed) -> IllegalAction | None:
    """Why the dice may not be thrown after this keep; None where they may.

    A keep that ends the turn by itself is given to a roll as well, which then throws nothing.
    """
    rules = state.rules
    if (
        rules.entry_rolls
        and not state.entered[state.current]
        and state.rolls >= rules.entry_rolls
        and weighed.total >= rules.entry_min
        and not _forced(state, weighed)
        and not rules.entry_ends_turn
    ):
        return errors.LastThrow(entry_rolls=rules.entry_rolls)
    return None


def ends_by_itself(state: GameState, weighed: Weighed) -> Literal["banked", "ran_out"] | None:
    """Whether this keep ends the turn without a decision, and how (8, 10); None where not."""
    rules = state.rules
    if not state.rolls or state.entered[state.current]:
        return None
    if weighed.total >= rules.entry_min:
        if rules.entry_ends_turn and bank_refusal(state, weighed) is None:
            return "banked"
    elif rules.entry_rolls and state.rolls >= rules.entry_rolls:
        return "ran_out"
    return None


def build_refusal(state: GameState) -> IllegalAction | None:
    """Why the player may not build on the turn before (12); None where they may."""
    if not state.rules.building:
        return errors.BuildingOff()
    if state.phase == "playoff":
        return errors.NoBuildingInPlayOff()
    if state.rolls:
        return errors.TurnUnderWay()
    if state.offer is None:
        return errors.NothingToBuildOn()
    # Who left does not block it (19); who came late does until entered (20).
    if not all(in_ or gone for in_, gone in zip(state.entered, state.left, strict=True)):
        return errors.NotAllEntered()
    return None
