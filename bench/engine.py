"""Measure the rules engine and print a small table.

    python bench/engine.py

The moves are those of real games, played beforehand by a simple policy. Their actions are applied
again, with the same dice. Times are processor time of this process, the median of several repeats.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from farkle import PRESETS, Action, Bank, GameState, Roll, RuleSet
from farkle.ai.players import PreparedRules
from farkle.ai.turn.solver import Plan

REPEATS = 7
MOVES = 10_000
GOAL_MOVES = 50_000
GOAL_RULES = 0.050
GOAL_PLAN = 0.5


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that one call takes, as the median of several."""
    times = []
    for _ in range(REPEATS):
        before = process_time()
        work()
        times.append(process_time() - before)
    return median(times)


def thrifty(state: GameState) -> Action:
    """Keep the most points, and bank 300 or more, or less where the rules forbid to roll again."""
    best = max(state.legal.choices, key=lambda choice: choice.total)
    if best.bank is None and (best.total >= 300 or best.roll is not None):
        return Bank(best.keep)
    return Roll(best.keep)


def played(
    rules: RuleSet, players: int, teams: Sequence[int] | None = None
) -> tuple[list[GameState], list[tuple[Action, list[Sequence[int]]]]]:
    """Return the states of a game, and each of its actions with the dice thrown for it."""
    rng = Random(players)
    throws: list[Sequence[int]] = []

    def throw(count: int) -> Sequence[int]:
        throws.append(rng.choices((1, 2, 3, 4, 5, 6), k=count))
        return throws[-1]

    state, _ = GameState.start(rules, players, throw, teams)
    states, moves = [state], []
    for _ in range(MOVES):
        throws = []
        action = thrifty(state)
        state, _ = state.apply(action, throw)
        states.append(state)
        moves.append((action, throws))
    return states, moves


def replayed(throws: Iterator[Sequence[int]]) -> Callable[[int], Sequence[int]]:
    """Return a source of dice that throws these."""
    return lambda _: next(throws)


def moves_a_second(rules: RuleSet, players: int, teams: Sequence[int] | None = None) -> float:
    """Return how many moves of a game the engine applies a second."""
    states, moves = played(rules, players, teams)

    def again() -> None:
        state = states[0]
        for action, throws in moves:
            state, _ = state.apply(action, replayed(iter(throws)))
        assert state == states[-1]

    return MOVES / timed(again)


def seconds_for_new_rules(make: Callable[[RuleSet], object], number: int) -> float:
    """Return the seconds `make` takes for rules never seen before, on average over the presets.

    Each measurement needs a `number` of its own, so that its rules are new as well.
    """
    more = count(1 + 1000 * number)

    def fresh() -> None:
        points = next(more)
        for preset in PRESETS.values():
            make(replace(preset, single_1=preset.single_1 + points))

    return timed(fresh) / len(PRESETS)


def seconds_for_slowest_preset(make: Callable[[RuleSet], object]) -> float:
    """Return the seconds `make` takes for the slowest preset, each time as if never seen before."""
    more = count(1)

    def seconds(rules: RuleSet) -> float:
        # Only the target changes: other values of dice could give other sums of points.
        return timed(lambda: make(replace(rules, target=rules.target + 50 * next(more))))

    return max(map(seconds, PRESETS.values()))


def seconds_for_each(states: Sequence[GameState], call: Callable[[GameState], object]) -> float:
    """Return the seconds that `call` takes for one of the states, on average."""
    return timed(lambda: [call(state) for state in states]) / len(states)


def main() -> None:
    # The targets are out of reach, so that no game ends.
    family = replace(PRESETS["family"], target=10_000_000)
    building = replace(PRESETS["4iam"], target=10_000_000, building=True)
    print(f"{'moves a second':32}{'goal':>12}{'measured':>12}")
    for name, rules, players, teams in (
        ("2 players", family, 2, None),
        ("8 players", family, 8, None),
        ("500 players", family, 500, None),
        ("500 players in 2 teams", family, 500, [seat % 2 for seat in range(500)]),
        ("500 players, building", building, 500, None),
    ):
        measured = moves_a_second(rules, players, teams)
        print(f"{name:32}{GOAL_MOVES:>12,}{measured:>12,.0f}")

    print(f"\n{'milliseconds':32}{'goal':>12}{'measured':>12}")
    for number, (name, make) in enumerate(
        (
            ("tables of a new rule set", lambda rules: rules.table),
            ("a new rule set, validated", RuleSet.validate),
        )
    ):
        measured = 1000 * seconds_for_new_rules(make, number)
        print(f"{name:32}{1000 * GOAL_RULES:>12.0f}{measured:>12.2f}")

    plan_goal = f"{1000 * GOAL_PLAN:.0f}"
    for name, goal, make in (
        ("best play of a turn", plan_goal, Plan),
        ("best play of a turn to enter", plan_goal, lambda rules: Plan(rules, "enter")),
        ("all a computer player needs", "", PreparedRules),
    ):
        measured = 1000 * seconds_for_slowest_preset(make)
        print(f"{name:32}{goal:>12}{measured:>12.0f}")

    print(f"\n{'microseconds':32}{'2 players':>12}{'500 players':>12}")
    few, many = played(family, 2)[0][:1000], played(family, 500)[0][:1000]
    for name, call in (
        ("state.legal", lambda state: state.legal),
        ("state.legal.to_dict()", lambda state: state.legal.to_dict()),
        ("state.to_dict()", GameState.to_dict),
        ("to_dict() and from_dict()", lambda state: GameState.from_dict(family, state.to_dict())),
    ):
        of_few, of_many = (1e6 * seconds_for_each(states, call) for states in (few, many))
        print(f"{name:32}{of_few:>12.1f}{of_many:>12.1f}")


if __name__ == "__main__":
    main()
