"""Commands of the operator of the site, which `moderation.py` gives."""

from games.protocol.commands import Command, Expel, Moderate
from games.protocol.events import PendingEvent
from games.services.commands.room import close_room
from games.services.commands.seats import take_out
from games.services.commands.settings import new_settings, record_settings
from games.services.tables.handlers import handles
from games.services.tables.table import Table


@handles(Moderate)
def moderate(table: Table, command: Command, body: Moderate) -> PendingEvent:
    """Close the room, or change what the operator keeps off."""
    if body.close:
        return close_room(table, command, "operator", None)
    settings = new_settings(table, body)
    settings["listed"] &= not settings["unlisted"]
    settings["talk"] &= not settings["silenced"]
    table.change_room(settings=settings)
    return record_settings(table, command, None)


@handles(Expel)
def expel(table: Table, command: Command, body: Expel) -> PendingEvent:
    """Take the player out as a host does, whoever it is."""
    return take_out(table, command, table.require_seated(body.whom))
