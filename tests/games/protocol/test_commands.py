"""Ids of commands, and what is stored of them."""

import json

import pytest

from games.protocol import commands as c
from games.protocol.parser import BadFrame, parse
from games.services.table import intent_of


def test_a_client_cannot_use_an_id_of_the_server() -> None:
    """Else a player could keep a computer from moving, or a deadline from coming."""
    for own in (c.own_id("computer", 1, 1000), c.own_id("idle", 10000)):
        with pytest.raises(BadFrame):
            parse(json.dumps({"type": "ready", "id": own, "player": 2, "yes": True}))
        assert parse(
            json.dumps({"type": "ready", "id": own.replace(":", "-"), "player": 2, "yes": True})
        )


def test_what_is_stored_of_a_command_stays_the_same() -> None:
    """Events hold a hash of the name and the fields of their command, in databases in use."""
    bodies = {
        c.Roll(2, 1, 7, (1, 1, 5)): "Roll(player=2, game=1, ply=7, keep=(1, 1, 5))",
        c.Sit("Mara"): "Sit(name='Mara', another=False)",
        c.Give(1, 2, 3): "Give(player=1, whom=2, to=3)",
        c.BecomeAnother(): "BecomeAnother()",
    }
    for body, text in bodies.items():
        assert repr(body) == text
    roll = c.Command("22222222", 1, "some-id-1", c.Roll(2, 1, 7, (1, 1, 5)))
    assert intent_of(roll) == "d3899ff6cbdf6683745bdedf8f3f54ce"


def test_every_command_is_declared_once() -> None:
    names = [body.__name__ for body in c.BODIES]
    assert len(names) == len(set(names))
    made = [shape.make for shape in c.SHAPES.values()]
    assert len(made) == len(set(made))
    assert set(made) <= set(c.BODIES)


def test_ids_of_the_server_are_told_from_those_of_clients() -> None:
    assert c.is_own_id(c.own_id("idle", 7))
    assert not c.is_own_id("0123456789abcdef")
