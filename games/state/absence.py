"""The absences of a room: who is away, whose turns a computer plays, votes and a pause.

They are stored with the room and change only with an event, so every process sees the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from games.protocol import events as room_events

STAND_IN = "ledger"
"""The level of the computer that plays for an absent player."""

VOTES = ("go_on", "pause", "resume")


@dataclass(slots=True)
class Pause:
    """A pause: the player who made it (None: a vote), when it began (ms since 1970), and the rest
    (ms) of each deadline. From `again` on, it ends if half of the players ask again."""

    by: int | None
    reason: str
    since: int
    rest: dict[str, int]
    again: int | None = None

    def to_dict(self) -> dict[str, Any]:
        values = {"by": self.by, "reason": self.reason, "since": self.since, "rest": self.rest}
        return values if self.again is None else {**values, "again": self.again}

    def event(self) -> room_events.Stored:
        """Return the event for this pause."""
        return {"e": "paused", "player": self.by, "since": self.since}


@dataclass(slots=True)
class AbsenceState:
    """See the module. Players are given by their seats in the room."""

    away: list[int] = field(default_factory=list)
    """Players reported missing: their turns have a countdown."""
    warm: list[int] = field(default_factory=list)
    """Players for whom a computer plays until they are back."""
    stand_in: int | None = None
    """The player whose present turn a computer plays."""
    missed: dict[int, int] = field(default_factory=dict)
    """How many turns in a row each player has missed."""
    extended: int = 0
    """How often the current turn was extended."""
    votes: dict[str, list[int]] = field(default_factory=dict)
    needed: dict[str, int] = field(default_factory=dict)
    """How many votes each subject needs, as of the newest vote."""
    paused: Pause | None = None
    pauses: int = 0
    """How often the host has paused this game while others played in it."""
    fresh: int = 0
    """When (ms since 1970) the time of this turn last restarted without a move, else 0."""
    stood_in: list[list[Any]] = field(default_factory=list)
    """What stand-in hosts have done since the founder was last host: see `games.state.rights`."""

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON, without the fields that have their default."""
        if self.is_empty:
            return {}
        values = {
            "away": self.away[:],
            "warm": self.warm[:],
            "stand_in": self.stand_in,
            "missed": {str(player): turns for player, turns in self.missed.items()},
            "extended": self.extended,
            "votes": {about: players[:] for about, players in self.votes.items()},
            "needed": dict(self.needed),
            "paused": self.paused and self.paused.to_dict(),
            "pauses": self.pauses,
            "fresh": self.fresh,
            "stood_in": self.stood_in,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def is_empty(self) -> bool:
        """Whether every field has its default."""
        people = self.away or self.warm or self.missed or self.votes
        turn = self.stand_in or self.extended or self.fresh
        return not (people or turn or self.paused or self.pauses or self.stood_in)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        if not data:
            return cls()
        absence = cls(**data)
        absence.missed = {int(player): turns for player, turns in absence.missed.items()}
        absence.away, absence.warm = absence.away[:], absence.warm[:]
        absence.votes = {about: players[:] for about, players in absence.votes.items()}
        absence.needed = dict(absence.needed)
        absence.paused = Pause(**data["paused"]) if data.get("paused") else None
        return absence

    def stand_in_level(self, player: int) -> str:
        """Return the level of the computer that plays for this person; empty if none does."""
        return STAND_IN if player in self.warm or player == self.stand_in else ""

    def is_absent(self, player: int) -> bool:
        """Return whether the player is reported missing or played for."""
        return player in self.away or bool(self.stand_in_level(player))

    def update(self, events: Sequence[room_events.Stored]) -> None:
        """Apply what follows from these events."""
        for event in events:
            match event["e"]:
                case "turn":
                    self.stand_in, self.extended, self.fresh = None, 0, 0
                    self._end_vote("go_on")
                    if self.paused is not None:  # the next player has the whole time
                        self.paused.rest = {}
                case "rolled":
                    self.fresh = 0
                    self._end_vote("go_on")
                case "waited":
                    self._end_vote("go_on")
                case "vote" if event["players"]:
                    self.votes[event["about"]] = list(event["players"])
                    self.needed[event["about"]] = event["needed"]
                case "vote":
                    self._end_vote(event["about"])
                case "gone" | "removed":
                    self.forget(event["player"])
                case "warm" if event["player"] not in self.warm:
                    self.warm.append(event["player"])
                case "paused" | "resumed":
                    self.votes, self.needed = {}, {}
                case "ended":
                    self.stand_in, self.paused, self.votes, self.needed = None, None, {}, {}
                    self.pauses = self.fresh = 0

    def _end_vote(self, about: str) -> None:
        self.votes.pop(about, None)
        self.needed.pop(about, None)

    def after_jump(self, before: int, after: int, now: int) -> Self:
        """Return the state after the server's clock was set from `before` to `after`, in a room
        with a game: its turn and its players' requests count from now on."""
        moved = self.from_dict(self.to_dict())
        if after <= self.fresh <= now:  # it has followed this jump
            return moved
        moved.fresh = now
        if moved.paused:
            since = min(now, moved.paused.since + after - before)
            moved.paused = replace(moved.paused, since=since, again=None)
        return moved

    def end(self, player: int) -> list[room_events.Stored]:
        """End the player's absence and return the event that says so; [] if there was none."""
        was_absent = self.is_absent(player)
        turns = self.forget(player)
        return [{"e": "back", "player": player, "turns": turns}] if was_absent else []

    def forget(self, player: int) -> int:
        """Forget the player's absence and return how many turns in a row were missed."""
        self.away = [one for one in self.away if one != player]
        self.warm = [one for one in self.warm if one != player]
        if self.stand_in == player:
            self.stand_in = None
        return self.missed.pop(player, 0)
