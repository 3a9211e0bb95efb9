"""Seat computer players, and make the moves that were worked out for them."""

from farkle.ai.players import LEVELS
from games.models import Player
from games.protocol.commands import AddComputer, ComputerMove
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands import game
from games.services.commands.seats import new_player, unique_name
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(AddComputer, by="host", between_games=True)
def add_computer(table: Table, body: AddComputer, _host: Player) -> list[Stored]:
    if body.level not in LEVELS:
        raise Refused("no_computer")
    table.require_free_seats()
    computer = seat_computer(table, body.level)
    return [{"e": "sat", "player": computer.seat}]


def seat_computer(table: Table, level: str) -> Player:
    return new_player(table, unique_name(table, LEVELS[level].name, but=None), level=level)


def begin_practice(table: Table, level: str, *, host_begins: bool) -> PendingEvent:
    """Begin the first game of a new room: its host against a computer of this level."""
    computer = seat_computer(table, level)
    begun = game.begin_game(table, in_seat_order=host_begins)
    events = [{"e": "sat", "player": computer.seat}, *begun]
    return table.record(events, player=1)


@handles(ComputerMove)
def computer_move(table: Table, body: ComputerMove) -> PendingEvent:
    """Make a move that a worker process has chosen. The scheduler sends this command when the
    room's deadline `computer` is due."""
    running = game.require_game(table, body.game)
    if body.ply != running.state.ply:
        raise Refused("stale")
    player = table.at_turn
    if player is None or not table.computer_level(player):
        raise Refused("not_due")
    events = table.act(body.action)
    events += game.finish_if_over(table)
    if body.weaker:
        events.insert(0, {"e": "weaker", "player": player.seat, "level": body.weaker})
    return table.record(events, player=player.seat)
