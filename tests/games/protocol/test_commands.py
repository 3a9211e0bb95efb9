"""What is stored of a command."""

from hashlib import blake2b

import pytest

import farkle
from games.protocol import commands as c
from games.protocol.requests import INTENT_BYTES, Body


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        (c.Roll(2, 1, 7, (1, 1, 5)), '{"game":1,"keep":[1,1,5],"player":2,"ply":7,"type":"roll"}'),
        (c.SetRoom(1, seats=8), '{"player":1,"seats":8,"type":"settings"}'),
        (
            c.ChangeRules(1, {"target": 5000, "entry": 350}),
            '{"fields":{"entry":350,"target":5000},"player":1,"type":"change"}',
        ),
        (c.Sit("M\u00e4ra"), r'{"name":"M\u00e4ra","type":"Sit"}'),
        (c.BecomeAnother(), '{"type":"BecomeAnother"}'),
        (
            c.ComputerMove(1, 7, farkle.Bank((5,))),
            '{"action":{"do":"bank","keep":[5]},"game":1,"ply":7,"type":"ComputerMove"}',
        ),
    ],
)
def test_what_is_stored_of_a_command_stays_the_same(body: Body, asked: str) -> None:
    """Databases in use hold the digest of a command's type and of its fields without defaults."""
    intent = c.Command("22222222", 1, "some-id-1", body).intent
    assert intent == blake2b(asked.encode(), digest_size=INTENT_BYTES).hexdigest()
