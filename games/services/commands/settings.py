"""Change the settings of a room. Every such command leaves the same kind of event."""

from typing import Any

from games.models import Player
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.tables.table import Table
from games.state.room_settings import settings_of, settings_with


def change_settings(table: Table, command: Command, player: int, changes: object) -> PendingEvent:
    """Change what `changes` has as attributes, for the host, who asks as `player`. Raise
    Refused."""
    host = table.require_host(command, player)
    table.change_room(settings=new_settings(table, changes))
    return record_settings(table, command, host)


def new_settings(table: Table, changes: object) -> dict[str, Any]:
    """Return the settings with what `changes` has as attributes. Raise Refused."""
    try:
        return settings_with(table.room, changes)
    except ValueError as error:
        raise Refused("bad_settings") from error


def record_settings(
    table: Table, command: Command, host: Player | None, *more: Stored
) -> PendingEvent:
    """Return the event that the host, or the operator of the site, has changed the room's name or
    settings, with `more`."""
    event = {"e": "settings", "name": table.room.name, "settings": settings_of(table.room)}
    player = None if host is None else host.seat
    return table.record(command, [event, *more], player=player)
