"""When the others may go on without the player at turn, which takes a vote."""

from collections.abc import Callable
from typing import Final

from games import clock
from games.models import Player, Room
from games.state.absence import AbsenceState
from games.state.room_settings import LONG_SECONDS, settings_of

STALLED_MS: Final = 2 * 60 * 1000
"""After how long without a move the others may go on, unless turns take an hour or more."""
LEAST_GONE_MS: Final = 30 * 1000
"""How much of a turn's time must be gone before the others may go on."""
JUST_MOVED_MS: Final = 15 * 1000
"""For how long after the start of a turn, or a move in it, the others may not go on."""


def waited_since(absence: AbsenceState, moved: Callable[[], int]) -> int:
    """Return since when (ms since 1970) the player at turn has been waited for: since the last
    move, which `moved` returns, or since the time of the turn restarted after it. A time in the
    future was stored before the clock was set back; then it is now."""
    now, at = clock.milliseconds(), absence.fresh or moved()
    return at if 0 < at <= now else now


def stalled_from(room: Room, since: int) -> int | None:
    """Return from when (ms since 1970) nobody has moved for long; None if turns take long."""
    return since + STALLED_MS if settings_of(room)["timer"] < LONG_SECONDS else None


def go_on_from(
    room: Room, absence: AbsenceState, at_turn: Player | None, moved: Callable[[], int]
) -> int | None:
    """Return from when (ms since 1970) the others may go on without the person at turn. None if
    they may not, unless something happens: in a pause, and when a computer plays."""
    if at_turn is None or at_turn.level or absence.paused or absence.stand_in_level(at_turn.seat):
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
