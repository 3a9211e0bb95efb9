"""The members of a room: all who have ever sat here. The host can remove and readmit them, and
start a game without those who are away. Blocks and the operator's bars remove members, too."""

from dataclasses import replace

from games.models import FOUNDER, Player
from games.people.blocks import is_shut_out
from games.protocol.commands import (
    Command,
    Done,
    Expel,
    No,
    Readmit,
    RemoveMember,
    ShutOut,
    SitAgain,
    StartWithout,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.protocol.requests import own_id
from games.services.commands import race
from games.services.commands.absence import seconds_absent
from games.services.commands.host import free_seat, require_not_founder
from games.services.commands.seats import (
    MOST_SEATS_OF_A_PERSON,
    join_after_sitting,
    remove_player,
    take_seat,
)
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(SitAgain)
def sit_again(table: Table, body: SitAgain) -> PendingEvent | Done:
    """Take seats again, without a knock. There is one event for each, since a game's record has one
    action per event."""
    person = table.asker or 0
    seats, founder = table.seats_of(person), table.is_founder(person)
    if any(player.removed for player in seats) and not founder:
        raise Refused("removed")
    if is_shut_out(table.room, person):
        raise Refused("unavailable")
    if not body.seats or not {player.seat for player in seats}.issuperset(body.seats):
        raise Refused("not_yours")
    again = [player for player in seats if player.left and player.seat in body.seats]
    if not again:
        return Done(None, body.seats[0])
    if sum(not player.left for player in seats) + len(again) > MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if not founder:
        table.require_free_seats(len(again))
    for player in again[:-1]:
        own = own_id("sit", player.seat, table.room.head)
        _sit(table, player, replace(table.command, id=own))
    return _sit(table, again[-1])


def _sit(table: Table, player: Player, command: Command | None = None) -> PendingEvent:
    _, events = take_seat(table, table.asker or 0, player.name, player)
    events += join_after_sitting(table, player)
    return table.record(events, player=player.seat, command=command)


@handles(RemoveMember, by="host")
def remove_member(table: Table, body: RemoveMember, host: Player) -> list[Stored] | Done:
    """Bar a member from the room. If they are in the running game, only `seats.remove` can."""
    whom = _require_person(table, body.whom)
    require_not_founder(table, whom)
    if not table.holders_of(whom).isdisjoint(table.holders_of(host)):
        raise Refused("not_yours")  # hosts leave their own seats
    if whom in table.in_game():
        raise Refused("game_on")
    if whom.removed:
        return Done(None)
    return free_seat(table, whom, "removed")


@handles(Readmit, by="host")
def readmit(table: Table, body: Readmit, _host: Player) -> list[Stored] | Done:
    """Let a removed person sit down again, or (`back`) seat them at once."""
    whom = _require_person(table, body.whom)
    if not whom.removed:
        return Done(None)
    if body.back and table.free_seats > 0:
        _, events = take_seat(table, whom.person_id or 0, whom.name, whom)
    else:
        table.change(whom, removed=False)
        events = list[Stored]()
    readmitted = {"e": "readmitted", "player": whom.seat}
    return [readmitted, *events]


@handles(ShutOut)
def shut_out(table: Table, body: ShutOut) -> PendingEvent | Done:
    """Free the seat of a player blocked by the founder or the host, as if the player had left.
    During a game it is freed later, by `free_blocked_seats`."""
    if table.is_founder(table.asker):
        keeper = table.require_seat(body.player)
    else:
        keeper = table.require_host(body.player)
    whom = table.require_seated(body.whom)
    require_not_founder(table, whom)
    if not table.holders_of(whom).isdisjoint(table.holders_of(keeper)) or whom in table.in_game():
        return Done(None)
    return table.record(free_seat(table, whom, "gone"), player=whom.seat)


@handles(Expel)
def expel(table: Table, body: Expel) -> PendingEvent:
    """Remove any player, for the operator of the site."""
    return remove_player(table, table.require_seated(body.whom))


@handles(StartWithout, by="host", between_games=True)
def start_without(table: Table, body: StartWithout, host: Player) -> PendingEvent | No:
    """Begin the next game without absent players, who keep their seats."""
    for seat in body.players:
        whom = table.require_seated(seat)
        if whom.person_id is None:
            raise Refused("no_player")
        if not seconds_absent(table, whom) or table.is_held_by_asker(whom):
            raise Refused("not_away")
    return race.begin_next(table, host, body.players)


def _require_person(table: Table, seat: int) -> Player:
    player = table.players.get(seat)
    if player is None or player.person_id is None or seat == FOUNDER:
        raise Refused("no_player")
    return player
