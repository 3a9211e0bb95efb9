"""Talk as sockets and hubs handle it: how often, and what who comes in hears first."""

import logging
from typing import Final

from django.db import Error

from games.models import Message
from games.protocol.commands import Command, React, Say
from games.protocol.errors import Refused
from games.services import chat
from games.state import frames

logger = logging.getLogger(__name__)

NEWEST: Final = 50


def speak(command: Command, body: Say | React) -> str | None:
    """The frame for everybody, once it is kept; None where they have had it. Raises Refused."""
    try:
        if isinstance(body, React):
            chat.react(command, body)
            return frames.reacted(body.player, body.reaction)
        said = chat.say(command, body)
    except Error as error:
        logger.warning(
            "the database would not keep what was said",
            exc_info=True,
            extra={"command": command.id},
        )
        raise Refused("busy") from error
    return None if said.again else frames.said(said.message, body.player)


def newest(room: int) -> str:
    """The frame of what was said last in the room."""
    rows = Message.objects.filter(room=room).select_related("player").order_by("-pk")[:NEWEST]
    return frames.talk([(row, row.player.seat) for row in reversed(rows)])
