"""Average turns of a careful player, who keeps the most points and banks as soon as possible.

They are computed from the score table within some hundredths of a second, with at most 128 levels
of points. The best play may need half as many turns; see `farkle.ai.turn.solver`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import expm1, gcd, inf, log1p
from typing import NamedTuple

from .odds import blank_chance, farkle_chance, first_farkle_chances, weight
from .ruleset import RuleSet
from .scoring import Dice, sets
from .validation import bank_step, can_score, step_of

_STEPS = 128
_RAREST = 1e-6  # a chance that is as good as none
_ENDLESS = 500.0  # the logarithm of more turns than anybody plays
_FEW_THROWS = 8  # a higher limit hardly ever ends a turn before a farkle does


class Turn(NamedTuple):
    """Averages of a turn, or of the rest of one."""

    chance: float  # of a bank
    points: float  # 0 if not banked
    throws: float
    again: float = 0.0  # chance to return to all dice while their value is unknown
    carried: float = 0.0  # points with which it returns, times that chance


@dataclass(frozen=True, slots=True)
class Estimate:
    """Averages of a game. Numbers of turns are inf if the target is out of reach."""

    entry: Turn  # before getting on the board
    turn: Turn
    turns_to_enter: float  # including turns that make up for penalties on the way
    turns: float  # until the target, including `turns_to_enter`


class _Outcome(NamedTuple):
    points: int  # of the best keep
    dice: int  # number of dice rolled after it
    bank: int  # points of the best keep after which the turn may be banked; -1 if none


_Chances = list[tuple[_Outcome, float]]
_NOTHING = Turn(0.0, 0.0, 0.0)
_ALL_DICE = Turn(0.0, 0.0, 0.0, again=1.0)


@lru_cache(maxsize=500)
def estimate_turns(rules: RuleSet) -> Estimate:
    """Return the estimate. `rules.validate()` must have no errors."""
    throws = _Throws(rules)
    # That a bank must be a multiple counts as a minimum.
    step = bank_step(rules, rules.table)
    least = max(rules.bank_min, step)
    turn = throws.turn(least, rules.bank_limits(entered=True)[1])
    least = max(rules.entry_min, step)
    entry = throws.turn(least, rules.entry_rolls) if rules.entry_min else turn
    return Estimate(entry, turn, *_turns(rules, entry, turn))


def _turns(rules: RuleSet, entry: Turn, turn: Turn) -> tuple[float, float]:
    """Return `Estimate.turns_to_enter` and `Estimate.turns`."""
    if not entry.chance or not turn.chance:
        return inf, inf
    floor = rules.penalty_floor == "zero"
    gain = turn.points - _costs(rules, turn, 1 - turn.chance)
    if gain <= 0:
        return inf, inf
    before = 1 / entry.chance if rules.entry_min else 0.0
    owed = 0.0 if floor else _costs(rules, entry, 1 - entry.chance) * before
    turns_to_enter = before + owed / gain
    turns = rules.target / gain
    if rules.streak_cost == "everything":  # until so many turns pass without a streak
        often = _streaks(1 - turn.chance, len(rules.streak_costs(0, 0)))
        doubt = turns * -log1p(-often)
        turns = expm1(min(doubt, _ENDLESS)) / often if often else turns
    turns += turns_to_enter
    if rules.must_hit_target:  # at the end often no other score will do
        step = step_of(rules, rules.table)
        fits = (throw for throw in sets(rules.dice) if can_score(rules, rules.table, throw, step))
        chance = sum(weight(throw) for throw in fits if len(throw) == rules.dice) / 6**rules.dice
        turns += 1 / max(chance, _RAREST)
    return turns_to_enter, turns


def _costs(rules: RuleSet, turn: Turn, farkle: float) -> float:
    """Return the average cost of farkles per turn, without those that cost everything."""
    in_a_row = rules.streak_costs(0, round(turn.points / turn.chance))
    first_farkle = float(first_farkle_chances(rules)[-1])
    costs = [in_a_row[-1] - in_a_row[0], *rules.farkle_costs[1:]]
    if rules.penalty_floor == "zero":  # a penalty takes at most the whole score
        costs = [min(cost, rules.target) for cost in costs]
    shares = _streaks(farkle, len(in_a_row)), farkle, first_farkle
    return sum(cost * share for cost, share in zip(costs, shares, strict=True))


def _streaks(farkle: float, length: int) -> float:
    """Return the share of turns that end in so many farkles in a row."""
    return farkle**length / sum(farkle**count for count in range(length))


class _Throws:
    """The outcomes of a roll with their chances, by number of dice."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        scoring = [self._scoring(dice) for dice in range(1, rules.dice + 1)]
        blank, nothing = float(blank_chance(rules)), float(farkle_chance(rules, rules.dice))
        self.outcomes: list[_Chances] = [[], *scoring]
        points = rules.blank_first_roll + rules.hot_dice_bonus
        forced = rules.table.forced_roll((), 0)
        credited = _Outcome(points, rules.dice, -1 if forced else points)
        if rules.blank_first_roll and rules.blank_scope == "any_six":
            self.outcomes[-1] = [*scoring[-1], (credited, blank)]
        # On the first roll of a turn, a second chance comes before a blank.
        again = 1 + nothing if rules.second_chance else 1.0
        blank *= nothing if rules.second_chance else 1.0
        self.first: _Chances = [(outcome, chance * again) for outcome, chance in scoring[-1]]
        if rules.blank_first_roll:
            self.first.append((credited, blank))

    def _scoring(self, dice: int) -> _Chances:
        counts: Counter[_Outcome] = Counter()
        for throw in sets(dice):
            if len(throw) == dice and self.rules.table.keeps(throw):
                counts[self._outcome(throw)] += weight(throw)
        return [(outcome, count / 6**dice) for outcome, count in counts.items()]

    def _outcome(self, throw: Dice) -> _Outcome:
        rules, dice = self.rules, len(throw)
        best, bank = _Outcome(-1, 0, -1), -1
        for keep, worth in rules.table.keeps(throw).items():
            hot = len(keep) == dice
            points = worth + (rules.hot_dice_bonus if hot else 0)
            if points > best.points:
                best = _Outcome(points, rules.dice if hot else dice - len(keep), -1)
            if not rules.table.forced_roll(keep, dice - len(keep)):
                bank = max(bank, points)
        return best._replace(bank=bank)

    def turn(self, least: int, limit: int) -> Turn:
        """Return the average turn that banks at `least` points, within `limit` rolls (0: any)."""
        unit = self._unit(least)
        levels = -(-least // unit)
        values: list[list[Turn]] = []
        if 0 < limit <= _FEW_THROWS:
            # Level 0: the minimum is reached, but another roll forced; the limit no longer counts.
            reached = self._level(0, unit, [])
            values = [reached, *([_NOTHING] * (self.rules.dice + 1) for _ in range(levels))]
            for _ in range(limit - 1):
                later, values = values, [reached]
                for level in range(1, levels + 1):
                    row = (_average(throw, level, unit, later) for throw in self.outcomes[1:])
                    values.append([_NOTHING, *row])
        else:
            for level in range(levels + 1):
                values.append(self._level(level, unit, values))
        return _average(self.first, levels, unit, values)

    def _unit(self, least: int) -> int:
        """Return the points per level: the common divisor, or more if levels exceed _STEPS."""
        exact = 0
        for outcomes in (*self.outcomes, self.first):
            for outcome, _ in outcomes:
                exact = gcd(exact, outcome.points)
        return max(exact, -(-least // _STEPS), 1)

    def _level(self, level: int, unit: int, below: list[list[Turn]]) -> list[Turn]:
        """Return the values of one level by the number of dice.

        A roll may lead to the same level, with fewer dice or, after hot dice, with all. So each
        value is first expressed in terms of that of all dice.
        """
        known = [_NOTHING]
        for throw in self.outcomes[1:]:
            here = [*known, *[_NOTHING] * (self.rules.dice - len(known)), _ALL_DICE]
            known.append(_average(throw, level, unit, [*below, here]))
        every, stays = known[-1], 1 - known[-1].again
        if stays < 1e-12:  # all dice always lead back to all dice
            return [_NOTHING, *[Turn(0.0, 0.0, inf)] * self.rules.dice]
        chance, throws = every.chance / stays, every.throws / stays
        points = (every.points + every.carried * chance) / stays
        return [
            Turn(
                value.chance + value.again * chance,
                value.points + value.again * points + value.carried * chance,
                value.throws + value.again * throws,
            )
            for value in known
        ]


def _average(throw: _Chances, level: int, unit: int, values: list[list[Turn]]) -> Turn:
    """Return the value of a roll at `level`, from the `values` after it, by level and dice."""
    chance, points, throws, again, carried = 0.0, 0.0, 1.0, 0.0, 0.0
    for outcome, odds in throw:
        if outcome.bank >= level * unit:
            chance += odds
            points += odds * outcome.bank
            continue
        for part, lower in _lower(level, outcome.points, unit):
            share, after = odds * part, values[lower][outcome.dice]
            chance += share * after.chance
            points += share * (after.chance * outcome.points + after.points)
            throws += share * after.throws
            again += share * after.again
            carried += share * (after.again * outcome.points + after.carried)
    return Turn(chance, points, throws, again, carried)


def _lower(level: int, points: int, unit: int) -> Iterator[tuple[float, int]]:
    """Yield the levels that `points` lead down to, with shares that keep the average right."""
    whole, rest = divmod(points, unit)
    if rest:
        yield 1 - rest / unit, max(level - whole, 0)
        yield rest / unit, max(level - whole - 1, 0)
    else:
        yield 1.0, max(level - whole, 0)
