"""What Almanac, Abacus, Ledger and plain play choose, throw by throw, in many turns at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Final, Protocol

import numpy as np

from farkle import GameState, Roll, RuleSet
from farkle.ai.chance.files import chances_of
from farkle.ai.chance.game import Start
from farkle.ai.chance.position import Exact
from farkle.ai.chance.walk import Walk, stack_banks
from farkle.ai.estimate.judge import _VIEW_ROWS
from farkle.ai.estimate.race import later_tie
from farkle.ai.players import _MIN_CHANCE, _SOLVED_TOLERANCE, _TOLERANCE, Decision
from farkle.ai.turn.solver import solve

from .abacus import Estimates, Rivals, View, most_reached, rows_needed
from .throws import ENTER, GOALS, POINTS, Array, Throws

TABLES: Final = Path(gettempdir()) / "farkle-solved"
"""The folder of solved tables that are not shipped."""


def plain(state: GameState) -> Decision:
    """Play each turn for the most points, whatever anybody's total."""
    if not state.throw:
        return Roll()
    plan = solve(state.rules, "points" if state.entered[state.current] else "enter")
    return plan.best(state.turn_points, state.throw, rolls=state.rolls)


@dataclass
class Turns:
    """Turns about to begin. `totals`, `entered` and `streaks` are by turn and seat; `last` says
    which are last turns, and `to_come` how many the last round has from this one on, or would
    have if this turn led to it."""

    seat: Array
    totals: Array
    entered: Array
    streaks: Array
    last: Array
    to_come: Array

    def some(self, at: Array) -> Turns:
        return Turns(*(value[at] for value in vars(self).values()))

    @property
    def rivals(self) -> Rivals:
        """The same as seen from the seat at turn."""
        count, seats = self.totals.shape
        every = np.arange(count)
        others = (self.seat[:, None] + np.arange(1, seats)) % seats
        at = every[:, None], others
        return Rivals(
            self.totals[every, self.seat],
            self.entered[every, self.seat],
            self.streaks[every, self.seat],
            self.totals[at],
            self.entered[at],
            self.last,
            np.arange(seats - 1) < (self.to_come - 1)[:, None],
        )


@dataclass
class Moment:
    """The choices after a throw, for turns with numbers `at`: totals in points and dice left by
    option, and whether the turn may be banked there and rolled on. `risk` is before the throw."""

    at: Array
    sets: Array
    risk: Array
    total: Array
    left: Array
    bank: Array
    roll: Array


class Policy(Protocol):
    """How a player decides in the turns it was made for."""

    goals: Array
    same: float

    def worths(self, moment: Moment) -> tuple[Array, Array, Array]:
        """Return the worth of rolling and of banking, by option, and who leaves it to the plan."""
        ...


class PlainPolicy:
    same = 0.0

    def __init__(self, rivals: Rivals) -> None:
        self.goals = np.where(rivals.inside, POINTS, ENTER)

    def worths(self, moment: Moment) -> tuple[Array, Array, Array]:
        nothing = np.zeros(moment.total.shape)
        return nothing, nothing, np.ones(len(moment.at), bool)


class LedgerPolicy:
    """Wins if it can at once, and follows its plans otherwise; see `farkle.ai.players`."""

    same = 0.0

    def __init__(self, estimates: Estimates, rivals: Rivals, grid: int) -> None:
        self.estimates, self.rivals = estimates, rivals
        self.goals = np.where(rivals.inside, POINTS, ENTER)
        self.reaching = _reaching(estimates, rivals, grid)

    def worths(self, moment: Moment) -> tuple[Array, Array, Array]:
        bank = np.zeros(moment.total.shape)
        row, option = np.nonzero(moment.bank)
        at, points = moment.at[row], moment.total[row, option]
        bank[row, option] = self.estimates.wins_at_once(self.rivals, at, points)
        return np.zeros(bank.shape), bank, ~bank.any(axis=1)


def _reaching(estimates: Estimates, rivals: Rivals, grid: int) -> Array:
    """Return the goal of a last turn that needs points, -1 for other turns."""
    need = rows_needed(estimates.need(rivals), estimates.least(rivals.inside), grid)
    reaches = (need >= 0) & (need <= most_reached(estimates, grid))
    return np.where(reaches, need + GOALS, -1)


class AbacusPolicy:
    """Sees a turn as the judge does; see `farkle.ai.players.chances_to_win`."""

    same = _TOLERANCE

    def __init__(self, estimates: Estimates, rivals: Rivals, grid: int) -> None:
        self.estimates, self.rivals, self.grid = estimates, rivals, grid
        self.view = estimates.view(rivals, np.zeros(len(rivals.mine), int))
        self.goals = np.where(rivals.inside, POINTS, ENTER)
        self.reaching = _reaching(estimates, rivals, grid)

    def worths(self, moment: Moment) -> tuple[Array, Array, Array]:
        rivals, at = self.rivals, moment.at
        roll, bank = np.full(moment.total.shape, -1.0), np.full(moment.total.shape, -1.0)
        row, option = np.nonzero(moment.bank)
        bank[row, option] = self.estimates.bank(rivals, at[row], moment.total[row, option])
        flat = np.empty(len(at), bool)
        far = moment.risk > _VIEW_ROWS // 2 * self.estimates.step
        near = np.flatnonzero(~far)
        self._roll(moment, near, self.view, at, roll)
        flat[near] = self.view.flat[at[near]]
        some = np.flatnonzero(far)
        if some.size:
            view = self.estimates.view(rivals.some(at[some]), moment.risk[some])
            number = np.zeros(len(at), int)
            number[some] = np.arange(some.size)
            self._roll(moment, some, view, number, roll)
            flat[some] = view.flat
        owes = rivals.mine[at] < 0
        best = np.maximum(roll, bank).max(axis=1)
        left = owes & ~rivals.inside[at]
        left |= owes & (best < _MIN_CHANCE) & ~rivals.last[at]
        return roll, bank, flat | left

    @staticmethod
    def _roll(moment: Moment, some: Array, view: View, number: Array, roll: Array) -> None:
        row, option = np.nonzero(moment.roll[some])
        row = some[row]
        total, left = moment.total[row, option], moment.left[row, option]
        roll[row, option] = view.roll(number[row], total, left)


class AlmanacPolicy:
    """Knows the solved chances of two players; see `farkle.ai.chance.position.Exact`.

    Leads that are larger than its tables go count as the largest there.
    """

    same = _SOLVED_TOLERANCE

    def __init__(self, exact: Exact, turns: Turns, rivals: Rivals, grid: int) -> None:
        self.grid = grid
        self.goals = np.where(rivals.inside, POINTS, ENTER)
        starts: dict[Start, int] = {}
        self._turn = np.array(
            [starts.setdefault(one, len(starts)) for one in _starts(exact, turns, rivals)]
        )
        self._bank: list[Array] = []
        self._rolls: list[Array] = []
        self._where = where = np.empty((len(starts), 2), int)
        ends = {start: exact.ends(start) for start in starts}
        every = list(starts)
        for inside in (True, False):
            some = [start for start in every if start.entered[0] is inside]
            if not some:
                continue
            banks = stack_banks([ends[start][0] for start in some])
            losts = np.array([ends[start][1] for start in some])
            manner = exact.game.inside if inside else exact.game.outside
            walk = Walk(exact.game.throws, banks, losts, manner)
            for column, start in enumerate(some):
                where[starts[start]] = len(self._bank), column
            self._bank.append(walk.bank[0])  # nobody builds here
            self._rolls.append(walk.after[-1])

    def worths(self, moment: Moment) -> tuple[Array, Array, Array]:
        roll, bank = np.full(moment.total.shape, -1.0), np.full(moment.total.shape, -1.0)
        where = self._where[self._turn[moment.at]]
        for table, (banks, rolls) in enumerate(zip(self._bank, self._rolls, strict=True)):
            mine = where[:, 0] == table
            for may, found in ((moment.bank, bank), (moment.roll, roll)):
                row, option = np.nonzero(may & mine[:, None])
                total = np.minimum(moment.total[row, option] // self.grid, len(banks) - 1)
                column = where[row, 1]
                if found is bank:
                    found[row, option] = banks[total, column]
                else:
                    found[row, option] = rolls[moment.left[row, option], total, column]
        return roll, bank, np.zeros(len(moment.at), bool)


def _starts(exact: Exact, turns: Turns, rivals: Rivals) -> list[Start]:
    grid, order = exact.game.grid, exact.game.order
    theirs = turns.streaks[np.arange(len(turns.seat)), 1 - turns.seat]
    return [
        Start(
            mine // grid,
            other // grid,
            (inside, entered),
            order(leads=seat == 0, second=seat == 1),
            "final" if last else "turns",
            (own, its) if exact.game.penalty and not last else (0, 0),
        )
        for mine, other, inside, entered, seat, last, own, its in zip(
            *(one.tolist() for one in (rivals.mine, rivals.totals[:, 0])),
            *(one.tolist() for one in (rivals.inside, rivals.entered[:, 0], turns.seat)),
            *(one.tolist() for one in (rivals.last, rivals.streak, theirs)),
            strict=True,
        )
    ]


class Deciders:
    """The players of games under one rule set."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules, self.throws = rules, Throws(rules)
        self.estimates = Estimates(rules, self.throws.grid, players)
        self._exact: Exact | None = None

    def parts(self, key: str, turns: Turns) -> list[Array]:
        """Return the turns in which a player decides in one way, and those in another.

        Almanac decides like Abacus where no chance is solved.
        """
        if key != "almanac" or turns.totals.shape[1] > 2:
            return [np.arange(len(turns.seat))]
        game = self.exact.game
        known = (turns.totals >= game.exact_from * game.grid).all(axis=1)
        return [np.flatnonzero(known), np.flatnonzero(~known)]

    @property
    def exact(self) -> Exact:
        if self._exact is None:
            self._exact = Exact(chances_of(self.rules, TABLES))
        return self._exact

    def policy(self, key: str, turns: Turns, part: int) -> Policy:
        """Return how a player decides in these turns, which are one of its `parts`."""
        rivals, grid = turns.rivals, self.throws.grid
        if key == "plain":
            return PlainPolicy(rivals)
        if key == "ledger":
            return LedgerPolicy(self.estimates, rivals, grid)
        if key == "almanac" and turns.totals.shape[1] == 2 and part == 0:
            return AlmanacPolicy(self.exact, turns, rivals, grid)
        return AbacusPolicy(self.estimates, rivals, grid)

    def seen(self, turns: Turns, policy: AbacusPolicy) -> Array:
        """Return the estimated chances to win by turn and seat, as `review.worth` has them."""
        seats = turns.totals.shape[1]
        mine = np.clip(policy.view.opening, 0.0, 1.0)[:, None]
        found = np.concatenate((mine, (1 - mine) * self.estimates.shares(policy.rivals)), axis=1)
        at = (np.arange(seats) - turns.seat[:, None]) % seats
        return np.take_along_axis(found, at, axis=1)

    def play(
        self, rivals: Rivals, policy: Policy, throw: Callable[[Array, int, int], Array]
    ) -> Array:
        """Play turns; return the points banked, -1 for a farkle.

        `throw(turns, number, dice)` throws dice for the nth time in some turns.
        """
        throws, rules = self.throws, self.rules
        points = np.full(len(rivals.mine), -1)
        risk, dice = np.zeros(len(points), int), np.full(len(points), rules.dice)
        at = np.arange(len(points))
        least = self.estimates.least(rivals.inside)
        closes = ~rivals.inside & rules.entry_ends_turn
        for number in range(10_000):
            if not at.size:
                break
            sets = np.empty(at.size, int)
            for count in np.unique(dice).tolist():
                some = np.flatnonzero(dice == count)
                of = throws.of[count - 1] if number else throws.of_first
                sets[some] = of[throw(at[some], number, count)]
            scores = throws.more[sets, 0] >= 0
            at, sets, risk = at[scores], sets[scores], risk[scores]
            more, left = throws.more[sets], throws.left[sets]
            total = risk[:, None] + more * throws.grid
            bank = (more >= 0) & (total >= least[at, None]) & ~throws.forced[sets]
            roll = (more >= 0) & ~(bank & closes[at, None])
            before = risk + throws.credit[sets] * throws.grid
            moment = Moment(at, sets, before, total, left, bank, roll)
            choice = self._choose(policy, moment, risk)
            if not isinstance(policy, PlainPolicy):
                choice = self._unless_lost(rivals, moment, choice)
            option, banks = choice % throws.most, choice >= throws.most
            row = np.arange(at.size)
            risk, dice = total[row, option], left[row, option]
            points[at[banks]] = risk[banks]
            at, risk, dice = at[~banks], risk[~banks], dice[~banks]
        return points

    def _unless_lost(self, rivals: Rivals, moment: Moment, choice: Array) -> Array:
        """Roll in place of a bank after which the game is lost; see `farkle.ai.players.decide`."""
        at, most = moment.at, self.throws.most
        total = moment.total[np.arange(at.size), choice % most]
        lead = rivals.mine[at] + total - rivals.totals[at].max(axis=1)
        lost = rivals.last[at] & (lead < (0 if later_tie(self.rules) else 1))
        rolls = np.where(moment.roll, (moment.left * 10**7) + moment.total, -1)
        goes_on = lost & (choice >= most) & moment.roll.any(axis=1)
        return np.where(goes_on, rolls.argmax(axis=1), choice)

    def _choose(self, policy: Policy, moment: Moment, risk: Array) -> Array:
        """Return the choice of each turn, as `Throws.code` has it."""
        roll, bank, by_plan = policy.worths(moment)
        worths = np.concatenate(
            (np.where(moment.roll, roll, -1.0), np.where(moment.bank, bank, -1.0)), axis=1
        )
        best = worths.max(axis=1)
        good = worths > best[:, None] - policy.same
        choice = worths.argmax(axis=1)
        rows = risk // self.throws.grid
        goals = policy.goals[moment.at]
        for one in np.flatnonzero((good.sum(axis=1) > 1) & ~by_plan).tolist():
            ranked = self.throws.ranked(int(goals[one]), int(rows[one]), int(moment.sets[one]))
            choice[one] = next(code for code in ranked if good[one, code])
        some = np.flatnonzero(by_plan)
        if some.size:
            goals = goals[some]
            reaching = getattr(policy, "reaching", None)
            if reaching is not None:
                reach = reaching[moment.at[some]]
                goals = np.where(reach >= 0, reach, goals)
            choice[some] = self.throws.first_ranked(goals, rows[some], moment.sets[some])
        return choice
