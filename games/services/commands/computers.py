"""Seat computer players, and make the moves that were worked out for them."""

from dataclasses import replace

from farkle.ai.players import LEVELS
from games.models import Player
from games.protocol.commands import AddComputer, ComputerMove
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.protocol.requests import own_id
from games.rules.catalogue import rules_of
from games.services.commands import game
from games.services.commands.host import free_seat
from games.services.commands.rules import require_playable
from games.services.commands.seats import new_player, take_seat, unique_name
from games.services.commands.settings import default_room_name, settings_event
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


def exchange_computer(table: Table, level: str) -> None:
    """Replace the room's only computer by one of this level, which gets the seat of its level back
    if it had one. This is an event of its own, whether the next game begins or not."""
    if level not in LEVELS:
        raise Refused("no_computer")
    if not table.is_asked_by_host:
        raise Refused("not_host")
    if table.is_asked_by_stand_in:
        raise Refused("not_founder")
    require_playable(rules_of(table.room.rules))
    computers = [player for player in table.seated() if player.level]
    if len(computers) != 1:
        raise Refused("no_computer")
    [before] = computers
    if before.level == level:
        return
    events = free_seat(table, before, "gone")
    left = (player for player in table.players.values() if player.left and player.level == level)
    former = next((player for player in left if not player.removed), None)
    if former is None:
        events.append({"e": "sat", "player": seat_computer(table, level).seat})
    else:
        events += take_seat(table, 0, LEVELS[level].name, former)[1]
    host = table.players[table.room.host or 0]
    if table.room.name == default_room_name(host.name, before.level):
        table.change_room(name=default_room_name(host.name, level))
        events.append(settings_event(table))
    own = replace(table.command, id=own_id("computer", table.room.head))
    table.record(events, player=host.seat, command=own)


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
