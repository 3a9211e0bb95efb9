"""What `play` does round the table: names, order, one more game; and who does every command."""

from collections.abc import Callable
from typing import Any

from farkle.engine.fairness import STRING
from games import (
    clock,
    play_computers,
    play_devices,
    play_game,
    play_late,
    play_order,
    play_rules,
    play_seats,
    play_settings,
    play_teams,
    play_votes,
    play_waiting,
    story,
)
from games import commands as c
from games.commands import Command, Done
from games.models import Player, Room
from games.play_seats import COLOURS, make_host, other, own_name, player_name
from games.play_table import Table
from games.refusals import Refused
from games.story import Happened


def rename(table: Table, command: Command, body: c.Rename) -> Happened:
    player = table.own(command, body.player)
    table.change_player(player, name=own_name(table, player_name(body.name), but=player))
    return table.record(command, [{"e": "renamed", "player": player.seat}], player=player.seat)


def colour(table: Table, command: Command, body: c.Colour) -> Happened:
    player = table.own(command, body.player)
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change_player(player, colour=body.colour)
    return table.record(command, [{"e": "coloured", "player": player.seat}], player=player.seat)


def ready(table: Table, command: Command, body: c.Ready) -> Happened:
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    return table.record(command, [_mark_ready(table, player, body.yes)], player=player.seat)


def rematch(table: Table, command: Command, body: c.Rematch) -> Happened:
    """One more: at once where the host says so or everybody has, else a mark that one is wanted."""
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if table.last is None:
        raise Refused("no_game")
    seated = table.seated()
    enough = len(seated) >= play_game.MIN_PLAYERS
    if table.is_asked_by_host(command) or (
        enough and all(one.ready or one.level or one is player for one in seated)
    ):
        events = play_game.begin(table)
        return table.record(command, events, player=player.seat, game=table.last)
    return table.record(command, [_mark_ready(table, player, True)], player=player.seat)


def add_string(table: Table, command: Command, body: c.AddString) -> Done:
    player = table.own(command, body.player)
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


def set_order(table: Table, command: Command, body: c.SetOrder) -> Happened:
    """Who sits where: the order of turns from the next game on."""
    host = table.host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    play_order.place(table, [table.players[seat] for seat in body.players])
    event = {"e": "order", "players": list(body.players)}
    return table.record(command, [event], player=host.seat)


def hand_over(table: Table, command: Command, body: c.HandOver) -> Happened:
    host = table.host(command, body.player)
    whom = other(table, body.whom)
    if whom.person_id is None:
        raise Refused("no_player")  # a computer cannot be host
    return table.record(command, [make_host(table, whom)], player=host.seat)


def close(table: Table, command: Command, body: c.Close) -> Happened:
    host = table.host(command, body.player)
    return _shut(table, command, "host", host.seat)


def expire(table: Table, command: Command, body: c.Expire) -> Happened:
    """What happens by itself, when its time has come and not before."""
    due = table.room.deadlines.get(body.kind)
    if due is None or due > clock.milliseconds():
        raise Refused("not_due")
    match body.kind:
        case "idle":
            return _shut(table, command, "idle", None)
        case "away" | "turn":
            why = "away" if body.kind == "away" else "timer"
            return play_waiting.times_up(table, command, why)
        case "host":
            return play_waiting.pass_host(table, command)
        case _:  # a computer's move is decided first, and comes as a command of its own
            raise Refused("not_due")


def _shut(table: Table, command: Command, why: str, player: int | None) -> Happened:
    game = None if table.running is None else table.running.game
    events = [*play_game.abandon(table), {"e": "closed", "why": why}]
    table.change_room(status=Room.Status.CLOSED)
    return table.record(command, events, player=player, game=game)


def _mark_ready(table: Table, player: Player, yes: bool) -> story.Stored:
    table.change_player(player, ready=yes)
    return {"e": "ready", "player": player.seat, "yes": yes}


HANDLERS: dict[type[c.Body], Callable[[Table, Command, Any], Happened | Done]] = {
    c.Roll: play_game.move,
    c.Bank: play_game.move,
    c.Build: play_game.move,
    c.Start: play_game.start,
    c.Sit: play_seats.sit,
    c.Leave: play_seats.leave,
    c.Remove: play_seats.remove,
    c.Rename: rename,
    c.Colour: colour,
    c.Ready: ready,
    c.Rematch: rematch,
    c.AddString: add_string,
    c.SetRules: play_rules.set_rules,
    c.ChangeRules: play_rules.change_rules,
    c.SetTeams: play_teams.set_teams,
    c.SetTeam: play_teams.set_team,
    c.SetRoom: play_settings.set_room,
    c.SetOrder: set_order,
    c.HandOver: hand_over,
    c.Close: close,
    c.AddComputer: play_computers.add_computer,
    c.ComputerMove: play_computers.computer_move,
    c.UseCode: play_devices.use_code,
    c.Give: play_devices.give,
    c.TakeBack: play_devices.take_back,
    c.Join: play_late.join,
    c.Missing: play_waiting.missing,
    c.Back: play_waiting.back,
    c.Extend: play_waiting.extend,
    c.Vote: play_votes.vote,
    c.PauseGame: play_votes.pause,
    c.Resume: play_votes.resume,
    c.Expire: expire,
}
