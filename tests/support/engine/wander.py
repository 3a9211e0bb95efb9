"""Random games under random rules, for tests that want many different states to look at."""

from dataclasses import replace
from random import Random

from farkle import PRESETS, GameState, IllegalAction, Join, Leave, Record, Skip


def random_rules(random):
    """A preset with some of its turn and house rules changed, and a near end."""
    rules = PRESETS[random.choice(list(PRESETS))]
    return replace(
        rules,
        target=random.choice((1000, 2000, 3000)),
        ending=random.choice(("final_round", "final_round", "immediate", "exact")),
        tie_break=random.choice(("playoff", "playoff", "leader")),
        playoff_order=random.choice(("seat", "leader_first")),
        first_player=random.choice(("roll_off", "seat")),
        entry_min=random.choice((0, 0, 200, 500)),
        entry_ends_turn=random.random() < 0.2,
        entry_rolls=random.choice((0, 0, 2, 3)),
        bank_min=random.choice((0, 0, 150)),
        hot_dice=random.choice(("optional", "mandatory")),
        keep=random.choice(("any", "any", "all")),
        building=random.random() < 0.5,
        farkle_penalty=random.choice((0, 500)),
        penalty_floor=random.choice(("none", "zero")),
        blank_first_roll=random.choice((0, 0, 300)),
        blank_scope=random.choice(("first_roll", "any_six")),
        toxic_twos=random.random() < 0.2,
        hot_dice_bonus=random.choice((0, 0, 100)),
        second_chance=random.random() < 0.2,
        roll_after_four=random.random() < 0.3,
        rounds=random.choice((0, 0, 0, 1, 4)),
        late_start=random.choice(("zero", "lowest")),
    )


def dice(random):
    """Dice that are often alike, so that rare throws happen."""

    def source(count):
        if random.random() < 0.2:
            return random.choices(random.sample(range(1, 7), 2), k=count)
        return random.choices(range(1, 7), k=count)

    return source


def some_action(random, state):
    """Mostly what may be done at the table; now and then somebody skips, leaves or comes."""
    if random.random() < 0.93:
        return random.choice(state.legal.actions)
    team = None if state.teams is None else random.choice(state.teams)
    return random.choice((Skip(), Join(team), Leave(random.randrange(len(state.scores)))))


def game(seed, actions=60):
    """A record of a random game, as far as it comes within so many actions, and its states."""
    random = Random(f"wander {seed}")
    players = random.choice((2, 2, 3, 4, 6))
    teams = None
    if random.random() < 0.3:
        teams = (0, 1, *random.choices((0, 1, 2), k=players - 2))
    rules, source = random_rules(random), dice(random)
    state, batch = GameState.start(rules, players, source, teams)
    record, states = Record(rules, players, batch, teams), [state]
    while state.phase != "over" and len(states) <= actions:
        action = some_action(random, state)
        try:
            state, batch = state.apply(action, source)
        except IllegalAction:
            continue
        record = record.and_then(action, batch)
        states.append(state)
    return record, states
