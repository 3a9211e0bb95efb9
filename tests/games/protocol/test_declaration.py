"""The list that declarations of commands make."""

import games.protocol.commands  # noqa: F401  # declares them
from games.protocol.declaration import BODIES, SHAPES


def test_every_command_is_declared_once() -> None:
    names = [body.__name__ for body in BODIES]
    assert len(names) == len(set(names))
    assert len(BODIES) == len(set(BODIES.values()))
    made = [shape.make for shape in SHAPES.values()]
    assert len(made) == len(set(made))
    assert set(made) <= set(BODIES)
