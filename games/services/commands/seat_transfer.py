"""Move a seat to another device by a code, or give it to another person.

A seat that the host gave away can be taken back by the person who held it before, even after the
new holder has left. A new holder who leaves during a game gives the seat back.
"""

import re
import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import clock
from games.models import FOUNDER, Holder, Person, Player, Room, SeatCode
from games.people.blocks import is_shut_out
from games.people.names import CODE_ALPHABET, CODE_LENGTH
from games.protocol.commands import Done, Give, TakeBack, UseCode
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands import absence
from games.services.commands.host import free_seat, require_not_founder
from games.services.commands.seats import drop_holders, join_after_sitting, return_seat, take_seat
from games.services.tables.handlers import handles
from games.services.tables.table import Table

CODE_FOR: Final = timedelta(minutes=10)
GIVEN_AFTER: Final = timedelta(minutes=3)
"""Minimum absence of a player before the host may give the seat away."""


def make_code(person: Person, room: Room, seat: int, how: str) -> tuple[str, int]:
    """Return a new code for a seat that `person` holds, and its expiry (ms). It replaces an earlier
    code. `how` is `move`, or `double` to hold the seat on both devices. Raise Refused."""
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
    return Room.objects.filter(players__code__code_hash=_hash(code)).first()


@handles(UseCode)
def use_code(table: Table, body: UseCode) -> PendingEvent | Done:
    """Give the seat to the device on which the code was typed, alone or as a further device."""
    if table.asker is None:
        raise Refused("not_yours")
    code = SeatCode.objects.filter(code_hash=_hash(body.code), player__room=table.room).first()
    if code is None or code.until <= clock.now():
        raise Refused("bad_code")
    if code.used_by_id is not None:
        if code.used_by_id != table.asker:
            raise Refused("bad_code")
        return Done(None)
    player = next(player for player in table.players.values() if player.pk == code.player_id)
    if player.left:
        raise Refused("gone")
    is_removed = any(seat.removed for seat in table.seats_of(table.asker))
    if is_removed and not table.is_founder(table.asker):
        raise Refused("removed")
    if is_shut_out(table.room, table.asker):
        raise Refused("bad_code")  # the same answer as for any wrong code
    if code.how == SeatCode.How.MOVE:
        table.change(player, person=Person.objects.get(pk=table.asker))
        drop_holders(table, player)
    elif not table.is_held_by(player, table.asker):
        Holder.objects.create(player=player, person_id=table.asker)
        table.holders.setdefault(player.seat, set()).add(table.asker)
    SeatCode.objects.filter(pk=code.pk).update(used_by=table.asker)
    event = {"e": "device", "player": player.seat, "how": code.how}
    return table.record([event], player=player.seat)


@handles(Give, by="host")
def give(table: Table, body: Give, host: Player) -> list[Stored]:
    """Give the seat of an absent person to a present one, as when a browser has lost its cookie.
    The receiver's own seat is freed, unless it played in the newest game or is the host's."""
    whom, to = table.require_seated(body.whom), table.require_seated(body.to)
    require_not_founder(table, whom)
    present = absence.present_players(table)
    if whom.person_id is None or whom.person_id == to.person_id or whom.seat in present:
        raise Refused("not_away")
    if to.person_id is None or to.seat not in present:
        raise Refused("not_there")
    if absence.seconds_absent(table, whom) < GIVEN_AFTER.total_seconds():
        raise Refused("not_away_long", minutes=GIVEN_AFTER // timedelta(minutes=1))
    first = whom.before or whom.person  # of two gifts, the first holder counts
    table.change(whom, before=None if first == to.person else first, person=to.person)
    drop_holders(table, whom)
    SeatCode.objects.filter(player=whom).delete()
    events: list[Stored] = [{"e": "given", "player": whom.seat, "to": to.seat}]
    events += table.absence.end(whom.seat)
    played = [] if table.last is None else table.last.players
    if to.seat not in played and to.person_id != host.person_id:
        events += free_seat(table, to, "gone")
    return events


@handles(TakeBack)
def take_back(table: Table, body: TakeBack) -> PendingEvent:
    """Return a seat to the person who held it before the host gave it away. Its present holder gets
    their own seat back, or a free one, unless they have another."""
    player = table.players.get(body.player)
    if player is None:
        raise Refused("no_player")
    if table.asker is None or player.before_id != table.asker:
        raise Refused("not_yours")
    given_to, left = player.person_id, player.left
    if left:
        table.require_free_seats()
    return_seat(table, player)
    again: list[Stored] = []
    if left:  # its present holder had left
        _, again = take_seat(table, table.asker, player.name, player)
    for other in _seats_taken_meanwhile(table, player):
        again += free_seat(table, other, "gone")
    own, events = (None, []) if given_to is None or left else _seat_again(table, given_to)
    late = [] if own is None or not events else join_after_sitting(table, own)
    objected = {"e": "objected", "player": player.seat, "to": own and own.seat}
    return table.record([objected, *again, *events, *late], player=player.seat)


def _seats_taken_meanwhile(table: Table, back: Player) -> list[Player]:
    """Return the seats that the holder of `back` took while another person had it: those of the
    same name with a number, except those that played in the newest game."""
    played = [] if table.last is None else table.last.players
    return [
        player
        for player in table.seated()
        if player.person_id == back.person_id
        and player.seat not in (*played, back.seat, FOUNDER)
        and re.fullmatch(rf"{re.escape(back.name)} \d+", player.name)
    ]


def _seat_again(table: Table, person: int) -> tuple[Player | None, list[Stored]]:
    """Return a seat of this person, with the events if they had to sit down first. The seat is None
    if all are taken, or if the host has removed the person."""
    seats = table.seats_of(person)
    seated = next((player for player in seats if not player.left), None)
    if seated is not None:
        return seated, []
    if table.free_seats <= 0 or any(player.removed for player in seats):
        return None, []
    former = next(iter(seats), None)
    name = former.name if former else Person.objects.get(pk=person).name
    return take_seat(table, person, name or _("Player"), former)


def _hash(code: str) -> str:
    return salted_hmac("games.play_devices", code, algorithm="sha256").hexdigest()
