"""Archives: the events and turns of a game that ended long ago, packed into one row.

While a game is being archived, its events may be both rows of `Event` and in the archive; the
functions here return each once. An archive omits the columns that only serve to answer a resent
command: its id, sender and intent.
"""

import logging
import zlib
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import orjson
from django.db.models import QuerySet

from games.models import Archive, Event, Game, Turn
from games.protocol.events import PastEvent
from games.state.turns import EndedTurn

logger = logging.getLogger(__name__)

_FORMAT: Final = b"\x01"
"""The first byte of an archive. JSON follows, compressed with zlib, which includes a checksum."""
_LEVEL: Final = 9
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class BrokenArchive(ValueError):
    """An archive cannot be read; the message names its game."""


class Archived(NamedTuple):
    events: list[PastEvent]
    turns: list[EndedTurn]


def pack(events: Sequence[PastEvent], turns: Sequence[EndedTurn], level: int = _LEVEL) -> bytes:
    """Return the archive of a game. A low `level` of compression takes a tenth of the time."""
    rows = [
        [event.number, event.ply, event.player, (event.at - _EPOCH) // _MICROSECOND, event.events]
        for event in events
    ]
    text = orjson.dumps({"events": rows, "turns": [list(turn) for turn in turns]})
    return _FORMAT + zlib.compress(text, level)


def read_archive(game: Game) -> Archived:
    """Return the archive of `game`, empty if it has none. Raise BrokenArchive."""
    packed = Archive.objects.filter(pk=game.pk).values_list("packed", flat=True).first()
    return Archived([], []) if packed is None else unpack(game, bytes(packed))


def unpack(game: Game, packed: bytes) -> Archived:
    """Return the content of the archive of `game`. Raise BrokenArchive, which names the game."""
    try:
        if packed[:1] != _FORMAT:
            raise ValueError("its format is unknown")
        rows: dict[str, list[list[Any]]] = orjson.loads(zlib.decompress(packed[1:]))
    except (ValueError, zlib.error) as error:
        raise BrokenArchive(f"the archive of game {game.pk} cannot be read: {error}") from error
    events = [
        PastEvent(number, ply, player, _EPOCH + at * _MICROSECOND, batch)
        for number, ply, player, at, batch in rows["events"]
    ]
    return Archived(events, [EndedTurn(*turn) for turn in rows["turns"]])


def events_in(rows: QuerySet[Event], most: int | None = None) -> list[PastEvent]:
    """Return the events in these rows, or the first `most` of them, oldest first."""
    ordered = rows.order_by("number").values_list(*PastEvent._fields)[:most]
    return [PastEvent(*row) for row in ordered]


def turns_in(rows: QuerySet[Turn]) -> list[EndedTurn]:
    return [EndedTurn(*row) for row in rows.order_by("number").values_list(*EndedTurn._fields)]


def events_of(game: Game) -> list[PastEvent]:
    """Return the events of a game, oldest first. Raise BrokenArchive."""
    # Rows first: if the game is archived in between, the archive has the rows that are gone.
    rows = events_in(Event.objects.filter(room_id=game.room_id, game_id=game.pk))
    return merge(rows, read_archive(game).events)


def merge(rows: Sequence[PastEvent], packed: Sequence[PastEvent]) -> list[PastEvent]:
    """Return the events from rows and archives, each once, oldest first."""
    events = {event.number: event for event in (*packed, *rows)}
    return [events[number] for number in sorted(events)]


def turns_of(game: Game) -> list[EndedTurn]:
    """Return the turns of a game, oldest first; those of a broken archive are left out."""
    return turns_of_each([game])[game.pk]


def turns_of_each(games: Collection[Game]) -> dict[int, list[EndedTurn]]:
    """Return the turns of these games by their primary keys, as `turns_of` does. Two queries."""
    turns: dict[int, list[EndedTurn]] = {game.pk: [] for game in games}
    # Rows first, as in `events_of`. An archive has all turns of its game.
    rows = Turn.objects.filter(game__in=games).order_by("number")
    for key, *values in rows.values_list("game", *EndedTurn._fields):
        turns[key].append(EndedTurn(*values))
    return turns | _archived_turns(games)


def archived_turns(game: Game) -> list[EndedTurn]:
    """Return the turns in the archive of `game`; none if it is broken, so that its room goes on."""
    return _archived_turns([game]).get(game.pk, [])


def _archived_turns(games: Collection[Game]) -> dict[int, list[EndedTurn]]:
    packed = dict(Archive.objects.filter(game__in=games).values_list("game", "packed"))
    found = {}
    for game in games:
        if game.pk in packed:
            try:
                found[game.pk] = unpack(game, bytes(packed[game.pk])).turns
            except BrokenArchive as error:
                logger.error("%s", error)
    return found
