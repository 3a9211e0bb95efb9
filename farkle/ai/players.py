"""Computer players of six levels, for any rule set.

    >>> from farkle.ai.players import LEVELS
    >>> [level.name for level in LEVELS.values()]
    ['Pip', 'Magpie', 'Penny', 'Ledger', 'Abacus', 'Almanac']

A decision depends on the state alone, and on the random source of deliberate errors, if any. The
stronger levels need plans for a rule set, which `prepare` computes in up to a second. After that a
decision takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import lcm
from random import Random
from types import MappingProxyType
from typing import Final

from farkle.engine.actions import Bank, Build, Roll
from farkle.engine.legality import Choice, bank_limits
from farkle.engine.state import GameState
from farkle.errors import translatable
from farkle.rules.ruleset import RuleSet

from .estimate.judge import Judge, has_lost, is_last
from .exact import exact_of
from .turn.solver import Plan, solve
from .turn.solver_options import offers
from .turn.turn_value import MAX_STEPS, one_roll

Decision = Roll | Bank | Build

_MAGPIE_DICE: Final = 3
"""Minimum number of dice left with which Magpie rolls again."""

_MAGPIE_ONES: Final = 6
"""Of five dice it rolls two as well, as long as its turn is worth less than so many single 1s:
three alone would be nearly the best play."""

_NEAR: Final = 0.1
"""A player who lacks less than this share of a winning score that no turn may pass is near it."""

_PENNY_ERROR: Final = 0.12
"""Size of Penny's errors, relative to the value of an average turn."""

_MAX_PREPARED: Final = 32

_TOLERANCE: Final = 1e-9
"""Chances to win that differ by less count as equal."""

_SOLVED_TOLERANCE: Final = 1e-7
"""Solved chances are rounded, so they count as equal if they differ by less than this."""

_MIN_CHANCE: Final = 0.005
"""Below zero points, a smaller chance to win is less than the error of its estimate."""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: its stored `key`, its `manner` of play in two short sentences, and its
    `difficulty` in a word or two."""

    key: str
    manner: str
    difficulty: str

    @property
    def name(self) -> str:
        return self.key.capitalize()


_LEVELS: Final = (
    Level("pip", translatable("Very easy. Banks at the first chance."), translatable("very easy")),
    Level("magpie", translatable("Easy. Greedy: keeps rolling."), translatable("easy")),
    Level("penny", translatable("Medium. Good instincts, some mistakes."), translatable("medium")),
    Level("ledger", translatable("Hard. Plays the odds every turn."), translatable("hard")),
    Level("abacus", translatable("Expert. Knows your chances too."), translatable("expert")),
    Level(
        "almanac", translatable("Master. Knows the exact odds one on one."), translatable("master")
    ),
)
LEVELS: Final[Mapping[str, Level]] = MappingProxyType({level.key: level for level in _LEVELS})
"""The levels by key, from the weakest to the strongest."""

WITH_CHANCE: Final = frozenset({"penny"})
"""The levels whose decisions follow from a random source, too."""


def decide(state: GameState, level: str, rng: Random | None = None) -> Decision:
    """Return the legal action that a computer player of this level takes. `rng` is the source of
    deliberate errors, which follow from the state by default. Raise KeyError for an unknown level
    and ValueError once the game is over."""
    if state.phase == "over":
        raise ValueError("The game is over: there is no decision to make.")
    if state.rules.wins_by_jackpot:
        for choice in state.legal.choices:
            if choice.wins:
                return Bank(choice.keep)
    action = _PLAYS[level](state, rng)
    return action if level == "pip" else _unless_lost(state, action)


def first_legal(state: GameState) -> Roll | Bank:
    """Return a legal action without any thought, for a player that cannot decide."""
    for choice in state.legal.choices:
        if choice.bank is None:
            return Bank(choice.keep)
        if choice.roll is None:
            return Roll(choice.keep)
    return Roll()


class PreparedRules:
    """The plans of the levels for a rule set, with named `letters` if any. It can be pickled, so
    that another process may make it for `adopt`. Plans know the dice; chances to win are those of
    ordinary dice."""

    def __init__(self, rules: RuleSet, letters: str = "") -> None:
        self.rules = rules
        self.letters = letters
        self.points = solve(rules, letters=letters)
        self.enter = (
            solve(rules, "enter", letters) if rules.entry_min or not letters else self.points
        )
        self.judge: Judge = prepare(rules).judge if letters else Judge(rules)
        self.reach = self.judge.turns.reach
        if letters and rules.can_tie:
            top = MAX_STEPS * self.judge.turns.step
            self.reach = Plan(rules, "reach", minimum=top, letters=letters)
        self.last = (self.points, self.enter)
        """The same in a last turn."""
        if rules.last_turns == "roll":
            once = one_roll(rules)
            self.last = (solve(once, letters=letters), solve(once, "enter", letters))


_prepared: Final[dict[tuple[RuleSet, str], PreparedRules]] = {}


def prepare(rules: RuleSet, letters: str = "") -> PreparedRules:
    """Return the plans for decisions under `rules`, computed in up to a second, or with named dice
    in some seconds."""
    return _prepared.get((rules, letters)) or adopt(PreparedRules(rules, letters))


def is_prepared(state: GameState) -> bool:
    """Return True if the plans for a decision in this state are at hand."""
    return (state.rules, letters_of(state)) in _prepared


def adopt(prepared: PreparedRules) -> PreparedRules:
    """Keep rules that were prepared elsewhere, for example in another process."""
    _prepared[prepared.rules, prepared.letters] = prepared
    while len(_prepared) > _MAX_PREPARED:
        del _prepared[next(iter(_prepared))]
    return prepared


def _unless_lost(state: GameState, action: Decision) -> Decision:
    """Return the action, or a roll in place of a bank after which the game is lost for sure."""
    if not isinstance(action, Bank):
        return action
    choices = state.legal.choices
    points = next(choice.total for choice in choices if choice.keep == action.keep)
    rolls = [choice for choice in choices if choice.roll is None and not choice.ends]
    if not rolls or not has_lost(state, points):
        return action
    return Roll(max(rolls, key=lambda choice: (choice.dice, choice.total)).keep)


# Decisions by level


def _pip(state: GameState, _rng: Random | None) -> Decision:
    best = _best_keep(state)
    return Roll(best.keep) if best.bank else Bank(best.keep)


def _magpie(state: GameState, _rng: Random | None) -> Decision:
    most_aside = state.rules.dice - _MAGPIE_DICE
    if state.offer and len(state.offer[1]) <= most_aside and state.legal.build is None:
        return Build()
    best = _best_keep(state)
    is_greedy = state.rules.dice < 6 and best.total < _MAGPIE_ONES * state.rules.single_1
    least = _MAGPIE_DICE - is_greedy
    risks = best.dice >= least and not best.roll and not _is_near(state, best.total)
    return Roll(best.keep) if best.bank or risks else Bank(best.keep)


def _is_near(state: GameState, points: int) -> bool:
    """Return True if, with these points banked, rolling for more would mostly pass the target."""
    lacks = state.rules.target - state.total(state.current) - points
    return state.rules.must_hit_target and lacks < _NEAR * state.rules.target


def _penny(state: GameState, rng: Random | None) -> Decision:
    if not state.throw:
        return Roll()
    if _is_near(state, _best_keep(state).total):
        return _magpie(state, rng)
    source = rng or Random(repr((state.ply, state.current, state.scores, state.throw)))
    plan = plan_of(state)
    scale = _PENNY_ERROR * plan.average

    def weigh(choice: tuple[Roll | Bank, float, float]) -> float:
        _, points, chance = choice
        return (points if plan.goal == "points" else chance) + source.gauss(0, scale)

    return max(choices_of(plan, state), key=weigh)[0]


def _ledger(state: GameState, _rng: Random | None) -> Decision:
    if not state.throw:
        return Roll()
    for choice in state.legal.choices:
        if choice.bank is None and _wins_at_once(state, choice.total):
            return Bank(choice.keep)
    return _best_by_turn(state)


def _best_by_turn(state: GameState) -> Decision:
    return (reach_choices(state) or choices_of(plan_of(state), state))[0][0]


def _abacus(state: GameState, _rng: Random | None) -> Decision:
    if not state.throw and state.legal.build is not None:
        return Roll()
    worths = chances_to_win(state)
    if worths is not None:
        return _best_of(worths, state, _TOLERANCE)
    return _best_by_turn(state) if state.throw else Roll()


def _almanac(state: GameState, rng: Random | None) -> Decision:
    exact = exact_of(state)
    if exact is None:
        return _abacus(state, rng)
    worths = dict[Decision, float](exact.choices(state).items())
    return _best_of(worths, state, _SOLVED_TOLERANCE)


def _best_of(worths: Mapping[Decision, float], state: GameState, same: float) -> Decision:
    """Return the choice worth most, and among equals the one with the better turn."""
    best = max(worths.values(), default=0.0)
    good = [action for action, worth in worths.items() if worth > best - same]
    if len(good) == 1:
        return good[0]
    if not state.throw:
        return Roll()
    ranked = [action for action, _, _ in choices_of(plan_of(state), state)]
    return next((action for action in ranked if action in good), good[0] if good else ranked[0])


def chances_to_win(state: GameState) -> dict[Decision, float] | None:
    """Return the chance to win for each legal action, as Abacus estimates it. None if Abacus does
    not use chances here: the game is practically decided, every choice leads to the same chance,
    the dice are named, or the player has a limit of rolls that is high or to get on the board, or
    is not on the board and owes points."""
    if state.chosen:
        return None
    seat, rules = state.current, state.rules
    owes = state.scores[seat] < 0
    entered = state.entered[seat]
    judge, limit = prepare(rules).judge, bank_limits(state)[1]
    is_followed = entered and judge.turns.followed(limit) == limit
    if state.throw and ((limit and not is_followed) or (owes and not entered)):
        return None
    view = judge.view(state)
    if view.flat:
        return None
    worths: dict[Decision, float] = view.choices(state)
    is_hopeless = owes and max(worths.values(), default=0.0) < _MIN_CHANCE and not is_last(state)
    return None if state.throw and is_hopeless else worths


_PLAYS: Final[Mapping[str, Callable[[GameState, Random | None], Decision]]] = {
    "pip": _pip,
    "magpie": _magpie,
    "penny": _penny,
    "ledger": _ledger,
    "abacus": _abacus,
    "almanac": _almanac,
}


# Keeps, plans and choices


def _best_keep(state: GameState) -> Choice:
    """Return the keep with the most points, and among equals the one with the most dice; one after
    which the turn counts nothing only if there is no other."""
    return max(
        state.legal.choices,
        key=lambda choice: (not _counts_nothing(choice), choice.total, len(choice.keep)),
    )


def _counts_nothing(choice: Choice) -> bool:
    return choice.ends and choice.bank is not None


def letters_of(state: GameState) -> str:
    """Return the named dice of the current player; "" in a game without them."""
    return state.chosen[state.current] if state.chosen else ""


def _prepared_for(state: GameState) -> PreparedRules:
    return prepare(state.rules, letters_of(state))


def plan_of(state: GameState) -> Plan:
    """Return the plan for points, or the plan to get on the board for a player who is not."""
    prepared = _prepared_for(state)
    plans = prepared.last if state.phase == "final" else (prepared.points, prepared.enter)
    return plans[not state.entered[state.current]]


def choices_of(plan: Plan, state: GameState) -> list[tuple[Roll | Bank, float, float]]:
    """Return the choices of `plan` for the current throw, best first."""
    plan = plan.after(state.hot)
    choices = plan.choices(state.turn_points, state.throw, rolls=state.rolls, cup=state.cup)
    chases = state.phase == "final" and state.rules.last_turns == "chase"
    if chases or state.needs or state.to_top:  # a plan knows other minimums
        actions = set(state.legal.actions)
        may = [choice for choice in choices if choice[0] in actions]
        return may or [(first_legal(state), 0.0, 0.0)]
    if not state.rules.must_hit_target:
        return choices
    # A plan looks at one turn, and at no winning score.
    over = {choice.keep for choice in state.legal.choices if _counts_nothing(choice)}
    good = [choice for choice in choices if choice[0].keep not in over]
    return [*good, *((Roll(keep), 0.0, 0.0) for keep in sorted(over))]


def reach_choices(state: GameState) -> list[tuple[Roll | Bank, float, float]]:
    """Return the choices for getting ahead in a last turn, best first: (action, points, chance).
    Empty in any other turn, and if the player is ahead already."""
    prepared, rules = _prepared_for(state), state.rules
    judge = prepared.judge
    need = judge.last_need(state)
    if need <= 0:
        return []
    top = MAX_STEPS * judge.turns.step
    grid = lcm(offers(rules).grid, offers(rules).multiple)
    least, limit = bank_limits(state)
    need = -(-max(need, least) // grid) * grid
    is_last_roll = 0 < limit <= state.rolls  # the plan would roll once more
    if need > top or is_last_roll or rules.last_turns == "roll":
        return []
    risked = top - need + state.turn_points
    reach = prepared.reach.after(state.hot)
    return reach.choices(risked, state.throw, rolls=state.rolls, cup=state.cup)


def _wins_at_once(state: GameState, points: int) -> bool:
    return state.phase == "turns" and state.rules.wins_at(state.total(state.current) + points)
