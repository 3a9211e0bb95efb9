"""The deadlines of a room: events that happen without a player's command, and their times.

A room has at most one deadline of each kind, in ms since 1970. They are stored with the room,
computed again after each event, and carried out by the scheduler.

- `idle`: a room without a game, or that all players have left, closes.
- `notice`, `abandon`: players are warned that the running game will be abandoned; then it is.
- `sleep`: the room goes to sleep. It has no deadline until something happens in it.
- `computer`: the computer whose turn it is moves.
- `away`, `turn`: the countdown for an absent current player, or the time for the turn, ends.
- `host`: the role of an absent host passes to another player.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from games.models import Room
from games.people.presence import countdown_seconds
from games.protocol.events import Stored
from games.state.absence import AbsenceState
from games.state.holidays import after_jump as holidays_after_jump
from games.state.holidays import end_of, waits_until
from games.state.room_settings import PACE_MS, counts_down, settings_of

_DAY_MS: Final = 24 * 60 * 60 * 1000

IDLE_AFTER_MS: Final = _DAY_MS
"""Time without an event after which a room goes to sleep, or closes if it is unused."""

IDLE_TOLERANCE_MS: Final = 60 * 1000
"""Tolerance for the deadlines of an idle room, which saves a write with every move."""

_QUIET: Final = frozenset({"away", "host"})
"""Events that do not count as activity in the room."""

_IDLE_KINDS: Final = frozenset({"idle", "notice", "abandon", "sleep"})

HOST_AFTER_MS: Final = 2 * 60 * 1000


class AtTurn(NamedTuple):
    """The current player, and whether a computer moves for the seat."""

    player: int
    computer: bool
    resting: bool = False
    """All people in the game are away, so computers pause rather than play among themselves."""
    at_risk: bool = False
    """The player has rolled, or has taken over a turn."""
    ends: int = 0
    """The time (ms since 1970) at which everybody's turn ends in a race with a clock, else 0."""


def deadlines_after(
    room: Room,
    absence: AbsenceState,
    at_turn: AtTurn | None,
    now: int,
    events: Sequence[Stored],
    *,
    moved: bool,
    is_used: bool = True,
) -> dict[str, int]:
    """Return the room's deadlines after `events` at `now`. `moved`: the events touched the game;
    `is_used`: a person has a seat in the room, or a game is running."""
    if room.status == Room.Status.CLOSED:
        return {}
    old = room.deadlines
    names = {event["e"] for event in events}
    waits = waits_until(room, None if at_turn is None else at_turn.player, now)
    deadlines = _idle_deadline(room, now, names, is_used=is_used, waits=waits)
    reported = [event["player"] for event in events if event["e"] == "away"]
    deadlines |= _host_deadline(room, absence, now, reported, passed="host" in names)
    if at_turn is None or absence.paused:
        return deadlines
    if not at_turn.computer:
        begins = "turn" in names
        return deadlines | _turn_deadlines(room, absence, now, at_turn, reported, begins=begins)
    if not at_turn.resting:
        pace = now + PACE_MS[settings_of(room)["pace"]]
        deadlines["computer"] = pace if moved else old.get("computer", pace)
    return deadlines


def earliest(deadlines: Mapping[str, int]) -> datetime | None:
    """Return the value of `Room.due_at` for these deadlines."""
    due = min(deadlines.values(), default=None)
    return None if due is None else datetime.fromtimestamp(due / 1000, tz=UTC)


def after_jump(
    room: Room, absence: AbsenceState, before: int, after: int, at_turn: int | None
) -> tuple[dict[str, int], dict[str, Any]]:
    """Return the room's deadlines and holidays after the clock has jumped from `before` to `after`,
    while it is this player's turn.

    A deadline that the jump would pass stays as far away as it was. None is further away than a new
    one of its kind. Those that wait for the end of a holiday keep their distance from that end.
    """
    holidays = holidays_after_jump(room, before, after)
    was, ends = end_of(room, room.holidays, at_turn), end_of(room, holidays, at_turn)
    longest = _longest(room, absence, max(0, ends - after))
    deadlines = dict[str, int]()
    for kind, at in room.deadlines.items():
        moved = at + after - before if before < at <= after else at
        deadlines[kind] = min(moved, after + longest.get(kind, moved))
        if was > before and kind in ("turn", "notice"):
            deadlines[kind] = max(deadlines[kind], ends + at - was)
    return deadlines, holidays


def _longest(room: Room, absence: AbsenceState, holiday: int) -> dict[str, int]:
    """Return the maximum distance (ms) of each kind of deadline, with `holiday` (ms) to come."""
    settings = settings_of(room)
    return {
        "idle": IDLE_AFTER_MS,
        "abandon": _DAY_MS,
        "notice": _notice_after(room) + holiday,
        "sleep": IDLE_AFTER_MS,
        "computer": PACE_MS[settings["pace"]],
        "away": settings["away_after"] * 1000,
        "turn": settings["timer"] * 1000 * (1 + absence.extended) + holiday,
        "host": HOST_AFTER_MS,
    }


def _idle_deadline(
    room: Room, now: int, names: Collection[str], *, is_used: bool, waits: int
) -> dict[str, int]:
    """Return the deadline for inactivity from `now` on; in a game it counts from `waits` on."""
    if room.status == Room.Status.PLAYING:
        kind, at = "notice", waits + _notice_after(room)
    elif room.status == Room.Status.OVER and is_used:
        kind, at = "sleep", now + IDLE_AFTER_MS
    else:
        kind, at = "idle", now + IDLE_AFTER_MS
    if "slept" in names:
        return {}
    if "notice" in names:
        return {"abandon": now + _abandon_after(room) - _notice_after(room)}
    if "clock" in names or (names and _QUIET.issuperset(names)):
        return {kind: due for kind, due in room.deadlines.items() if kind in _IDLE_KINDS}
    if abs(at - room.deadlines.get(kind, 0)) <= IDLE_TOLERANCE_MS:
        at = room.deadlines[kind]
    return {kind: at}


def _abandon_after(room: Room) -> int:
    """Return the time (ms) without an event after which a running game is abandoned."""
    settings = settings_of(room)
    # A turn may take all its time; the game goes on when that has passed.
    return max(int(settings["abandon_days"]) * _DAY_MS, int(settings["timer"]) * 2000)


def _notice_after(room: Room) -> int:
    """Return the time (ms) until players are warned: up to a day earlier, not before half-time."""
    whole = _abandon_after(room)
    return max(whole - _DAY_MS, whole // 2)


def _host_deadline(
    room: Room, absence: AbsenceState, now: int, reported: Sequence[int], *, passed: bool
) -> dict[str, int]:
    host, due = room.host, room.deadlines.get("host")
    if host is None or passed or host not in absence.away:
        return {}
    if due is None and host in reported:
        due = now + HOST_AFTER_MS
    return {} if due is None else {"host": due}


def _turn_deadlines(
    room: Room,
    absence: AbsenceState,
    now: int,
    at_turn: AtTurn,
    reported: Sequence[int],
    *,
    begins: bool,
) -> dict[str, int]:
    """Return the ends of a person's turn, and of the countdown if that person is absent."""
    settings, old = settings_of(room), {} if begins else room.deadlines
    player, deadlines = at_turn.player, dict[str, int]()
    if settings["timer"]:
        full = waits_until(room, player, now) + settings["timer"] * 1000
        if at_turn.ends:  # who is behind has half of the time at least
            full = max(at_turn.ends, (now + full) // 2)
        deadlines["turn"] = old.get("turn", full)
    if player in absence.away and counts_down(settings):
        if begins or player in reported:
            seconds = countdown_seconds(settings["away_after"], at_risk=at_turn.at_risk)
            deadlines["away"] = old.get("away", now + seconds * 1000)
        elif "away" in old:
            deadlines["away"] = old["away"]
    return deadlines
