"""A finished game whose dice come from a known seed."""

import json
from dataclasses import replace

from farkle import PRESETS, GameState, Record
from farkle.engine.deal import dealt_dice, rules_of_deal
from farkle.engine.fairness import Proof, commitment_of, terms_of, throw
from farkle.engine.gamefile import GameFile
from tests.support.engine.simple_players import thrifty

SEED = bytes(range(3, 35))
STRINGS = ("mara-string", "")
NAMES = ("Mara", "Teo")


def played(
    rules="kcd",
    target=1500,
    seed=SEED,
    strings=STRINGS,
    *,
    names=NAMES,
    policy=thrifty,
    chosen=(),
):
    """Return a finished game with the dice of `seed`, and the number of its throws."""
    k = 0

    def source(count, weights=()):
        nonlocal k
        k += 1
        return throw(seed, strings, k, count, weights)

    rules = replace(PRESETS[rules], target=target)
    state, batch = GameState.start(rules, 2, source, None, chosen)
    record = Record(rules, 2, batch, names=names)
    while state.phase != "over":
        action = policy(state)
        state, batch = state.apply(action, source)
        record = record.and_then(action, batch)
    terms = terms_of(seed, rules, None, names, chosen)
    proof = Proof(commitment_of(seed), seed, tuple(strings), terms)
    return GameFile(record, proof, {"number": 3, "status": "over", "times": [1, 2, None]}), k


def text(game):
    return json.dumps(game.to_dict())


def forged(data, at, dice):
    """Change the throw of step `at` to `dice` everywhere in `data`; return `data`."""
    step = data["record"]["steps"][at - 1]
    step["dice"] = dice
    next(event for event in step["events"] if event["e"] == "rolled")["dice"] = dice
    return data


def played_alone(rules, turns=10, seed=SEED, *, policy=thrifty, name="Mara"):
    """Return the file of a try of the deal of these rules and this seed."""
    rules = rules_of_deal(rules, turns)
    state, batch = GameState.start(rules, 1, None)
    record = Record(rules, 1, batch, names=(name,))
    while state.phase != "over":
        action = policy(state)
        state, batch = state.apply(action, dealt_dice(seed, state))
        record = record.and_then(action, batch)
    proof = Proof(commitment_of(seed), seed, (), terms_of(seed, rules, None, (name,)))
    return GameFile(record, proof, {"number": 1, "status": "over"})
