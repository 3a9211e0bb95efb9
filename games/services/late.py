"""What `play` does with somebody who comes while a game is on (rules.md 20)."""

import farkle
from games.models import Player
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import teams
from games.services.handlers import handles
from games.services.table import Running, Table
from games.state.room_settings import settings_of


@handles(c.Join)
def join(table: Table, command: Command, body: c.Join) -> PendingEvent:
    """Who sits here without a part in the game plays from the next round on."""
    player = table.own(command, body.player)
    running = table.running
    if running is None:
        raise Refused("no_game")
    if not may_join(table, player):
        raise Refused("too_late")
    events = _join(table, running, player)
    return table.record(command, events, player=player.seat, game=running.game)


def join_on_sitting(table: Table, player: Player) -> list[room_events.Stored]:
    """The same for who has just sat down; [] where he waits for the next game."""
    if table.running is None or not may_join(table, player):
        return []
    try:
        return _join(table, table.running, player)
    except Refused:  # the last turns are being played
        return []


def may_join(table: Table, player: Player) -> bool:
    """Whether the room lets him, who has had no part in the game so far."""
    here = table.running is not None and player.seat not in table.running.seat_of
    return here and settings_of(table.room)["late"] == "play"


def _join(table: Table, running: Running, player: Player) -> list[room_events.Stored]:
    game, team = running.game, None
    if game.teams is not None:
        sizes = [one for one in table.in_game() if one.team is not None]
        team = player.team if player.team in game.teams else None
        team = teams.smallest(max(game.teams) + 1, sizes) if team is None else team
    events = table.act(farkle.Join(team))
    running.seat_of[player.seat] = len(game.players)
    table.change_game(game, players=[*game.players, player.seat])
    if game.teams is not None:
        table.change_game(game, teams=[*game.teams, team])
    return [{"e": "late", "player": player.seat, "team": team}, *events]
