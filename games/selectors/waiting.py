"""Turns that have waited long for their player, in all rooms."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.db.models import OuterRef, Subquery

from games.models import Event, Game, Player, Room


@dataclass(frozen=True)
class WaitingTurn:
    """A room that waits for a player's move."""

    code: str
    name: str
    since: datetime


def waiting_turns(before: datetime) -> dict[int, list[WaitingTurn]]:
    """Return, by person, the turns that have waited since before this time; not in paused games."""
    newest = Event.objects.filter(room=OuterRef("pk"), number=OuterRef("head")).values("at")[:1]
    # Nobody waits for a player alone.
    playing = Room.objects.filter(status=Room.Status.PLAYING, deal=None).annotate(
        at=Subquery(newest)
    )
    rooms = {
        room.pk: room for room in playing.filter(at__lt=before) if not room.absence.get("paused")
    }
    at_turn = {}
    games = Game.objects.filter(room__in=rooms, status=Game.Status.PLAYING)
    for game in games.only("room_id", "players", "snapshot"):
        # A snapshot is written at the end of each turn.
        current = game.snapshot["state"]["current"] if game.snapshot else -1
        if current >= 0:
            at_turn[game.room_id] = game.players[current]
    waiting = defaultdict(list)
    for person, room, seat in Player.objects.filter(room__in=at_turn).seated().holdings():
        if at_turn[room] == seat:
            row = rooms[room]
            waiting[person].append(WaitingTurn(row.code, row.name, row.at))  # type: ignore[attr-defined]
    return {person: sorted(turns, key=attrgetter("since")) for person, turns in waiting.items()}
