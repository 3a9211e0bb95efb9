"""Computer players, for any rule set: from one who plays like a cautious child to the best known.

    >>> from farkle.ai.players import LEVELS
    >>> [level.name for level in LEVELS.values()]
    ['Pip', 'Magpie', 'Penny', 'Ledger', 'Abacus']

A decision follows from the state alone (and from the random source, where a level errs on purpose
and one is handed in). Of a rule set the stronger ones must first work out their plans, up to about
a second: `prepare` does that beforehand. After that a decision takes a few thousandths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.legality import Choice
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet

from . import solver
from .judge import Judge
from .solver import Plan, solve
from .solver_options import offers
from .turn_value import REACH

Decision = Roll | Bank | Build

_GLITTER: Final = 3
"""With so many dice Magpie rolls on."""

_SLIP: Final = 0.12
"""How far Penny misjudges a choice, as a part of what a turn makes on average."""

_MINDS: Final = 32
"""Of so many rule sets what was worked out is kept."""

_SAME: Final = 1e-9
"""Chances to win that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: `key` to store, `name` as at the table, `manner` in one sentence."""

    key: str
    name: str
    manner: str


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.key: level
        for level in (
            Level("pip", "Pip", "Takes what is there and banks it at once, like a cautious child."),
            Level("magpie", "Magpie", "Picks up all that glitters and rolls while dice are left."),
            Level("penny", "Penny", "Weighs every choice by eye, and is a little off."),
            Level("ledger", "Ledger", "Plays every turn for the most points, to the last decimal."),
            Level(
                "abacus", "Abacus", "Counts everything, your chances included, and plays to win."
            ),
        )
    }
)
"""The levels by key, from the weakest to the strongest."""


def decide(state: GameState, level: str, rng: Random | None = None) -> Decision:
    """What the player at turn does, if it is a computer of this level; always legal.

    `rng` is used by a level that errs on purpose; left out, its errors follow from the state.
    Raises KeyError for an unknown level and ValueError once the game is over.
    """
    if state.phase == "over":
        raise ValueError("The game is over: nobody has anything to decide.")
    return _PLAYS[level](state, rng)


class Mind:
    """All that the levels work out of a rule set before they play by it.

    It can be pickled: made in another process, it is handed over to `adopt`.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.points = solve(rules)
        self.enter = solve(rules, "enter")
        self.judge = Judge(rules)


_minds: Final[dict[RuleSet, Mind]] = {}


def prepare(rules: RuleSet) -> Mind:
    """Work out, or look up, all that decisions under `rules` need: up to about a second."""
    return _minds.get(rules) or adopt(Mind(rules))


def adopt(mind: Mind) -> Mind:
    """Keep what was prepared elsewhere. The last `_MINDS` rule sets are kept."""
    solver.adopt(mind.points)
    solver.adopt(mind.enter)
    _minds[mind.rules] = mind
    while len(_minds) > _MINDS:
        del _minds[next(iter(_minds))]
    return mind


def is_prepared(rules: RuleSet) -> bool:
    """Whether a decision under `rules` would be quick."""
    return rules in _minds


# The levels


def _pip(state: GameState, _rng: Random | None) -> Decision:
    best = _dearest(state)
    return Roll(best.keep) if best.bank else Bank(best.keep)


def _magpie(state: GameState, _rng: Random | None) -> Decision:
    if state.offer and len(state.offer[1]) % 6 <= 6 - _GLITTER and state.legal.build is None:
        return Build()
    best = _dearest(state)
    goes_on = best.bank or (best.dice >= _GLITTER and not best.roll)
    return Roll(best.keep) if goes_on else Bank(best.keep)


def _penny(state: GameState, rng: Random | None) -> Decision:
    if not state.throw:
        return Roll()
    source = rng or Random(repr((state.ply, state.current, state.scores, state.throw)))
    plan = plan_of(state)
    scale = _SLIP * (plan.value(0, 6) if plan.goal == "points" else plan.chance(0, 6))

    def weighed(choice: tuple[Roll | Bank, float, float]) -> float:
        _, points, chance = choice
        return (points if plan.goal == "points" else chance) + source.gauss(0, scale)

    return max(choices_of(plan, state), key=weighed)[0]


def _ledger(state: GameState, _rng: Random | None) -> Decision:
    if not state.throw:
        return Roll()
    for choice in state.legal.choices:
        if choice.bank is None and _wins_at_once(state, choice.total):
            return Bank(choice.keep)
    return (reach_choices(state) or choices_of(plan_of(state), state))[0][0]


def _abacus(state: GameState, _rng: Random | None) -> Decision:
    if not state.throw and state.legal.build is not None:
        return Roll()
    worths = chances_to_win(state)
    if worths is None:
        return (
            (reach_choices(state) or choices_of(plan_of(state), state))[0][0]
            if state.throw
            else Roll()
        )
    best = max(worths.values(), default=0.0)
    good = [action for action, worth in worths.items() if worth > best - _SAME]
    if len(good) == 1:
        return good[0]
    if not state.throw:
        return Roll()
    ranked = [action for action, _, _ in choices_of(plan_of(state), state)]
    return next((action for action in ranked if action in good), ranked[0])


def chances_to_win(state: GameState) -> dict[Decision, float] | None:
    """The chance to win the game by each thing that may be done, as Abacus sees it.

    None where it does not look at that: won or lost whatever follows, all that matters far off, or
    so many throws left to get in. A chance against several others, or many, is an estimate.
    """
    if not state.entered[state.current] and state.rules.entry_rolls and state.throw:
        return None
    view, worths = prepare(state.rules).judge.view(state), dict[Decision, float]()
    if view.flat:
        return None
    if not state.throw:
        worths[Roll()] = view.roll(0)
        if state.legal.build is None and state.offer is not None:
            points, aside = state.offer
            worths[Build()] = view.roll(points, 6 - len(aside))
        return worths
    for choice in state.legal.choices:
        if choice.bank is None:
            worths[Bank(choice.keep)] = view.bank(choice.total)
        if choice.roll is None and not choice.ends:
            worths[Roll(choice.keep)] = view.roll(choice.total, choice.dice)
    return worths


_PLAYS: Final[Mapping[str, Callable[[GameState, Random | None], Decision]]] = {
    "pip": _pip,
    "magpie": _magpie,
    "penny": _penny,
    "ledger": _ledger,
    "abacus": _abacus,
}


# What they look at


def _dearest(state: GameState) -> Choice:
    """The keep of the most points, and of those the one with the most dice."""
    return max(state.legal.choices, key=lambda choice: (choice.total, len(choice.keep)))


def plan_of(state: GameState) -> Plan:
    """The plan for points, or before that to get in."""
    mind = prepare(state.rules)
    return mind.points if state.entered[state.current] else mind.enter


def choices_of(plan: Plan, state: GameState) -> list[tuple[Roll | Bank, float, float]]:
    """What `plan` makes of the throw that lies there, best first."""
    return plan.choices(state.turn_points, state.throw, rolls=state.rolls)


def reach_choices(state: GameState) -> list[tuple[Roll | Bank, float, float]]:
    """What there is to do to get ahead in a last turn, best first: (action, points, chance).

    Empty in another turn, and where nothing is needed.
    """
    judge, rules = prepare(state.rules).judge, state.rules
    need = judge.last_need(state)
    if need <= 0:
        return []
    top, grid = REACH * judge.turns.step, offers(rules).grid
    least = rules.bank_min if state.entered[state.current] else rules.entry_min
    need = -(-max(need, least) // grid) * grid
    if need > top:
        return []
    risked = top - need + state.turn_points
    return judge.turns.reach.choices(risked, state.throw, rolls=state.rolls)


def _wins_at_once(state: GameState, points: int) -> bool:
    """Whether the game is won by banking so many points."""
    if state.phase != "turns" or state.rules.rounds:
        return False
    return prepare(state.rules).judge.race.ends_it(state.total(state.current) + points)
