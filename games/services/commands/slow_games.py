"""Games over several days: holidays, and extra time granted by opponents."""

from games import clock
from games.models import Player
from games.protocol.commands import GiveTime, SetHolidayDays, TakeHoliday
from games.protocol.errors import Refused
from games.protocol.events import Stored
from games.services.commands.absence import lengthen_turn
from games.services.commands.settings import new_settings, settings_event
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.holidays import (
    DAY_MS,
    allowance,
    changed_holidays,
    holiday_of,
    shown_holidays,
    used_by,
    with_holiday,
)
from games.state.room_settings import LONG_SECONDS, settings_of


@handles(TakeHoliday, by="player")
def take_holiday(table: Table, body: TakeHoliday, player: Player) -> list[Stored]:
    """Begin a holiday, change its length, or come back with 0 days. Unused days are kept."""
    if settings_of(table.room)["timer"] < LONG_SECONDS:
        raise Refused("no_holiday")
    now = clock.milliseconds()
    before = holiday_of(table.room, player.seat)
    rest = max(0, before.until - now)
    used = max(0, used_by(table.room, player.seat) - rest)
    left, taken = max(0, allowance(table.room) - used), body.days * DAY_MS
    if taken > left or not (taken or rest):
        raise Refused("too_long_holiday", days=left // DAY_MS)
    if player is table.at_turn and "turn" in table.room.deadlines:
        due = table.room.deadlines["turn"] - rest + taken
        table.change_room(deadlines={**table.room.deadlines, "turn": max(due, now)})
    # With 0 days the holiday ends at once, whatever the clock of a page says.
    until = now + taken if taken else 0
    table.change_room(holidays=with_holiday(table.room, player.seat, until, used + taken))
    left = holiday_of(table.room, player.seat).left
    return [{"e": "holiday", "player": player.seat, "until": until, "left": left}]


@handles(GiveTime, by="player")
def give_time(table: Table, _body: GiveTime, asker: Player) -> list[Stored]:
    """Extend the current player's turn, for another player."""
    player = table.at_turn
    if player is None or table.computer_level(player) or table.absence.paused:
        raise Refused("no_time")
    if asker not in table.in_game():
        raise Refused("not_playing")
    if not table.holders_of(asker).isdisjoint(table.holders_of(player)):
        raise Refused("no_time")  # `extend` is for one's own turn
    return [lengthen_turn(table, player)]


@handles(SetHolidayDays, by="host")
def set_holiday_days(table: Table, body: SetHolidayDays, _host: Player) -> list[Stored]:
    """Set each player's days of holiday per season. Holidays that have begun go on."""
    before = shown_holidays(table.room)
    table.change_room(settings=new_settings(table, body))
    return [settings_event(table), *changed_holidays(table.room, before)]
