"""The events of a room: which there are besides the engine's, and how a list of them is told.

Stored, an event is {"e": name, field: value}; on the wire it is [name, value, ...] in the order of
the fields here, which is that of docs/protocol.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from farkle import Batch, batch_from_dicts
from farkle.engine.events import EVENTS
from games.models import Game

Stored = Mapping[str, Any]


@dataclass(slots=True)
class PendingEvent:
    """What one command did, before it is written as an `Event` with these fields. (To make a row
    of a model for it would take longer than all the rest of a move does in the engine.)"""

    room_id: int
    number: int
    game: Game | None
    """It may have been made in this very batch, and have its key only when it is written."""
    ply: int | None
    player: int | None
    events: list[Stored]
    command: str
    asker: int | None
    intent: str
    at: datetime

    def values(self) -> dict[str, Any]:
        """By column of `Event`."""
        return {
            "room_id": self.room_id,
            "number": self.number,
            "game_id": None if self.game is None else self.game.id,
            "ply": self.ply,
            "player": self.player,
            "events": self.events,
            "command": self.command,
            "asker": self.asker,
            "intent": self.intent,
            "at": self.at,
        }


ROOM_EVENTS: Mapping[str, tuple[str, ...]] = {
    "sat": ("player",),
    "renamed": ("player",),
    "claimed": ("player",),
    "coloured": ("player",),
    "ready": ("player", "yes"),
    "gone": ("player",),
    "removed": ("player",),
    "order": ("players",),
    "host": ("player",),
    "rules": ("rules", "preset", "base"),
    "teams": ("count", "players", "teams"),
    "settings": ("name", "settings"),
    "next": ("number", "commitment"),
    "game": ("number", "players", "commitment", "strings", "rules", "preset", "teams"),
    "late": ("player", "team"),
    "device": ("player", "how"),
    "given": ("player", "to"),
    "objected": ("player",),
    "away": ("player",),
    "back": ("player", "turns"),
    "waited": ("player", "why", "did", "missed"),
    "stand_in": ("player", "level"),
    "warm": ("player", "level"),
    "extended": ("player", "left"),
    "vote": ("about", "players", "needed"),
    "paused": ("player", "reason", "since"),
    "resumed": ("player",),
    "ended": ("status", "seed"),
    "closed": ("why",),
}

# These change a player, who is told whole beside them.
_OF_A_PLAYER = frozenset({"sat", "renamed", "claimed", "coloured", "ready", "gone", "removed"})
# These change who holds a seat.
_OF_THE_SEATS = frozenset({"sat", "claimed", "device", "given", "objected", "gone", "removed"})

FIELDS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(one.name for one in fields(kind)) for name, kind in EVENTS.items()},
    **ROOM_EVENTS,
}


def stored(batch: Batch) -> list[Stored]:
    """What the engine says happened, as it is kept."""
    return [event.to_dict() for event in batch]


def engine_batch(events: Sequence[Stored]) -> Batch:
    """The engine's part of what is kept; () where it had none."""
    return batch_from_dicts([event for event in events if event["e"] not in ROOM_EVENTS])


def told(events: Sequence[Stored]) -> list[list[Any]]:
    """A list of stored events as it goes over the wire; what was not known yet is null."""
    return [[event["e"], *map(event.get, FIELDS[event["e"]])] for event in events]


def players_changed(events: Sequence[Stored]) -> list[int]:
    """The players whose own data these events changed, each once."""
    return list(dict.fromkeys(e["player"] for e in events if e["e"] in _OF_A_PLAYER))


def seats_changed(events: Sequence[Stored]) -> bool:
    """Whether somebody sat down or got up."""
    return any(event["e"] in _OF_THE_SEATS for event in events)


def settings_changed(events: Sequence[Stored]) -> bool:
    """Whether the host set how the room is run."""
    return any(event["e"] == "settings" for event in events)


def is_play(events: Sequence[Stored]) -> bool:
    """Whether all of it is the engine's, and nothing of the room."""
    return all(event["e"] not in ROOM_EVENTS for event in events)


def is_move(events: Sequence[Stored]) -> bool:
    """Whether this is a move of the player at turn, and nothing of the room."""
    return events[0]["e"] not in ROOM_EVENTS
