"""The fields of a rule set, each declared once, in the order used everywhere.

docs/develop/rules.md, "Adding a field", lists the other places that a new field needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, cast

from farkle.errors import translatable
from farkle.rules.declaration import MAX_TARGET, FieldInfo, choice, count, flag, points

_NEEDS_ENTRY: Final = translatable("Needs an opening score.")
_NEEDS_NO_ROUNDS: Final = translatable("Not used with a round limit.")


@dataclass(frozen=True)
class RuleFields:
    """The values of a rule set; `RuleSet` adds its methods."""

    # Scoring
    single_1: int = points(100, "scoring", translatable("Single 1"), step=10, dice=(1,))
    single_5: int = points(50, "scoring", translatable("Single 5"), step=10, dice=(5,))
    triple_1: int = points(1000, "scoring", translatable("Three 1s"), dice=(1, 1, 1))
    triple_2: int = points(200, "scoring", translatable("Three 2s"), dice=(2, 2, 2))
    triple_3: int = points(300, "scoring", translatable("Three 3s"), dice=(3, 3, 3))
    triple_4: int = points(400, "scoring", translatable("Three 4s"), dice=(4, 4, 4))
    triple_5: int = points(500, "scoring", translatable("Three 5s"), dice=(5, 5, 5))
    triple_6: int = points(600, "scoring", translatable("Three 6s"), dice=(6, 6, 6))
    n_kind: Literal["none", "double", "linear", "fixed"] = choice(
        "double",
        "scoring",
        translatable("Four, five and six of a kind"),
        help=translatable("Double or add per extra die, or fixed points."),
        labels={
            "none": translatable("None"),
            "double": translatable("Double"),
            "linear": translatable("Add"),
            "fixed": translatable("Fixed"),
        },
    )
    fixed_kinds: tuple[int, int, int] = points(
        (1000, 2000, 3000),
        "scoring",
        translatable("Fixed points"),
        help=translatable("The same points for every number."),
        needs=translatable("Needs fixed points for four of a kind."),
        text="Four, five and six of a kind, where they are fixed.",
        step=100,
        parts=(
            translatable("Four of a kind"),
            translatable("Five of a kind"),
            translatable("Six of a kind"),
        ),
    )
    straight: int = points(1500, "scoring", translatable("Straight"), dice=(1, 2, 3, 4, 5, 6))
    straight_low: int = points(0, "scoring", translatable("Low straight"), dice=(1, 2, 3, 4, 5))
    straight_high: int = points(0, "scoring", translatable("High straight"), dice=(2, 3, 4, 5, 6))
    three_pairs: int = points(
        500,
        "scoring",
        translatable("Three pairs"),
        help=translatable("Three different numbers."),
        dice=(2, 2, 4, 4, 6, 6),
    )
    four_plus_two: int = points(
        0, "scoring", translatable("Four of a kind and a pair"), dice=(3, 3, 3, 3, 2, 2)
    )
    two_triplets: int = points(
        0,
        "scoring",
        translatable("Two triplets"),
        help=translatable("Off: scored as two three of a kinds."),
        dice=(2, 2, 2, 4, 4, 4),
    )
    full_house_bonus: int = points(
        0,
        "scoring",
        translatable("Full house"),
        help=translatable("Added to the points of the three of a kind."),
        dice=(3, 3, 3, 2, 2),
    )
    blank_first_roll: int = points(
        0,
        "scoring",
        translatable("Six dice, no score"),
        help=translatable("Bonus, and all six can be rolled again."),
        dice=(2, 3, 3, 4, 6, 6),
    )
    blank_scope: Literal["first_roll", "any_six"] = choice(
        "first_roll",
        "scoring",
        translatable("Applies to"),
        needs=translatable("Needs a bonus for six dice with no score."),
        text="Which rolls of six dice with no score earn the bonus: the first of a turn, or any.",
        labels={
            "first_roll": translatable("First roll"),
            "any_six": translatable("Any six dice"),
        },
    )

    # Turn
    entry_min: int = points(
        1000,
        "turn",
        translatable("Opening score"),
        help=translatable("Needed in one turn to get on the board."),
    )
    entry_ends_turn: bool = flag(
        False,
        "turn",
        translatable("Opening ends the turn"),
        help=translatable("Reaching it banks automatically."),
        needs=_NEEDS_ENTRY,
    )
    entry_rolls: int = count(
        0,
        "turn",
        translatable("Rolls to open"),
        help=translatable("Maximum rolls per turn until you're on the board."),
        needs=_NEEDS_ENTRY,
        unit="rolls",
    )
    bank_min: int = points(
        0, "turn", translatable("Minimum bank"), help=translatable("Once you're on the board.")
    )
    hot_dice: Literal["optional", "mandatory"] = choice(
        "optional",
        "turn",
        translatable("Hot dice"),
        help=translatable("When all six dice have scored."),
        labels={"optional": translatable("Optional"), "mandatory": translatable("Required")},
    )
    keep: Literal["any", "all"] = choice(
        "any",
        "turn",
        translatable("Keep"),
        help=translatable("Which scoring dice."),
        labels={"any": translatable("Any"), "all": translatable("All")},
    )
    building: bool = flag(
        False,
        "turn",
        translatable("Piggybacking"),
        help=translatable("Continue from the previous player's dice and points."),
    )
    farkle_penalty: int = points(
        1000,
        "turn",
        translatable("Three farkles in a row"),
        help=translatable("Points you lose."),
    )
    penalty_floor: Literal["none", "zero"] = choice(
        "none",
        "turn",
        translatable("Penalty can go"),
        needs=translatable("Needs a penalty for three farkles in a row."),
        text="A penalty can take a score below zero (none), or not (zero).",
        labels={"none": translatable("Below zero"), "zero": translatable("Down to zero")},
    )

    # Game
    target: int = points(
        10000,
        "game",
        translatable("Winning score"),
        help=translatable("Points needed to win."),
        needs=_NEEDS_NO_ROUNDS,
        step=500,
        most=MAX_TARGET,
    )
    ending: Literal["final_round", "immediate", "exact"] = choice(
        "final_round",
        "game",
        translatable("When reached"),
        help=translatable(
            "One last turn for everyone else, an immediate win, or a win at exactly that score."
        ),
        needs=_NEEDS_NO_ROUNDS,
        labels={
            "final_round": translatable("One last turn"),
            "immediate": translatable("Game ends"),
            "exact": translatable("Exact score"),
        },
    )
    tie_break: Literal["playoff", "leader"] = choice(
        "playoff",
        "game",
        translatable("Tie"),
        help=translatable("One more turn each, or the first to reach the score wins."),
        needs=translatable("Needs an ending where a tie is possible."),
        labels={
            "playoff": translatable("Tiebreaker turn"),
            "leader": translatable("First to reach it"),
        },
    )
    playoff_order: Literal["seat", "leader_first"] = choice(
        "seat",
        "game",
        translatable("Tiebreaker starts with"),
        needs=translatable("Needs tiebreakers where someone goes first."),
        text="Who starts a tiebreaker: the lowest seat, or the first to reach the target.",
        labels={
            "seat": translatable("First seat"),
            "leader_first": translatable("First to reach it"),
        },
    )
    first_player: Literal["roll_off", "seat"] = choice(
        "roll_off",
        "game",
        translatable("First player"),
        help=translatable("Highest roll, or seat 1."),
        labels={"roll_off": translatable("Roll-off"), "seat": translatable("Seat 1")},
    )

    # House rules beyond the documents
    toxic_twos: bool = flag(
        False,
        "house",
        translatable("Toxic twos"),
        help=translatable("Four 2s in one roll lose the turn."),
    )
    hot_dice_bonus: int = points(
        0,
        "house",
        translatable("Hot dice bonus"),
        help=translatable("Each time all six dice have scored."),
    )
    second_chance: bool = flag(
        False,
        "house",
        translatable("Second chance"),
        help=translatable("A farkle on the first roll is rolled again."),
    )
    roll_after_four: bool = flag(
        False,
        "house",
        translatable("Roll after four of a kind"),
        help=translatable("Must roll once more before banking."),
    )
    rounds: int = count(
        0,
        "house",
        translatable("Round limit"),
        help=translatable("Ends after this many turns each, instead of a winning score."),
        unit="turns",
    )
    late_start: Literal["zero", "lowest"] = choice(
        "zero",
        "house",
        translatable("Late joiners start with"),
        text="What a late joiner starts with: zero, or the lowest score, but never less than zero.",
        labels={"zero": translatable("Nothing"), "lowest": translatable("Lowest score")},
    )

    @property
    def can_tie(self) -> bool:
        """True if the highest score wins, so that players can tie."""
        return bool(self.rounds) or self.ending == "final_round"

    @property
    def has_play_offs(self) -> bool:
        """True if tied players play a tiebreaker."""
        return self.can_tie and self.tie_break == "playoff"

    def must_roll(self, *, hot: bool, four: bool) -> bool:
        """Return True if hot dice or four of a kind force another roll."""
        return (hot and self.hot_dice == "mandatory") or (four and self.roll_after_four)


FIELDS: Final[Mapping[str, FieldInfo]] = {
    field.name: cast("FieldInfo", field.metadata["info"]) for field in fields(RuleFields)
}
