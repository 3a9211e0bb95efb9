"""States made for one decision."""

from dataclasses import replace

from farkle import GameState


def position(rules, scores, throw="", **changes):
    """A state in which seat 0 is at turn with `throw` before it; everybody is in."""
    rules = replace(rules, first_player="seat")
    state, _ = GameState.start(rules, len(scores), lambda n: (1,) * n)
    data = state.to_dict() | {"scores": list(scores), "entered": [True] * len(scores)}
    if throw:
        data |= {"throw": [int(face) for face in throw], "rolls": 1, "ply": 30}
    return GameState.from_dict(rules, data | changes)


def last_turn(rules, scores, throw, turn_points=0, aside=(), **changes):
    """The last of the final round that seat 1 has set off."""
    final = {"phase": "final", "leader": 1, "queue": [], "turn_points": turn_points}
    return position(rules, scores, throw, **final, aside=list(aside), **changes)
