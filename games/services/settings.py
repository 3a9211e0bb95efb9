"""What `play` does when the host sets how the room is run."""

from games.protocol import commands as c
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services.handlers import handles
from games.services.table import Table
from games.state.room_settings import DEFAULTS, is_fit, settings_of
from games.validators import ROOM_NAME_LENGTH, UnfitName, fit_name


@handles(c.SetRoom)
def set_room(table: Table, command: Command, body: c.SetRoom) -> PendingEvent:
    """The room's name and its settings; what is None stays."""
    host = table.host(command, body.player)
    settings = settings_of(table.room)
    for setting in DEFAULTS:
        value = getattr(body, setting)
        if value is not None:
            if not is_fit(setting, value):
                raise Refused("bad_settings")
            settings[setting] = value
    name = table.room.name if body.name is None else room_name(body.name)
    table.change_room(name=name, settings=settings)
    event = {"e": "settings", "name": name, "settings": settings}
    return table.record(command, [event], player=host.seat)


def room_name(raw: str) -> str:
    """A room's name, which may be empty. Raises Refused."""
    if not raw.strip():
        return ""
    try:
        return fit_name(raw, longest=ROOM_NAME_LENGTH)
    except UnfitName as error:
        raise Refused("bad_name", longest=ROOM_NAME_LENGTH) from error
