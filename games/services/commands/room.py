"""The room itself: names and colours, readiness, settings, order, and closing."""

import re

from django.conf import settings as site_settings
from django.utils import translation
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from farkle.ai.players import LEVELS
from farkle.engine.fairness import STRING
from games import clock
from games.models import FormerLink, Player, Room
from games.people.names import CODE_ALPHABET, CODE_LENGTH, ROOM_NAME_LENGTH, UnfitName, fit_name
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
    SetAbandon,
    SetOrder,
    SetRoom,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands import absence, turn_order
from games.services.commands import game as game_service
from games.services.commands.seats import COLOURS, fit_player_name, unique_name
from games.services.commands.settings import change_settings, new_settings, record_settings
from games.services.tables import deadlines
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.holidays import changed_holidays, shown_holidays
from games.state.room_settings import LONG_SECONDS, settings_of

MOST_LINKS = 20
"""How many former links a room may have."""


@handles(Rename)
def rename(table: Table, command: Command, body: Rename) -> PendingEvent:
    player = table.require_seat(command, body.player)
    table.change_player(player, name=unique_name(table, fit_player_name(body.name), but=player))
    return table.record(command, [{"e": "renamed", "player": player.seat}], player=player.seat)


@handles(Colour)
def colour(table: Table, command: Command, body: Colour) -> PendingEvent:
    player = table.require_seat(command, body.player)
    if body.colour >= COLOURS:
        raise Refused("bad_colour")
    table.change_player(player, colour=body.colour)
    return table.record(command, [{"e": "coloured", "player": player.seat}], player=player.seat)


@handles(Ready)
def ready(table: Table, command: Command, body: Ready) -> PendingEvent:
    player = table.require_seat(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    return table.record(command, [_mark_ready(table, player, body.yes)], player=player.seat)


@handles(Rematch)
def rematch(table: Table, command: Command, body: Rematch) -> PendingEvent | No:
    """Ask for another game. It begins if the host or everybody asks; otherwise the player counts as
    ready."""
    player = table.require_seat(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if table.last is None:
        raise Refused("no_game")
    seated = table.seated()
    enough = len(seated) >= game_service.MIN_PLAYERS
    if table.is_asked_by_host(command) or (
        enough and all(one.ready or one.level or one is player for one in seated)
    ):
        return game_service.begin_or_renew(table, command, player)
    return table.record(command, [_mark_ready(table, player, True)], player=player.seat)


@handles(AddString)
def add_string(table: Table, command: Command, body: AddString) -> Done:
    """Add a string to the dice of the next game, in place of the seat's earlier one."""
    player = table.require_seat(command, body.player)
    if not STRING.fullmatch(body.text):
        raise Refused("bad_string")
    if table.waiting is None or table.waiting.number != body.game:
        raise Refused("stale")
    table.strings[player.seat] = (body.game, body.text)
    return Done(None)


@handles(SetRoom)
def set_room(table: Table, command: Command, body: SetRoom) -> PendingEvent:
    """Change the room's name and settings, for the host. None leaves a setting as it is."""
    host = table.require_host(command, body.player)
    settings = new_settings(table, body)
    if (settings["unlisted"] and settings["listed"]) or (settings["silenced"] and settings["talk"]):
        raise Refused("by_operator")
    name = table.room.name if body.name is None else room_name(body.name)
    before, timer = settings_of(table.room)["timer"], settings["timer"]
    if timer > before and timer >= LONG_SECONDS and table.others_play(command):
        raise Refused("game_on")  # with such a timer, one who stalls could not be passed over
    table.change_room(name=name, settings=settings)
    if table.running is not None:
        _change_timer(table, before, timer)
    return record_settings(table, command, host)


def _change_timer(table: Table, before: int, timer: int) -> None:
    """Give the current turn the whole time of a longer timer, and end it no earlier for a shorter
    one: its elapsed time, which may justify a vote, never grows by this."""
    now, paused = clock.milliseconds(), table.absence.paused
    if timer > before:
        if paused and "turn" in paused.rest:
            paused.rest["turn"] = max(paused.rest["turn"], timer * 1000)
        if "turn" in table.room.deadlines:
            due = max(table.room.deadlines["turn"], now + timer * 1000)
            table.change_room(deadlines={**table.room.deadlines, "turn": due})
    if before >= LONG_SECONDS > timer:  # the player at turn has time from now on
        table.absence.fresh = now


def room_name(raw: str) -> str:
    """Return a room's name, which may be empty, as it is stored. Raise Refused."""
    if not raw.strip():
        return ""
    try:
        return fit_name(raw, longest=ROOM_NAME_LENGTH)
    except UnfitName as error:
        raise Refused("bad_name", why=error) from error


def made_name(name: str, against: str = "") -> str:
    """Return the name that the site gives a room which `name` opens: for others, or for a game
    against the computer of a level."""
    if against in LEVELS:
        return _("%(name)s and %(computer)s") % {"name": name, "computer": LEVELS[against].name}
    return _("%(name)s's room") % {"name": name}


def is_made_name(text: str) -> bool:
    """Return whether a room's name may have been made by the site, in any of its languages."""
    for language, _name in site_settings.LANGUAGES:
        with translation.override(language):
            made = [made_name("\0", level) for level in ("", *LEVELS)]
        if any(re.fullmatch(re.escape(one).replace("\0", ".+"), text) for one in made):
            return True
    return False


@handles(SetAbandon)
def set_abandon(table: Table, command: Command, body: SetAbandon) -> PendingEvent:
    """Set after how many days without a move a game is abandoned, for the host."""
    return change_settings(table, command, body.player, body)


@handles(SetOrder)
def set_order(table: Table, command: Command, body: SetOrder) -> PendingEvent:
    """Set the order of turns from the next game on, for the host."""
    host = table.require_host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    if sorted(body.players) != sorted(player.seat for player in table.seated()):
        raise Refused("bad_order")
    event = turn_order.set_places(table, [table.players[seat] for seat in body.players])
    return table.record(command, [event], player=host.seat)


@handles(NewLink)
def new_link(table: Table, command: Command, body: NewLink) -> PendingEvent:
    """Give the room a new code, for its founder. The event does not contain it: the open pages of
    players request it, and people without a seat have to get it from a player."""
    host = table.require_host(command, body.player)
    if FormerLink.objects.filter(room=table.room).count() >= MOST_LINKS:
        raise Refused("too_many_links")
    FormerLink.objects.create(room=table.room, code=table.room.code, at=clock.now())
    table.change_room(code=get_random_string(CODE_LENGTH, CODE_ALPHABET))
    return table.record(command, [{"e": "link"}], player=host.seat)


@handles(Close)
def close(table: Table, command: Command, body: Close) -> PendingEvent:
    host = table.require_host(command, body.player)
    return close_room(table, command, "host", host.seat)


@handles(Expire)
def expire(table: Table, command: Command, body: Expire) -> PendingEvent:
    """Carry out a deadline if it has passed."""
    due = table.room.deadlines.get(body.kind)
    if due is None or due > clock.milliseconds():
        raise Refused("not_due")
    match body.kind:
        case "idle":
            return close_room(table, command, "idle", None)
        case "sleep":
            return table.record(command, [{"e": "slept"}], player=None)
        case "notice":
            return table.record(command, [{"e": "notice"}], player=None)
        case "abandon":
            return _abandon_game(table, command)
        case "away" | "turn":
            why = "away" if body.kind == "away" else "timer"
            return absence.times_up(table, command, why)
        case "host":
            return absence.pass_host(table, command)
        case _:  # the scheduler has a computer's move worked out, and sends it as a command
            raise Refused("not_due")


@handles(FollowClock)
def follow_clock(table: Table, command: Command, body: FollowClock) -> PendingEvent:
    """Shift the deadlines, and the time of a pause, after the site was off. The turn's waiting time
    starts again."""
    room, now = table.room, clock.milliseconds()
    at_turn = None if table.at_turn is None else table.at_turn.seat
    moved, holidays = deadlines.after_jump(room, table.absence, body.before, body.after, at_turn)
    waits = deadlines.absence_after_jump(room, table.absence, body.before, body.after, now)
    if (moved, holidays, waits) == (room.deadlines, room.holidays, table.absence):
        raise Refused("not_due")
    rows = shown_holidays(room)
    table.change_room(deadlines=moved, holidays=holidays)
    events: list[Stored] = [{"e": "clock", "now": now}, *changed_holidays(room, rows)]
    if waits.paused != table.absence.paused and waits.paused:
        events.append(waits.paused.event())
    table.absence = waits
    return table.record(command, events, player=None)


def _abandon_game(table: Table, command: Command) -> PendingEvent:
    game = game_service.require_running(table).game
    events = [*game_service.abandon(table), game_service.prepare_next_game(table)]
    return table.record(command, events, player=None, game=game)


def close_room(table: Table, command: Command, why: str, player: int | None) -> PendingEvent:
    """Close the room for good. A running game is abandoned."""
    game = None if table.running is None else table.running.game
    events = [*game_service.abandon(table), {"e": "closed", "why": why}]
    table.change_room(status=Room.Status.CLOSED)
    return table.record(command, events, player=player, game=game)


def _mark_ready(table: Table, player: Player, yes: bool) -> Stored:
    table.change_player(player, ready=yes)
    return {"e": "ready", "player": player.seat, "yes": yes}
