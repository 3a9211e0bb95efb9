"""The fields of a rule set that state what dice score, each declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from farkle.errors import translatable
from farkle.rules.declaration import choice, count, flag, points

_KINDS: Final = (
    translatable("Four of a kind"),
    translatable("Five of a kind"),
    translatable("Six of a kind"),
)
_SIX_DICE: Final[Mapping[str, Any]] = {
    "when": lambda rules: rules.dice >= 6,
    "needs": translatable("Needs six dice."),
}


@dataclass(frozen=True)
class ScoringFields:
    """The points of dice and combinations."""

    single_1: int = points(
        100,
        "scoring",
        translatable("Single 1"),
        step=10,
        dice=(1,),
        phrases=(translatable("single 1 {n:,}"), translatable("single 1s don't score")),
    )
    single_5: int = points(
        50,
        "scoring",
        translatable("Single 5"),
        step=10,
        dice=(5,),
        phrases=(translatable("single 5 {n:,}"), translatable("single 5s don't score")),
    )
    triple_1: int = points(
        1000,
        "scoring",
        translatable("Three 1s"),
        dice=(1, 1, 1),
        phrases=(translatable("three 1s {n:,}"), translatable("three 1s don't score")),
    )
    triple_2: int = points(
        200,
        "scoring",
        translatable("Three 2s"),
        dice=(2, 2, 2),
        phrases=(translatable("three 2s {n:,}"), translatable("three 2s don't score")),
    )
    triple_3: int = points(
        300,
        "scoring",
        translatable("Three 3s"),
        dice=(3, 3, 3),
        phrases=(translatable("three 3s {n:,}"), translatable("three 3s don't score")),
    )
    triple_4: int = points(
        400,
        "scoring",
        translatable("Three 4s"),
        dice=(4, 4, 4),
        phrases=(translatable("three 4s {n:,}"), translatable("three 4s don't score")),
    )
    triple_5: int = points(
        500,
        "scoring",
        translatable("Three 5s"),
        dice=(5, 5, 5),
        phrases=(translatable("three 5s {n:,}"), translatable("three 5s don't score")),
    )
    triple_6: int = points(
        600,
        "scoring",
        translatable("Three 6s"),
        dice=(6, 6, 6),
        phrases=(translatable("three 6s {n:,}"), translatable("three 6s don't score")),
    )
    n_kind: Literal["none", "double", "linear", "fixed", "plus", "times"] = choice(
        "double",
        "scoring",
        translatable("Four, five and six of a kind"),
        words="4 5 6 same quads double multiply",
        help=translatable("Double or add per extra die, or points or factors of your own."),
        labels={
            "none": translatable("None"),
            "double": translatable("Double"),
            "linear": translatable("Add"),
            "fixed": translatable("Fixed"),
            "plus": translatable("Add points"),
            "times": translatable("Multiply"),
        },
        phrases=(
            translatable("no bonus for four of a kind"),
            translatable("four of a kind and up doubled"),
            translatable("four of a kind and up added"),
            "",
            "",
            "",
        ),
        details={"fixed": "fixed_kinds", "plus": "kind_plus", "times": "kind_times"},
    )
    fixed_kinds: tuple[int, int, int] = points(
        (1000, 2000, 3000),
        "scoring",
        translatable("Fixed points"),
        help=translatable("The same points for every number."),
        when=lambda rules: rules.n_kind == "fixed",
        needs=translatable("Needs fixed points for four of a kind."),
        text="Four, five and six of a kind, where they are fixed.",
        step=100,
        parts=_KINDS,
        phrases=(translatable("four, five and six of a kind {list}"),),
    )
    kind_plus: int = points(
        1000,
        "scoring",
        translatable("Points per extra die"),
        help=translatable("Added to the three of a kind."),
        when=lambda rules: rules.n_kind == "plus",
        needs=translatable("Needs points added for four of a kind."),
        phrases=(
            translatable("each die after three of a kind +{n:,}"),
            translatable("four of a kind no more than three"),
        ),
        step=100,
        newer=True,
    )
    kind_times: tuple[int, int, int] = count(
        (2, 4, 10),
        "scoring",
        translatable("Factors"),
        help=translatable("Times the three of a kind."),
        when=lambda rules: rules.n_kind == "times",
        needs=translatable("Needs four of a kind that multiply."),
        text="Four, five and six of a kind as a multiple of the three of a kind.",
        unit="times",
        most=100,
        parts=_KINDS,
        phrases=(translatable("four, five and six of a kind {list} times the three"),),
        newer=True,
    )
    straight: int = points(
        1500,
        "scoring",
        translatable("Straight"),
        words="run street 1-6 large all different",
        dice=(1, 2, 3, 4, 5, 6),
        phrases=(translatable("straight {n:,}"), translatable("no straight")),
    )
    straight_low: int = points(
        0,
        "scoring",
        translatable("Low straight"),
        dice=(1, 2, 3, 4, 5),
        phrases=(translatable("low straight {n:,}"), translatable("no low straight")),
    )
    straight_high: int = points(
        0,
        "scoring",
        translatable("High straight"),
        dice=(2, 3, 4, 5, 6),
        phrases=(translatable("high straight {n:,}"), translatable("no high straight")),
    )
    three_pairs: int = points(
        500,
        "scoring",
        translatable("Three pairs"),
        words="two two two doubles 3 pairs",
        help=translatable("Three different numbers."),
        dice=(2, 2, 4, 4, 6, 6),
        **_SIX_DICE,
        phrases=(translatable("three pairs {n:,}"), translatable("no three pairs")),
    )
    four_plus_two: int = points(
        0,
        "scoring",
        translatable("Four of a kind and a pair"),
        dice=(3, 3, 3, 3, 2, 2),
        **_SIX_DICE,
        phrases=(
            translatable("four of a kind and a pair {n:,}"),
            translatable("no four of a kind and a pair"),
        ),
    )
    two_triplets: int = points(
        0,
        "scoring",
        translatable("Two triplets"),
        help=translatable("Off: scored as two three of a kinds."),
        dice=(2, 2, 2, 4, 4, 4),
        **_SIX_DICE,
        phrases=(translatable("two triplets {n:,}"), translatable("no two triplets")),
    )
    six_as_pairs: bool = flag(
        False,
        "scoring",
        translatable("Six of a kind as pairs or triplets"),
        help=translatable("Counts as three pairs or two triplets where they score more."),
        when=lambda rules: rules.dice >= 6 and (rules.three_pairs > 0 or rules.two_triplets > 0),
        needs=translatable("Needs six dice, and three pairs or two triplets."),
        phrases=(
            translatable("six of a kind counts as pairs or triplets"),
            translatable("six of a kind is no pairs or triplets"),
        ),
        newer=True,
    )
    jackpot: Literal["none", "five_ones", "six_ones", "five", "six"] = choice(
        "none",
        "scoring",
        translatable("Jackpot"),
        words="five alike six alike 1s special bonus",
        help=translatable("So many alike in one roll score points of their own."),
        labels={
            "none": translatable("None"),
            "five_ones": translatable("Five 1s"),
            "six_ones": translatable("Six 1s"),
            "five": translatable("Five of a kind"),
            "six": translatable("Six of a kind"),
        },
        phrases=(
            translatable("no jackpot"),
            translatable("a jackpot for five 1s"),
            translatable("a jackpot for six 1s"),
            translatable("a jackpot for five of a kind"),
            translatable("a jackpot for six of a kind"),
        ),
        newer=True,
    )
    jackpot_points: int = points(
        5000,
        "scoring",
        translatable("Points of the jackpot"),
        help=translatable("Where the dice don't score more without it."),
        when=lambda rules: rules.jackpot != "none" and not rules.wins_by_jackpot,
        needs=translatable("Needs a jackpot that doesn't win the game."),
        phrases=(translatable("jackpot of {n:,}"), translatable("jackpot without points")),
        step=500,
        newer=True,
    )
    jackpot_wins: bool = flag(
        False,
        "scoring",
        translatable("Jackpot wins the game"),
        words="five alike six alike 1s instant win at once",
        help=translatable("Keeping it wins at once, whatever the scores."),
        when=lambda rules: rules.jackpot != "none" and not rules.rounds,
        needs=translatable("Needs a jackpot and a winning score."),
        phrases=(translatable("a jackpot wins the game"), translatable("a jackpot scores points")),
        newer=True,
    )
    full_house_bonus: int = points(
        0,
        "scoring",
        translatable("Full house"),
        help=translatable("Added to the points of the three of a kind."),
        dice=(3, 3, 3, 2, 2),
        phrases=(translatable("full house +{n:,}"), translatable("no full house")),
    )
    wild: Literal["none", "ones", "twos", "threes", "fours", "fives", "sixes"] = choice(
        "none",
        "scoring",
        translatable("Wild number"),
        words="joker devil head any number completes",
        help=translatable("Stands for any number in a combination; alone it scores nothing."),
        labels={
            "none": translatable("None"),
            "ones": translatable("1s"),
            "twos": translatable("2s"),
            "threes": translatable("3s"),
            "fours": translatable("4s"),
            "fives": translatable("5s"),
            "sixes": translatable("6s"),
        },
        phrases=(
            translatable("no wild number"),
            translatable("wild 1s"),
            translatable("wild 2s"),
            translatable("wild 3s"),
            translatable("wild 4s"),
            translatable("wild 5s"),
            translatable("wild 6s"),
        ),
        newer=True,
    )
    full_throw_sets: bool = flag(
        False,
        "scoring",
        translatable("Sets in a full roll only"),
        words="combinations only six dice first roll singles later 1s 5s",
        help=translatable("With fewer dice only 1s and 5s score."),
        phrases=(
            translatable("sets and straights in a roll of all dice only"),
            translatable("sets and straights in any roll"),
        ),
        newer=True,
    )
    blank_first_roll: int = points(
        0,
        "scoring",
        translatable("No score on all dice"),
        help=translatable("Bonus, and all can be rolled again."),
        dice=(2, 3, 3, 4, 6, 6),
        phrases=(translatable("no-score roll {n:,}"), translatable("no-score roll is a farkle")),
    )
    blank_scope: Literal["first_roll", "any_six"] = choice(
        "first_roll",
        "scoring",
        translatable("Applies to"),
        needs=translatable("Needs a bonus for all dice with no score."),
        text="Which rolls of all dice with no score earn the bonus: the first of a turn, or any.",
        labels={
            "first_roll": translatable("First roll"),
            "any_six": translatable("Any roll of all dice"),
        },
        phrases=(translatable("only on the first roll"), translatable("on any roll of all dice")),
        when=lambda rules: rules.blank_first_roll > 0,
    )

    @property
    def wild_face(self) -> int:
        """The face that stands for any other in a combination; 0 for none."""
        return WILD.index(self.wild)


WILD: Final = ("none", "ones", "twos", "threes", "fours", "fives", "sixes")
