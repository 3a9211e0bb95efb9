"""Holidays in slow games: while a player is on holiday, the deadlines of their turns wait.

`Room.holidays` has {"until", "used", "season"} for each seat that took one, in ms: when the newest
holiday ends or ended, and how much of the season `season` is used up. Each season gives
HOLIDAY_DAYS to every player. Games whose turns take less than an hour know no holidays.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.models import Room
from games.models.seasons import seasons_of
from games.state.room_settings import LONG_SECONDS, settings_of

HOLIDAY_DAYS: Final = 14
DAY_MS: Final = 24 * 60 * 60 * 1000


class Holiday(NamedTuple):
    """Of one player: when it ends or ended (ms since 1970), and how much of this season's days is
    left (ms)."""

    until: int
    left: int


def holiday_of(room: Room, seat: int) -> Holiday:
    """Return the newest holiday of this player."""
    found: Mapping[str, Any] = room.holidays.get(str(seat), {})
    used = found.get("used", 0) if found.get("season") == _season(room) else 0
    return Holiday(found.get("until", 0), max(0, HOLIDAY_DAYS * DAY_MS - used))


def waits_until(room: Room, seat: int | None, now: int) -> int:
    """Return when this player's turn starts to count: `now`, or at the end of their holiday."""
    if seat is None or settings_of(room)["timer"] < LONG_SECONDS:
        return now
    return max(now, holiday_of(room, seat).until)


def with_holiday(room: Room, seat: int, until: int, left: int) -> dict[str, Any]:
    """Return the value of `Room.holidays` with this holiday."""
    used = HOLIDAY_DAYS * DAY_MS - left
    mine = {"until": until, "used": used, "season": _season(room)}
    return {**room.holidays, str(seat): mine}


def shown_holidays(room: Room) -> list[list[int]]:
    """Return a row of player, end and time left (ms) for each player who has taken a holiday. The
    time is that of the season in which they took it."""
    rows = ((int(seat), one["until"], one["used"]) for seat, one in room.holidays.items())
    return sorted([seat, until, HOLIDAY_DAYS * DAY_MS - used] for seat, until, used in rows)


def _season(room: Room) -> int:
    return seasons_of(room)[-1].number
