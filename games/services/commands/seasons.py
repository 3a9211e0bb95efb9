"""The seasons of a room: the host names the current one, and starts the next."""

from games.models.seasons import MOST_SEASONS, Season, as_stored, seasons_of
from games.protocol.commands import Command, SetSeason
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services.commands.room import room_name
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.holidays import changed_holidays, shown_holidays


@handles(SetSeason)
def set_season(table: Table, command: Command, body: SetSeason) -> PendingEvent:
    """Name the current season, or start the next one with the next game. A season without a game
    can be renamed, but no further season can be started.
    """
    host = table.require_host(command, body.player)
    name = room_name(body.name)
    *past, now = seasons_of(table.room)
    if body.number == now.number:
        seasons = [*past, now._replace(name=name)]
    elif body.number == now.number + 1 and body.number <= MOST_SEASONS:
        if table.last is None or table.last.number < now.first:
            raise Refused("no_season")
        seasons = [*past, now, Season(body.number, name, table.last.number + 1)]
    else:
        raise Refused("stale")
    before = shown_holidays(table.room)
    table.change_room(seasons=as_stored(seasons))
    number, name, first = seasons[-1]
    event = {"e": "season", "number": number, "name": name, "first": first}
    events = [event, *changed_holidays(table.room, before)]
    return table.record(command, events, player=host.seat)
