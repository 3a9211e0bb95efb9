"""Moves as processes hand them on."""

from games.state.moves import MOST_CHARACTERS, Moves

ROLLED = {"e": "rolled", "dice": [1, 1, 5, 2, 3, 4]}


def test_they_are_read_as_they_were_packed() -> None:
    moves = Moves(7, 12, [[ROLLED], [ROLLED, ROLLED]], {"turn": 1_800_000_000_000}, {"away": [2]})
    packed = moves.pack()
    assert packed is not None
    assert Moves.unpack(packed) == moves
    assert moves.last == 13


def test_long_ones_are_not_handed_on() -> None:
    assert Moves(7, 12, [[ROLLED] * MOST_CHARACTERS], {}, {}).pack() is None
