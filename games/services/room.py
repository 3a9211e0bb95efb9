"""What `play` does round the table: names, order, one more game; and who does every command."""

from farkle.engine.fairness import STRING
from games import clock
from games.models import Player, Room
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command, Done
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import absence, turn_order
from games.services import game as game_service
from games.services.handlers import handles
from games.services.seats import COLOURS, make_host, other, own_name, player_name
from games.services.table import Table
from games.state.room_settings import DEFAULTS, is_fit, settings_of
from games.validators import ROOM_NAME_LENGTH, UnfitName, fit_name


@handles(c.Rename)
def rename(table: Table, command: Command, body: c.Rename) -> PendingEvent:
    player = table.own(command, body.player)
    table.change_player(player, name=own_name(table, player_name(body.name), but=player))
    return table.record(command, [{"e": "renamed", "player": player.seat}], player=player.seat)


@handles(c.Colour)
def colour(table: Table, command: Command, body: c.Colour) -> PendingEvent:
    player = table.own(command, body.player)
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change_player(player, colour=body.colour)
    return table.record(command, [{"e": "coloured", "player": player.seat}], player=player.seat)


@handles(c.Ready)
def ready(table: Table, command: Command, body: c.Ready) -> PendingEvent:
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    return table.record(command, [_mark_ready(table, player, body.yes)], player=player.seat)


@handles(c.Rematch)
def rematch(table: Table, command: Command, body: c.Rematch) -> PendingEvent:
    """One more: at once where the host says so or everybody has, else a mark that one is wanted."""
    player = table.own(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if table.last is None:
        raise Refused("no_game")
    seated = table.seated()
    enough = len(seated) >= game_service.MIN_PLAYERS
    if table.is_asked_by_host(command) or (
        enough and all(one.ready or one.level or one is player for one in seated)
    ):
        events = game_service.begin(table)
        return table.record(command, events, player=player.seat, game=table.last)
    return table.record(command, [_mark_ready(table, player, True)], player=player.seat)


@handles(c.AddString)
def add_string(table: Table, command: Command, body: c.AddString) -> Done:
    player = table.own(command, body.player)
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


@handles(c.SetRoom)
def set_room(table: Table, command: Command, body: c.SetRoom) -> PendingEvent:
    """The room's name and its settings; what is None stays."""
    host = table.host(command, body.player)
    settings = settings_of(table.room)
    for setting in DEFAULTS:
        value = getattr(body, setting)
        if value is not None:
            if not is_fit(setting, value):
                raise Refused("bad_settings")
            settings[setting] = value
    name = table.room.name if body.name is None else room_name(body.name)
    table.change_room(name=name, settings=settings)
    event = {"e": "settings", "name": name, "settings": settings}
    return table.record(command, [event], player=host.seat)


def room_name(raw: str) -> str:
    """A room's name, which may be empty. Raises Refused."""
    if not raw.strip():
        return ""
    try:
        return fit_name(raw, longest=ROOM_NAME_LENGTH)
    except UnfitName as error:
        raise Refused("bad_name", longest=ROOM_NAME_LENGTH) from error


@handles(c.SetOrder)
def set_order(table: Table, command: Command, body: c.SetOrder) -> PendingEvent:
    """Who sits where: the order of turns from the next game on."""
    host = table.host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    turn_order.place(table, [table.players[seat] for seat in body.players])
    event = {"e": "order", "players": list(body.players)}
    return table.record(command, [event], player=host.seat)


@handles(c.HandOver)
def hand_over(table: Table, command: Command, body: c.HandOver) -> PendingEvent:
    host = table.host(command, body.player)
    whom = other(table, body.whom)
    if whom.person_id is None:
        raise Refused("no_player")  # a computer cannot be host
    return table.record(command, [make_host(table, whom)], player=host.seat)


@handles(c.Close)
def close(table: Table, command: Command, body: c.Close) -> PendingEvent:
    host = table.host(command, body.player)
    return _shut(table, command, "host", host.seat)


@handles(c.Expire)
def expire(table: Table, command: Command, body: c.Expire) -> PendingEvent:
    """What happens by itself, when its time has come and not before."""
    due = table.room.deadlines.get(body.kind)
    if due is None or due > clock.milliseconds():
        raise Refused("not_due")
    match body.kind:
        case "idle":
            return _shut(table, command, "idle", None)
        case "away" | "turn":
            why = "away" if body.kind == "away" else "timer"
            return absence.times_up(table, command, why)
        case "host":
            return absence.pass_host(table, command)
        case _:  # a computer's move is decided first, and comes as a command of its own
            raise Refused("not_due")


def _shut(table: Table, command: Command, why: str, player: int | None) -> PendingEvent:
    game = None if table.running is None else table.running.game
    events = [*game_service.abandon(table), {"e": "closed", "why": why}]
    table.change_room(status=Room.Status.CLOSED)
    return table.record(command, events, player=player, game=game)


def _mark_ready(table: Table, player: Player, yes: bool) -> room_events.Stored:
    table.change_player(player, ready=yes)
    return {"e": "ready", "player": player.seat, "yes": yes}
