"""An estimate of the turns of a *careful player*, who keeps the most points of every throw and
banks as soon as the rules allow: how often a turn is banked, what it scores, and how many turns it
takes to reach the target.

The averages come from the score table of the rule set, within some hundredths of a second. Points
are counted in steps of at most a hundredth of the minimum to reach. The best play may need half as
many turns; see `farkle.ai.turn.solver`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, inf
from typing import NamedTuple

from .odds import weight
from .ruleset import RuleSet
from .scoring import SETS, Dice

_STEPS = 128
_FEW_THROWS = 8  # a higher limit hardly ever ends a turn before a farkle does


@dataclass(frozen=True, slots=True)
class Turn:
    """The average turn: the chance to bank it, its points (0 if not banked) and its throws."""

    chance: float
    points: float
    throws: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The course of a game.

    `entry` is a turn before entry, `turn` one after it. `turns_to_enter` is how many turns entry
    takes, including those that make up for penalties meanwhile; `turns` is how many it takes to the
    target, entry included, or inf if penalties cost more than turns score.
    """

    entry: Turn
    turn: Turn
    turns_to_enter: float
    turns: float


class _Outcome(NamedTuple):
    """What a careful player makes of a throw.

    `points` of the best keep and the `dice` thrown after it; `bank` is the points of the best keep
    after which the turn may be banked, -1 if there is none.
    """

    points: int
    dice: int
    bank: int


_Chances = list[tuple[_Outcome, float]]
_Value = tuple[float, float, float]  # chance to bank, points and throws from here on
_NOTHING: _Value = (0.0, 0.0, 0.0)


@lru_cache(maxsize=500)
def estimate_turns(rules: RuleSet) -> Estimate:
    """Return the estimate for a careful player. `rules.validate()` must have no errors."""
    throws = _Throws(rules)
    turn = throws.turn(rules.bank_min, 0)
    entry = throws.turn(rules.entry_min, rules.entry_rolls) if rules.entry_min else turn
    return Estimate(entry, turn, *_turns(rules, entry, turn))


def _turns(rules: RuleSet, entry: Turn, turn: Turn) -> tuple[float, float]:
    """Return `Estimate.turns_to_enter` and `Estimate.turns`."""
    if not entry.chance or not turn.chance:
        return inf, inf
    # With a floor at zero a penalty takes no more than there is.
    floor = rules.penalty_floor == "zero"
    penalty = min(rules.farkle_penalty, rules.target) if floor else rules.farkle_penalty
    gain = turn.points - penalty * _third_farkles(1 - turn.chance)
    if gain <= 0:
        return inf, inf
    before = 1 / entry.chance if rules.entry_min else 0.0
    owed = 0.0 if floor else penalty * _third_farkles(1 - entry.chance) * before
    turns_to_enter = before + owed / gain
    return turns_to_enter, turns_to_enter + rules.target / gain


def _third_farkles(farkle: float) -> float:
    """Return the share of turns that are a third farkle in a row; the count then restarts."""
    return farkle**3 / (1 + farkle + farkle**2)


class _Throws:
    """The outcomes of every throw with their chances, by the number of dice."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        scoring = [self._scoring(dice) for dice in range(1, 7)]
        blank, toxic = self._blank_and_toxic()
        self.outcomes: list[_Chances] = [[], *scoring]
        if rules.blank_first_roll and rules.blank_scope == "any_six":
            self.outcomes[6] = [*scoring[5], (self._blank(), blank)]
        # On the first throw of a turn a second chance comes before a blank.
        again = 1 + blank + toxic if rules.second_chance else 1.0
        blank *= blank + toxic if rules.second_chance else 1.0
        self.first: _Chances = [(outcome, chance * again) for outcome, chance in scoring[5]]
        if rules.blank_first_roll:
            self.first.append((self._blank(), blank))

    def _scoring(self, dice: int) -> _Chances:
        counts: Counter[_Outcome] = Counter()
        for throw in SETS:
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
                best = _Outcome(points, 6 if hot else dice - len(keep), -1)
            forced = (hot and rules.hot_dice == "mandatory") or (
                rules.roll_after_four and rules.table.has_four(keep)
            )
            if not forced:
                bank = max(bank, points)
        return best._replace(bank=bank)

    def _blank_and_toxic(self) -> tuple[float, float]:
        """Return the chances that six dice are blank, and that they are toxic."""
        table = self.rules.table
        nothing = [throw for throw in SETS if len(throw) == 6 and not table.keeps(throw)]
        toxic = sum(weight(throw) for throw in nothing if table.is_toxic(throw)) / 6**6
        rest = sum(map(weight, nothing)) / 6**6 - toxic
        return rest, toxic

    def _blank(self) -> _Outcome:
        points = self.rules.blank_first_roll + self.rules.hot_dice_bonus
        return _Outcome(points, 6, -1 if self.rules.hot_dice == "mandatory" else points)

    def turn(self, least: int, limit: int) -> Turn:
        """Return the average turn, banked from `least` points on within `limit` throws (0: any)."""
        unit = self._unit(least)
        levels = -(-least // unit)
        if 0 < limit <= _FEW_THROWS:
            after = [[_NOTHING] * 7 for _ in range(levels + 1)]
            after[0] = self._level(0, unit, [])  # reached, but forced to roll: no limit any more
            for _ in range(limit - 1):
                before = [after[0]]
                before += [self._limit_level(level, unit, after) for level in range(1, levels + 1)]
                after = before
        else:
            after = []
            for level in range(levels + 1):
                after.append(self._level(level, unit, after))
        chance, points, throws = self._sum(self.first, levels, unit, after)
        return Turn(chance, points, throws + 1)

    def _unit(self, least: int) -> int:
        """Return the points per level: as fine as the rule set needs, or as time allows."""
        exact = 0
        for outcomes in (*self.outcomes, self.first):
            for outcome, _ in outcomes:
                exact = gcd(exact, outcome.points)
        return max(exact, -(-least // _STEPS), 1)

    def _limit_level(self, level: int, unit: int, after: list[list[_Value]]) -> list[_Value]:
        values = [_NOTHING]
        for dice in range(1, 7):
            chance, points, throws = self._sum(self.outcomes[dice], level, unit, after)
            values.append((chance, points, throws + 1))
        return values

    def _sum(
        self,
        outcomes: _Chances,
        level: int,
        unit: int,
        after: list[list[_Value]],
    ) -> _Value:
        chance, points, throws = _NOTHING
        for outcome, odds in outcomes:
            if outcome.bank >= level * unit:
                chance, points = chance + odds, points + odds * outcome.bank
                continue
            for part, lower in _lower(level, outcome.points, unit):
                c, p, t = after[lower][outcome.dice]
                chance += odds * part * c
                points += odds * part * (c * outcome.points + p)
                throws += odds * part * t
        return chance, points, throws

    def _level(self, level: int, unit: int, below: list[list[_Value]]) -> list[_Value]:
        """Return the values of one level by the number of dice.

        A throw may lead to the same level again, with fewer dice or, after hot dice, with six. So
        every value is first expressed in terms of the value of six dice.
        """
        known: list[list[float]] = [
            [0.0] * 4
        ]  # chance, points, throws, share of six dice at this level
        for dice in range(1, 7):
            row = [0.0, 0.0, 1.0, 0.0]
            for outcome, odds in self.outcomes[dice]:
                if outcome.bank >= level * unit:
                    row[0] += odds
                    row[1] += odds * outcome.bank
                    continue
                for part, lower in _lower(level, outcome.points, unit):
                    share = odds * part
                    if lower == level and outcome.dice == 6:
                        row[3] += share
                        continue
                    after = (
                        known[outcome.dice]
                        if lower == level
                        else (*below[lower][outcome.dice], 0.0)
                    )
                    row[0] += share * after[0]
                    row[1] += share * (after[0] * outcome.points + after[1])
                    row[2] += share * after[2]
                    row[3] += share * after[3]
            known.append(row)
        return _resolve(known)


def _resolve(known: list[list[float]]) -> list[_Value]:
    chance, points, throws, again = known[6]
    stays = 1 - again
    if stays < 1e-12:  # six dice always lead back to six dice
        return [_NOTHING] + [(0.0, 0.0, inf)] * 6
    six = chance / stays, points / stays, throws / stays
    return [_NOTHING] + [
        (row[0] + row[3] * six[0], row[1] + row[3] * six[1], row[2] + row[3] * six[2])
        for row in known[1:]
    ]


def _lower(level: int, points: int, unit: int) -> Iterator[tuple[float, int]]:
    """Yield the levels that `points` lead down to, with their shares.

    Between two levels both are taken, in the proportion that keeps the average right.
    """
    whole, rest = divmod(points, unit)
    if rest:
        yield 1 - rest / unit, max(level - whole, 0)
        yield rest / unit, max(level - whole - 1, 0)
    else:
        yield 1.0, max(level - whole, 0)
