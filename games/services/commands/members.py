"""The members of a room: everybody who has sat here. They can come back. The host can remove and
readmit them, and start a game without those who are away."""

from dataclasses import replace

from games.models import FOUNDER, Player
from games.people.blocks import is_shut_out
from games.protocol.commands import (
    Command,
    Done,
    No,
    Readmit,
    RemoveMember,
    SitAgain,
    StartWithout,
)
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.protocol.requests import own_id
from games.services.commands import game as game_service
from games.services.commands.absence import seconds_absent
from games.services.commands.host import get_up, spare_founder
from games.services.commands.seats import MOST_SEATS_OF_A_PERSON, join_after_sitting, take_seat
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.room_settings import settings_of


@handles(SitAgain)
def sit_again(table: Table, command: Command, body: SitAgain) -> PendingEvent | Done:
    """Take seats again: one event for each, since a game's record has one action an event. Members
    need not knock."""
    person = command.person or 0
    mine = [one for one in table.players.values() if table.is_held_by(one, person)]
    founder = table.is_founder(person)
    if any(one.removed for one in mine) and not founder:
        raise Refused("removed")
    if is_shut_out(table.room, person):
        raise Refused("unavailable")
    if not body.seats or not {one.seat for one in mine}.issuperset(body.seats):
        raise Refused("not_yours")
    again = [one for one in mine if one.left and one.seat in body.seats]
    if not again:
        return Done(None, body.seats[0])
    if sum(not one.left for one in mine) + len(again) > MOST_SEATS_OF_A_PERSON:
        raise Refused("too_many_seats")
    if not founder and len(table.seated()) + len(again) > settings_of(table.room)["seats"]:
        raise Refused("room_full")
    for player in again[:-1]:
        own = own_id("sit", player.seat, table.room.head)
        _sit(table, replace(command, id=own), player)
    return _sit(table, command, again[-1])


def _sit(table: Table, command: Command, player: Player) -> PendingEvent:
    _, events = take_seat(table, command.person or 0, player.name, player)
    late = join_after_sitting(table, player)
    game = table.running.game if late and table.running else None
    return table.record(command, [*events, *late], player=player.seat, game=game)


@handles(RemoveMember)
def remove_member(table: Table, command: Command, body: RemoveMember) -> PendingEvent | Done:
    """Bar a person from the room. Seated members can only be removed between games, so that it can
    be undone; during a game the host removes them at the table."""
    host = table.require_host(command, body.player)
    whom = _require_person(table, body.whom)
    spare_founder(table, command, whom)
    if not table.holders_of(whom).isdisjoint(table.holders_of(host)):
        raise Refused("not_yours")  # hosts leave their own seats
    if whom in table.in_game():
        raise Refused("game_on")
    if whom.removed:
        return Done(None)
    return table.record(command, get_up(table, whom, "removed"), player=host.seat)


@handles(Readmit)
def readmit(table: Table, command: Command, body: Readmit) -> PendingEvent | Done:
    """Let a person who was removed sit down again, or seat them at once."""
    host = table.require_host(command, body.player)
    whom = _require_person(table, body.whom)
    if not whom.removed:
        return Done(None)
    if body.back and len(table.seated()) < settings_of(table.room)["seats"]:
        _, events = take_seat(table, whom.person_id or 0, whom.name, whom)
    else:
        table.change_player(whom, removed=False)
        events = list[Stored]()
    return table.record(
        command, [{"e": "readmitted", "player": whom.seat}, *events], player=host.seat
    )


@handles(StartWithout)
def start_without(table: Table, command: Command, body: StartWithout) -> PendingEvent | No:
    """Begin the next game without players who are away. They keep their seats for the following
    game."""
    host = table.require_host(command, body.player)
    if table.running is not None:
        raise Refused("game_on")
    for seat in body.players:
        whom = table.require_seated(seat)
        if whom.person_id is None:
            raise Refused("no_player")
        if not seconds_absent(table, whom) or table.is_held_by(whom, command.person or 0):
            raise Refused("not_away")
    return game_service.begin_or_renew(table, command, host, body.players)


def _require_person(table: Table, seat: int) -> Player:
    found = table.players.get(seat)
    if found is None or found.person_id is None or seat == FOUNDER:
        raise Refused("no_player")
    return found
