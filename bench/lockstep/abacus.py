"""The estimates of `estimate.judge` and `estimate.rivals` in `farkle.ai`, for many turns at once.

It reads the tables that the product's judge has made, and does with numpy what the judge does for
one turn. Nobody plays in teams, joins or leaves here, and no rounds are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf
from typing import Final

import numpy as np

from farkle import RuleSet
from farkle.ai.estimate.judge import _MAX_ROWS, _ODDS_EXPONENT, _VIEW_ROWS
from farkle.ai.estimate.race import later_tie
from farkle.ai.players import prepare
from farkle.ai.turn.turn_value import _MAX_KEEP_STEPS, MAX_STEPS, OPENING

from .throws import Array

_HOPELESS: Final = 1e-9


@dataclass
class Rivals:
    """The players of many turns: `mine` and `inside` of those at turn, and by rival, in the order
    of turns: `totals`, `entered`, and who has a turn left after the winning score is reached
    (`coming`). `last`: a last turn."""

    mine: Array
    inside: Array
    streak: Array
    totals: Array
    entered: Array
    last: Array
    coming: Array

    def some(self, at: Array) -> Rivals:
        return Rivals(*(value[at] for value in vars(self).values()))


class Estimates:
    """Chances to win under one rule set, by the product's judge."""

    def __init__(self, rules: RuleSet, grid: int, players: int) -> None:
        self._power = _ODDS_EXPONENT if players > 2 else 1.0
        self.rules, self.judge = rules, prepare(rules).judge
        race, turns = self.judge.race, self.judge.turns
        self.step, self.race, self.turns = turns.step, race, turns
        self._at, self._outside = np.array(race.at), race._outside
        self._win = np.array(race._win[0])
        self._replies = np.array([*race._replies, 0.0])
        self._costs = np.array(self.judge.costs)
        self._grid = grid
        self._lowest = min(0, 2 * race.at[0]) // grid
        self._size = -(-rules.target // grid) - self._lowest
        self._ahead, self._doubts = self._tables()
        self._walk = _Walk(self)

    def _tables(self) -> tuple[Array, Array]:
        """Return the chance to get ahead of the player who moves first, for every two totals, and
        the odds against the one who moves second. Totals of players on the board come first."""
        totals = np.tile(np.arange(self._lowest, self._lowest + self._size) * self._grid, 2)
        inside = np.arange(2 * self._size) < self._size
        row, part = self.places(totals, inside)
        ahead = self.to_move((row[:, None], part[:, None]), (row, part))
        return ahead, _odds_against(1 - ahead) ** self._power

    def _number(self, totals: Array, inside: Array) -> Array:
        """Return the place of totals in these tables."""
        row = np.clip(totals // self._grid - self._lowest, 0, self._size - 1)
        return row + np.where(inside, 0, self._size)

    def least(self, inside: Array) -> Array:
        """Return the fewest points that may be banked."""
        return np.where(inside, self.rules.bank_min, self.rules.entry_min)

    def need(self, rivals: Rivals) -> Array:
        """Return the points that a last turn needs to get ahead of all others."""
        return np.where(rivals.last, rivals.totals.max(axis=1) + 1 - rivals.mine, 0)

    def bank(self, rivals: Rivals, at: Array, points: Array) -> Array:
        """Return the chance to win with so many more points, in the turns with numbers `at`."""
        total = rivals.mine[at] + points
        found = np.empty(len(at))
        last = rivals.last[at]
        below = ~last & (total < self.rules.target)
        some = np.flatnonzero(below)
        if points.dtype == int:
            found[some] = self._against_table(rivals, at[some], total[some])
        else:
            found[some] = self._against(rivals, at[some], total[some], np.ones(some.size, bool))
        some = np.flatnonzero(~last & ~below)
        found[some] = self._past(rivals, at[some], total[some])
        some = np.flatnonzero(last)
        found[some] = self._last(rivals, at[some], total[some])
        return found

    def lost(self, rivals: Rivals) -> Array:
        """Return the chance to win after a farkle."""
        every = np.arange(len(rivals.mine))
        cost = self._costs[rivals.streak % self._costs.size]
        found = self._against(rivals, every, rivals.mine + cost, rivals.inside)
        last = np.flatnonzero(rivals.last)
        if last.size:
            pays = rivals.streak[last] + 1 >= self._costs.size
            paid = np.where(pays, -self.rules.farkle_costs[0], 0)
            found[last] = self._last(rivals, last, rivals.mine[last] + paid)
        return found

    def beats(self, total: Array, mine: Array, inside: Array) -> Array:
        """Return `Race.beats` for a side with one turn."""
        need, step = total - mine, self.step
        least = np.ceil(self.least(inside) / step)
        level = np.maximum(least, np.ceil(need / step))
        more = np.maximum(least, need // step + 1)
        reply, further = (
            self._replies[np.clip(rows, 0, MAX_STEPS + 1).astype(int)] for rows in (level, more)
        )
        chance = further + later_tie(self.rules) * (reply - further)
        return np.where(need < 0, 1.0, 1 - (1 - chance))

    def to_move(self, mine: tuple[Array, Array], theirs: tuple[Array, Array]) -> Array:
        """Return `Race.to_move` for places and how far on from them each total is."""
        (row, part), (column, share) = mine, theirs
        flat, width = self._win.ravel(), self._win.shape[1]
        index = row * width + column
        low = flat.take(index)
        low += share * (flat.take(index + 1) - low)
        high = flat.take(index + width)
        high += share * (flat.take(index + width + 1) - high)
        return np.clip(low + part * (high - low), 0.0, 1.0)

    def places(self, totals: Array, inside: Array) -> tuple[Array, Array]:
        """Return `Race._place` of each."""
        at, out = self._at, self._outside
        place = np.searchsorted(at[out:-1], totals, side="right") - 1 + out
        first = np.full(totals.shape, out)
        if not inside.all():
            there = np.searchsorted(at[: out - 1], totals, side="right") - 1
            place, first = np.where(inside, place, there), np.where(inside, out, 0)
        under = place < first
        place = np.where(under, first, place)
        gap = np.maximum(at[place + 1] - at[place], 1)
        share = np.minimum(1.0, (totals - at[place]) / gap)
        return place, np.where(under, 0.0, share)

    def _against_table(self, rivals: Rivals, at: Array, total: Array) -> Array:
        """Return the chance to win for a player with these totals after the turn."""
        width = 2 * self._size
        mine, flat = total // self._grid - self._lowest, self._doubts.ravel()
        if self._lowest:
            mine = np.maximum(mine, 0)
        theirs = self._number(rivals.totals, rivals.entered) * width
        doubts = np.zeros(len(at))
        for rival in range(theirs.shape[1]):
            doubts += flat.take(theirs[:, rival].take(at) + mine)
        return 1 / (1 + doubts)

    def _against(self, rivals: Rivals, at: Array, total: Array, inside: Array) -> Array:
        mine = self.places(total, inside)
        doubts = np.zeros(len(at))
        for rival in range(rivals.totals.shape[1]):
            place, share = self.places(rivals.totals[:, rival], rivals.entered[:, rival])
            chance = 1 - self.to_move((place[at], share[at]), mine)
            doubts += _odds_against(chance) ** self._power
        return 1 / (1 + doubts)

    def _past(self, rivals: Rivals, at: Array, total: Array) -> Array:
        rules, found = self.rules, np.ones(len(at))
        if rules.ending == "immediate" or not len(at):
            return found
        for rival in range(rivals.totals.shape[1]):
            theirs, entered = rivals.totals[at, rival], rivals.entered[at, rival]
            beaten = self.beats(total, theirs, entered)
            found *= np.where(rivals.coming[at, rival], 1 - beaten, 1.0)
        return np.where(total == rules.target, 1.0, found) if rules.ending == "exact" else found

    def _last(self, rivals: Rivals, at: Array, total: Array) -> Array:
        if not len(at):
            return np.empty(0)
        best = rivals.totals.max(axis=1)[at]
        found = np.where(total > best, 1.0, np.where(total == best, later_tie(self.rules), 0.0))
        for rival in range(rivals.totals.shape[1]):
            theirs, entered = rivals.totals[at, rival], rivals.entered[at, rival]
            beaten = self.beats(total, theirs, entered)
            found *= np.where(rivals.coming[at, rival], 1 - beaten, 1.0)
        return found

    def wins_at_once(self, rivals: Rivals, at: Array, points: Array) -> Array:
        """Return whether so many more points, in the turns with numbers `at`, end the game."""
        total, rules = rivals.mine[at] + points, self.rules
        there = total >= rules.target if rules.ending == "immediate" else total == rules.target
        return there & ~rivals.last[at] & (not rules.can_tie)

    def view(self, rivals: Rivals, base: Array) -> View:
        """Return what the product's `View` says of each turn from so many points on."""
        rows = np.full(len(base), _VIEW_ROWS)
        need = (self.need(rivals) - base) // self.step + 16
        rows = np.where(rivals.last, np.minimum(np.maximum(rows, need), _MAX_ROWS), rows)
        every = np.arange(len(base))
        points = base + np.minimum(np.arange(rows.max(initial=0) + 1)[:, None], rows) * self.step
        flat = np.broadcast_to(every, points.shape).ravel()
        worths = self.bank(rivals, flat, points.ravel()).reshape(points.shape)
        lost = self.lost(rivals)
        lines = self.turns.lines
        more = np.array([line.more / max(line.chance, 0.01) for line in lines])[:, None]
        chance = np.array([line.chance for line in lines])[:, None]
        flat = np.broadcast_to(every, (len(lines), len(base))).ravel()
        far = self.bank(rivals, flat, (base + rows * self.step + more).ravel())
        far = chance * far.reshape(len(lines), -1) + (1 - chance) * lost
        high = np.maximum(worths.max(axis=0), lost)
        low = np.minimum(worths.min(axis=0), lost)
        allowed = np.where(points >= self.least(rivals.inside), worths, -inf)
        return View(base, self.step, self._walk(allowed, lost, far, rows), high - low < _HOPELESS)

    def shares(self, rivals: Rivals) -> Array:
        """Return how the rivals share what the player at turn leaves, as `estimate.rivals`."""
        found = self._racing_shares(rivals)
        if rivals.last.any():
            found = np.where(rivals.last[:, None], self._last_shares(rivals), found)
        total = found.sum(axis=1, keepdims=True)
        best = (rivals.totals == rivals.totals.max(axis=1, keepdims=True)).astype(float)
        hopeless = total < 1e-12
        found = np.where(hopeless, best, found)
        return found / np.where(hopeless, best.sum(axis=1, keepdims=True), total)

    def _racing_shares(self, rivals: Rivals) -> Array:
        """The one who moves first of two is the one whose next turn comes first."""
        totals = np.concatenate((rivals.mine[:, None], rivals.totals), axis=1)
        inside = np.concatenate((rivals.inside[:, None], rivals.entered), axis=1)
        number, flat = self._number(totals, inside), self._ahead.ravel()
        doubts = np.zeros(totals.shape)
        for one in range(totals.shape[1]):
            for other in range(one + 1, totals.shape[1]):
                chance = flat.take(number[:, one] * (2 * self._size) + number[:, other])
                doubts[:, one] += _odds_against(chance) ** self._power
                doubts[:, other] += _odds_against(1 - chance) ** self._power
        return 1 / (1 + doubts[:, 1:])

    def _last_shares(self, rivals: Rivals) -> Array:
        best = rivals.totals.max(axis=1, keepdims=True)
        beats = self.beats(best, rivals.totals, rivals.entered) * rivals.coming
        found = np.where(rivals.totals == best, 1.0, beats)
        for one in range(found.shape[1]):
            for other in range(found.shape[1]):
                if other != one:
                    found[:, one] *= 1 - beats[:, other]
        return found


def _odds_against(chance: Array) -> Array:
    hopeless = chance < _HOPELESS
    return np.where(hopeless, inf, 1 / np.where(hopeless, 1.0, chance) - 1)


@dataclass
class View:
    """The value of rolling by dice, rows from `base` on and turn, and whether nothing matters."""

    base: Array
    step: int
    rolls: Array
    flat: Array

    @property
    def opening(self) -> Array:
        return self.rolls[OPENING, 0]

    def roll(self, at: Array, points: Array, dice: Array) -> Array:
        row = np.minimum((points - self.base[at]) // self.step, self.rolls.shape[1] - 1)
        return self.rolls[dice, row, at]


class _Walk:
    """`farkle.ai.turn.turn_value.Turns.walk` for many turns at once."""

    def __init__(self, estimates: Estimates) -> None:
        turns = estimates.turns
        throws = turns._throws
        used = {at for one in throws for at in one.places}
        used |= {at for one in throws for _, places in one.choices for at in places}
        number = {at: place for place, at in enumerate(sorted(used))}
        self._options = [turns._options[at] for at in sorted(used)]
        choices = sorted({places for one in throws for _, places in one.choices})
        longest = max(map(len, choices), default=0)
        self._choices = np.array(
            [
                [number[at] for at in (*places, *[places[0]] * (longest - len(places)))]
                for places in choices
            ]
        ).reshape(-1, longest)
        self._weights = np.zeros((len(throws), len(used) + len(choices)))
        for dice, one in enumerate(throws):
            for at, often in zip(one.places, one.often, strict=True):
                self._weights[dice, number[at]] += often
            for often, places in one.choices:
                self._weights[dice, len(used) + choices.index(places)] += often
        self._lost = np.array([one.lost for one in throws])[:, None]

    def __call__(self, bank: Array, lost: Array, far: Array, tops: Array) -> Array:
        """Return the value of rolling; the last row that counts is that of `tops`."""
        top, width = len(bank) - 1, len(bank) + _MAX_KEEP_STEPS
        lines = len(self._weights)
        both = np.empty((2 * lines, width, len(lost)))  # that need not roll, and that must
        stand, roll = both[:lines], both[lines:]
        roll[:] = far[:, None]
        stand[:] = np.maximum(far, bank[top])[:, None]
        flat = both.reshape(-1, len(lost))
        index = np.array(
            [(dice + lines * forced) * width + more for more, dice, forced in self._options]
        )
        count = len(index)
        worths = np.empty((len(self._weights[0]), len(lost)))
        nothing = self._lost * lost
        same = bool((tops == top).all())
        for row in range(top - 1, -1, -1):
            np.take(flat, index + row, axis=0, out=worths[:count])
            chosen = worths[count:]
            np.maximum(worths[self._choices[:, 0]], worths[self._choices[:, 1]], out=chosen)
            for column in self._choices.T[2:]:
                np.maximum(chosen, worths[column], out=chosen)
            worth = self._weights @ worths
            worth += nothing
            if not same:
                worth = np.where(tops > row, worth, far)
            kept = 0 if row == 0 else 1  # the opening has a value in the first row alone
            roll[kept:, row] = worth[kept:]
            np.maximum(worth[kept:], bank[row], out=stand[kept:, row])
        return roll


def rows_needed(need: Array, least: Array, grid: int) -> Array:
    """Return the rows that a last turn needs; -1 where it needs none, or more than any makes."""
    rows = -(-np.maximum(need, least) // grid)
    return np.where(need > 0, rows, -1)


def most_reached(estimates: Estimates, grid: int) -> int:
    """Return the most rows that a plan aims for."""
    return ceil(MAX_STEPS * estimates.step / grid)
