"""A rule set as the solver sees it: points in rows, the rules of turns, and what can be solved."""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import Final, NamedTuple

from farkle.ai.turn.solver_options import offers
from farkle.errors import FarkleError
from farkle.rules.fields import FIELDS
from farkle.rules.ruleset import RuleSet

from .throws import ThrowValues
from .walk import Manner

_MAX_TOTALS: Final = 220
"""Maximum number of different totals below the target; more would take too long."""

_MAX_WORK: Final = 30_000_000
"""Maximum number of positions valued, which takes about forty seconds."""

_WORK_OF_DICE: Final = {7: 2, 8: 5}
"""Work of a position with more than six dice. Where a minute is allowed, half of it counts."""

_MAX_WORK_BUILDING: Final = 25_000_000
"""Maximum number of positions valued in games with piggybacking."""

_TOTALS_ABOVE: Final = 100
"""Approximate number of totals above the target that matter in a final round."""

_MAX_ENTRY_ROLLS: Final = 12
"""Maximum number of rolls to get on the board in games that are solved."""

_MAX_WEIGHTED_PAIRS: Final = 200_000
"""Maximum number of pairs of places under a penalty, each counted by `_pair_weight`."""

_MAX_TURN_POINTS: Final = 15_000
"""More points than a turn ever makes in practice, for games with rounds."""

_MAX_ROWS_OF_A_TURN: Final = 400
"""Maximum number of rows of a turn in games with rounds."""

_MAX_WORK_ROUNDS: Final = 50_000_000
"""Maximum number of positions valued in games with a fixed number of rounds."""

_MIN_PENALTIES: Final = 3
"""Minimum number of penalties below zero that are followed. Tables depend on it: change `VERSION`
in table.py with it."""

_DEPTH_PERCENT: Final = 40
"""Depth below zero to which penalties are followed, in percent of the target. Tables depend on it:
change `VERSION` in table.py with it."""

_ROUGH_PENALTIES: Final = 3
"""Within this many penalties of the lowest total, chances may be off by more than 1e-5."""


class CannotBeSolved(FarkleError):
    """The chance to win cannot be solved under these rules; the message says why."""


class Game:
    """A rule set for two players, with points counted in rows of `grid` points.

    `inside` and `outside` are the rules of a turn for players on the board and for others,
    `last_inside` and `last_outside` those of a last turn. `low` is
    the lowest total of a player on the board, `lowest` that of any player; from `exact_from` on
    chances are exact. `floor`: penalties stop at zero. `orders` is the number of different orders
    of the players: which of them leads tiebreakers, and which is first in a round that is finished.
    If a player's is `order`, the other's is `orders` - 1 - `order`.
    """

    def __init__(self, rules: RuleSet) -> None:
        reason = _why_unsupported(rules)
        if reason:
            raise CannotBeSolved(reason)
        self.rules = rules
        self.grid = grid_of(rules)
        self.target = 0 if rules.rounds else -(-rules.target // self.grid)
        self.inside = manner_of(rules, self.grid, entered=True)
        self.outside = manner_of(rules, self.grid, entered=False)
        # In a last turn, which may be a single roll.
        self.last_inside, self.last_outside = self.inside, self.outside
        if rules.last_turns == "roll":
            self.last_inside = self.inside._replace(limit=1)
            self.last_outside = self.outside._replace(limit=1)
        self.has_entry = rules.entry_min > 0
        costs = rules.streak_costs(rules.target, 0)
        self.penalty = int(-(-costs[-1] // self.grid))
        self.floor = rules.stops_at_zero
        self.streak = len(costs)
        self.penalties = count_penalties(rules)
        self.lowest = -self.penalties * self.penalty
        self.exact_from = min(0, self.lowest + _ROUGH_PENALTIES * self.penalty)
        # A player who gets on the board has at least the opening score.
        self.low = min(0, self.lowest + self.outside.least)
        ending = "" if rules.rounds else rules.ending
        self.final_round = rules.rounds > 0 or rules.has_last_turns
        self.exact_hit = ending == "exact"
        self.hits_target = rules.must_hit_target
        self.finishes_round = rules.finishes_round
        self.playoffs = rules.has_play_offs
        by_seat = self.playoffs and (rules.playoff_order == "seat" or rules.rounds > 0)
        self.orders = (2 if by_seat else 1) * (2 if self.finishes_round else 1)
        self._by_seat = by_seat

    def leads(self, order: int) -> bool:
        """Return True if the player with this order leads tiebreakers. If the order does not
        matter there, it is the first to reach the target, who is not the last to play."""
        return self._by_seat and order % 2 == 0

    def plays_on(self, order: int) -> bool:
        """Return True if the player with this order has a turn once the other reaches the target:
        if a round is finished, only as the second in it."""
        return self.final_round and (not self.finishes_round or order >= self.orders // 2)

    def order(self, *, leads: bool, second: bool) -> int:
        """Return the order of a player."""
        return (self.orders // 2 if self.finishes_round and second else 0) + (
            self._by_seat and not leads
        )

    @cached_property
    def throws(self) -> ThrowValues:
        return ThrowValues(self.rules, self.grid)


class Start(NamedTuple):
    """The start of a turn, with totals in rows. `order` is 0 if the player to move leads
    tiebreakers or, with rounds, wins ties. `kind` is the phase, or "leads" or "follows" in a
    tiebreaker. With rounds, `left` is the number of turns left, this one included."""

    own: int
    theirs: int
    entered: tuple[bool, bool]
    order: int
    kind: str = "turns"
    streaks: tuple[int, int] = (0, 0)
    left: int = 0


def grid_of(rules: RuleSet) -> int:
    """Return the greatest common divisor of all totals."""
    return gcd(offers(rules, every_keep=True).grid, *rules.farkle_costs)


def manner_of(rules: RuleSet, grid: int, *, entered: bool) -> Manner:
    """Return the rules of a turn, with points in rows, of a player who is on the board or not."""
    least, limit = rules.bank_limits(entered=entered)
    return Manner(-(-least // grid), rules.entry_ends_turn and not entered, limit)


def count_penalties(rules: RuleSet) -> int:
    """Return the number of penalties below zero that are followed. Further ones change chances at
    totals of zero and more by at most 1e-6."""
    penalty = rules.farkle_costs[0]
    if not penalty or rules.penalty_floor == "zero" or rules.rounds:
        return 0
    return max(_MIN_PENALTIES, -(-_DEPTH_PERCENT * rules.target // (100 * penalty)))


def why_not(rules: RuleSet) -> str:
    """Return the reason why `rules` cannot be solved exactly; "" if they can."""
    return _why_unsupported(rules) or _why_too_slow(Game(rules))


def _why_unsupported(rules: RuleSet) -> str:
    if rules.estimated:
        title = FIELDS[rules.estimated[0]].title
        return f"{title}: games with this rule are only estimated."
    if rules.rounds and rules.punishes_streaks and rules.stops_at_zero:
        return "Games with rounds and a penalty that stops at zero are only estimated."
    if rules.must_hit_target and (rules.building or rules.punishes_streaks):
        return (
            "Games where no turn may pass the winning score are only estimated with {odd}.".format(
                odd="piggybacking" if rules.building else "a penalty for farkles in a row"
            )
        )
    others = rules.entry_min or rules.punishes_streaks or rules.rounds or rules.building
    _, limit = rules.bank_limits(entered=True)
    if limit and (others or limit > _MAX_ENTRY_ROLLS):
        return "Games with a limit of rolls in every turn are only estimated with these rules."
    below_zero = rules.punishes_streaks and not rules.stops_at_zero
    if rules.wins_by_jackpot and (rules.ending != "immediate" or below_zero):
        return (
            "Games where a jackpot wins are only estimated, unless reaching the winning score wins "
            "at once and no score falls below zero."
        )
    if rules.building and rules.last_turns == "roll":
        return "Games with piggybacking and a last turn of one roll are only estimated."
    if rules.building and rules.rounds:
        return "Games with rounds and piggybacking are only estimated."
    if rules.building and rules.punishes_streaks:
        return "Games with piggybacking and a penalty for farkles in a row are only estimated."
    if rules.entry_min and rules.entry_rolls > _MAX_ENTRY_ROLLS:
        return (
            f"Games with more than {_MAX_ENTRY_ROLLS} rolls to get on the board are only estimated."
        )
    return ""


def _why_too_slow(game: Game) -> str:
    """Return the reason if the work is too much: the number of pairs of totals times the positions
    that are valued for each, with factors measured for rules that need more."""
    rules, rows = game.rules, game.target
    if rules.rounds:
        return _why_too_many_rounds(game)
    if rows > _MAX_TOTALS:
        return f"There are {rows:,} possible totals below the target: too many to solve."
    if max(game.inside.least, game.outside.least) > _MAX_TOTALS:
        return "The opening score or the minimum to bank is too high to solve."
    if game.penalty:
        places = rows - game.lowest
        if places * places * game.orders * _pair_weight(game) > _MAX_WEIGHTED_PAIRS:
            return (
                "With a penalty for farkles in a row, only games to fewer points can be "
                "solved in two minutes."
            )
        return ""
    turns = max(rows + _TOTALS_ABOVE * game.final_round, game.inside.least)
    most = _MAX_WORK_BUILDING if rules.building else _MAX_WORK
    work = rows * rows * game.orders * turns * _WORK_OF_DICE.get(rules.dice, 1)
    if (work if rules.building or rules.dice <= 6 else work / 2) > most:
        return "Solving these rules would take more than two minutes."
    return ""


def _pair_weight(game: Game) -> float:
    """Return the work of a pair of places under a penalty; 1 under the simplest rules."""
    rules = game.rules
    weight = max(1, game.inside.least / 10)  # a minimum of up to ten rows costs nothing
    weight *= _WORK_OF_DICE.get(rules.dice, 1) * game.streak**2 / 9
    weight *= 1 + (rules.entry_rolls if rules.entry_min else 0) / 5
    is_forced = any(option.forced for option in offers(rules, every_keep=True).options)
    return 2 * weight if is_forced else weight


def _why_too_many_rounds(game: Game) -> str:
    rules = game.rules
    rows = -(-_MAX_TURN_POINTS // game.grid) + max(game.inside.least, game.outside.least)
    if rows > _MAX_ROWS_OF_A_TURN:
        return f"A turn can score {rows:,} different totals: too many to solve."
    turns = 2 * rules.rounds
    # By order, who is on the board, and farkles in a row; `Rounds` values every lead in each.
    states = 2 * (4 if rules.entry_min else 1) * (game.streak**2 if game.penalty else 1)
    work = rows * 2 * (rows + 6 * turns) * turns * states * max(1, rules.entry_rolls)
    work *= _WORK_OF_DICE.get(rules.dice, 1)
    if work > _MAX_WORK_ROUNDS:
        return "Solving this many rounds would take more than two minutes."
    return ""
