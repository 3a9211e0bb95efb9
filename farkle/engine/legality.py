"""Legal actions of the current player, their points, and the refusals of other actions.

Numbers in comments refer to the decisions in tests/farkle/specification.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from farkle.errors import IllegalAction
from farkle.rules.named_dice import left_after
from farkle.rules.named_odds import farkle_chance_of
from farkle.rules.odds import later_farkle_chances
from farkle.rules.scoring import Dice, parts

from .actions import Action, Bank, Build, Roll
from .position import Position
from .standing import to_beat


class Choice(NamedTuple):
    """One legal keep, its points (hot dice bonus included), and the points at risk after it.

    `dice` is the number of dice of the next roll; `roll` and `bank` are None if allowed. `ends`:
    the keep itself ends the turn, even with a roll action, which then throws nothing. `wins`: it
    wins the game at once.
    """

    keep: Dice
    points: int
    total: int
    dice: int
    roll: IllegalAction | None
    bank: IllegalAction | None
    ends: bool
    wins: bool


def farkle_chance_after(state: Position, keep: Dice, dice: int) -> Fraction:
    """Return the chance that a roll of `dice` dice after `keep` is a farkle. With named dice, they
    are those that `keep` leaves of the current player's, or all."""
    if not state.chosen:
        return later_farkle_chances(state.rules)[dice - 1]
    left = left_after(state.cup, state.throw, keep) if keep else ""
    return farkle_chance_of(state.rules, left or state.chosen[state.current])


@dataclass(frozen=True, slots=True)
class Legal:
    """Legal actions of the current player.

    `choices` has an entry for each keep, or one empty keep if there are no dice to keep. `build` is
    None if the player may piggyback.
    """

    choices: tuple[Choice, ...]
    build: IllegalAction | None
    _state: Position = field(repr=False, compare=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All legal rolls, banks and builds; skip, leave and join are not included."""
        actions: list[Action] = []
        for choice in self.choices:
            if choice.roll is None:
                actions.append(Roll(choice.keep))
            if choice.bank is None:
                actions.append(Bank(choice.keep))
        if self.build is None:
            actions.append(Build())
        return tuple(actions)

    def why_not(self, action: Roll | Bank | Build) -> IllegalAction | None:
        """Return the refusal of `action`, or None if it is allowed."""
        if isinstance(action, Build) or self._state.phase == "over":
            return self.build
        refusal = roll_refusal if isinstance(action, Roll) else bank_refusal
        try:
            return refusal(self._state, keep_outcome(self._state, action.keep))
        except IllegalAction as error:
            return error

    def to_dict(self) -> dict[str, Any]:
        """Return the compact wire form: {"keeps": {"115": [points, total, dice, roll, bank]}, ...}.

        `roll` and `bank` are 0 if allowed, else 1 + the index of the refusal's code in "why";
        trailing zeros are left out. "ends" lists keeps that end the turn. "build" is true if legal.
        """
        why: dict[str, int] = {}

        def index(refusal: IllegalAction | None) -> int:
            return 0 if refusal is None else why.setdefault(refusal.code, len(why) + 1)

        keeps: dict[str, list[int]] = {}
        for choice in self.choices:
            roll, bank = index(choice.roll), index(choice.bank)
            refusals = [roll, bank] if bank else [roll] if roll else []
            keeps[_text(choice.keep)] = [choice.points, choice.total, choice.dice, *refusals]
        data: dict[str, Any] = {"keeps": keeps}
        if why:
            data["why"] = list(why)
        ends = [_text(choice.keep) for choice in self.choices if choice.ends]
        if ends:
            data["ends"] = ends
        if self.build is None:
            data["build"] = True
        return data


@cache  # there are only 3,002 different keeps
def _text(keep: Dice) -> str:
    return "".join(map(str, keep))


def legal(state: Position) -> Legal:
    if state.phase == "over":
        return Legal((), IllegalAction("game_over"), state)
    if state.throw and not state.blank:
        keeps = state.rules.table.keeps(state.throw).items()
        options = [legal_keep_outcome(state, keep, points) for keep, points in keeps]
    else:
        options = [keep_outcome(state, ())]
    choices = tuple(
        Choice(
            outcome.keep,
            outcome.total - state.turn_points,
            outcome.total,
            state.to_roll - len(outcome.keep) or state.rules.dice,
            roll_refusal(state, outcome),
            bank_refusal(state, outcome),
            automatic_end(state, outcome) is not None,
            outcome.wins,
        )
        for outcome in options
    )
    return Legal(choices, build_refusal(state), state)


# Refusals


class KeepOutcome(NamedTuple):
    """The outcome of setting dice aside; `total` is the turn's new total, bonus included."""

    keep: Dice
    points: int
    total: int
    hot: bool  # all dice have scored
    forced: str  # why another roll must follow, as the code of a refusal; "" if it need not
    wins: bool = False  # a jackpot wins the game at once


def keep_outcome(state: Position, keep: Dice) -> KeepOutcome:
    """Return the outcome of `keep` (sorted). Raise IllegalAction."""
    if not state.throw or state.blank:
        if keep:
            raise IllegalAction("nothing_to_keep")
        forced = state.rules.table.forced_roll((), 0) if state.blank else ""
        return KeepOutcome((), 0, state.turn_points, state.blank, forced)
    if not keep:
        raise IllegalAction("nothing_kept")
    points = state.rules.table.keeps(state.throw).get(keep)
    if points is None:
        raise keep_refusal(state, keep)
    return legal_keep_outcome(state, keep, points)


def legal_keep_outcome(state: Position, keep: Dice, points: int) -> KeepOutcome:
    """Return the outcome of a keep that is known to be legal."""
    rules, left = state.rules, state.to_roll - len(keep)
    bonus = 0 if left else rules.hot_dice_bonus
    if state.hot and (times := rules.times(state.hot)) > 1:
        points, bonus = points * times, bonus * times
    total = state.turn_points + points + bonus
    table = rules.table
    forced, wins = table.forced_roll(keep, left), bool(table.winning) and table.wins(keep, left)
    return KeepOutcome(keep, points, total, not left, forced, wins)


def keep_refusal(state: Position, keep: Dice) -> IllegalAction:
    table = state.rules.table.of(len(state.throw))
    if any(keep.count(face) > state.throw.count(face) for face in keep):
        return IllegalAction("not_thrown", dice=" ".join(map(str, keep)))
    if keep in table.points:
        return IllegalAction("must_keep_all", dice=max(map(len, table.keeps(state.throw))))
    # Name the first die outside the largest part that scores.
    scoring = (part for part in parts(keep) if part in table.points)
    most = max(scoring, key=lambda part: (len(part), table.points[part]), default=())
    return IllegalAction(
        "does_not_score", face=next(face for face in keep if keep.count(face) > most.count(face))
    )


def bank_limits(state: Position) -> tuple[int, int]:
    """Return the points that a bank of the current player needs, and the roll by which the turn
    must have them (0: any)."""
    rules = state.rules
    least, limit = rules.bank_limits(entered=state.entered[state.current])
    least = max(least, state.needs, state.to_top and state.to_top + 1)
    if state.phase == "final" and rules.last_turns != "turn":
        if rules.last_turns == "roll":
            return least, 1
        best = to_beat(state, state.current)
        if best is not None:
            least = max(least, best.total + 1 - state.total(state.current))
    return least, limit


def bank_refusal(state: Position, outcome: KeepOutcome) -> IllegalAction | None:
    """Return the refusal of a bank after this keep, or None."""
    rules = state.rules
    if not state.throw:
        return IllegalAction("not_rolled")
    if outcome.wins:
        return None
    if not state.entered[state.current]:
        if outcome.total < rules.entry_min:
            missing = rules.entry_min - outcome.total
            return IllegalAction("entry_missing", entry_min=rules.entry_min, missing=missing)
    elif outcome.total < rules.bank_min:  # 7: in the final round and tiebreakers too
        return IllegalAction("bank_too_low", bank_min=rules.bank_min, points=outcome.total)
    if outcome.total < state.needs:
        return IllegalAction("confirm_first", confirm_points=rules.confirm_points)
    if state.to_top and outcome.total <= state.to_top:
        return IllegalAction("beat_first")
    if rules.bank_multiple and not rules.fits_bank(outcome.total):
        return IllegalAction("no_multiple", bank_multiple=rules.bank_multiple)
    if state.phase == "final" and outcome.total < bank_limits(state)[0]:
        return IllegalAction("not_ahead")
    if passes_target(state, outcome.total):
        return IllegalAction("passes_target", target=rules.target)
    # 9: hot dice even at exactly the target
    return IllegalAction(outcome.forced) if outcome.forced else None


def roll_refusal(state: Position, outcome: KeepOutcome) -> IllegalAction | None:
    """Return the refusal of a roll after this keep, or None."""
    rules = state.rules
    entered = state.entered[state.current]
    limit = rules.bank_rolls if entered else rules.entry_rolls
    if outcome.wins:
        return None
    if state.phase == "final":
        limit = bank_limits(state)[1]
    if (
        limit
        and state.rolls >= limit
        and bank_refusal(state, outcome) is None
        and (entered or not rules.entry_ends_turn)
    ):
        return IllegalAction("last_throw")
    return None


def automatic_end(state: Position, outcome: KeepOutcome) -> Literal["banked", "ran_out"] | None:
    """Return the name of the event by which this keep ends the turn (8, 10), or None."""
    rules = state.rules
    if outcome.wins:
        return "banked"
    if state.rolls and passes_target(state, outcome.total):
        return "ran_out"
    entered = state.entered[state.current]
    if not state.rolls or (entered and not rules.bank_rolls and state.phase != "final"):
        return None
    least, limit = bank_limits(state)
    if outcome.total >= least:
        if not entered and rules.entry_ends_turn and bank_refusal(state, outcome) is None:
            return "banked"
    elif limit and state.rolls >= limit:
        return "ran_out"
    return None


def passes_target(state: Position, points: int) -> bool:
    """Return True if so many points in this turn are too many for the winning score to be hit."""
    rules = state.rules
    return rules.must_hit_target and state.total(state.current) + points > rules.target


def build_refusal(state: Position) -> IllegalAction | None:
    """Return the refusal to piggyback (12), or None."""
    if not state.rules.building:
        return IllegalAction("building_off")
    if state.phase == "playoff":
        return IllegalAction("no_building_in_playoff")
    if state.rolls:
        return IllegalAction("turn_under_way")
    if state.offer is None:
        return IllegalAction("nothing_to_build_on")
    # 19, 20: players who left do not block it; late joiners do until they are on the board.
    if not all(in_ or gone for in_, gone in zip(state.entered, state.left, strict=True)):
        return IllegalAction("not_all_entered")
    return None
