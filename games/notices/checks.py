"""Decide when a notice that is due is sent: now, later or never."""

from datetime import datetime, timedelta
from typing import Final

from games import clock
from games.models import Player, Room
from games.models.notices import Notice, Webhook
from games.notices.kinds import COUNTDOWN, INVITED, KINDS, LONG_TURN, TURN, VOTE
from games.notices.planning import LONG, current_turn
from games.notices.preferences import preferences_of, quiet_until
from games.people import presence
from games.people.blocks import is_shut_out
from games.state.holidays import waits_until

LOOK_AGAIN: Final = timedelta(seconds=30)
"""Time until the next check of a player who is in the room, but may leave without playing."""


def time_to_send(notice: Notice, now: datetime) -> datetime | None:
    """Return when to send a due notice, by the room as it is now: `now`, or a later time at which
    it is checked again, or None for never."""
    if notice.webhook is not None:
        return _time_for_chat(notice, notice.webhook, now)
    device = notice.its_device()
    chosen, kind = preferences_of(device.person), KINDS[notice.kind]
    account = device.person.user
    if account is not None and not account.is_active:  # it counts as logged out everywhere
        return None
    if now > notice.until or notice.kind in chosen.off:
        return None
    quiet = quiet_until(chosen, device.zone, now)
    if quiet is not None:
        return quiet if kind.delayed else None
    if notice.kind == INVITED:
        host = Player.objects.seated().filter(room=notice.room_id, seat=notice.body["by"])
        is_valid = host.exists() and not _is_kept_out(notice.room, device.person_id)
        return now if is_valid else None
    seats = set(
        Player.objects.seated()
        .held_by(device.person_id)
        .filter(room=notice.room_id)
        .values_list("seat", flat=True)
    )
    if not seats:
        return None
    is_there = bool(seats & presence.players_present(notice.room_id, now.timestamp()))
    if is_there and notice.kind != TURN:
        return None
    if notice.kind in (TURN, VOTE, COUNTDOWN):
        turn = current_turn(notice.room)
        if turn is None or turn._asdict() != notice.body or turn.seat not in seats:
            return None
    return now + LOOK_AGAIN if is_there else now


def _is_kept_out(room: Room, person: int) -> bool:
    """Return whether the host has removed or blocked the person since the invitation; the notice
    would give them the room's present link."""
    removed = Player.objects.filter(room=room, removed=True).held_by(person)
    return removed.exists() or is_shut_out(room, person)


def _time_for_chat(notice: Notice, webhook: Webhook, now: datetime) -> datetime | None:
    """Return when to send a notice to a chat, whose other members want to know, too."""
    if now > notice.until or webhook.off is not None:
        return None
    if notice.kind != LONG_TURN:
        return now
    turn = current_turn(notice.room)
    if turn is None or turn._asdict() != notice.body:
        return None
    on = clock.milliseconds()
    back = waits_until(notice.room, turn.seat, on)
    if back > on:  # the player is on holiday
        return now + timedelta(milliseconds=back - on) + LONG
    return now
