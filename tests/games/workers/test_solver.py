"""The solver: every level decides as it should, and nobody's rule sets hold up anybody else."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from farkle import PRESETS, GameState, RuleSet
from farkle.ai.hints.hints import hint
from farkle.ai.players import LEVELS, decide
from games.workers import solver as solver_module
from games.workers.fair_queue import Owner
from games.workers.solver import MOST_NEW, Decided, Failed, Solver, decide_easily
from games.workers.worker import NoAnswer

FAMILY = PRESETS["family"]


@pytest.fixture(scope="module")
def shared() -> Iterator[Solver]:
    solver = Solver(patience=120)
    yield solver
    solver.workers.close()


@pytest.fixture
def solver(shared: Solver) -> Solver:
    """A solver whose worker processes run already, and which has prepared no rules."""
    return Solver(shared.workers, patience=120)


def position(throw: str, rules: RuleSet = FAMILY) -> GameState:
    state, _ = GameState.start(replace(rules, first_player="seat"), 2, lambda n: (1,) * n)
    thrown = {"throw": [int(face) for face in throw], "rolls": 1, "ply": 9}
    changed = state.to_dict() | {"entered": [True, True], "scores": [4000, 4500]} | thrown
    return GameState.from_dict(state.rules, changed)


def houses(count: int, first: int = 5000) -> list[RuleSet]:
    """Return this many rule sets, none of them a preset."""
    return [replace(FAMILY, target=first + 50 * number) for number in range(count)]


async def test_every_level_decides_as_in_this_process(shared: Solver) -> None:
    state = position("115234")
    for level in LEVELS:
        assert await shared.decide(state, level) == Decided(decide(state, level), level)
    assert await shared.ask(Owner(1, 1), hint, state) == hint(state)


async def test_an_easy_level_decides_where_one_fails(shared: Solver) -> None:
    state = position("115234")
    easy = Decided(decide(state, "pip"), "pip")
    assert await shared.decide(state, "a level that is unknown here") == easy
    with pytest.raises(Failed):
        await shared.ask(Owner(1, 1), fails, state)


async def test_rules_that_cannot_be_prepared_are_not_tried_at_every_move(
    shared: Solver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state = position("115234", replace(FAMILY, target=7700))
    monkeypatch.setattr(solver_module, "_prepare", fails)
    for _ in range(3):
        decided = await shared.decide(state, "abacus", Owner(1, 1))
        assert decided == Decided(decide(state, "pip"), "pip")
    assert len([words for words in caplog.messages if words.startswith("preparation failed")]) == 1


async def test_work_that_takes_too_long_is_given_up(
    shared: Solver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The worker process goes on, and the log names the rules once."""
    state = position("115234", replace(FAMILY, target=6600))
    assert (await shared.decide(state, "ledger")).level == "ledger"  # prepares the rules
    monkeypatch.setattr(solver_module, "WORK_SECONDS", 0.1)
    for _ in range(3):
        with pytest.raises(Failed):
            await shared.ask(Owner(1, 1), hangs, state)
    assert caplog.messages == [
        "hangs failed under the rules 1.family.target-6600.first_player-seat"
    ]
    assert (await shared.decide(state, "ledger")).level == "ledger"
    assert ("hangs", (state.rules, "")) in shared._given_up


def hangs(_: object) -> None:
    """Compute for ever in the worker process."""
    while True:
        pass


def fails(_: object) -> None:
    """Fail in the worker process, which finds this by its name."""
    raise ZeroDivisionError


def test_any_legal_action_will_do_where_the_easy_level_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver_module.players, "decide", fails)
    state = position("115234")
    opening, _ = GameState.start(replace(FAMILY, first_player="seat"), 2, lambda n: (1,) * n)
    for one in (state, opening):
        decided = decide_easily(one)
        assert decided.level == "pip"
        one.apply(decided.action, lambda n: (1,) * n)


async def test_a_decider_that_was_started_anew_is_told_the_rules_again(shared: Solver) -> None:
    state = position("155234")
    await shared.decide(state, "ledger")
    shared.workers.stop()
    decisions = await asyncio.gather(*(shared.decide(state, "ledger") for _ in range(20)))
    assert set(decisions) == {Decided(decide(state, "ledger"), "ledger")}


async def test_many_rooms_with_rules_of_their_own_hold_up_nobody_else(solver: Solver) -> None:
    """What one person has prepared comes between two of another's; presets come before all."""
    finished: list[str] = []

    async def asks(name: str, person: int, room: int, rules: RuleSet) -> None:
        found = await solver.decide(position("115234", rules), "abacus", Owner(person, room))
        assert found.level == "abacus"
        finished.append(name)

    greedy = [
        asyncio.create_task(asks("greedy", 1, room, rules)) for room, rules in enumerate(houses(20))
    ]
    await asyncio.wait(greedy, timeout=0.01)
    await asyncio.gather(
        asks("own", 2, 90, replace(FAMILY, target=7777)), asks("preset", 3, 91, PRESETS["kcd"])
    )
    # What is prepared is decided at once, beside what is being prepared.
    assert (await solver.decide(position("124466", houses(1)[0]), "abacus")).level == "abacus"
    assert finished.index("preset") <= 1
    assert finished.index("own") <= 3
    assert len(finished) < 6
    for task in (*greedy, *solver._tasks.values()):
        task.cancel()


async def test_nobody_may_have_too_many_new_rule_sets_prepared(solver: Solver) -> None:
    state = position("115234", PRESETS["kcd"])
    assert await solver.decide(state, "ledger", Owner(1, 1)) == Decided(
        decide(state, "ledger"), "ledger"
    )
    for rules in houses(MOST_NEW, 15000):
        assert solver._may_prepare(rules, 1)
    more = position("115234", replace(FAMILY, target=9999))
    assert await solver.decide(more, "ledger", Owner(1, 1)) == Decided(decide(more, "pip"), "pip")
    with pytest.raises(NoAnswer):
        await solver.ask(Owner(1, 1), hint, more)
    # Others may, the same one may again with what was asked for, and what is prepared is for all.
    assert (await solver.decide(more, "ledger", Owner(2, 2))).level == "ledger"
    assert (await solver.decide(more, "ledger", Owner(1, 1))).level == "ledger"
    assert solver._may_prepare(houses(1, 15000)[0], 1)


async def test_what_comes_too_late_is_there_the_next_time(solver: Solver) -> None:
    state = position("115234", replace(FAMILY, target=8888))
    solver.patience = 0.0
    assert await solver.decide(state, "ledger", Owner(1, 1)) == Decided(decide(state, "pip"), "pip")
    await asyncio.gather(*solver._tasks.values())
    solver.patience = 60.0
    assert (await solver.decide(state, "ledger", Owner(1, 1))).level == "ledger"


async def test_a_closed_solver_leaves_the_decision_to_an_easy_level() -> None:
    closed = Solver()
    closed.workers.close()
    state = position("115234")
    assert await closed.decide(state, "abacus") == Decided(decide(state, "pip"), "pip")


async def test_rules_that_two_play_with_almanac_are_given_to_be_solved(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until they are solved it decides by the estimate, like Abacus."""
    asked: list[RuleSet] = []
    has_room = False

    def solve(rules: RuleSet, _person: int | None) -> bool:
        asked.append(rules)
        return has_room

    monkeypatch.setattr(solver, "_solve", solve)
    state = position("115234", replace(PRESETS["kcd"], target=4500))
    await solver.decide(state, "abacus")
    await solver.decide(position("115234", PRESETS["kcd"]), "almanac")  # is shipped
    assert asked == []
    assert await solver.decide(state, "almanac") == Decided(decide(state, "abacus"), "almanac")
    has_room = True
    await solver.decide(state, "almanac")
    await solver.decide(state, "almanac")  # they are being solved now
    assert asked == [state.rules] * 2
    solver._to_solve.clear()
    await solver.ask(Owner(1, 1), hint, state)
    assert len(asked) == 3


async def test_rules_of_three_players_are_not_given_to_be_solved(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[RuleSet] = []
    monkeypatch.setattr(solver, "_solve", lambda rules, _: asked.append(rules))
    rules = replace(PRESETS["kcd"], target=4500, first_player="seat")
    state, _ = GameState.start(rules, 3, lambda n: (1,) * n)
    await solver.decide(state, "almanac")
    assert asked == []
