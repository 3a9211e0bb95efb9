"""Perfect sight: the most points that a deal holds for a player who knows all its dice.

The turns of a deal share no dice, so little ties them together: the points so far, whether the
player is on the board, and the farkles in a row. More points are never worse than fewer, with all
else equal. So it is enough to follow the most points for each way a turn can stand, by the moves of
the engine itself, whatever the rules are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from farkle.engine.actions import Action, Bank, Roll
from farkle.engine.deal import dealt_dice
from farkle.engine.legality import Choice
from farkle.engine.state import GameState
from farkle.errors import FarkleError
from farkle.rules.ruleset import RuleSet

MAX_ROLLS: Final = 1000
"""Maximum number of rolls in a turn. Known dice hold some dozens before every choice farkles."""


class NoCeiling(FarkleError):
    """A deal in which a turn goes on for more than `MAX_ROLLS` rolls."""


class _Path(NamedTuple):
    """A state, and the totals after the turns before it."""

    state: GameState
    totals: tuple[int, ...]


def perfect_turns(rules: RuleSet, seed: bytes) -> tuple[int, ...]:
    """Return the change of the score by turn of the play with the highest total, under the rules of
    a deal (`rules_of_deal`). Raise NoCeiling."""
    start, _ = GameState.start(rules, 1, lambda _: ())
    paths = [_Path(start, ())]
    for _ in range(rules.rounds):
        ends = _Best()
        for path in paths:
            for state in _ends_of_turn(path.state, seed):
                streaks = state.streaks if rules.punishes_streaks else ()
                ends.add(
                    (state.entered, streaks, state.undone), state.scores[0], state, path.totals
                )
        paths = ends.paths()
    best = max(paths, key=lambda path: path.totals[-1])
    return tuple(after - before for before, after in pairwise((0, *best.totals)))


class _Best:
    """The best path by key."""

    def __init__(self) -> None:
        self._best: dict[Hashable, tuple[int, _Path]] = {}

    def add(
        self, key: Hashable, points: int, state: GameState, totals: tuple[int, ...] = ()
    ) -> None:
        if key not in self._best or self._best[key][0] < points:
            self._best[key] = points, _Path(state, (*totals, points))

    def paths(self) -> list[_Path]:
        return [path for _, path in self._best.values()]


def _ends_of_turn(start: GameState, seed: bytes) -> Iterator[GameState]:
    """Yield the states after the turn that begins, the best of each kind among them."""
    reached = [start]
    for _ in range(MAX_ROLLS):
        going = _Best()
        for state in reached:
            for action in _worth_trying(state):
                after, _ = state.apply(action, dealt_dice(seed, state))
                if after.phase == "over" or after.round > start.round:
                    yield after
                else:
                    times = after.rules.times(after.hot)
                    key = (len(after.throw), times, _exact_points(after), after.needs)
                    going.add(key, after.turn_points, after)
        reached = [path.state for path in going.paths()]
        if not reached:
            return
    raise NoCeiling(f"A turn of this deal goes on for more than {MAX_ROLLS} rolls.")


def _worth_trying(state: GameState) -> Iterator[Action]:
    """Yield the bank of most points, and the rolls of most points among those that are alike."""
    choices = state.legal.choices
    banks = [choice for choice in choices if choice.bank is None]
    if banks:
        yield Bank(max(banks, key=_total).keep)
    rolls: dict[Hashable, Choice] = {}
    for choice in sorted((choice for choice in choices if choice.roll is None), key=_total):
        rolls[choice.dice, choice.ends, _matters(state, choice.total)] = choice
    yield from (Roll(choice.keep) for choice in rolls.values())


def _total(choice: Choice) -> int:
    return choice.total


def _exact_points(state: GameState) -> int:
    return _matters(state, state.turn_points)


def _matters(state: GameState, points: int) -> int:
    """Return the points of a turn if fewer can be better than more, else -1: below the minimum,
    where the turn may end by itself, or where not all can be banked."""
    rules, entered = state.rules, state.entered[state.current]
    if rules.more_can_hurt:
        return points
    least, limit = rules.bank_limits(entered=entered)
    ends = limit or (rules.entry_ends_turn and not entered)
    return points if ends and points < least else -1
