"""States set up for a single decision."""

from dataclasses import replace

from farkle import GameState


def position(rules, scores, throw="", **changes):
    """Return a state in which everyone is in and seat 0 has just thrown `throw`."""
    rules = replace(rules, first_player="seat")
    state, _ = GameState.start(rules, len(scores), lambda n: (1,) * n)
    data = state.to_dict() | {"scores": list(scores), "entered": [True] * len(scores)}
    if throw:
        data |= {"throw": [int(face) for face in throw], "rolls": 1, "ply": 30}
    return GameState.from_dict(rules, data | changes)


def last_turn(rules, scores, throw, turn_points=0, aside=(), **changes):
    """Return a state in the last turn of the final round, which seat 1 started."""
    final = {"phase": "final", "leader": 1, "queue": [], "turn_points": turn_points}
    return position(rules, scores, throw, **final, aside=list(aside), **changes)
