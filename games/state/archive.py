"""Archives: the events and turns of a game that ended long ago, packed into one row.

An event of a game is a row of `Event`, in the archive of its game, or, for a while, both. Events
that may be old are read with this module, which takes each once. An archive leaves out what is only
needed to answer a command that is sent again: its id, its sender, and the digest of what it asked.
"""

import logging
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import orjson
from django.db.models import QuerySet

from games.models import Archive, Event, Game, Turn
from games.protocol.events import Stored
from games.state.turns import EndedTurn

logger = logging.getLogger(__name__)

_FORMAT: Final = b"\x01"
"""The first byte of an archive. JSON follows, compressed with zlib, which includes a checksum."""
_LEVEL: Final = 9
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class BrokenArchive(ValueError):
    """An archive that cannot be read; the message says of which game."""


class PastEvent(NamedTuple):
    """An event, with the columns of `Event` that its archive keeps."""

    number: int
    ply: int | None
    player: int | None
    at: datetime
    events: list[Stored]


class Archived(NamedTuple):
    """What an archive holds."""

    events: list[PastEvent]
    turns: list[EndedTurn]


def pack(events: Sequence[PastEvent], turns: Sequence[EndedTurn]) -> bytes:
    """Return events and turns as an archive keeps them."""
    rows = [
        [one.number, one.ply, one.player, (one.at - _EPOCH) // _MICROSECOND, one.events]
        for one in events
    ]
    text = orjson.dumps({"events": rows, "turns": [list(turn) for turn in turns]})
    return _FORMAT + zlib.compress(text, _LEVEL)


def archived(game: Game) -> Archived:
    """Return what the archive of `game` holds; nothing if it has none. Raises BrokenArchive."""
    packed = Archive.objects.filter(pk=game.pk).values_list("packed", flat=True).first()
    return Archived([], []) if packed is None else unpack(game, bytes(packed))


def unpack(game: Game, packed: bytes) -> Archived:
    """Return the content of the archive of `game`. Raises BrokenArchive."""
    try:
        if packed[:1] != _FORMAT:
            raise ValueError("its format is unknown")
        found: dict[str, list[list[Any]]] = orjson.loads(zlib.decompress(packed[1:]))
    except (ValueError, zlib.error) as error:
        raise BrokenArchive(f"the archive of game {game.pk} cannot be read: {error}") from error
    events = [
        PastEvent(number, ply, player, _EPOCH + at * _MICROSECOND, batch)
        for number, ply, player, at, batch in found["events"]
    ]
    return Archived(events, [EndedTurn(*turn) for turn in found["turns"]])


def events_in(rows: QuerySet[Event], most: int | None = None) -> list[PastEvent]:
    """Return the events in these rows, or the first `most` of them, oldest first."""
    found = rows.order_by("number").values_list(*PastEvent._fields)[:most]
    return [PastEvent(*row) for row in found]


def turns_in(rows: QuerySet[Turn]) -> list[EndedTurn]:
    """Return the turns in these rows, oldest first."""
    return [EndedTurn(*row) for row in rows.order_by("number").values_list(*EndedTurn._fields)]


def events_of(game: Game) -> list[PastEvent]:
    """Return the events of a game, oldest first. Raises BrokenArchive."""
    # Read the rows first: an archive that is made meanwhile has what they lack.
    rows = events_in(Event.objects.filter(room_id=game.room_id, game_id=game.pk))
    return merged(rows, archived(game).events)


def merged(rows: Sequence[PastEvent], packed: Sequence[PastEvent]) -> list[PastEvent]:
    """Return these events of a room, each once, oldest first."""
    found = {one.number: one for one in (*packed, *rows)}
    return [found[number] for number in sorted(found)]


def turns_of(game: Game) -> list[EndedTurn]:
    """Return the turns of a game, oldest first; without those in an archive that is broken."""
    rows = turns_in(Turn.objects.filter(game=game))
    found = {turn.number: turn for turn in (*archived_turns(game), *rows)}
    return [found[number] for number in sorted(found)]


def archived_turns(game: Game) -> list[EndedTurn]:
    """Return the turns in the archive of `game`. A broken one has none: its room goes on."""
    try:
        return archived(game).turns
    except BrokenArchive as error:
        logger.error("%s", error)
        return []
