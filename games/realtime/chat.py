"""Chat on sockets, and dice rolled in the lobby: check or store them, and build their frames."""

import logging
import secrets
from collections.abc import Collection
from typing import Final

import orjson
from django.db import Error

from games.db.statements import Rows, find
from games.models import Message
from games.people.blocks import blockers_of
from games.people.throttle import MESSAGES, REACTIONS, TOSSES, RateLimit
from games.protocol import frames
from games.protocol.commands import Command, React, Say, Toss
from games.protocol.errors import Refused
from games.services import chat
from games.services.chat import RECENT

logger = logging.getLogger(__name__)

Talk = Say | React | Toss

_LIMITS: Final[dict[type[Talk], RateLimit]] = {Say: MESSAGES, React: REACTIONS, Toss: TOSSES}
_FACES: Final = 6
_NEWEST: Final = Rows(Message, f"WHERE room_id = %s ORDER BY id DESC LIMIT {RECENT}")
_SEATS: Final = "SELECT id, seat FROM games_player WHERE room_id = %s"


def is_one_too_many(sender: int | str | None, body: Talk) -> bool:
    """Count what a person, or else an address, sends; return whether it is one too many of its
    kind."""
    return _LIMITS[type(body)].hit(str(sender))


def perform_chat(command: Command, body: Talk) -> str | None:
    """Store a message, check a reaction or roll a die. Return the frame for the room, or None for
    a command that was performed before. Raise Refused."""
    try:
        if isinstance(body, Toss):
            chat.toss(command, body)
            return frames.tossed(body.player, 1 + secrets.randbelow(_FACES))
        if isinstance(body, React):
            return frames.reacted(body.reaction, body.player, chat.react(command, body))
        message = chat.say(command, body)
    except Error as error:
        logger.warning(
            "the database failed to store a message",
            exc_info=True,
            extra={"command": command.id},
        )
        raise Refused("busy") from error
    return None if message is None else frames.said(message, body.player)


def speaker_of(frame: str) -> int | None:
    """Return the player who sent this message or reaction, or rolled this die; None for a
    spectator."""
    player: int | None = orjson.loads(frame).get("player")
    return player


def unheard_by(spectator: int | None) -> list[int]:
    """Return the persons who have blocked this one."""
    return [] if spectator is None else sorted(blockers_of(spectator))


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
