"""The fields of a rule set, each declared once, in the order used everywhere. Those of the scores
and of turns come first; they are in `scoring_fields.py` and `turn_fields.py`.

docs/develop/rules.md, "Adding a field", lists the other places that a new field needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, cast

from farkle.errors import translatable
from farkle.rules.declaration import MAX_TARGET, FieldInfo, choice, count, flag, points

from .turn_fields import TurnFields

_NO_ROUNDS: Final[Mapping[str, Any]] = {
    "when": lambda rules: not rules.rounds,
    "needs": translatable("Not used with a round limit."),
}


@dataclass(frozen=True)
class RuleFields(TurnFields):
    """The values of a rule set; `RuleSet` adds its methods."""

    # Game
    target: int = points(
        10000,
        "game",
        translatable("Winning score"),
        words="win goal target first to finish end points",
        help=translatable("Points needed to win."),
        **_NO_ROUNDS,
        step=500,
        most=MAX_TARGET,
        phrases=(translatable("winning score {n:,}"), translatable("no winning score")),
    )
    ending: Literal["final_round", "immediate", "exact", "finish_round", "only_exact"] = choice(
        "final_round",
        "game",
        translatable("When reached"),
        words="last round final turn end overshoot",
        help=translatable(
            "One last turn for everyone else or for the rest of the round, an immediate win, or a "
            "win at exactly that score, above which a turn may count nothing."
        ),
        **_NO_ROUNDS,
        labels={
            "final_round": translatable("One last turn"),
            "immediate": translatable("Game ends"),
            "exact": translatable("Exact score"),
            "finish_round": translatable("Rest of the round"),
            "only_exact": translatable("Never above it"),
        },
        phrases=(
            translatable("one last turn for everyone else"),
            translatable("first to the target wins immediately"),
            translatable("exactly the target wins immediately"),
            translatable("the round is finished"),
            translatable("exactly the target wins, and no turn may pass it"),
        ),
        goals=(
            translatable("Play to {target:,}"),
            translatable("First to {target:,}"),
            translatable("Exactly {target:,}"),
            translatable("Play to {target:,}"),
            translatable("Exactly {target:,}"),
        ),
        sentences=(
            translatable("At {target:,} the others get one last turn. Most points win."),
            translatable("First to {target:,} wins."),
            translatable("Exactly {target:,} wins. Above it, the others get one last turn."),
            translatable("At {target:,} the round is finished. Most points win."),
            translatable("Exactly {target:,} wins. A turn that would pass it counts nothing."),
        ),
    )
    last_turn: Literal["turn", "roll", "chase"] = choice(
        "turn",
        "game",
        translatable("A last turn is"),
        words="last throw one roll final round keep rolling until beat catch up",
        help=translatable("A whole turn, a single roll, or rolls until you are ahead or farkle."),
        when=lambda rules: rules.most_points_win_last,
        needs=translatable("Needs one last turn or the rest of the round."),
        labels={
            "turn": translatable("A turn"),
            "roll": translatable("One roll"),
            "chase": translatable("Until ahead"),
        },
        phrases=(
            translatable("last turns are whole turns"),
            translatable("a last turn is one roll"),
            translatable("last turns go on until ahead"),
        ),
        exact=True,
        newer=True,
    )
    tie_break: Literal["playoff", "leader", "shared"] = choice(
        "playoff",
        "game",
        translatable("Tie"),
        words="draw tied playoff shared",
        help=translatable("One more turn each, or the first to reach the score or all tied win."),
        needs=translatable("Needs an ending where a tie is possible."),
        labels={
            "playoff": translatable("Tiebreaker turn"),
            "leader": translatable("First to reach it"),
            "shared": translatable("All of them"),
        },
        phrases=(
            translatable("tiebreaker turns"),
            translatable("first to get there wins a tie"),
            translatable("a tie is shared"),
        ),
        when=lambda rules: rules.can_tie,
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
        phrases=(
            translatable("tiebreakers in seat order"),
            translatable("tiebreakers start with the first to get there"),
        ),
        when=lambda rules: rules.has_play_offs and not rules.rounds,
    )
    first_player: Literal["roll_off", "seat"] = choice(
        "roll_off",
        "game",
        translatable("First player"),
        words="who begins starts first",
        help=translatable("Highest roll, or seat 1."),
        labels={"roll_off": translatable("Roll-off"), "seat": translatable("Seat 1")},
        phrases=(translatable("roll to start"), translatable("first seat starts")),
    )

    # House rules beyond the documents
    toxic_twos: bool = flag(
        False,
        "house",
        translatable("Toxic twos"),
        words="four 2s lose",
        help=translatable("Four 2s in one roll lose the turn."),
        phrases=(translatable("four 2s lose the turn"), translatable("four 2s allowed")),
    )
    hot_dice_bonus: int = points(
        0,
        "house",
        translatable("Hot dice bonus"),
        help=translatable("Each time all dice have scored."),
        phrases=(translatable("hot dice bonus {n:,}"), translatable("no hot dice bonus")),
    )
    hot_dice_times: bool = flag(
        False,
        "house",
        translatable("Hot dice multiply"),
        words="double triple times two after all dice",
        help=translatable("What follows in the turn counts double, then three times, and so on."),
        phrases=(translatable("hot dice multiply"), translatable("hot dice don't multiply")),
        newer=True,
    )
    second_chance: bool = flag(
        False,
        "house",
        translatable("Second chance"),
        words="reroll mulligan first farkle again",
        help=translatable("A farkle on the first roll is rolled again."),
        phrases=(translatable("second chance on the first roll"), translatable("no second chance")),
    )
    roll_after_four: bool = flag(
        False,
        "house",
        translatable("Roll after four of a kind"),
        help=translatable("Must roll once more before banking."),
        phrases=(
            translatable("roll after four of a kind"),
            translatable("no extra roll after four of a kind"),
        ),
    )
    roll_after_sets: bool = flag(
        False,
        "house",
        translatable("Roll after a set"),
        words="confirm prove three of a kind straight pairs again",
        help=translatable("After any combination, roll once more before banking."),
        phrases=(
            translatable("roll after a set or straight"),
            translatable("no extra roll after a set"),
        ),
        exact=True,
        newer=True,
    )
    confirm_points: int = points(
        0,
        "house",
        translatable("Points after a set"),
        words="confirm prove 500 more straight pairs bestätigen",
        help=translatable("So many more are needed before you can bank."),
        when=lambda rules: rules.roll_after_sets,
        needs=translatable("Needs a roll after a set."),
        phrases=(
            translatable("{n:,} more points after a set"),
            translatable("any points after a set"),
        ),
        newer=True,
    )
    rounds: int = count(
        0,
        "house",
        translatable("Round limit"),
        words="number of rounds turns time",
        help=translatable("Ends after this many turns each, instead of a winning score."),
        unit="turns",
        phrases=(translatable("ends after round {n:,}"), translatable("no round limit")),
    )
    late_start: Literal["zero", "lowest"] = choice(
        "zero",
        "house",
        translatable("Late joiners start with"),
        words="join later late points",
        text="What a late joiner starts with: zero, or the lowest score, but never less than zero.",
        labels={"zero": translatable("No points"), "lowest": translatable("Lowest score")},
        phrases=(
            translatable("late joiners start with zero"),
            translatable("late joiners start with the lowest score"),
        ),
    )

    def times(self, hot: int) -> int:
        """Return the factor by which points count in a turn after so many hot dice."""
        return 1 + hot if self.hot_dice_times else 1

    @property
    def must_confirm(self) -> bool:
        """True if a set must be confirmed by so many points before a bank."""
        return self.roll_after_sets and self.confirm_points > 0

    @property
    def more_can_hurt(self) -> bool:
        """True if more points in a turn can be worth less, since not all may be banked."""
        return self.must_confirm or not self.fits_bank(1)

    @property
    def wins_by_jackpot(self) -> bool:
        """True if keeping a jackpot wins the game at once."""
        return self.jackpot_wins and self.jackpot != "none" and not self.rounds

    @property
    def jackpot_worth(self) -> int:
        """The points of a jackpot. One that wins the game is worth enough to win it from zero."""
        if self.wins_by_jackpot:
            return max(self.target, self.entry_min, self.bank_min)
        return self.jackpot_points

    @property
    def can_tie(self) -> bool:
        """True if the highest score wins, so that players can tie."""
        return bool(self.rounds) or self.ending in ("final_round", "finish_round")

    @property
    def shares_ties(self) -> bool:
        """True if all tied players win."""
        return self.can_tie and self.tie_break == "shared"

    @property
    def has_last_turns(self) -> bool:
        """True if others may play on after a player reaches the winning score."""
        return not self.rounds and self.ending not in ("immediate", "only_exact")

    @property
    def most_points_win_last(self) -> bool:
        """True if there are last turns, after which the most points win."""
        return not self.rounds and self.ending in ("final_round", "finish_round")

    def wins_at(self, total: float) -> bool:
        """Return whether a player wins at once by reaching this total."""
        past = self.ending == "immediate" and total > self.target
        return not self.can_tie and (past or total == self.target)

    @property
    def last_turns(self) -> str:
        """What a player may do in a last turn: the value of `last_turn` that is in effect."""
        return self.last_turn if self.most_points_win_last else "turn"

    @property
    def finishes_round(self) -> bool:
        """True if only those who had fewer turns play on once a player reaches the target."""
        return self.ending == "finish_round" and not self.rounds

    @property
    def must_hit_target(self) -> bool:
        """True if a turn that would pass the winning score counts nothing."""
        return self.ending == "only_exact" and not self.rounds

    @property
    def has_play_offs(self) -> bool:
        """True if tied players play a tiebreaker."""
        return self.can_tie and self.tie_break == "playoff"

    @property
    def estimated(self) -> tuple[str, ...]:
        """The fields in effect with a value that the exact solvers don't know."""
        return tuple(
            name
            for name, info in FIELDS.items()
            if (value := getattr(self, name)) != getattr(RuleFields, name)
            and not info.is_solved(value)
            and info.when(self)
        )


FIELDS: Final[Mapping[str, FieldInfo]] = {
    field.name: cast("FieldInfo", field.metadata["info"]) for field in fields(RuleFields)
}
