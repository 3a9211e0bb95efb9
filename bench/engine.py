"""How fast the rules engine is. Prints a small table: `python bench/engine.py`.

Moves are real ones: games played beforehand by a simple policy are applied again, with their dice
ready. Times are processor time of this process, the median of several repeats.
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
from farkle.ai.solver import Plan

REPEATS = 7
MOVES = 10_000
GOAL_MOVES = 50_000
GOAL_RULES = 0.050
GOAL_PLAN = 0.5


def timed(work: Callable[[], object]) -> float:
    """Seconds of one call, the median of several."""
    times = []
    for _ in range(REPEATS):
        before = process_time()
        work()
        times.append(process_time() - before)
    return median(times)


def thrifty(state: GameState) -> Action:
    """Keep the most, bank at 300 or where the rules let it."""
    best = max(state.legal.choices, key=lambda choice: choice.total)
    if best.bank is None and (best.total >= 300 or best.roll is not None):
        return Bank(best.keep)
    return Roll(best.keep)


def played(
    rules: RuleSet, players: int, teams: Sequence[int] | None = None
) -> tuple[list[GameState], list[tuple[Action, list[Sequence[int]]]]]:
    """Some states of a game, and its actions with the throws that fell in each."""
    chance = Random(players)
    fallen: list[Sequence[int]] = []

    def throw(count: int) -> Sequence[int]:
        fallen.append(chance.choices((1, 2, 3, 4, 5, 6), k=count))
        return fallen[-1]

    state, _ = GameState.start(rules, players, throw, teams)
    states, moves = [state], []
    for _ in range(MOVES):
        fallen = []
        action = thrifty(state)
        state, _ = state.apply(action, throw)
        states.append(state)
        moves.append((action, fallen))
    return states, moves


def ready(throws: Iterator[Sequence[int]]) -> Callable[[int], Sequence[int]]:
    return lambda _: next(throws)


def moves_a_second(rules: RuleSet, players: int, teams: Sequence[int] | None = None) -> float:
    states, moves = played(rules, players, teams)

    def again() -> None:
        state = states[0]
        for action, fallen in moves:
            state, _ = state.apply(action, ready(iter(fallen)))
        assert state == states[-1]

    return MOVES / timed(again)


def of_new_rules(make: Callable[[RuleSet], object], number: int) -> float:
    """Seconds for a rule set never seen before, on average over the presets."""
    more = count(1 + 1000 * number)

    def fresh() -> None:
        points = next(more)
        for preset in PRESETS.values():
            make(replace(preset, single_1=preset.single_1 + points))

    return timed(fresh) / len(PRESETS)


def of_the_slowest(make: Callable[[RuleSet], object]) -> float:
    """Seconds for the preset that takes longest, each time as if never seen before."""
    more = count(1)

    def seconds(rules: RuleSet) -> float:
        # Only the target is new: another worth of the dice could make other sums of points.
        return timed(lambda: make(replace(rules, target=rules.target + 50 * next(more))))

    return max(map(seconds, PRESETS.values()))


def of_each(states: Sequence[GameState], ask: Callable[[GameState], object]) -> float:
    """Seconds for one of `states`, on average."""
    return timed(lambda: [ask(state) for state in states]) / len(states)


def main() -> None:
    # A target far away: nobody wins while the clock runs.
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
            ("a new rule set's tables", lambda rules: rules.table),
            ("and validated, ready to play", RuleSet.validate),
        )
    ):
        print(f"{name:32}{GOAL_RULES * 1000:>12.0f}{1000 * of_new_rules(make, number):>12.2f}")

    for name, goal, make in (
        ("the best play of a turn", f"{1000 * GOAL_PLAN:.0f}", Plan),
        ("and to get in", f"{1000 * GOAL_PLAN:.0f}", lambda rules: Plan(rules, "enter")),
        ("all a computer player needs", "", PreparedRules),
    ):
        print(f"{name:32}{goal:>12}{1000 * of_the_slowest(make):>12.0f}")

    print(f"\n{'microseconds':32}{'2 players':>12}{'500 players':>12}")
    few, many = played(family, 2)[0][:1000], played(family, 500)[0][:1000]
    for name, ask in (
        ("state.legal", lambda state: state.legal),
        ("state.legal.to_dict()", lambda state: state.legal.to_dict()),
        ("state.to_dict()", GameState.to_dict),
        ("and GameState.from_dict", lambda state: GameState.from_dict(family, state.to_dict())),
    ):
        print(f"{name:32}{1e6 * of_each(few, ask):>12.1f}{1e6 * of_each(many, ask):>12.1f}")


if __name__ == "__main__":
    main()
