"""Validation of a rule set: errors, which make it unplayable, and warnings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, lcm
from typing import Any, Final

from .fields import FIELDS, RuleFields
from .scoring import FORCING, Dice, ScoreTable, sets


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or warning, and its fields. `str()` is the message in English."""

    fields: tuple[str, ...]
    template: str
    params: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.template.format(**dict(self.params))


@dataclass(frozen=True, slots=True)
class Validation:
    """`errors` prevent a game; `warnings` are odd or ineffective settings."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


MOST_BANK_STEP: Final = 1_000
"""With banks in larger steps than this, hardly any points at risk could be banked."""


def problem(fields: str, template: str, **params: object) -> Problem:
    """Return a problem. `fields` are separated by spaces; `makemessages` collects `template`."""
    return Problem(tuple(fields.split()), template, tuple(params.items()))


def wrong_values(rules: RuleFields) -> Iterator[Problem]:
    """Yield errors for values out of bounds."""
    for name, info in FIELDS.items():
        value = getattr(rules, name)
        if info.length and len(value) != info.length:
            yield problem(name, "{field} needs {length} numbers.", field=name, length=info.length)
            continue
        if info.choices and value not in info.choices:
            yield problem(name, "{field} can't be {value!r}.", field=name, value=value)
        elif not info.choices and info.unit != "yes/no":
            for number in value if info.length else (value,):
                if number < 0:
                    yield problem(
                        name, "{field} can't be below zero: it is {n:,}.", field=name, n=number
                    )
                elif number < info.least:
                    yield problem(
                        name, "{field} must be at least {least:,}.", field=name, least=info.least
                    )
                elif number > info.most:
                    yield problem(
                        name, "{field} can be at most {most:,}.", field=name, most=info.most
                    )
    if not rules.rounds and rules.target == 0:
        yield problem("target rounds", "The game needs a winning score or a round limit.")


def unplayable(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    """Yield the errors of rules with all values within bounds."""
    if not table.points:
        yield problem("single_1 single_5", "Nothing scores, so no dice could ever be kept.")
        return
    if rules.beat_last and rules.building:
        yield problem(
            "beat_last building",
            "With piggybacking, the points of the turn before would be there to begin with: they "
            "can't be what a bank must beat.",
        )
        return
    reach = _Reach(rules, table)
    most = reach.most()
    if most == 0:
        yield problem(FORCING, "Nobody could ever bank: every keep forces another roll.")
        return
    if rules.bank_min > most:
        yield problem(
            "bank_min",
            "Nobody could ever bank {bank_min:,}: a turn is worth {most:,} at most.",
            bank_min=rules.bank_min,
            most=most,
        )
    elif rules.bank_rolls and rules.bank_min > (by_then := reach.most(rules.bank_rolls)):
        yield problem(
            "bank_min bank_rolls",
            "Nobody could ever bank {bank_min:,} by roll {bank_rolls}: {most:,} is the most by "
            "then.",
            bank_rolls=rules.bank_rolls,
            bank_min=rules.bank_min,
            most=by_then,
        )
    if rules.entry_min > most:
        yield problem(
            "entry_min",
            "Nobody could ever get on the board with {entry_min:,}: a turn is worth {most:,} "
            "at most.",
            entry_min=rules.entry_min,
            most=most,
        )
    elif rules.entry_min and rules.entry_rolls:
        most = reach.most(rules.entry_rolls)
        if rules.entry_min > most:
            yield problem(
                "entry_min entry_rolls",
                "Nobody could ever get on the board with {entry_min:,} by roll {entry_rolls}: "
                "{most:,} is the most by then.",
                entry_rolls=rules.entry_rolls,
                entry_min=rules.entry_min,
                most=most,
            )
    if rules.bank_multiple and bank_step(rules, table) > MOST_BANK_STEP:
        yield problem(
            "bank_multiple",
            "All points are multiples of {step:,}, so a bank would have to be a multiple of "
            "{least:,}: at most {most:,} is possible.",
            step=turn_step(rules, table),
            least=bank_step(rules, table),
            most=MOST_BANK_STEP,
        )
    if rules.must_hit_target:
        yield from _never_hit(rules, table)


_ENDLESS = 10**9  # stands for unlimited points


class _Reach:
    """The most points that a turn can reach."""

    def __init__(self, rules: RuleFields, table: ScoreTable) -> None:
        self.rules = rules
        self.blank_forces = bool(table.forced_roll((), 0))
        # (dice rolled, dice kept, another roll forced) -> the most points of such a keep
        self.best: dict[tuple[int, int, bool], int] = {}
        for thrown in range(1, rules.dice + 1):
            for keep, points in table.legal(thrown):
                forced = bool(table.forced_roll(keep, thrown - len(keep)))
                at = (thrown, len(keep), forced)
                self.best[at] = max(points, self.best.get(at, 0))
        throws = (throw for throw in sets(rules.dice) if len(throw) == rules.dice)
        is_blank = rules.blank_first_roll and any(
            not table.keeps(throw) and not table.is_toxic(throw) for throw in throws
        )
        self.blank = rules.blank_first_roll if is_blank else 0

    def throw(
        self, before: dict[int, int], first: bool, times: int = 1
    ) -> Iterator[tuple[int, int, bool, bool]]:
        """Yield the outcomes of one roll: (total, next number of dice, forced, repeatable).

        `before` maps a number of dice to the most points at risk with it. `forced`: the player must
        roll again. Outcomes that are not repeatable occur only on the first roll of a turn. Points
        count so many `times`.
        """
        rules = self.rules
        for (thrown, kept, forced), points in self.best.items():
            if thrown in before:
                hot = kept == thrown
                total = before[thrown] + (points + (rules.hot_dice_bonus if hot else 0)) * times
                yield total, rules.dice if hot else thrown - kept, forced, True
        if self.blank and rules.dice in before and (first or rules.blank_scope == "any_six"):
            total = before[rules.dice] + (self.blank + rules.hot_dice_bonus) * times
            yield total, rules.dice, self.blank_forces, rules.blank_scope == "any_six"

    @cached_property
    def hopeful(self) -> set[int]:
        """Numbers of dice from which a bank can still be reached, in the middle of a turn."""
        hopeful: set[int] = set()
        for _ in range(self.rules.dice):
            hopeful |= {
                thrown
                for thrown in range(1, self.rules.dice + 1)
                for _, dice, forced, _ in self.throw({thrown: 0}, first=False)
                if not forced or dice in hopeful
            }
        return hopeful

    def most(self, throws: int = 0) -> int:
        """Return the most points after `throws` rolls that the turn can bank then or later, or some
        that are enough for any minimum; 0 for none. Without `throws`, return the most that any turn
        can bank: _ENDLESS for no limit."""
        # Each roll leaves fewer dice until all have scored, so two rolls more than there are dice
        # cover every path. A turn that gets back to all dice can do so again and again.
        every = self.rules.dice
        # By hot dice, where their number matters, and dice: the most points at risk.
        before: dict[int, dict[int, int]] = {0: {every: 0}}
        most, enough = 0, max(self.rules.bank_min, self.rules.entry_min, 1)
        for number in range(throws or every + 2):
            if throws and most >= enough:
                break
            after: dict[int, dict[int, int]] = {}
            for hot, totals in before.items():
                outcomes = self.throw(totals, number == 0, self.rules.times(hot))
                for total, dice, forced, again in outcomes:
                    if not throws and again and dice == every and dice in self.hopeful:
                        return _ENDLESS
                    then = hot + (dice == every and self.rules.times(1) > 1)
                    row = after.setdefault(then, {})
                    row[dice] = max(total, row.get(dice, 0))
                    if not forced or dice in self.hopeful:
                        most = max(most, total)
            before = _best(after)
        return most


def _best(totals: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
    """Leave out totals that are no higher than one after more hot dice, since what follows counts
    no more for them."""
    best: dict[int, dict[int, int]] = {}
    highest: dict[int, int] = {}
    for hot in sorted(totals, reverse=True):
        row = {dice: total for dice, total in totals[hot].items() if total > highest.get(dice, -1)}
        highest.update(row)
        if row:
            best[hot] = row
    return best


def warnings(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    """Yield the warnings of rules without errors."""
    yield from _odd_minimums(rules)
    yield from _no_effect(rules, table)
    if rules.ending == "exact" and not rules.rounds:
        yield from _unreachable_target(rules, table)
    yield from _dead_combinations(rules, table)


def _odd_minimums(rules: RuleFields) -> Iterator[Problem]:
    if rules.entry_min and rules.bank_min > rules.entry_min:
        yield problem(
            "bank_min entry_min",
            "The minimum bank is higher than the opening score. That's unusual.",
        )
    if rules.rounds:
        return
    yield from _above_target(rules)
    if rules.bank_min > rules.target:
        yield problem(
            "bank_min target",
            "The minimum bank is higher than the winning score of {target:,}.",
            target=rules.target,
        )
    every = "beat_cost" if rules.cost_of_nothing > rules.farkle_cost else "farkle_cost"
    costs = "farkle_penalty", every, "first_farkle_cost"
    for name, cost in zip(costs, rules.farkle_costs, strict=True):
        if cost > rules.target:
            yield problem(f"{name} target", "The penalty is larger than the winning score.")


def _above_target(rules: RuleFields) -> Iterator[Problem]:
    if rules.entry_min > rules.target:
        yield problem(
            "entry_min target",
            "The opening score is higher than the winning score of {target:,}.",
            target=rules.target,
        )


def _no_effect(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    for name, info in FIELDS.items():
        default = getattr(RuleFields, name)
        if info.newer and getattr(rules, name) != default and not info.when(rules):
            yield problem(name, "{field} has no effect with these rules.", field=name)
    if rules.rounds and (rules.target or rules.ending != "final_round"):
        yield problem(
            "rounds target ending",
            "The round limit ends the game, so the winning score isn't used.",
        )
    if rules.entry_ends_turn and not rules.entry_min:
        yield problem("entry_ends_turn entry_min", "There's no opening score to end the turn.")
    if rules.entry_rolls and not rules.entry_min:
        yield problem("entry_rolls entry_min", "There's no opening score to limit the rolls for.")
    if rules.penalty_floor == "zero" and not max(rules.farkle_costs):
        yield problem("penalty_floor farkle_penalty", "There's no penalty to stop at zero.")
    if rules.blank_scope == "any_six" and not rules.blank_first_roll:
        yield problem("blank_scope blank_first_roll", "All dice with no score earn nothing here.")
    if rules.full_throw_sets and not table.of(1).points:
        yield problem(
            "full_throw_sets single_1 single_5", "A roll of fewer dice can never score here."
        )
    yield from _order_without_effect(rules)
    if rules.ending == "exact" and rules.tie_break == "playoff" and not rules.rounds:
        yield problem(
            "tie_break ending", "When an exact score wins, a tie leaves the leader the winner."
        )


def _unreachable_target(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    step = step_of(rules, table)
    if rules.target % step:
        yield problem(
            "target ending",
            "No score is ever exactly {target:,}: all points are multiples of {step:,}.",
            target=rules.target,
            step=step,
        )


def step_of(rules: RuleFields, table: ScoreTable) -> int:
    """Return the number of points of which every score is a multiple."""
    return gcd(bank_step(rules, table), *rules.farkle_costs)


def turn_step(rules: RuleFields, table: ScoreTable) -> int:
    """Return the number of points of which everything in a turn is a multiple."""
    return gcd(*table.points.values(), rules.hot_dice_bonus, rules.blank_first_roll)


def bank_step(rules: RuleFields, table: ScoreTable) -> int:
    """Return the number of points of which every bank is a multiple."""
    return lcm(turn_step(rules, table), rules.bank_multiple or 1)


def can_score(rules: RuleFields, table: ScoreTable, throw: Dice, points: int) -> bool:
    """Return True if exactly so many points of a turn's first `throw` may be banked, on the
    board."""
    return rules.bank_min <= points and any(
        worth == points
        and len(keep) < len(throw)
        and not table.forced_roll(keep, len(throw) - len(keep))
        for keep, worth in table.keeps(throw).items()
    )


def _never_hit(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    """Yield why a player might never hit a winning score that no turn may pass."""
    step = step_of(rules, table)
    if rules.entry_min > rules.target:
        yield from _above_target(rules)
    elif rules.target % step:
        yield from _unreachable_target(rules, table)
    elif not any(
        can_score(rules, table, throw, step)
        for throw in sets(rules.dice)
        if len(throw) == rules.dice
    ):
        yield problem(
            "ending bank_min",
            "A player who lacks {step:,} points could never win: no turn banks exactly that many.",
            step=step,
        )


def _order_without_effect(rules: RuleFields) -> Iterator[Problem]:
    if rules.playoff_order == "seat":
        return
    if not rules.has_play_offs:
        yield problem("playoff_order tie_break ending", "There are no tiebreakers to order.")
    elif rules.rounds:
        yield problem(
            "playoff_order rounds",
            "Nobody reaches a winning score first here: tiebreakers go in seat order.",
        )


def _dead_combinations(rules: RuleFields, table: ScoreTable) -> Iterator[Problem]:
    names = ("straight", "straight_low", "straight_high", "three_pairs", "four_plus_two")
    for name in (*names, "two_triplets", "six_as_pairs", "full_house_bonus", "jackpot_points"):
        off: dict[str, Any] = {name: type(getattr(rules, name))()}
        effective = FIELDS[name].when(rules) and getattr(rules, name)
        if effective and ScoreTable(replace(rules, **off)).points == table.points:
            yield problem(
                name,
                "{field} never counts: the same dice score as much without it.",
                field=name,
            )
