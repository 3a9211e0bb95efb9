"""The boards of races: how far each player has come. No board tells of any die."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from games.db.statements import find, placeholders

_ROWS = (
    "SELECT t.deal_id, p.seat, p.name, p.level, p.colour, t.total, t.turn, t.light,"
    " t.ended IS NOT NULL"
    " FROM games_try t JOIN games_player p ON p.id = t.player_id WHERE t.deal_id IN ({})"
)


class Lane(NamedTuple):
    """How far the player in this seat has come. `turn` is the one being played, or the last one if
    the player has ended; `light` is "hot", "farkled" or ""."""

    player: int
    name: str
    level: str
    colour: int
    total: int
    turn: int
    light: str
    has_ended: bool


Board = Mapping[int, Lane]
"""The players who have entered a race, by seat."""


def boards_of(deals: Collection[int]) -> dict[int, Board]:
    """Return the boards of these races. One query."""
    boards: dict[int, dict[int, Lane]] = {deal: {} for deal in deals}
    if deals:
        for deal, seat, *values, ended in find(_ROWS.format(placeholders(deals)), *deals):
            boards[deal][seat] = Lane(seat, *values, bool(ended))  # type: ignore[call-arg]
    return dict(boards)
