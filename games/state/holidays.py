"""Holidays in slow games: while a player is on holiday, the deadlines of their turns wait.

`Room.holidays` has {"until", "used", "season"} by seat: the end of the newest holiday (ms since
1970), and the time (ms) used up in that season. Games with turns under an hour have no holidays.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.models import Room
from games.models.rooms import seasons_of
from games.protocol.events import Stored
from games.state.room_settings import LONG_SECONDS, settings_of

DAY_MS: Final = 24 * 60 * 60 * 1000


class Holiday(NamedTuple):
    """The end (ms since 1970) of a player's newest holiday, and the ms left in this season."""

    until: int
    left: int


def allowance(room: Room) -> int:
    """Return the time (ms) that every player may be on holiday in a season."""
    days: int = settings_of(room)["holiday_days"]
    return days * DAY_MS


def holiday_of(room: Room, seat: int) -> Holiday:
    until = room.holidays.get(str(seat), {}).get("until", 0)
    return Holiday(until, max(0, allowance(room) - used_by(room, seat)))


def used_by(room: Room, seat: int) -> int:
    """Return the time (ms) of holiday that the player has used up this season."""
    holiday: Mapping[str, Any] = room.holidays.get(str(seat), {})
    used: int = holiday.get("used", 0)
    return used if holiday.get("season") == _season(room) else 0


def waits_until(room: Room, seat: int | None, now: int) -> int:
    """Return the time at which this player's turn clock starts: `now` or the end of the holiday."""
    return max(now, end_of(room, room.holidays, seat))


def end_of(room: Room, holidays: Mapping[str, Any], seat: int | None) -> int:
    """Return the end of the holiday that this player's turn waits for, or 0."""
    if seat is None or settings_of(room)["timer"] < LONG_SECONDS:
        return 0
    until: int = holidays.get(str(seat), {}).get("until", 0)
    return until


def with_holiday(room: Room, seat: int, until: int, used: int) -> dict[str, Any]:
    holiday = {"until": until, "used": used, "season": _season(room)}
    return {**room.holidays, str(seat): holiday}


def after_jump(room: Room, before: int, after: int) -> dict[str, Any]:
    """Return the value of `Room.holidays` after the clock jumped from `before` to `after`.

    A holiday that the jump would end is extended by it. None may last longer than its `used` time.
    """
    return {
        seat: {**row, "until": _end_after_jump(row["until"], row["used"], before, after)}
        for seat, row in room.holidays.items()
    }


def _end_after_jump(until: int, used: int, before: int, after: int) -> int:
    if before < until <= after:
        return until + after - before
    return min(until, after + used)


def shown_holidays(room: Room) -> list[list[int]]:
    """Return [player, end, ms left this season] for each player who has ever taken a holiday."""
    return sorted([int(seat), *holiday_of(room, int(seat))] for seat in room.holidays)


def changed_holidays(room: Room, before: list[list[int]]) -> list[Stored]:
    """Return the event for a change in `shown_holidays` since `before`, or []."""
    rows = shown_holidays(room)
    return [] if rows == before else [{"e": "holidays", "rows": rows}]


def _season(room: Room) -> int:
    return seasons_of(room)[-1].number
