"""Ids of commands, and the list that their declarations make."""

import json

import pytest

from games.protocol.parser import BadFrame, parse
from games.protocol.requests import BODIES, SHAPES, is_own_id, own_id


def test_a_client_cannot_use_an_id_of_the_server() -> None:
    """Else a player could keep a computer from moving, or a deadline from coming."""
    for own in (own_id("computer", 1, 1000), own_id("idle", 10000)):
        with pytest.raises(BadFrame):
            parse(json.dumps({"type": "ready", "id": own, "player": 2, "yes": True}))
        assert parse(
            json.dumps({"type": "ready", "id": own.replace(":", "-"), "player": 2, "yes": True})
        )


def test_ids_of_the_server_are_told_from_those_of_clients() -> None:
    assert is_own_id(own_id("idle", 7))
    assert not is_own_id("0123456789abcdef")


def test_every_command_is_declared_once() -> None:
    names = [body.__name__ for body in BODIES]
    assert len(names) == len(set(names))
    assert len(BODIES) == len(set(BODIES.values()))
    made = [shape.make for shape in SHAPES.values()]
    assert len(made) == len(set(made))
    assert set(made) <= set(BODIES)
