"""What `play` does with computer players: they sit down, and their moves come from the ticker."""

from farkle.ai.players import LEVELS
from games.models import Player
from games.protocol import commands as c
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import game
from games.services.handlers import handles
from games.services.seats import new_player, own_name
from games.services.table import Table
from games.state.room_settings import settings_of


@handles(c.AddComputer)
def add_computer(table: Table, command: Command, body: c.AddComputer) -> PendingEvent:
    """The host sets a computer at the table."""
    host = table.host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if body.level not in LEVELS:
        raise Refused("no_computer")
    if len(table.seated()) >= settings_of(table.room)["seats"]:
        raise Refused("room_full")
    computer = seat_computer(table, body.level)
    return table.record(command, [{"e": "sat", "player": computer.seat}], player=host.seat)


def seat_computer(table: Table, level: str) -> Player:
    """One more computer, called as its level is."""
    return new_player(table, own_name(table, LEVELS[level].name, but=None), level=level)


def begin_practice(table: Table, command: Command, level: str) -> PendingEvent:
    """The first game of a new room: its host against a computer of this level."""
    computer = seat_computer(table, level)
    events = [{"e": "sat", "player": computer.seat}, *game.begin(table)]
    return table.record(command, events, player=1, game=table.last)


@handles(c.ComputerMove)
def computer_move(table: Table, command: Command, body: c.ComputerMove) -> PendingEvent:
    """A computer's move, decided elsewhere; only where one is at turn."""
    running = game.running_game(table, body.game)
    if body.ply != running.state.ply:
        raise Refused("stale")
    player = table.at_turn
    if player is None or not table.mind_of(player):
        raise Refused("not_due")
    events = table.act(body.action)
    events += game.finish_if_over(table)
    return table.record(command, events, player=player.seat, game=running.game)
