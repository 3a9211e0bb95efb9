"""What is stored of a command."""

from games.protocol import commands as c
from games.services.table import intent_of


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
