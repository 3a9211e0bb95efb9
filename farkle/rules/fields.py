"""The fields of a rule set, each declared once, in the order used everywhere. Those of the scores
come first; they are in `scoring_fields.py`.

docs/develop/rules.md, "Adding a field", lists the other places that a new field needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, cast

from farkle.errors import translatable
from farkle.rules.declaration import MAX_DICE, MAX_TARGET, FieldInfo, choice, count, flag, points

from .scoring_fields import ScoringFields

_ENTRY: Final[Mapping[str, Any]] = {
    "when": lambda rules: rules.entry_min > 0,
    "needs": translatable("Needs an opening score."),
}
_NO_ROUNDS: Final[Mapping[str, Any]] = {
    "when": lambda rules: not rules.rounds,
    "needs": translatable("Not used with a round limit."),
}


@dataclass(frozen=True)
class RuleFields(ScoringFields):
    """The values of a rule set; `RuleSet` adds its methods."""

    # Turn
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

    def fits_bank(self, points: int) -> bool:
        """Return True unless so many points are no multiple of what a bank must be one of."""
        return not self.bank_multiple or points % self.bank_multiple == 0

    def bank_limits(self, *, entered: bool) -> tuple[int, int]:
        """Return the points that a bank needs, and the roll by which it must have them (0: any),
        of a player who is on the board or not."""
        if entered:
            return self.bank_min, self.bank_rolls
        return self.entry_min, self.entry_rolls

    def times(self, hot: int) -> int:
        """Return the factor by which points count in a turn after so many hot dice."""
        return 1 + hot if self.hot_dice_times else 1

    @property
    def must_confirm(self) -> bool:
        """True if a set must be confirmed by so many points before a bank."""
        return self.roll_after_sets and self.confirm_points > 0

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
    def punishes_streaks(self) -> bool:
        """True if `farkle_streak` farkles in a row cost something."""
        return self.streak_cost != "points" or self.farkle_penalty > 0

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

    @property
    def last_turns(self) -> str:
        """What a player may do in a last turn: the value of `last_turn` that is in effect."""
        return self.last_turn if self.most_points_win_last else "turn"

    @property
    def must_hit_target(self) -> bool:
        """True if a turn that would pass the winning score counts nothing."""
        return self.ending == "only_exact" and not self.rounds

    @property
    def has_play_offs(self) -> bool:
        """True if tied players play a tiebreaker."""
        return self.can_tie and self.tie_break == "playoff"


FIELDS: Final[Mapping[str, FieldInfo]] = {
    field.name: cast("FieldInfo", field.metadata["info"]) for field in fields(RuleFields)
}
