"""The absences of a room: absent players, turns played by a computer, votes and a pause.

They are stored with the room and change only with an event, so every process sees the same.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Self

from games import clock
from games.models import Player, Room
from games.protocol import events as room_events
from games.protocol.commands import Back, Missing
from games.state.room_settings import LONG_SECONDS, counts_down, settings_of

STAND_IN = "ledger"
"""The level of the computer that plays for an absent player."""

VOTES = ("go_on", "pause", "resume")

GRACE_SECONDS: Final = 20.0
"""No player is reported missing this soon after a process opens a room: pages still reconnect."""
REPEAT_SECONDS: Final = 5.0
"""Time after which a report that had no effect is repeated."""

STALLED_MS: Final = 2 * 60 * 1000
"""Time without a move after which the others may go on, unless turns take an hour or more."""
LEAST_GONE_MS: Final = 30 * 1000
"""Minimum time of a timed turn that must have passed before the others may go on."""
JUST_MOVED_MS: Final = 15 * 1000
"""Time after the start of a turn, or a move in it, in which the others may not go on."""


@dataclass(slots=True)
class Pause:
    by: int | None
    """The player who paused the game; None for a vote."""
    reason: str
    since: int
    """Its start, in ms since 1970."""
    rest: dict[str, int]
    """The time left (ms) of each deadline."""
    again: int | None = None
    """The time from which half of the players can end it by voting again."""

    def to_dict(self) -> dict[str, Any]:
        values = {"by": self.by, "reason": self.reason, "since": self.since, "rest": self.rest}
        return values if self.again is None else {**values, "again": self.again}

    def event(self) -> room_events.Stored:
        return {"e": "paused", "player": self.by, "since": self.since}


@dataclass(slots=True)
class AbsenceState:
    """The absences of a room. Players are given by their seats."""

    away: list[int] = field(default_factory=list)
    """Players reported missing: their turns have a countdown."""
    autoplay: list[int] = field(default_factory=list)
    """Players replaced by a computer until they are back."""
    autoplay_this_turn: int | None = None
    """The player for whom a computer plays this turn only."""
    missed: dict[int, int] = field(default_factory=dict)
    """Turns in a row that each player has missed."""
    extended: int = 0
    """Number of extensions of the current turn."""
    votes: dict[str, list[int]] = field(default_factory=dict)
    needed: dict[str, int] = field(default_factory=dict)
    """Votes that each subject needs, as of the newest vote."""
    paused: Pause | None = None
    pauses: int = 0
    """Pauses that the host made in this game while other people played in it."""
    clock_restarted_at: int = 0
    """Time (ms since 1970) at which this turn's clock restarted without a move, else 0."""
    stood_in: list[list[Any]] = field(default_factory=list)
    """Acts of stand-in hosts since the founder was last host: see `games.state.rights`."""

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON, without the fields that have their default."""
        values = {name: value for name in self.__slots__ if (value := getattr(self, name))}
        if self.missed:
            values["missed"] = {str(player): turns for player, turns in self.missed.items()}
        if self.paused is not None:
            values["paused"] = self.paused.to_dict()
        return deepcopy(values)

    def to_wire(self) -> dict[str, Any]:
        pause = self.paused
        return {
            "away": self.away,
            "autoplay": self.autoplay,
            "autoplay_this_turn": self.autoplay_this_turn,
            "paused": pause
            and {name: getattr(pause, name) for name in ("by", "reason", "since", "again")},
            "level": STAND_IN,
            "votes": self.votes,
            "needed": self.needed,
            "stood_in": self.stood_in,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        if not data:
            return cls()
        absence = cls(**deepcopy(dict(data)))
        absence.missed = {int(player): turns for player, turns in absence.missed.items()}
        absence.paused = Pause(**data["paused"]) if data.get("paused") else None
        return absence

    def stand_in_level(self, player: int) -> str:
        """Return the level of the computer that plays for this player, or ""."""
        return STAND_IN if player in self.autoplay or player == self.autoplay_this_turn else ""

    def is_absent(self, player: int) -> bool:
        return player in self.away or bool(self.stand_in_level(player))

    def update(self, events: Sequence[room_events.Stored]) -> None:
        for event in events:
            match event["e"]:
                case "turn":
                    self.autoplay_this_turn, self.extended, self.clock_restarted_at = None, 0, 0
                    self._end_vote("go_on")
                    if self.paused is not None:  # the next player has the whole time
                        self.paused.rest = {}
                case "rolled":
                    self.clock_restarted_at = 0
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
                case "autoplay" if event["player"] not in self.autoplay:
                    self.autoplay.append(event["player"])
                case "paused" | "resumed":
                    self.votes, self.needed = {}, {}
                case "ended":
                    self.autoplay_this_turn, self.paused, self.votes, self.needed = (
                        None,
                        None,
                        {},
                        {},
                    )
                    self.pauses = self.clock_restarted_at = 0

    def _end_vote(self, about: str) -> None:
        self.votes.pop(about, None)
        self.needed.pop(about, None)

    def after_jump(self, before: int, after: int, now: int) -> Self:
        """Return the state after the clock jumped from `before` to `after` during a game: the
        current turn restarts at `now`, and `Pause.again` is reset."""
        moved = self.from_dict(self.to_dict())
        if after <= self.clock_restarted_at <= now:  # this jump was applied already
            return moved
        moved.clock_restarted_at = now
        if moved.paused:
            since = min(now, moved.paused.since + after - before)
            moved.paused = replace(moved.paused, since=since, again=None)
        return moved

    def end(self, player: int) -> list[room_events.Stored]:
        """End the player's absence; return its event, or [] for a player who was not absent."""
        was_absent = self.is_absent(player)
        turns = self.forget(player)
        return [{"e": "back", "player": player, "turns": turns}] if was_absent else []

    def forget(self, player: int) -> int:
        """Forget the player's absence and return the number of turns missed in a row."""
        self.away = [seat for seat in self.away if seat != player]
        self.autoplay = [seat for seat in self.autoplay if seat != player]
        if self.autoplay_this_turn == player:
            self.autoplay_this_turn = None
        return self.missed.pop(player, 0)


class PresenceNeeds(NamedTuple):
    """The players the room cannot go on without, and the absent ones whose return it awaits."""

    needed: Collection[int] = ()
    awaited: Collection[int] = ()


NOBODY: Final = PresenceNeeds()


def presence_needs(room: Room, absence: AbsenceState, current: Player | None) -> PresenceNeeds:
    """Return the needs of the room after its newest event; `current` is the current player."""
    if room.status == Room.Status.CLOSED:
        return NOBODY
    needed = set()
    if room.host is not None and "host" not in room.deadlines:
        needed.add(room.host)
    if (
        current is not None
        and not current.level
        and not absence.paused
        and not absence.stand_in_level(current.seat)
        and "away" not in room.deadlines
        and counts_down(settings_of(room))
    ):
        needed.add(current.seat)
    awaited = sorted({*absence.away, *absence.autoplay}) if absence.away or absence.autoplay else []
    return PresenceNeeds(sorted(needed), awaited)


class AbsenceReporter:
    """Reports absences in one room, but not the same one every second."""

    def __init__(self, opened: float) -> None:
        self._opened = opened
        self._reported: dict[Missing | Back, float] = {}

    def reports(
        self, needs: PresenceNeeds, present: Collection[int], now: float
    ) -> list[Missing | Back]:
        """Return the commands to perform at `now` (s since 1970)."""
        due: list[Missing | Back] = [Back(seat) for seat in needs.awaited if seat in present]
        if present and now - self._opened >= GRACE_SECONDS:
            due += [Missing(seat) for seat in needs.needed if seat not in present]
        recent = {body: at for body, at in self._reported.items() if now - at < REPEAT_SECONDS}
        new = [body for body in due if body not in recent]
        self._reported = {**recent, **dict.fromkeys(new, now)}
        return new


def is_settled(needs: PresenceNeeds, present: Collection[int]) -> bool:
    """Return True if there will be nothing to report until something changes."""
    if any(seat in present for seat in needs.awaited):
        return False
    return not present or all(seat in present for seat in needs.needed)


def waited_since(absence: AbsenceState, moved: Callable[[], int]) -> int:
    """Return the time (ms since 1970) of the last move, which `moved` returns, or of a later
    restart of the turn; now, if that lies ahead because the clock was set back."""
    now, at = clock.milliseconds(), absence.clock_restarted_at or moved()
    return at if 0 < at <= now else now


def stalled_from(room: Room, since: int) -> int | None:
    """Return the time (ms since 1970) from which a turn is stalled; None if turns are long."""
    return since + STALLED_MS if settings_of(room)["timer"] < LONG_SECONDS else None


def go_on_from(
    room: Room, absence: AbsenceState, current: Player | None, moved: Callable[[], int]
) -> int | None:
    """Return the time (ms since 1970) from which the others may go on without the current player.

    None during a pause, while a computer plays, and in a slow game without a deadline.
    """
    if current is None or current.level or absence.paused or absence.stand_in_level(current.seat):
        return None
    since, due = waited_since(absence, moved), room.deadlines
    reasons = [stalled_from(room, since)]
    if "away" in due:
        reasons.append(since)
    if "turn" in due:
        time = settings_of(room)["timer"] * 1000
        reasons.append(due["turn"] - time + max(LEAST_GONE_MS, time // 2))
    times = [at for at in reasons if at is not None]
    return max(since + JUST_MOVED_MS, min(times)) if times else None
