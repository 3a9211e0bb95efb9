"""What a room waits for: who is away, who is played for, votes under way, a pause.

It is stored with the room and changes only with an event, so that every process sees the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from games.protocol import events as room_events

STAND_IN = "ledger"
"""The level that plays for somebody who is away."""

VOTES = ("go_on", "pause", "resume")


@dataclass(slots=True)
class Pause:
    """Since when (ms since 1970), by which player (None: by vote), and what was left (ms) of each
    deadline."""

    by: int | None
    reason: str
    since: int
    rest: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        return {"by": self.by, "reason": self.reason, "since": self.since, "rest": self.rest}


@dataclass(slots=True)
class AbsenceState:
    """Players are seats in the room."""

    away: list[int] = field(default_factory=list)
    """Reported missing: their turns are counted down."""
    warm: list[int] = field(default_factory=list)
    """A computer keeps their seats warm until they are back."""
    stand_in: int | None = None
    """Whose present turn a computer plays."""
    missed: dict[int, int] = field(default_factory=dict)
    """How many turns in a row went by without each."""
    extended: int = 0
    """How often the present turn was given more time."""
    votes: dict[str, list[int]] = field(default_factory=dict)
    paused: Pause | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able; what is as in a new room is left out."""
        if self.nothing:
            return {}
        values = {
            "away": self.away[:],
            "warm": self.warm[:],
            "stand_in": self.stand_in,
            "missed": {str(player): turns for player, turns in self.missed.items()},
            "extended": self.extended,
            "votes": {about: players[:] for about, players in self.votes.items()},
            "paused": self.paused and self.paused.to_dict(),
        }
        return {name: value for name, value in values.items() if value}

    @property
    def nothing(self) -> bool:
        """Whether all is as in a new room."""
        people = self.away or self.warm or self.missed or self.votes
        return not (people or self.stand_in or self.extended or self.paused)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        if not data:
            return cls()
        waits = cls(**data)
        waits.missed = {int(player): turns for player, turns in waits.missed.items()}
        waits.away, waits.warm = waits.away[:], waits.warm[:]
        waits.votes = {about: players[:] for about, players in waits.votes.items()}
        waits.paused = Pause(**data["paused"]) if data.get("paused") else None
        return waits

    def mind_for(self, player: int) -> str:
        """The level that plays for this person now; empty where nobody does."""
        return STAND_IN if player in self.warm or player == self.stand_in else ""

    def is_waited_for(self, player: int) -> bool:
        """Whether that player is missed, or played for."""
        return player in self.away or bool(self.mind_for(player))

    def note(self, events: Sequence[room_events.Stored]) -> None:
        """What follows from these events by itself."""
        for event in events:
            match event["e"]:
                case "turn":
                    self.stand_in, self.extended = None, 0
                    self.votes.pop("go_on", None)
                    if self.paused is not None:  # somebody left: the next one has all the time
                        self.paused.rest = {}
                case "waited":
                    self.votes.pop("go_on", None)
                case "gone" | "removed":
                    self.forget(event["player"])
                case "paused" | "resumed":
                    self.votes = {}
                case "ended":
                    self.stand_in, self.paused, self.votes = None, None, {}

    def come_back(self, player: int) -> list[room_events.Stored]:
        """That player is there again; [] where nobody had waited."""
        waited = self.is_waited_for(player)
        turns = self.forget(player)
        return [{"e": "back", "player": player, "turns": turns}] if waited else []

    def forget(self, player: int) -> int:
        """Nobody waits for that player any more; how many turns had gone by without."""
        self.away = [one for one in self.away if one != player]
        self.warm = [one for one in self.warm if one != player]
        if self.stand_in == player:
            self.stand_in = None
        return self.missed.pop(player, 0)
