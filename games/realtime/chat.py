"""Chat on sockets: store messages and reactions, and build the frames that show them."""

import logging
from collections.abc import Collection
from typing import Final

import orjson
from django.db import Error

from games.db.statements import Rows, find
from games.models import Message
from games.people.throttle import MESSAGES, REACTIONS
from games.protocol import frames
from games.protocol.commands import Command, React, Say
from games.protocol.errors import Refused
from games.services import chat
from games.services.chat import RECENT

logger = logging.getLogger(__name__)

_NEWEST: Final = Rows(Message, f"WHERE room_id = %s ORDER BY id DESC LIMIT {RECENT}")
_SEATS: Final = "SELECT id, seat FROM games_player WHERE room_id = %s"


def is_one_too_many(person: int, body: Say | React) -> bool:
    """Count a person's message or reaction; return whether it is one too many."""
    return (MESSAGES if isinstance(body, Say) else REACTIONS).hit(str(person))


def perform_chat(command: Command, body: Say | React) -> str | None:
    """Store a message or check a reaction. Return the frame for the room, or None for a command
    that was performed before. Raise Refused."""
    try:
        if isinstance(body, React):
            chat.react(command, body)
            return frames.reacted(body.player, body.reaction)
        message = chat.say(command, body)
    except Error as error:
        logger.warning(
            "the database failed to store a message",
            exc_info=True,
            extra={"command": command.id},
        )
        raise Refused("busy") from error
    return None if message is None else frames.said(message, body.player)


def speaker_of(frame: str) -> int:
    """Return the player who sent this message or reaction."""
    player: int = orjson.loads(frame)["player"]
    return player


def heard_by(talk: str, muted: Collection[int]) -> str:
    """Return the frame of recent messages without those of `muted` players."""
    if not muted:
        return talk
    frame = orjson.loads(talk)
    frame["messages"] = [text for text in frame["messages"] if text["player"] not in muted]
    return orjson.dumps(frame).decode()


def recent_messages(room: int) -> str:
    messages = _NEWEST(room)[::-1]
    seats = dict(find(_SEATS, room)) if messages else {}
    return frames.talk([(message, seats[message.player_id]) for message in messages])
