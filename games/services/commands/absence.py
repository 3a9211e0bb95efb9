"""Absent players: report them, take over or end their turns, replace an absent host. Hubs report
absences and returns by commands, which are checked here against the shared cache of presence."""

from typing import Final

import farkle
from games import clock
from games.models import Player
from games.people import presence
from games.protocol.commands import Back, Extend, Missing
from games.protocol.errors import Refused
from games.protocol.events import Stored
from games.services.commands import game as game_service
from games.services.commands.host import make_host, next_host
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.absence import STAND_IN
from games.state.room_settings import counts_down, settings_of
from games.state.running import RunningGame

TURNS_UNTIL_AUTOPLAY: Final = 3
"""Number of consecutive missed turns after which a computer takes over the seat."""
MOST_EXTENSIONS: Final = 10
"""Maximum number of extensions of a turn. WCAG 2.2.1 requires at least ten."""


@handles(Missing)
def missing(table: Table, body: Missing) -> list[Stored]:
    player = table.players.get(body.player)
    if player is None or player.seat in present_players(table):
        raise Refused("not_due")
    if not (_is_waited_for(table, player) or _is_missed_as_host(table, player)):
        raise Refused("not_due")
    if player.seat not in table.absence.away:
        table.absence.away.append(player.seat)
    return [{"e": "away", "player": player.seat}]


def _is_waited_for(table: Table, player: Player) -> bool:
    room = table.room
    if player is not table.at_turn or table.absence.paused or table.computer_level(player):
        return False
    return "away" not in room.deadlines and counts_down(settings_of(room))


def _is_missed_as_host(table: Table, player: Player) -> bool:
    return player.seat == table.room.host and "host" not in table.room.deadlines


@handles(Back)
def back(table: Table, body: Back) -> list[Stored]:
    if body.player not in present_players(table) or not table.absence.is_absent(body.player):
        raise Refused("not_due")
    return table.absence.end(body.player)


def times_up(table: Table, why: str) -> list[Stored]:
    """End the current turn, or let a computer play it, as the room's settings say. `why` is away,
    timer or vote."""
    player, running = table.at_turn, table.running
    if player is None or running is None:
        raise Refused("not_due")
    turns = table.absence.missed.get(player.seat, 0) + 1
    did = settings_of(table.room)["away"]
    # A player who is present but does nothing would be reported back at once.
    autoplay = turns >= TURNS_UNTIL_AUTOPLAY and player.seat not in present_players(table)
    autoplay = autoplay and table.room.deal_id is None  # nobody plays a try for another
    if autoplay:
        did = "computer"
    events: list[Stored] = []
    if did != "computer":
        did, events = _end_turn(table, running, did)
    elif autoplay:
        events = [{"e": "autoplay", "player": player.seat, "level": STAND_IN}]
    else:
        table.absence.autoplay_this_turn = player.seat
        events = [{"e": "autoplay_this_turn", "player": player.seat, "level": STAND_IN}]
    table.absence.missed[player.seat] = turns
    waited = {"e": "waited", "player": player.seat, "why": why, "did": did, "missed": turns}
    return [waited, *events]


def _end_turn(table: Table, running: RunningGame, policy: str) -> tuple[str, list[Stored]]:
    """Bank the best keep if the `policy` is "bank" and the rules allow it, else skip. Return
    "bank" or "skip", and the events."""
    banks = [choice for choice in running.state.legal.choices if choice.bank is None]
    if policy == "bank" and banks:
        best = max(banks, key=lambda choice: choice.total)
        return "bank", table.act(farkle.Bank(best.keep)) + game_service.finish_if_over(table)
    return "skip", table.act(farkle.Skip()) + game_service.finish_if_over(table)


def pass_host(table: Table) -> list[Stored]:
    """Replace an absent host by a player who is present."""
    present = present_players(table)
    host = next_host(table, present)
    if host is None or host.seat not in present:
        host = table.players.get(table.room.host or 0)
    return [make_host(table, host)]


@handles(Extend, by="player")
def extend(table: Table, _body: Extend, player: Player) -> list[Stored]:
    """Extend the player's own turn."""
    if player is not table.at_turn:
        raise Refused("no_time")
    extended = lengthen_turn(table, player)
    return [*table.absence.end(player.seat), extended]


def lengthen_turn(table: Table, player: Player) -> Stored:
    """Extend the current turn by the room's timer, and return the event. Raise Refused."""
    timer, due = settings_of(table.room)["timer"], table.room.deadlines.get("turn")
    if due is None or not timer or table.absence.extended >= MOST_EXTENSIONS:
        raise Refused("no_time")
    table.absence.extended += 1
    table.absence.clock_restarted_at = clock.milliseconds()
    later = max(due, clock.milliseconds()) + timer * 1000
    table.change_room(deadlines={**table.room.deadlines, "turn": later})
    left = MOST_EXTENSIONS - table.absence.extended
    return {"e": "extended", "player": player.seat, "left": left}


def present_players(table: Table) -> frozenset[int]:
    """Return the players who are present; all of them while this process does not know yet."""
    if not presence.sees_all_players:
        return frozenset(table.players)
    return presence.players_present(table.room.pk, clock.now().timestamp())


def seconds_absent(table: Table, player: Player) -> float:
    """Return the time, in seconds, that the player has certainly been absent; 0 if present."""
    if not presence.sees_all_players:
        return 0.0
    return presence.seconds_absent(table.room.pk, player.seat, clock.now().timestamp())
