"""Holidays in slow games: while a player is on holiday, the deadlines of their turns wait.

`Room.holidays` has {"until", "used", "season"} for each seat that took one, in ms: the end of the
newest holiday, and the time used up in the season `season`. Each season gives every player the days
that the host sets. Games whose turns take less than an hour know no holidays.
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
    """Return the newest holiday of this player."""
    until = room.holidays.get(str(seat), {}).get("until", 0)
    return Holiday(until, max(0, allowance(room) - used_by(room, seat)))


def used_by(room: Room, seat: int) -> int:
    """Return the time (ms) of this season that this player has used up."""
    holiday: Mapping[str, Any] = room.holidays.get(str(seat), {})
    used: int = holiday.get("used", 0)
    return used if holiday.get("season") == _season(room) else 0


def waits_until(room: Room, seat: int | None, now: int) -> int:
    """Return the time from which this player's turn counts: `now`, or the end of their holiday."""
    return max(now, end_of(room, room.holidays, seat))


def end_of(room: Room, holidays: Mapping[str, Any], seat: int | None) -> int:
    """Return the end of the holiday that the turn of this player waits for; 0 if it waits for
    none."""
    if seat is None or settings_of(room)["timer"] < LONG_SECONDS:
        return 0
    until: int = holidays.get(str(seat), {}).get("until", 0)
    return until


def with_holiday(room: Room, seat: int, until: int, used: int) -> dict[str, Any]:
    """Return the value of `Room.holidays` with this holiday."""
    holiday = {"until": until, "used": used, "season": _season(room)}
    return {**room.holidays, str(seat): holiday}


def after_jump(room: Room, before: int, after: int) -> dict[str, Any]:
    """Return the value of `Room.holidays` after the server's clock was set from `before` to
    `after`: a holiday that would end because of the change is extended by it, and none lasts longer
    than the days that its player has used up."""
    return {
        seat: {**row, "until": _end_after_jump(row["until"], row["used"], before, after)}
        for seat, row in room.holidays.items()
    }


def _end_after_jump(until: int, used: int, before: int, after: int) -> int:
    if before < until <= after:
        return until + after - before
    return min(until, after + used)


def shown_holidays(room: Room) -> list[list[int]]:
    """Return a row of player, end and time left of this season (ms) for each player who has ever
    taken a holiday."""
    return sorted([int(seat), *holiday_of(room, int(seat))] for seat in room.holidays)


def changed_holidays(room: Room, before: list[list[int]]) -> list[Stored]:
    """Return the event that the rows of `shown_holidays` are no longer those of `before`."""
    rows = shown_holidays(room)
    return [] if rows == before else [{"e": "holidays", "rows": rows}]


def _season(room: Room) -> int:
    return seasons_of(room)[-1].number
