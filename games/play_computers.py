"""What `play` does with computer players: they sit down, and their moves come from the ticker."""

from farkle.ai.players import LEVELS
from games import commands as c
from games import play_game
from games.commands import Command
from games.models import Player
from games.play_seats import new_player, own_name
from games.play_table import Table
from games.refusals import Refused
from games.room_settings import settings_of
from games.story import Happened


def add_computer(table: Table, command: Command, body: c.AddComputer) -> Happened:
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


def begin_practice(table: Table, command: Command, level: str) -> Happened:
    """The first game of a new room: its host against a computer of this level."""
    computer = seat_computer(table, level)
    events = [{"e": "sat", "player": computer.seat}, *play_game.begin(table)]
    return table.record(command, events, player=1, game=table.last)


def computer_move(table: Table, command: Command, body: c.ComputerMove) -> Happened:
    """A computer's move, decided elsewhere; only where one is at turn."""
    running = play_game.running_game(table, body.game)
    if body.ply != running.state.ply:
        raise Refused("stale")
    player = table.at_turn
    if player is None or not table.mind_of(player):
        raise Refused("not_due")
    events = table.act(body.action)
    events += play_game.finish_if_over(table)
    return table.record(command, events, player=player.seat, game=running.game)
