"""The best play of a turn, checked against the engine and against plain enumeration."""

from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import PRESETS, Bank, GameState, Roll, keeps
from farkle.ai.turn.solver import solve
from tests.support.engine.strategies import CI, short_rule_sets
from tests.support.engine.throw_outcomes import FREE, ODD, goes_on, outcomes, throws


def best_worth(plan, before, state):
    """Return (points, chance to bank) for the turn of `before`, once it has reached `state`."""
    if not goes_on(before, state):
        seat = before.current
        points = state.scores[seat] - before.scores[seat]
        banked = points > 0
        return (points, 1.0) if banked else (0.0, 0.0)
    plan = plan.after(state.hot)
    _, points, chance = plan.choices(state.turn_points, state.throw, rolls=state.rolls)[0]
    return points, chance


def expected(plan, state, action):
    """What the engine's own throws make of `action`: (points, chance to bank)."""
    points = chance = size = 0.0
    for count, after in outcomes(state, action):
        weight = count or 1
        worth = best_worth(plan, state, after)
        size += weight
        points += weight * worth[0]
        chance += weight * worth[1]
    return points / size, chance / size


def check_turn(rules, seed, *, goal, tolerance, steps=3):
    """Play a random turn; check that every action is worth the average of its outcomes."""
    entered = goal == "points"
    random = Random(seed)
    state, _ = GameState.start(
        replace(
            rules,
            first_player="seat",
            farkle_penalty=0,
            rounds=0,
            target=10_000_000,
            ending="final_round",
        ),
        2,
        lambda n: (1,) * n,
    )
    data = state.to_dict() | {"entered": [entered, True]}
    state = GameState.from_dict(state.rules, data)
    plan = solve(rules, goal)

    def dice(count):
        return tuple(random.choice((1, 2, 3, 4, 5, 6, 1, 5)) for _ in range(count))

    def same(got, wanted):
        return got == pytest.approx(wanted, rel=tolerance, abs=tolerance)

    start = plan.value(0, rules.dice), plan.chance(0, rules.dice)
    assert same(start, expected(plan, state, Roll()))
    before, state = state, state.apply(Roll(), dice)[0]
    for _ in range(steps):
        if not goes_on(before, state):
            return
        then = plan.after(state.hot)
        choices = then.choices(state.turn_points, state.throw, rolls=state.rolls)
        legal = {
            action
            for choice in state.legal.choices
            for action in ((Roll(choice.keep),) if choice.roll is None else ())
            + ((Bank(choice.keep),) if choice.bank is None else ())
            if not (choice.ends and choice.bank is None and isinstance(action, Roll))
        }
        assert {action for action, _, _ in choices} == legal
        totals = {choice.keep: choice.total for choice in state.legal.choices}
        for action, points, chance in random.sample(choices, min(2, len(choices))):
            if isinstance(action, Bank):
                assert (points, chance) == (totals[action.keep], 1)
            else:
                assert same((points, chance), expected(plan, state, action))
        rolls = [action for action, _, _ in choices if isinstance(action, Roll)]
        if not rolls:
            return
        before, state = state, state.apply(random.choice(rolls), dice)[0]


GOALS = ["points", "enter", "points_to_enter"]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "goal"),
    [
        (name, goal)
        for name, rules in (PRESETS | ODD).items()
        for goal in (GOALS if rules.entry_min else ["points"])
    ],
)
def test_every_choice_is_worth_what_the_engine_makes_of_it(name, goal):
    rules = PRESETS.get(name) or ODD[name]
    for seed in range(2):
        tolerance = 1e-9 if solve(rules, goal).exact else 2e-3
        check_turn(rules, seed, goal=goal, tolerance=tolerance)


# With a limit of rolls a plan looks at some sums only, which is rough where few can be banked.
CLOSE = short_rule_sets().filter(
    lambda rules: not (rules.bank_multiple and (rules.bank_rolls or rules.entry_rolls))
)


@settings(CI, max_examples=12)
@given(rules=CLOSE, seed=st.integers(0, 999), goal=st.sampled_from(GOALS))
@pytest.mark.no_cover
def test_the_same_under_drawn_rules(rules, seed, goal):
    goal = goal if rules.entry_min else "points"
    tolerance = 1e-9 if solve(rules, goal).exact else 2e-3
    check_turn(rules, seed, goal=goal, tolerance=tolerance, steps=1)


# Plain enumeration


def sandwich(rules, cap):
    """Bounds of the worth of a turn's first throw: above `cap` all is lost, or 1,000 are won."""

    @cache
    def rolling(total, dice, more):
        if total >= cap:
            return total + 1000 if more else 0
        worth = 0.0
        for throw, count in throws(dice):
            found = keeps(rules, throw)
            worth += count * max(
                (having(total + points, dice - len(keep), more) for keep, points in found.items()),
                default=0,
            )
        return worth / 6**dice

    def having(total, dice, more):
        return max(total, rolling(total, dice or 6, more))

    for total in range(cap, 0, -50):
        for dice in range(1, 7):
            rolling(total, dice, more=False), rolling(total, dice, more=True)
    return rolling(0, 6, more=False), rolling(0, 6, more=True)


@pytest.mark.parametrize("keep", ["any", "all"])
@pytest.mark.no_cover
def test_first_throw_against_plain_enumeration(keep):
    rules = replace(FREE, keep=keep)
    low, high = sandwich(rules, 5000)
    assert high - low < 1
    assert low <= solve(rules).value(0, 6) <= high


def enumerated_chance(rules, minimum):
    """Return the best chance to get in, from all throws and keeps of the engine."""
    worths = {}

    def worth(before, state):
        if not goes_on(before, state):
            return float(state.entered[before.current])
        return max(
            1.0 if isinstance(action, Bank) else throwing(state, action)
            for action in state.legal.actions
        )

    def throwing(state, action):
        total, dice = next(
            (choice.total, choice.dice)
            for choice in state.legal.choices
            if choice.keep == action.keep
        )
        key = (min(total, minimum), dice, state.rolls, len(action.keep) == len(state.throw))
        if state.rolls > 8:  # mandatory hot dice, again and again
            return 0.0
        if key not in worths:
            found = outcomes(state, action)
            size = sum(count or 1 for count, _ in found)
            worths[key] = sum((count or 1) * worth(state, after) for count, after in found) / size
        return worths[key]

    state, _ = GameState.start(replace(rules, first_player="seat"), 2, lambda n: (1,) * n)
    return throwing(state, Roll())


@pytest.mark.parametrize(
    "changes",
    [
        {"entry_rolls": 3},
        {"entry_rolls": 2, "hot_dice": "mandatory", "keep": "all"},
        {"entry_rolls": 3, "roll_after_four": True, "toxic_twos": True, "entry_ends_turn": True},
        {"entry_rolls": 2, "second_chance": True, "blank_first_roll": 250},
    ],
)
@pytest.mark.no_cover
def test_chance_to_get_in_against_enumeration_by_the_engine(changes):
    rules = replace(FREE, entry_min=350, **changes)
    assert solve(rules, "enter").chance(0, 6) == pytest.approx(
        enumerated_chance(rules, 350), abs=1e-7
    )


# Simulation


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "entered"),
    [
        ("family", True),
        ("family", False),
        ("patch", True),
        ("house", True),
        ("any six, mandatory", True),
        ("in, house", True),
        ("in, house", False),
    ],
)
def test_simulated_turns_agree(name, entered):
    rules = PRESETS.get(name) or ODD[name]
    plan = solve(rules, "points" if entered else "enter")
    random = Random(f"{name} {entered}")
    rules = replace(rules, first_player="seat", farkle_penalty=0, rounds=0, target=10_000_000)
    start, _ = GameState.start(rules, 2, lambda n: (1,) * n)
    start = GameState.from_dict(rules, start.to_dict() | {"entered": [entered, True]})
    made = []
    for _ in range(5000):
        state, _ = start.apply(Roll(), lambda n: random.choices(range(1, 7), k=n))
        while state.current == 0 and state.throw:
            action = plan.best(state.turn_points, state.throw, rolls=state.rolls)
            state, _ = state.apply(action, lambda n: random.choices(range(1, 7), k=n))
        made.append(state.scores[0])
    mean = sum(made) / len(made)
    error = sqrt(sum((one - mean) ** 2 for one in made) / len(made) ** 2)
    assert abs(mean - plan.value(0, 6)) < 4 * error
    banked = sum(one > 0 for one in made) / len(made)
    chance = plan.chance(0, 6)
    assert abs(banked - chance) <= 4 * sqrt(chance * (1 - chance) / len(made))
