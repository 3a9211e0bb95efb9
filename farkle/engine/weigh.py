"""What setting dice aside comes to, and what may follow it: used by the rules of play to refuse,
and by `legal` to say beforehand what would be refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from farkle import errors
from farkle.errors import IllegalAction
from farkle.rules.scoring import Dice, parts

if TYPE_CHECKING:
    from .state import GameState


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
