"""The estimated chance to win the game for each way a turn can end.

A `Judge` is made once for a rule set, within some tenths of a second. Against several sides the
chances to beat each one alone are combined; see `combine`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil, erf, inf, prod, sqrt
from typing import Final, NamedTuple

from farkle.ai.turn.turn_value import MAX_STEPS, OPENING, Turns
from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.legality import bank_limits
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from .race import Race, Standing, later_tie

_VIEW_ROWS: Final = 48
"""Number of steps of points that a view covers."""

_MAX_ROWS: Final = 110
"""Maximum number of these steps, for last turns that need many points."""

_MAX_RIVALS: Final = 6
"""Maximum number of rivals considered, those with the highest totals."""

_MAX_REPLIES: Final = 30
"""Maximum number of sides considered that may still beat a total in their last turn."""

_MAX_VIEWS: Final = 64
"""Maximum number of views in memory; the decisions of a turn share one."""

_ODDS_EXPONENT: Final = 1.1
"""Exponent of the odds against several rivals. It was fitted to games of three, four and six
players, in which leaders won more often than the plain odds predict."""

_COST_ROUNDS: Final = 5
"""Number of times that the costs of a farkle are recomputed from each other."""

Worth = Callable[[float], float]
"""The chance to win if the turn scores this many points."""


class Side(NamedTuple):
    """A side that can still win, with the number of its `seats`. `next_turn` is the place of its
    next turn among all that come, and `coming` the number of its seats with a turn before the
    current player's next one, or before the end."""

    side: int
    standing: Standing
    seats: int
    coming: int
    next_turn: int


class View:
    """Chances to win in one state: `bank(points)` after banking, `lost` after a farkle. The turn
    may have `limit` rolls (0: any)."""

    def __init__(
        self,
        turns: Turns,
        base: int,
        rows: int,
        least: int,
        bank: Worth,
        lost: float,
        *,
        limit: int = 0,
        hot: int = 0,
    ) -> None:
        self.bank, self.lost = bank, lost
        self._base, self._step = base, turns.step
        totals = [base + row * turns.step for row in range(rows + 1)]
        worths = [bank(total) for total in totals]
        self.flat = max(*worths, lost) - min(*worths, lost) < 1e-9
        far = [
            line.chance * bank(totals[-1] + line.more / max(line.chance, 0.01))
            + (1 - line.chance) * lost
            for line in turns.lines
        ]
        allowed = [
            worth if total >= least else -inf for worth, total in zip(worths, totals, strict=True)
        ]
        bankable = turns.bankable(allowed, base)
        self._stages = turns.walk(bankable, lost, far, limit=limit, hot=hot)

    def roll(self, total: int, dice: int = OPENING, *, made: int = 0, hot: bool = False) -> float:
        """Return the chance to win when rolling `dice` dice, by default the first throw of a turn,
        with `total` at risk after `made` rolls. `hot`: after hot dice."""
        row, over = divmod(total - self._base, self._step)
        values = self._stages[min(made, len(self._stages) - 1)]
        worths = ((hot and values.hot_roll) or values.roll)[dice]
        low = worths[min(row, len(worths) - 1)]
        if not over:
            return low
        return low + over / self._step * (worths[min(row + 1, len(worths) - 1)] - low)

    def choices(self, state: GameState) -> dict[Roll | Bank | Build, float]:
        if not state.rolls:
            starts: dict[Roll | Bank | Build, float] = {Roll(): self.roll(0)}
            if state.legal.build is None and state.offer is not None:
                points, aside = state.offer
                starts[Build()] = self.roll(points, state.rules.dice - len(aside))
            return starts
        chances: dict[Roll | Bank | Build, float] = {}
        for choice in state.legal.choices:
            if choice.bank is None:
                won = choice.wins
                chances[Bank(choice.keep)] = 1.0 if won else self.bank(choice.total)
            if choice.roll is None and not choice.ends:
                hot = bool(choice.keep) and choice.dice == state.rules.dice
                rolled = self.roll(choice.total, choice.dice, made=state.rolls, hot=hot)
                chances[Roll(choice.keep)] = rolled
            elif choice.roll is None and choice.bank is not None:  # the last throw scores nothing
                chances[Roll(choice.keep)] = self.lost
        return chances


class Judge:
    """Estimates chances to win of the current player under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.turns = Turns(rules)
        self.race = Race(rules, self.turns)
        self.costs, self.spread = _costs(rules, self.turns)
        self._views: dict[object, View] = {}

    def __getstate__(self) -> dict[str, object]:
        return vars(self) | {"_views": {}}

    def view(self, state: GameState) -> View:
        """Return the chances to win for each way the current turn can end."""
        step, base = self.turns.step, state.turn_points
        if base % step == 0 and base <= _VIEW_ROWS // 2 * step:
            base = 0
        seat = state.current
        here = (state.order, state.waiting, state.queue, state.playoff, state.teams)
        now = (seat, state.phase, state.round, state.scores, state.entered, state.streaks[seat])
        times = self.rules.times(state.hot)
        key = (base, times, now, here, state.undone, state.needs, state.to_top)
        view = self._views.get(key)
        if view is None:
            if len(self._views) >= _MAX_VIEWS:
                self._views.clear()
            view = self._views[key] = self._new_view(state, base)
        return view

    def last_need(self, state: GameState) -> int:
        """Return the points a last turn needs to get ahead of all others; 0 in other turns, and for
        a player alone."""
        if not is_last(state) or len(state.scores) == 1:
            return 0
        return round(_best(state)) + 1 - state.total(state.current)

    def _new_view(self, state: GameState, base: int) -> View:
        rules, rows = self.rules, _VIEW_ROWS
        least, limit = bank_limits(state)
        if is_last(state):
            bank, lost = self._last_turn(state)
            need = (self.last_need(state) - base) // self.turns.step + 16
            rows = min(max(rows, need), _MAX_ROWS)
        else:
            bank, lost = self._by_rounds(state) if rules.rounds else self._racing(state)
            if state.needs or state.to_top:
                need = (least - base) // self.turns.step + 16
                rows = min(max(rows, need), _MAX_ROWS)
        limit = self.turns.followed(limit)
        return View(self.turns, base, rows, least, bank, lost, limit=limit, hot=state.hot)

    def _racing(self, state: GameState) -> tuple[Worth, float]:
        """Return the chances before any side has reached the target."""
        race, target, seat = self.race, self.rules.target, state.current
        sides, own = _others(state), state.total(seat)
        rivals, others = sides[:_MAX_RIVALS], sides[:_MAX_REPLIES]
        inside = state.entered[seat] or state.teams is not None

        def against(total: float, *, inside: bool = True) -> float:
            me = Standing(total, inside)
            return combine(
                1 - race.to_move(side.standing, me, last=side.coming > 0) for side in rivals
            )

        def bank(points: float) -> float:
            total = own + points
            if total < target:
                return against(total)
            if self.rules.wins_at(total):
                return 1.0
            if self.rules.must_hit_target:
                return against(own, inside=inside)
            finishes = self.rules.finishes_round
            return prod(
                1 - race.beats(total, side.standing, side.coming if finishes else side.seats)
                for side in others
            )

        return bank, against(own + self._cost(state), inside=inside)

    def _last_turn(self, state: GameState) -> tuple[Worth, float]:
        """Return the chances in the player's last turn; others may still have theirs."""
        race, rules, seat = self.race, self.rules, state.current
        sides, own = _others(state), state.total(seat)
        best = max((side.standing.total for side in sides), default=-inf)
        coming = [side for side in sides if side.coming][:_MAX_REPLIES]
        mates = sum(state.side(other) == state.side(seat) for other in state.queue)

        def bank(points: float) -> float:
            total = own + points
            ahead = 1.0 if total > best else later_tie(rules) if total == best else 0.0
            if mates and total <= best:
                ahead = max(ahead, race.beats(best, Standing(total), mates))
            return ahead * prod(
                1 - race.beats(total, rival.standing, rival.coming) for rival in coming
            )

        return bank, bank(self._paid(state))

    def _by_rounds(self, state: GameState) -> tuple[Worth, float]:
        """Return the chances with a limit of rounds, assuming normally distributed totals."""
        seat = state.current
        sides, own = _others(state), state.total(seat)
        left, side = self.rules.rounds - state.round, state.side(state.current)
        here = state.order + state.waiting
        my_turns = left * sum(state.side(seat) == side for seat in here)
        my_turns += sum(state.side(seat) == side for seat in state.queue)

        def bank(points: float) -> float:
            return combine(
                self.chance_ahead(
                    own + points - rival.standing.total,
                    my_turns,
                    left * rival.seats + rival.coming,
                )
                for rival in sides[:_MAX_RIVALS]
            )

        return bank, bank(self._cost(state))

    def _cost(self, state: GameState) -> float:
        """Return the points that a farkle adds to the score, with the risk of further ones."""
        streak = state.streaks[state.current] % len(self.costs)
        if streak == len(self.costs) - 1 and self.rules.streak_cost_varies:
            return self._paid(state)
        return self.costs[streak]

    def _paid(self, state: GameState) -> int:
        """Return the points that a farkle adds to the score at once. On the first roll of a turn,
        before which there is nothing to decide, it may add more."""
        seat, rules = state.current, self.rules
        score, streak = state.scores[seat], state.streaks[seat] + 1
        undone = state.undone[seat] if state.undone else 0
        return rules.score_after_farkle(score, streak, undone, first=False) - score

    def chance_ahead(self, lead: float, turns: int, their_turns: int) -> float:
        """Return the chance to end ahead of a side that is `lead` points behind, if both have so
        many turns left, with normally distributed points."""
        lead += self.turns.average * (turns - their_turns)
        return (1 + erf(lead / self.spread / sqrt(2 * max(1, turns + their_turns)))) / 2


def is_last(state: GameState) -> bool:
    """Return whether this is the player's last turn, as far as is known."""
    return state.phase != "turns" or 0 < state.rules.rounds <= state.round


def has_lost(state: GameState, points: int) -> bool:
    """Return whether the player's side can no longer win if this turn banks `points`."""
    side = state.side(state.current)
    if not is_last(state) or side in map(state.side, state.queue):
        return False
    lead = state.total(state.current) + points - _best(state)
    return lead < 0 or (lead == 0 and not later_tie(state.rules))


def _best(state: GameState) -> float:
    return max((side.standing.total for side in _others(state)), default=-inf)


def combine(chances: Iterable[float]) -> float:
    """Return the chance to be ahead of all rivals, given the chance to be ahead of each. The odds
    against the rivals add up, and are raised to a power if there are several."""
    odds = []
    for chance in chances:
        if chance < 1e-9:
            return 0.0
        odds.append(1 / chance - 1)
    if len(odds) > 1:
        odds = [chance**_ODDS_EXPONENT for chance in odds]
    return 1 / (1 + sum(odds))


def sides_of(state: GameState) -> list[Side]:
    """Return the sides that can still win, the highest total first."""
    here = state.playoff if state.phase == "playoff" else state.order + state.waiting
    seats = Counter(map(state.side, here))
    coming = Counter(map(state.side, state.queue))
    upcoming = [state.side(seat) for seat in (state.current, *state.queue, *here)]
    inside = {state.side(seat) for seat in here if state.entered[seat]}
    sides = [
        Side(
            side,
            Standing(state.total(seat), side in inside),
            seats[side],
            coming[side],
            upcoming.index(side),
        )
        for side, seat in {state.side(seat): seat for seat in here}.items()
    ]
    return sorted(sides, key=lambda side: side.standing.total, reverse=True)


def _others(state: GameState) -> list[Side]:
    current = state.side(state.current)
    return [side for side in sides_of(state) if side.side != current]


def _costs(rules: RuleSet, turns: Turns) -> tuple[tuple[float, ...], float]:
    """Return the cost of a farkle after none, one, two ... in a row, and the spread of turns."""
    least, limit = rules.bank_limits(entered=True)
    least, limit = min(ceil(least / turns.step), MAX_STEPS), turns.followed(limit)
    ends, _ = turns.ends(*turns.for_points(least, 0.0, limit))
    mean = sum(row * chance for row, chance in enumerate(ends))
    spread = sqrt(sum(row * row * chance for row, chance in enumerate(ends)) - mean * mean)
    last_bank = mean / max(sum(ends), 0.01) * turns.step
    costs = [-cost / turns.step for cost in rules.streak_costs(rules.target / 2, last_bank)]
    every = costs[0]
    for _ in range(_COST_ROUNDS if rules.punishes_streaks else 0):
        first, *later = (
            turns.for_points(least, lost, limit)[1][0].roll[OPENING][0] for lost in costs
        )
        costs = [*(worth - first + every for worth in later), costs[-1]]
    return tuple(cost * turns.step for cost in costs), max(spread * turns.step, 1.0)
