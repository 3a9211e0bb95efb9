"""The fields of a rule set that say what dice are worth. See `fields.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from farkle.errors import translatable
from farkle.rules.declaration import choice, points

_NEEDS_BLANK: Final = translatable("Needs a bonus for six dice with no score.")


@dataclass(frozen=True)
class ScoringFields:
    """The first group of fields."""

    single_1: int = points(
        100,
        "scoring",
        translatable("Single 1"),
        "A single 1.",
        source="all documents",
        step=10,
        dice=(1,),
    )
    single_5: int = points(
        50,
        "scoring",
        translatable("Single 5"),
        "A single 5.",
        source="all documents",
        step=10,
        dice=(5,),
    )
    triple_1: int = points(
        1000,
        "scoring",
        translatable("Three 1s"),
        "Three 1s.",
        source="all documents; 300 in 4iam's patch",
        dice=(1, 1, 1),
    )
    triple_2: int = points(
        200,
        "scoring",
        translatable("Three 2s"),
        "Three 2s.",
        source="all documents",
        dice=(2, 2, 2),
    )
    triple_3: int = points(
        300,
        "scoring",
        translatable("Three 3s"),
        "Three 3s.",
        source="all documents",
        dice=(3, 3, 3),
    )
    triple_4: int = points(
        400,
        "scoring",
        translatable("Three 4s"),
        "Three 4s.",
        source="all documents",
        dice=(4, 4, 4),
    )
    triple_5: int = points(
        500,
        "scoring",
        translatable("Three 5s"),
        "Three 5s.",
        source="all documents",
        dice=(5, 5, 5),
    )
    triple_6: int = points(
        600,
        "scoring",
        translatable("Three 6s"),
        "Three 6s.",
        source="all documents",
        dice=(6, 6, 6),
    )
    n_kind: Literal["none", "double", "linear", "fixed"] = choice(
        "double",
        "scoring",
        translatable("Four, five and six of a kind"),
        "Four, five and six of a kind: no bonus, double for each die beyond three, "
        "the triple times (n - 2), or a fixed number of points.",
        help=translatable("Double or add per extra die, or fixed points."),
        source="absolute, classic, family, 4iam (double); entry (none); 4iam's patch (fixed)",
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
        "Four, five and six of a kind, where they are fixed.",
        help=translatable("The same points for every number."),
        needs=translatable("Needs fixed points for four of a kind."),
        source="4iam's patch",
        step=100,
        parts=(
            translatable("Four of a kind"),
            translatable("Five of a kind"),
            translatable("Six of a kind"),
        ),
    )
    straight: int = points(
        1500,
        "scoring",
        translatable("Straight"),
        "1-2-3-4-5-6 in one roll.",
        source="absolute, classic (special), family, 4iam",
        dice=(1, 2, 3, 4, 5, 6),
    )
    straight_low: int = points(
        0,
        "scoring",
        translatable("Low straight"),
        "1-2-3-4-5 in one roll.",
        source="kcd",
        dice=(1, 2, 3, 4, 5),
    )
    straight_high: int = points(
        0,
        "scoring",
        translatable("High straight"),
        "2-3-4-5-6 in one roll.",
        source="kcd",
        dice=(2, 3, 4, 5, 6),
    )
    three_pairs: int = points(
        500,
        "scoring",
        translatable("Three pairs"),
        "Three pairs of three different numbers.",
        help=translatable("Three different numbers."),
        source="absolute, family, 4iam",
        dice=(2, 2, 4, 4, 6, 6),
    )
    four_plus_two: int = points(
        0,
        "scoring",
        translatable("Four of a kind and a pair"),
        "Four of a kind and a pair.",
        source="4iam's patch",
        dice=(3, 3, 3, 3, 2, 2),
    )
    two_triplets: int = points(
        0,
        "scoring",
        translatable("Two triplets"),
        "Two triplets of different numbers.",
        help=translatable("Off: scored as two three of a kinds."),
        source="4iam's patch",
        dice=(2, 2, 2, 4, 4, 4),
    )
    full_house_bonus: int = points(
        0,
        "scoring",
        translatable("Full house"),
        "Three of a kind and a pair: the triple's points and this.",
        help=translatable("Added to the points of the three of a kind."),
        source="classic",
        dice=(3, 3, 3, 2, 2),
    )
    blank_first_roll: int = points(
        0,
        "scoring",
        translatable("Six dice, no score"),
        "Bonus for six dice with no score, and all six can be rolled again.",
        help=translatable("Bonus, and all six can be rolled again."),
        source="classic",
        dice=(2, 3, 3, 4, 6, 6),
    )
    blank_scope: Literal["first_roll", "any_six"] = choice(
        "first_roll",
        "scoring",
        translatable("Applies to"),
        "Which rolls of six dice earn it: the first of a turn, or any.",
        needs=_NEEDS_BLANK,
        source="classic (first_roll)",
        labels={
            "first_roll": translatable("First roll"),
            "any_six": translatable("Any six dice"),
        },
    )
