"""What `play` does about somebody who is away or takes too long, and who comes back.

Presence is asked of the cache, which all processes share. Hubs notice that somebody is missing, or
back, and say so; whether it is so is looked up here again.
"""

from typing import Final

import farkle
from games import clock, presence
from games.models import Player
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import game as game_service
from games.services.handlers import handles
from games.services.seats import make_host
from games.services.table import Table
from games.state.absence import STAND_IN
from games.state.room_settings import counts_down, settings_of

TURNS_UNTIL_WARM: Final = 3
MOST_EXTENSIONS: Final = 10
"""As many as accessibility asks for at least."""


@handles(c.Missing)
def missing(table: Table, command: Command, body: c.Missing) -> PendingEvent:
    """Somebody on whom others wait is not there."""
    player = table.players.get(body.player)
    if player is None or player.seat in there(table):
        raise Refused("not_due")
    if not (_is_waited_for(table, player) or _is_missed_as_host(table, player)):
        raise Refused("not_due")
    if player.seat not in table.waits.away:
        table.waits.away.append(player.seat)
    return table.record(command, [{"e": "away", "player": player.seat}], player=None)


def _is_waited_for(table: Table, player: Player) -> bool:
    room = table.room
    if player is not table.at_turn or table.waits.paused or table.mind_of(player):
        return False
    return "away" not in room.deadlines and counts_down(settings_of(room))


def _is_missed_as_host(table: Table, player: Player) -> bool:
    return player.seat == table.room.host and "host" not in table.room.deadlines


@handles(c.Back)
def back(table: Table, command: Command, body: c.Back) -> PendingEvent:
    """Somebody who was waited for is there again."""
    if body.player not in there(table) or not table.waits.is_absent(body.player):
        raise Refused("not_due")
    return table.record(command, table.waits.end(body.player), player=None)


def times_up(table: Table, command: Command, why: str, *first: room_events.Stored) -> PendingEvent:
    """What the room has chosen happens to the turn of whom everybody waits for."""
    player, running = table.at_turn, table.running
    if player is None or running is None:
        raise Refused("not_due")
    turns = table.waits.missed.get(player.seat, 0) + 1
    did = settings_of(table.room)["away"]
    if turns >= TURNS_UNTIL_WARM:
        did = "computer"
    events: list[room_events.Stored] = []
    if did != "computer":
        did, events = _end_turn(table, did)
    elif turns >= TURNS_UNTIL_WARM:
        table.waits.warm.append(player.seat)
        events = [{"e": "warm", "player": player.seat, "level": STAND_IN}]
    else:
        table.waits.stand_in = player.seat
        events = [{"e": "stand_in", "player": player.seat, "level": STAND_IN}]
    table.waits.missed[player.seat] = turns
    waited = {"e": "waited", "player": player.seat, "why": why, "did": did, "missed": turns}
    game = None if did == "computer" else running.game
    return table.record(command, [*first, waited, *events], player=None, game=game)


def _end_turn(table: Table, wanted: str) -> tuple[str, list[room_events.Stored]]:
    """Bank the most that can be banked, where that is wanted and possible; else skip."""
    running = game_service.running_game_of(table)
    banks = [choice for choice in running.state.legal.choices if choice.bank is None]
    if wanted == "bank" and banks:
        best = max(banks, key=lambda choice: choice.total)
        return "bank", table.act(farkle.Bank(best.keep)) + game_service.finish_if_over(table)
    return "skip", table.act(farkle.Skip()) + game_service.finish_if_over(table)


def pass_host(table: Table, command: Command) -> PendingEvent:
    """The host has been away for so long that somebody who is there has the role now."""
    here = there(table)
    heirs = [one for one in table.seated() if one.person_id is not None and one.seat in here]
    host = table.players.get(table.room.host or 0)
    return table.record(command, [make_host(table, next(iter(heirs), host))], player=None)


@handles(c.Extend)
def extend(table: Table, command: Command, body: c.Extend) -> PendingEvent:
    """The player at turn takes as much time again."""
    player = table.own(command, body.player)
    if player is not table.at_turn:
        raise Refused("no_time")
    timer, due = settings_of(table.room)["timer"], table.room.deadlines.get("turn")
    if due is None or not timer or table.waits.extended >= MOST_EXTENSIONS:
        raise Refused("no_time")
    events = table.waits.end(player.seat)
    table.waits.extended += 1
    later = max(due, clock.milliseconds()) + timer * 1000
    table.change_room(deadlines={**table.room.deadlines, "turn": later})
    left = MOST_EXTENSIONS - table.waits.extended
    events.append({"e": "extended", "player": player.seat, "left": left})
    return table.record(command, events, player=player.seat)


def there(table: Table) -> frozenset[int]:
    """The players who are there."""
    return presence.players_present(table.room.pk, clock.now().timestamp())
