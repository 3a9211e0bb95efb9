"""The events of a room: those of the engine, and the room's own.

In the database an event is {"e": name, field: value}; on the wire it is [name, value, ...].

Typed names and reasons are never stored with an event, because events outlive a deleted account.
They are added when the event is sent (`with_words`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple

from farkle import Batch, GameState, Outcome, Target, batch_from_dicts, outcome, to_beat
from farkle.engine.events import EVENTS
from games.models import Game, Room

Stored = Mapping[str, Any]
"""A stored event."""


class PastEvent(NamedTuple):
    """The columns of `Event` that an archive keeps."""

    number: int
    ply: int | None
    player: int | None
    at: datetime
    events: list[Stored]


@dataclass(slots=True)
class PendingEvent:
    """A row of `Event` to be stored. (A model instance takes longer than the engine.)"""

    room_id: int
    number: int
    game: Game | None
    """A new game gets its key only when it is stored."""
    ply: int | None
    player: int | None
    events: list[Stored]
    command: str
    asker: int | None
    intent: str
    at: datetime

    @property
    def past(self) -> PastEvent:
        return PastEvent(self.number, self.ply, self.player, self.at, self.events)

    def values(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in self.__slots__ if name != "game"}
        return {**values, "game_id": None if self.game is None else self.game.pk}


ROOM_EVENTS: Mapping[str, tuple[str, ...]] = {
    "sat": ("player",),
    "renamed": ("player",),
    "claimed": ("player",),
    "coloured": ("player",),
    "material": ("player",),
    "dice": ("player",),
    "ready": ("player", "yes"),
    "gone": ("player",),
    "removed": ("player",),
    "readmitted": ("player",),
    "order": ("players",),
    "host": ("player",),
    "stood_in": ("rows",),
    "knocked": ("knock", "name", "at"),
    "answered": ("knock", "yes"),
    "rules": ("rules", "preset", "base"),
    "teams": ("count", "players", "teams"),
    "settings": ("name", "settings"),
    "season": ("number", "name", "first"),
    "next": ("number", "commitment"),
    "game": (
        "number",
        "players",
        "commitment",
        "strings",
        "rules",
        "preset",
        "teams",
        "fingerprint",
    ),
    "race": ("turns", "until", "began", "seconds"),
    "late": ("player", "team"),
    "device": ("player", "how"),
    "given": ("player", "to"),
    "objected": ("player", "to"),
    "returned": ("player",),
    "away": ("player",),
    "back": ("player", "turns"),
    "waited": ("player", "why", "did", "missed"),
    "autoplay_this_turn": ("player", "level"),
    "autoplay": ("player", "level"),
    "weaker": ("player", "level"),
    "extended": ("player", "left"),
    "holiday": ("player", "until", "left"),
    "holidays": ("rows",),
    "vote": ("about", "players", "needed", "again"),
    "paused": ("player", "reason", "since"),
    "resumed": ("player",),
    "clock": ("now",),
    "link": (),
    "notice": (),
    "slept": (),
    "ended": ("status", "seed"),
    "closed": ("why",),
}

FACTS: Mapping[str, tuple[str, ...]] = {
    name: tuple(field.name for field in fields(kind))
    for name, kind in (("to_beat", Target), ("outcome", Outcome))
}
"""Facts that follow from a game's state. They are sent, but never stored."""

# Events that change a player, whose full data is sent with them.
_OF_A_PLAYER = frozenset(
    {"sat", "renamed", "claimed", "coloured", "material", "dice", "ready", "gone", "removed"}
)
# Events that change the holder of a seat, access to the room ("host": that host's blocks apply) or
# the race that is on.
_OF_THE_SEATS = frozenset(
    {"link", "sat", "claimed", "device", "given", "objected", "returned", "host"}
    | {"gone", "removed", "readmitted", "race"}
)

FIELDS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(field.name for field in fields(kind)) for name, kind in EVENTS.items()},
    **ROOM_EVENTS,
    **FACTS,
}


def facts(state: GameState) -> dict[str, dict[str, Any]]:
    """Return those facts that apply now: the score to beat, the outcome of the game."""
    known = {"to_beat": to_beat(state, state.current), "outcome": outcome(state)}
    return {name: asdict(fact) for name, fact in known.items() if fact is not None}


def has(events: Sequence[Stored], *names: str) -> bool:
    return any(event["e"] in names for event in events)


WORDED = ("knocked", "paused")
"""Events that are sent with a person's own words."""


def with_words(event: Stored, room: Room) -> Stored:
    """Return the event with the words a person typed, "" if the room no longer has them."""
    if event["e"] == "knocked":
        names = (knock.get("name", "") for knock in room.knocks if knock["id"] == event["knock"])
        return {**event, "name": next(names, "")}
    if event["e"] == "paused":
        pause = room.absence.get("paused") or {}
        is_on = pause.get("since") == event["since"]
        return {**event, "reason": pause["reason"] if is_on else ""}
    return event


def to_stored(batch: Batch) -> list[Stored]:
    return [event.to_dict() for event in batch]


def engine_batch(events: Sequence[Stored]) -> Batch:
    return batch_from_dicts([event for event in events if event["e"] not in ROOM_EVENTS])


def to_wire(events: Sequence[Stored]) -> list[list[Any]]:
    """Return events in wire form. A field that an old event lacks is null."""
    return [[event["e"], *map(event.get, FIELDS[event["e"]])] for event in events]


def players_changed(events: Sequence[Stored]) -> list[int]:
    """Return the seats of the players whose data these events changed, each once."""
    return list(dict.fromkeys(e["player"] for e in events if e["e"] in _OF_A_PLAYER))


def seats_changed(events: Sequence[Stored]) -> bool:
    """Return True if the holder of a seat, or access to the room, may have changed."""
    return has(events, *_OF_THE_SEATS)


def is_play(events: Sequence[Stored]) -> bool:
    return all(event["e"] not in ROOM_EVENTS for event in events)


def advances_turn(events: Sequence[Stored]) -> bool:
    """Return True if a turn began or the current player rolled."""
    return has(events, "turn", "rolled")


def is_move(events: Sequence[Stored]) -> bool:
    """Return True if the engine's events come first, as in a move of the current player."""
    return events[0]["e"] not in ROOM_EVENTS
