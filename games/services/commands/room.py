"""Names, colours, readiness, the order of turns, the link, and deadlines."""

from django.utils.crypto import get_random_string

from farkle.engine.fairness import STRING
from games import clock
from games.models import FormerLink, Player
from games.people.names import CODE_ALPHABET, CODE_LENGTH
from games.protocol.commands import (
    AddString,
    Close,
    Colour,
    Command,
    Done,
    Expire,
    FollowClock,
    NewLink,
    No,
    Ready,
    Rematch,
    Rename,
    SetOrder,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands import absence, teams
from games.services.commands import game as game_service
from games.services.commands.seats import COLOURS, unique_name
from games.services.tables import deadlines
from games.services.tables.handlers import handles
from games.services.tables.refusals import require_fit
from games.services.tables.table import Table
from games.state.holidays import changed_holidays, shown_holidays

MOST_LINKS = 20
"""Maximum number of former links of a room."""


@handles(Rename, by="player")
def rename(table: Table, command: Command, body: Rename, player: Player) -> PendingEvent:
    table.change(player, name=unique_name(table, require_fit(body.name), but=player))
    return table.record(command, [{"e": "renamed", "player": player.seat}], player=player.seat)


@handles(Colour, by="player")
def colour(table: Table, command: Command, body: Colour, player: Player) -> PendingEvent:
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change(player, colour=body.colour)
    return table.record(command, [{"e": "coloured", "player": player.seat}], player=player.seat)


@handles(Ready, by="player", between_games=True)
def ready(table: Table, command: Command, body: Ready, player: Player) -> PendingEvent:
    return _record_ready(table, command, player, yes=body.yes)


@handles(Rematch, by="player", between_games=True)
def rematch(table: Table, command: Command, _body: Rematch, player: Player) -> PendingEvent | No:
    """Ask for another game. It begins if the host or all players ask; else the player is ready."""
    if table.last is None:
        raise Refused("no_game")
    seated = table.seated()
    enough = len(seated) >= game_service.MIN_PLAYERS
    if table.is_asked_by_host(command) or (
        enough and all(other.ready or other.level or other is player for other in seated)
    ):
        return game_service.begin_or_renew(table, command, player)
    return _record_ready(table, command, player, yes=True)


@handles(AddString, by="player")
def add_string(table: Table, _command: Command, body: AddString, player: Player) -> Done:
    """Add a string to the dice of the next game, in place of the seat's earlier one."""
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


@handles(SetOrder, by="host", between_games=True)
def set_order(table: Table, command: Command, body: SetOrder, host: Player) -> PendingEvent:
    """Set the order of turns from the next game on."""
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    event = teams.set_places(table, [table.players[seat] for seat in body.players])
    return table.record(command, [event], player=host.seat)


@handles(NewLink, by="host")
def new_link(table: Table, command: Command, _body: NewLink, host: Player) -> PendingEvent:
    """Give the room a new code. The event does not contain it: players' open pages request it, and
    people without a seat must get it from a player."""
    if FormerLink.objects.filter(room=table.room).count() >= MOST_LINKS:
        raise Refused("too_many_links")
    FormerLink.objects.create(room=table.room, code=table.room.code, at=clock.now())
    table.change_room(code=get_random_string(CODE_LENGTH, CODE_ALPHABET))
    return table.record(command, [{"e": "link"}], player=host.seat)


@handles(Close, by="host")
def close(table: Table, command: Command, _body: Close, host: Player) -> PendingEvent:
    return game_service.close_room(table, command, "host", host.seat)


@handles(Expire)
def expire(table: Table, command: Command, body: Expire) -> PendingEvent:
    """Carry out a deadline if it has passed."""
    due = table.room.deadlines.get(body.kind)
    if due is None or due > clock.milliseconds():
        raise Refused("not_due")
    match body.kind:
        case "idle":
            return game_service.close_room(table, command, "idle", None)
        case "sleep":
            return table.record(command, [{"e": "slept"}], player=None)
        case "notice":
            return table.record(command, [{"e": "notice"}], player=None)
        case "abandon":
            game_service.require_running(table)
            events = [*game_service.abandon(table), game_service.prepare_next_game(table)]
            return table.record(command, events, player=None)
        case "away":
            return absence.times_up(table, command, "away")
        case "turn":
            return absence.times_up(table, command, "timer")
        case "host":
            return absence.pass_host(table, command)
        case _:  # "computer": the scheduler sends ComputerMove instead
            raise Refused("not_due")


@handles(FollowClock)
def follow_clock(table: Table, command: Command, body: FollowClock) -> PendingEvent:
    """Shift the deadlines, and the time of a pause, after downtime or a change of the clock. The
    turn's waiting time starts again."""
    room, now = table.room, clock.milliseconds()
    at_turn = None if table.at_turn is None else table.at_turn.seat
    moved, holidays = deadlines.after_jump(room, table.absence, body.before, body.after, at_turn)
    waits = table.absence
    if table.running is not None:
        waits = waits.after_jump(body.before, body.after, now)
    if (moved, holidays, waits) == (room.deadlines, room.holidays, table.absence):
        raise Refused("not_due")
    rows = shown_holidays(room)
    table.change_room(deadlines=moved, holidays=holidays)
    events: list[Stored] = [{"e": "clock", "now": now}, *changed_holidays(room, rows)]
    if waits.paused != table.absence.paused and waits.paused:
        events.append(waits.paused.event())
    table.absence = waits
    return table.record(command, events, player=None)


def _record_ready(table: Table, command: Command, player: Player, *, yes: bool) -> PendingEvent:
    table.change(player, ready=yes)
    event = {"e": "ready", "player": player.seat, "yes": yes}
    return table.record(command, [event], player=player.seat)
