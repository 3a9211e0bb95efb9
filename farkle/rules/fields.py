"""The fields of a rule set, each declared once.

A declaration (`declaration.py`) holds the default, the kind of value and its limits, the group, and
the words that describe the field. Everything that handles rule sets in general reads
`FIELDS`: validation, plain data, rules codes, the editor, the tables in docs/rules.md and the
tests' random rule sets. The order of the declarations is the order everywhere; the fields for
scoring (`scoring_fields.py`) come first.

What a field does is in `scoring.py` and `farkle.engine`; how rules texts state it is in
`farkle.text`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, cast

from farkle.errors import translatable
from farkle.rules.declaration import MAX_TARGET, FieldInfo, choice, count, flag, points
from farkle.rules.scoring_fields import ScoringFields

_NEEDS_ENTRY: Final = translatable("Needs an opening score.")
_NEEDS_NO_ROUNDS: Final = translatable("Not used with a round limit.")


@dataclass(frozen=True)
class RuleFields(ScoringFields):
    """The values of a rule set. `RuleSet` adds what can be done with them."""

    # Turn
    entry_min: int = points(
        1000,
        "turn",
        translatable("Opening score"),
        "Points needed in one turn to get on the board.",
        help=translatable("Needed in one turn to get on the board."),
        source="absolute, entry, family, 4iam (500)",
    )
    entry_ends_turn: bool = flag(
        False,
        "turn",
        translatable("Opening ends the turn"),
        "Reaching the opening score banks it and ends the turn.",
        help=translatable("Reaching it banks automatically."),
        needs=_NEEDS_ENTRY,
        source="entry",
    )
    entry_rolls: int = count(
        0,
        "turn",
        translatable("Rolls to open"),
        "Rolls of one turn to reach the opening score; 0 is no limit.",
        help=translatable("Maximum rolls per turn until you're on the board."),
        needs=_NEEDS_ENTRY,
        source="4iam",
        unit="rolls",
    )
    bank_min: int = points(
        0,
        "turn",
        translatable("Minimum bank"),
        "Points needed to bank once on the board.",
        help=translatable("Once you're on the board."),
        source="absolute",
    )
    hot_dice: Literal["optional", "mandatory"] = choice(
        "optional",
        "turn",
        translatable("Hot dice"),
        "After all six dice have scored: rolling again is optional or required.",
        help=translatable("When all six dice have scored."),
        source="absolute, classic, family, 4iam (optional); entry (mandatory)",
        labels={"optional": translatable("Optional"), "mandatory": translatable("Required")},
    )
    keep: Literal["any", "all"] = choice(
        "any",
        "turn",
        translatable("Keep"),
        "Keep any scoring dice, or all of them.",
        help=translatable("Which scoring dice."),
        source="absolute, family (any)",
        labels={"any": translatable("Any"), "all": translatable("All")},
    )
    building: bool = flag(
        False,
        "turn",
        translatable("Piggybacking"),
        "Piggybacking: the next player can continue from where the last one banked.",
        help=translatable("Continue from the previous player's dice and points."),
        source="4iam",
    )
    farkle_penalty: int = points(
        1000,
        "turn",
        translatable("Three farkles in a row"),
        "Points lost for three farkles in a row.",
        help=translatable("Points you lose."),
        source="absolute, family",
    )
    penalty_floor: Literal["none", "zero"] = choice(
        "none",
        "turn",
        translatable("Penalty can go"),
        "A penalty can take a score below zero (none), or not (zero).",
        needs=translatable("Needs a penalty for three farkles in a row."),
        source="absolute, family (none)",
        labels={"none": translatable("Below zero"), "zero": translatable("Down to zero")},
    )

    # Game
    target: int = points(
        10000,
        "game",
        translatable("Winning score"),
        "Points needed to win.",
        help=translatable("Points needed to win."),
        needs=_NEEDS_NO_ROUNDS,
        source="all documents",
        step=500,
        most=MAX_TARGET,
    )
    ending: Literal["final_round", "immediate", "exact"] = choice(
        "final_round",
        "game",
        translatable("When reached"),
        "When the winning score is reached: one last turn for everyone else, an immediate win, or "
        "an immediate win at exactly that score and last turns above it.",
        help=translatable(
            "One last turn for everyone else, an immediate win, or a win at exactly that score."
        ),
        needs=_NEEDS_NO_ROUNDS,
        source="absolute, family, 4iam (final_round); classic (immediate); entry (exact)",
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
        "A tie at the end: one more turn each, or the first to get there wins.",
        help=translatable("One more turn each, or the first to reach the score wins."),
        needs=translatable("Needs an ending where a tie is possible."),
        source="absolute, family, 4iam (playoff); entry (leader)",
        labels={
            "playoff": translatable("Tiebreaker turn"),
            "leader": translatable("First to reach it"),
        },
    )
    playoff_order: Literal["seat", "leader_first"] = choice(
        "seat",
        "game",
        translatable("Tiebreaker starts with"),
        "Who starts a tiebreaker: the lowest seat, or the first to reach the target.",
        needs=translatable("Needs tiebreakers where someone goes first."),
        source="absolute, family (seat); 4iam (leader_first)",
        labels={
            "seat": translatable("First seat"),
            "leader_first": translatable("First to reach it"),
        },
    )
    first_player: Literal["roll_off", "seat"] = choice(
        "roll_off",
        "game",
        translatable("First player"),
        "Who starts the game: the highest roll of one die each, or seat 1.",
        help=translatable("Highest roll, or seat 1."),
        source="absolute, family, 4iam (roll_off)",
        labels={"roll_off": translatable("Roll-off"), "seat": translatable("Seat 1")},
    )

    # House rules beyond the documents
    toxic_twos: bool = flag(
        False,
        "house",
        translatable("Toxic twos"),
        "Four or more 2s in one roll lose the turn like a farkle.",
        help=translatable("Four 2s in one roll lose the turn."),
        source="house rule",
    )
    hot_dice_bonus: int = points(
        0,
        "house",
        translatable("Hot dice bonus"),
        "Bonus each time all six dice have scored.",
        help=translatable("Each time all six dice have scored."),
        source="house rule",
    )
    second_chance: bool = flag(
        False,
        "house",
        translatable("Second chance"),
        "A farkle on the first roll of a turn is rolled again.",
        help=translatable("A farkle on the first roll is rolled again."),
        source="house rule",
    )
    roll_after_four: bool = flag(
        False,
        "house",
        translatable("Roll after four of a kind"),
        "After keeping four of a kind or better that scores as such, one more roll before banking.",
        help=translatable("Must roll once more before banking."),
        source="house rule",
    )
    rounds: int = count(
        0,
        "house",
        translatable("Round limit"),
        "The game ends after this many turns each; 0 is off.",
        help=translatable("Ends after this many turns each, instead of a winning score."),
        source="house rule",
        unit="turns",
    )
    late_start: Literal["zero", "lowest"] = choice(
        "zero",
        "house",
        translatable("Late joiners start with"),
        "What a late joiner starts with: zero, or the lowest score, but never less than zero.",
        source="house rule",
        labels={"zero": translatable("Nothing"), "lowest": translatable("Lowest score")},
    )


FIELDS: Final[Mapping[str, FieldInfo]] = {
    field.name: cast("FieldInfo", field.metadata["info"]) for field in fields(RuleFields)
}
"""Every field of a rule set by name, in order."""
