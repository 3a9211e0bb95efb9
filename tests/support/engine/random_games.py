"""Random games under random rules, for tests that need many different states."""

from dataclasses import replace
from random import Random

from farkle import FIELDS, PRESETS, GameState, IllegalAction, Join, Leave, Record, Skip

# Numbers that keep a game short; fields without one take any of their values.
NUMBERS = {
    "target": (1000, 2000, 3000),
    "entry_min": (0, 0, 200, 500),
    "entry_rolls": (0, 0, 2, 3),
    "bank_min": (0, 0, 150),
    "bank_multiple": (0, 0, 0, 100, 200),
    "beat_cost": (0, 0, 100),
    "confirm_points": (0, 0, 200),
    "farkle_penalty": (0, 500),
    "farkle_streak": (2, 3, 3, 5),
    "farkle_cost": (0, 0, 50),
    "first_farkle_cost": (0, 0, 100),
    "blank_first_roll": (0, 0, 300),
    "hot_dice_bonus": (0, 0, 100),
    "rounds": (0, 0, 0, 1, 4),
    "dice": (6, 6, 6, 5, 7, 8),
}


def random_rules(random):
    """Return a preset with changed rules of the turn, the ending and the house."""
    preset = PRESETS[random.choice(list(PRESETS))]
    changes = {
        name: _value(random, name, info)
        for name, info in FIELDS.items()
        if info.group != "scoring" or name.startswith("blank")
    }
    rules = replace(preset, **changes)
    return random_rules(random) if rules.validate().errors else rules


def _value(random, name, info):
    if info.choices:
        return random.choice(info.choices)
    if info.unit == "yes/no":
        return random.random() < 0.3
    return random.choice(NUMBERS.get(name, (0, 0, 1, 2)))


def dice(random):
    """Return a source of dice that are often alike, so that rare throws happen."""

    def source(count):
        if random.random() < 0.2:
            return random.choices(random.sample(range(1, 7), 2), k=count)
        return random.choices(range(1, 7), k=count)

    return source


def some_action(random, state):
    """Return a legal action, or now and then any player skipping, leaving or joining."""
    if random.random() < 0.93:
        return random.choice(state.legal.actions)
    team = None if state.teams is None else random.choice(state.teams)
    return random.choice((Skip(), Join(team), Leave(random.randrange(len(state.scores)))))


def random_game(seed, actions=60):
    """Return the record of a random game, cut off after so many actions, and its states."""
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
