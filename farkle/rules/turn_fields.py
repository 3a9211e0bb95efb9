"""The fields of a rule set that state how a turn goes, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from farkle.errors import translatable
from farkle.rules.declaration import MAX_DICE, choice, count, flag, points

from .scoring_fields import ScoringFields

_ENTRY: Final[Mapping[str, Any]] = {
    "when": lambda rules: rules.entry_min > 0,
    "needs": translatable("Needs an opening score."),
}
BANKS: Final = "bank_min bank_multiple bank_rolls"  # what a bank must meet
COSTS: Final = "farkle_penalty streak_cost farkle_cost first_farkle_cost beat_cost"


@dataclass(frozen=True)
class TurnFields(ScoringFields):
    """The rules of a turn, and what a farkle costs."""

    dice: int = count(
        6,
        "turn",
        translatable("Number of dice"),
        words="five dice six dice seven dice eight dice how many",
        help=translatable("With five, a straight is 1 to 5 or 2 to 6."),
        unit="dice",
        least=5,
        most=MAX_DICE,
        phrases=(translatable("{n:,} dice"), translatable("no dice")),
        exact=True,
        newer=True,
    )
    entry_min: int = points(
        1000,
        "turn",
        translatable("Opening score"),
        words="open get in start minimum threshold first bank",
        help=translatable("Needed in one turn to get on the board."),
        phrases=(
            translatable("{n:,} to get on the board"),
            translatable("any score gets on the board"),
        ),
    )
    entry_ends_turn: bool = flag(
        False,
        "turn",
        translatable("Opening ends the turn"),
        help=translatable("Reaching it banks automatically."),
        **_ENTRY,
        phrases=(
            translatable("opening ends the turn"),
            translatable("opening doesn't end the turn"),
        ),
    )
    entry_rolls: int = count(
        0,
        "turn",
        translatable("Rolls to open"),
        help=translatable("Maximum rolls per turn until you're on the board."),
        **_ENTRY,
        unit="rolls",
        phrases=(
            translatable("on the board by roll {n:,}"),
            translatable("any number of rolls to open"),
        ),
    )
    bank_min: int = points(
        0,
        "turn",
        translatable("Minimum bank"),
        words="least smallest bank minimum points",
        help=translatable("Once you're on the board."),
        phrases=(translatable("minimum bank {n:,}"), translatable("no minimum bank")),
    )
    bank_multiple: int = points(
        0,
        "turn",
        translatable("Bank in steps of"),
        words="multiple of 100 hundreds round amounts fifty only whole",
        help=translatable("A bank must be a multiple of this many points."),
        phrases=(translatable("banks in steps of {n:,}"), translatable("banks of any amount")),
        newer=True,
    )
    bank_rolls: int = count(
        0,
        "turn",
        translatable("Rolls in a turn"),
        words="limit throws third roll number of rolls bank by",
        help=translatable("Maximum rolls per turn once you're on the board: bank by then."),
        unit="rolls",
        phrases=(
            translatable("bank by roll {n:,}"),
            translatable("any number of rolls in a turn"),
        ),
        exact=True,
        newer=True,
    )
    bank_aside: int = count(
        0,
        "turn",
        translatable("Dice to set aside"),
        words="how many dice left kept before bank",
        help=translatable("So many of them before you can bank; hot dice count as all."),
        unit="dice",
        most=6,
        phrases=(
            translatable("bank with {n:,} dice set aside"),
            translatable("bank with any number of dice"),
        ),
        exact=True,
        newer=True,
    )
    beat_last: bool = flag(
        False,
        "turn",
        translatable("Beat the turn before"),
        words="more than the previous player predecessor overbid outdo",
        help=translatable("A bank must be higher than what the turn before yours banked, if any."),
        phrases=(
            translatable("a bank must beat the turn before"),
            translatable("a bank need not beat the turn before"),
        ),
        newer=True,
    )
    beat_cost: int = points(
        0,
        "turn",
        translatable("A turn that banks nothing"),
        words="not beaten minus lose points previous player",
        help=translatable("Points you lose, by a farkle or otherwise."),
        when=lambda rules: rules.beat_last,
        needs=translatable("Needs banks that beat the turn before."),
        phrases=(
            translatable("a turn that banks nothing costs {n:,}"),
            translatable("a turn that banks nothing costs nothing"),
        ),
        step=500,
        newer=True,
    )
    lone_five: bool = flag(
        False,
        "turn",
        translatable("Roll after a lone 5"),
        words="single 5 bank alone one five only",
        help=translatable("A 5 kept alone can't be banked: roll once more."),
        when=lambda rules: rules.single_5 > 0 and rules.wild_face != 5,
        needs=translatable("Needs points for a single 5."),
        phrases=(
            translatable("roll after a lone 5"),
            translatable("a lone 5 can be banked"),
        ),
        exact=True,
        newer=True,
    )
    hot_dice: Literal["optional", "mandatory"] = choice(
        "optional",
        "turn",
        translatable("Hot dice"),
        words="all six again free roll roll over clear",
        help=translatable("When all dice have scored."),
        labels={"optional": translatable("Optional"), "mandatory": translatable("Required")},
        phrases=(translatable("optional hot dice"), translatable("required hot dice")),
    )
    keep: Literal["any", "all"] = choice(
        "any",
        "turn",
        translatable("Keep"),
        help=translatable("Which scoring dice."),
        labels={"any": translatable("Any"), "all": translatable("All")},
        phrases=(
            translatable("free choice of scoring dice"),
            translatable("all scoring dice kept"),
        ),
    )
    building: bool = flag(
        False,
        "turn",
        translatable("Piggybacking"),
        words="take over steal remaining dice left over",
        help=translatable("Continue from the previous player's dice and points."),
        phrases=(translatable("piggybacking"), translatable("no piggybacking")),
    )
    farkle_penalty: int = points(
        1000,
        "turn",
        translatable("Farkles in a row"),
        words="penalty strikes bust zonk minus lose points three farkles",
        help=translatable("Points you lose."),
        when=lambda rules: rules.streak_cost == "points",
        needs=translatable("Needs points as the cost."),
        phrases=(
            translatable("farkles in a row cost {n:,}"),
            translatable("no farkle penalty"),
        ),
    )
    farkle_streak: int = count(
        3,
        "turn",
        translatable("How many farkles in a row"),
        words="number of farkles two four five streak strikes",
        help=translatable("So many cost something."),
        unit="times",
        least=2,
        most=5,
        when=lambda rules: rules.punishes_streaks,
        needs=translatable("Needs a cost of farkles in a row."),
        phrases=(
            translatable("a cost after {n:,} farkles in a row"),
            translatable("no farkles in a row"),
        ),
        exact=True,
        newer=True,
    )
    streak_cost: Literal["points", "everything", "last_bank"] = choice(
        "points",
        "turn",
        translatable("Farkles in a row cost"),
        words="farkles in a row lose everything all points back to zero last bank struck",
        help=translatable("Points, the whole score, or all since before the last bank."),
        labels={
            "points": translatable("Points"),
            "everything": translatable("Everything"),
            "last_bank": translatable("The last bank"),
        },
        phrases=(
            translatable("farkles in a row cost points"),
            translatable("farkles in a row cost everything"),
            translatable("farkles in a row cost the last bank"),
        ),
        exact=("everything",),
        newer=True,
    )
    farkle_cost: int = points(
        0,
        "turn",
        translatable("Every farkle"),
        words="minus lose points each penalty",
        help=translatable("Points you lose each time."),
        phrases=(
            translatable("every farkle costs {n:,}"),
            translatable("a farkle alone costs nothing"),
        ),
        newer=True,
    )
    first_farkle_cost: int = points(
        0,
        "turn",
        translatable("Farkle on the first roll"),
        words="minus lose points penalty all dice nothing at once",
        help=translatable("Further points you lose, if it was a roll of all dice."),
        phrases=(
            translatable("a farkle on the first roll costs {n:,}"),
            translatable("no cost of a farkle on the first roll"),
        ),
        newer=True,
    )
    penalty_floor: Literal["none", "zero"] = choice(
        "none",
        "turn",
        translatable("Penalty can go"),
        needs=translatable("Needs a farkle that costs points."),
        text="A penalty can take a score below zero (none), or not (zero).",
        labels={"none": translatable("Below zero"), "zero": translatable("Down to zero")},
        phrases=(translatable("penalties below zero"), translatable("penalties down to zero")),
        when=lambda rules: max(rules.farkle_costs) > 0,
    )

    def fits_bank(self, points: int) -> bool:
        """Return True unless so many points are no multiple of what a bank must be one of."""
        return not self.bank_multiple or points % self.bank_multiple == 0

    def bank_limits(self, *, entered: bool) -> tuple[int, int]:
        """Return the points that a bank needs, and the roll by which it must have them (0: any),
        of a player who is on the board or not."""
        if entered:
            return self.bank_min, self.bank_rolls
        return self.entry_min, self.entry_rolls

    @property
    def least_bank(self) -> int:
        """The fewest points that a player on the board could bank."""
        return max(self.bank_min, self.bank_multiple)

    @property
    def punishes_streaks(self) -> bool:
        """True if `farkle_streak` farkles in a row cost something."""
        return self.streak_cost != "points" or self.farkle_penalty > 0

    @property
    def streak_cost_varies(self) -> bool:
        """True if what farkles in a row cost depends on the score."""
        return self.streak_cost != "points"

    @property
    def undoes_banks(self) -> bool:
        """True if farkles in a row cost the last bank."""
        return self.streak_cost == "last_bank"

    @property
    def stops_at_zero(self) -> bool:
        """True if farkles in a row take no score below zero."""
        return self.penalty_floor == "zero" or self.streak_cost == "everything"

    def pays(self, streak: int) -> bool:
        """Return True if the last of so many farkles in a row costs more than one alone."""
        return self.punishes_streaks and streak >= self.farkle_streak

    def streak_costs(self, score: float, last_bank: float) -> tuple[float, ...]:
        """Return the points that each of `farkle_streak` farkles in a row costs at this score."""
        every = self.farkle_costs[1]
        costs = {"points": self.farkle_penalty, "everything": score, "last_bank": last_bank}
        return (every,) * (self.farkle_streak - 1) + (every + costs[self.streak_cost],)

    @property
    def farkle_costs(self) -> tuple[int, int, int]:
        """The points that a streak of farkles costs (0 if it costs no points of its own), every
        farkle, and one on the first roll of a turn."""
        streak = self.farkle_penalty if self.streak_cost == "points" else 0
        return streak, self.farkle_cost + self.cost_of_nothing, self.first_farkle_cost

    @property
    def cost_of_nothing(self) -> int:
        """The points that a turn costs which banks nothing."""
        return self.beat_cost if self.beat_last else 0

    def score_after_nothing(self, score: int) -> int:
        """Return the score after a turn without a farkle that banked nothing."""
        after = score - self.cost_of_nothing
        return max(after, min(score, 0)) if self.penalty_floor == "zero" else after

    def score_after_farkle(self, score: int, streak: int, undone: int, *, first: bool) -> int:
        """Return the score after the farkle that makes `streak` in a row. `undone` is the score
        before the last bank; `first`: all dice were rolled for the first time in the turn."""
        after = score - self.farkle_costs[1] - self.first_farkle_cost * first
        if streak >= self.farkle_streak:
            if self.streak_cost == "points":
                after -= self.farkle_penalty
            else:
                after = min(after, 0 if self.streak_cost == "everything" else undone)
        return max(after, min(score, 0)) if self.penalty_floor == "zero" else after
