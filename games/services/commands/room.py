"""Names, looks of dice, readiness, the order of turns, the link, and deadlines."""

from django.utils.crypto import get_random_string

from farkle import RulesError
from farkle.engine.fairness import STRING
from farkle.rules.named_dice import check_chosen
from games import clock
from games.models import MATERIALS, FormerLink, Player
from games.people.names import CODE_ALPHABET, CODE_LENGTH
from games.protocol.commands import (
    AddString,
    ChooseDice,
    Close,
    Colour,
    Done,
    Expire,
    FollowClock,
    Material,
    NewLink,
    No,
    Ready,
    Rematch,
    Rename,
    SetOrder,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.rules.catalogue import rules_of
from games.services.commands import absence, race, teams
from games.services.commands import game as game_service
from games.services.commands.computers import exchange_computer
from games.services.commands.seats import COLOURS, unique_name
from games.services.tables import deadlines
from games.services.tables.handlers import handles
from games.services.tables.refusals import require_fit
from games.services.tables.table import Table
from games.state.holidays import changed_holidays, shown_holidays

MOST_LINKS = 20
"""Maximum number of former links of a room."""


@handles(Rename, by="player")
def rename(table: Table, body: Rename, player: Player) -> list[Stored]:
    table.change(player, name=unique_name(table, require_fit(body.name), but=player))
    return [{"e": "renamed", "player": player.seat}]


@handles(Colour, by="player")
def colour(table: Table, body: Colour, player: Player) -> list[Stored]:
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change(player, colour=body.colour)
    return [{"e": "coloured", "player": player.seat}]


@handles(Material, by="player")
def material(table: Table, body: Material, player: Player) -> list[Stored]:
    if body.material not in MATERIALS:
        raise Refused("bad_settings")
    table.change(player, material=body.material)
    return [{"e": "material", "player": player.seat}]


@handles(ChooseDice, by="player", between_games=True)
def choose_dice(table: Table, body: ChooseDice, player: Player) -> list[Stored]:
    whom = table.require_seated(body.whom)
    if whom is not player and not (whom.level and player.seat == table.room.host):
        raise Refused("not_yours")
    try:
        letters = check_chosen(body.letters, rules_of(table.room.rules).dice)
    except RulesError as error:
        raise Refused("bad_settings") from error
    table.change(whom, dice=letters)
    return [{"e": "dice", "player": whom.seat}]


@handles(Ready, by="player", between_games=True)
def ready(table: Table, body: Ready, player: Player) -> list[Stored]:
    return _set_ready(table, player, yes=body.yes)


@handles(Rematch, by="player", between_games=True)
def rematch(table: Table, body: Rematch, player: Player) -> list[Stored] | PendingEvent | No:
    """Ask for another game. It begins if the host or all players ask; else the player is ready."""
    if table.last is None:
        raise Refused("no_game")
    if body.level:
        exchange_computer(table, body.level)
    seated = table.seated()
    enough = len(seated) >= game_service.MIN_PLAYERS
    if table.is_asked_by_host or (
        enough and all(other.ready or other.level or other is player for other in seated)
    ):
        return race.begin_next(table, player)
    return _set_ready(table, player, yes=True)


@handles(AddString, by="player")
def add_string(table: Table, body: AddString, player: Player) -> Done:
    """Add a string to the dice of the next game, in place of the seat's earlier one."""
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


@handles(SetOrder, by="host", between_games=True)
def set_order(table: Table, body: SetOrder, _host: Player) -> list[Stored]:
    """Set the order of turns from the next game on."""
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    return [teams.set_places(table, [table.players[seat] for seat in body.players])]


@handles(NewLink, by="host")
def new_link(table: Table, _body: NewLink, _host: Player) -> list[Stored]:
    """Give the room a new code. The event does not contain it: players' open pages request it, and
    people without a seat must get it from a player."""
    if FormerLink.objects.filter(room=table.room).count() >= MOST_LINKS:
        raise Refused("too_many_links")
    FormerLink.objects.create(room=table.room, code=table.room.code, at=clock.now())
    table.change_room(code=get_random_string(CODE_LENGTH, CODE_ALPHABET))
    return [{"e": "link"}]


@handles(Close, by="host")
def close(table: Table, _body: Close, _host: Player) -> list[Stored]:
    return game_service.close_room(table, "host")


@handles(Expire)
def expire(table: Table, body: Expire) -> list[Stored]:
    """Carry out a deadline if it has passed."""
    due = table.room.deadlines.get(body.kind)
    if due is None or due > clock.milliseconds():
        raise Refused("not_due")
    match body.kind:
        case "idle":
            return game_service.close_room(table, "idle")
        case "sleep":
            # Who wanted another game yesterday may not be there for the next one.
            asking = [player for player in table.seated() if player.ready]
            changes = [_set_ready(table, player, yes=False) for player in asking]
            return [*(event for events in changes for event in events), {"e": "slept"}]
        case "notice":
            return [{"e": "notice"}]
        case "abandon":
            game_service.require_running(table)
            return [*game_service.abandon(table), game_service.prepare_next_game(table)]
        case "away":
            return absence.times_up(table, "away")
        case "turn":
            return absence.times_up(table, "timer")
        case "host":
            return absence.pass_host(table)
        case _:  # "computer": the scheduler sends ComputerMove instead
            raise Refused("not_due")


@handles(FollowClock)
def follow_clock(table: Table, body: FollowClock) -> list[Stored]:
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
    return events


def _set_ready(table: Table, player: Player, *, yes: bool) -> list[Stored]:
    table.change(player, ready=yes)
    return [{"e": "ready", "player": player.seat, "yes": yes}]
