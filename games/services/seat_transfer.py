"""What `play` does when a seat goes to another device, or to somebody else who is there.

A code for another device is short-lived, works once, and is stored as a hash; it is not what the
seat is held by. A seat that the host hands on can be taken back by who held it before.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from games import clock
from games.models import Holder, Person, Player, Room, SeatCode
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command, Done
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import absence
from games.services.handlers import handles
from games.services.seats import get_up, other
from games.services.table import Table
from games.validators import CODE_ALPHABET, CODE_LENGTH

CODE_FOR: Final = timedelta(minutes=10)


def make_code(person: Person, room: Room, seat: int, how: str) -> tuple[str, int]:
    """A fresh code for a seat that `person` holds, on whichever device, and until when (ms) it is
    good; one made before is worth nothing any more. `how`: `move` or `double`. Raises Refused."""
    player = Player.objects.seated().marked_for(person).filter(room=room, seat=seat).first()
    if player is None:
        raise Refused("no_player")
    if not player.is_mine:
        raise Refused("not_yours")
    if how not in SeatCode.How.values:
        raise Refused("bad_settings")
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    until = clock.now() + CODE_FOR
    values = {"code_hash": _hash(code), "how": how, "until": until, "used_by": None}
    with transaction.atomic():
        SeatCode.objects.update_or_create(player=player, defaults=values)
    return code, int(until.timestamp() * 1000)


def room_of_code(code: str) -> Room | None:
    """Where the code was made; None for one that nobody made."""
    found = SeatCode.objects.filter(code_hash=_hash(code)).select_related("player__room").first()
    return None if found is None else found.player.room


@handles(c.UseCode)
def use_code(table: Table, command: Command, body: c.UseCode) -> PendingEvent | Done:
    """The device on which the code was typed holds the seat from now on, alone or as well."""
    if command.person is None:
        raise Refused("not_yours")
    found = SeatCode.objects.filter(code_hash=_hash(body.code), player__room=table.room).first()
    if found is None or found.until <= clock.now():
        raise Refused("bad_code")
    if found.used_by_id is not None:
        if found.used_by_id != command.person:
            raise Refused("bad_code")
        return Done(None)
    player = next(one for one in table.players.values() if one.pk == found.player_id)
    if player.left:
        raise Refused("gone")
    mine = (one for one in table.players.values() if table.is_held_by(one, command.person))
    if any(one.removed for one in mine):
        raise Refused("removed")
    if found.how == SeatCode.How.MOVE:
        table.change_player(player, person=Person.objects.get(pk=command.person))
        _let_go(table, player)
    elif not table.is_held_by(player, command.person):
        Holder.objects.create(player=player, person_id=command.person)
        table.holders.setdefault(player.seat, set()).add(command.person)
    SeatCode.objects.filter(pk=found.pk).update(used_by=command.person)
    event = {"e": "device", "player": player.seat, "how": found.how}
    return table.record(command, [event], player=player.seat)


@handles(c.Give)
def give(table: Table, command: Command, body: c.Give) -> PendingEvent:
    """The host hands the seat of somebody who is away to somebody who is there, for one whose
    browser has lost it. What that one sat on meanwhile gets up, unless it has a part in a game."""
    host = table.host(command, body.player)
    whom, to = other(table, body.whom), other(table, body.to)
    here = absence.there(table)
    if whom.person_id is None or whom.person_id == to.person_id or whom.seat in here:
        raise Refused("not_away")
    if to.person_id is None or to.seat not in here:
        raise Refused("not_there")
    first = whom.before or whom.person  # given twice it is still whose it was
    table.change_player(whom, before=None if first == to.person else first, person=to.person)
    _let_go(table, whom)
    SeatCode.objects.filter(player=whom).delete()
    events: list[room_events.Stored] = [{"e": "given", "player": whom.seat, "to": to.seat}]
    events += table.waits.end(whom.seat)
    played = [] if table.last is None else table.last.players
    if to.seat not in played and to.person_id != host.person_id:
        events += get_up(table, to, "gone")
    return table.record(command, events, player=host.seat)


@handles(c.TakeBack)
def take_back(table: Table, command: Command, body: c.TakeBack) -> PendingEvent:
    """Who held the seat before the host gave it away has it again."""
    player = other(table, body.player)
    if command.person is None or player.before_id != command.person:
        raise Refused("not_yours")
    table.change_player(player, person=player.before, before=None)
    _let_go(table, player)
    SeatCode.objects.filter(player=player).delete()
    return table.record(command, [{"e": "objected", "player": player.seat}], player=player.seat)


def _let_go(table: Table, player: Player) -> None:
    """Nobody else holds the seat as well."""
    if table.holders.pop(player.seat, None):
        Holder.objects.filter(player=player).delete()


def _hash(code: str) -> str:
    return salted_hmac("games.play_devices", code, algorithm="sha256").hexdigest()
