"""static/js/table/throw/physics.js: every throw ends at rest, in its places, on the right faces."""

import random
from math import cos, hypot, pi, sin
from typing import Any

import pytest

from tests.support import node

pytestmark = pytest.mark.node

THROWS = 60
FELT = {"left": -2.75, "right": 2.75, "near": -2.2, "far": 2.2}  # a phone's, in edges of a die
# Where the body of a die has its faces, and which face then looks to the reader.
NORMALS = {1: (0, 1), 2: (1, 1), 3: (2, 1), 4: (2, -1), 5: (1, -1), 6: (0, -1)}
FRONT = {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}


def _rows(count: int, apart: float, chance: random.Random) -> list[dict[str, float]]:
    """Places in rows of three, not quite regular."""
    places = []
    for at in range(count):
        row, column = divmod(at, 3)
        wide = min(3, count - row * 3)
        places.append(
            {
                "x": (column - (wide - 1) / 2) * 1.6 * apart + chance.uniform(-0.1, 0.1),
                "y": (0.5 * (count > 3) - row) * 1.72 * apart + chance.uniform(-0.1, 0.1),
                "yaw": chance.uniform(-0.2, 0.2),
            }
        )
    return places


def _throw(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    count = chance.randint(1, 6)
    angle = chance.uniform(0, 2 * pi) if seed % 2 else pi / 2  # flicked anywhere, or tapped
    slots = _rows(count, 1, chance)
    felt = {
        "starts": _rows(count, 0.72, chance),
        "slots": slots,
        "bounds": FELT,
        "push": {"x": cos(angle), "y": sin(angle)},
    }
    faces = [chance.randint(1, 6) for _ in range(count)]
    return {"felt": felt, "seed": seed, "slots": slots, "faces": faces}


def test_every_throw_ends_in_its_places_on_the_wanted_faces() -> None:
    given = [_throw(seed) for seed in range(THROWS)]
    for one, thrown in zip(given, node.run("throwDice", given), strict=True):
        assert len(thrown["end"]) == len(one["faces"])
        for die, slot, face in zip(thrown["end"], one["slots"], one["faces"], strict=True):
            x, y, z = die["place"]
            assert hypot(x - slot["x"], y - slot["y"], z - 0.5) < 1e-6
            axis, way = NORMALS[face]
            assert way * die["axes"][axis][2] > 1 - 1e-6  # on top
            axis, way = NORMALS[FRONT[face]]
            front = (sin(slot["yaw"]), -cos(slot["yaw"]), 0)
            looks = sum(a * b for a, b in zip(die["axes"][axis], front, strict=True))
            assert way * looks > 1 - 1e-6
        assert thrown["lastMove"] < 0.05  # a pixel or two in a frame: at rest
        assert thrown["endOverlap"] == 0


def test_dice_fly_as_bodies_do() -> None:
    """They pass neither through each other nor through felt and rim, and are hardly drawn to the
    places where they end."""
    thrown = node.run("throwDice", [_throw(seed) for seed in range(THROWS)])
    assert max(one["overlap"] for one in thrown) < 0.15
    assert max(one["outside"] for one in thrown) < 0.15
    assert max(one["off"] for one in thrown) < 0.5
    # It is computed a little at a time: twenty slices, unless a try did not end well.
    assert min(one["slices"] for one in thrown) >= 20


def test_a_slow_device_gets_a_coarser_picture_in_the_middle_of_a_throw() -> None:
    frames = [[0] + [17] * 20, [0, 17] + [25] * 11, [0] + [60] * 19]
    in_time, late, slow = node.run("details", frames)
    assert set(in_time) == {2}
    assert late == [2] * 4 + [1.5] * 5 + [1] * 4
    assert slow == [2] * 4 + [1] * 16
