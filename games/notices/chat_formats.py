"""The bodies in which chats take messages. docs/notices.md describes them."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.models.notices import Webhook
from games.notices.messages import Message
from games.notices.targets import Target

_Format = Webhook.Format
SENDER: Final = "Farkle"
_HOSTS: Final[Mapping[str, Webhook.Format]] = MappingProxyType(
    {
        "discord.com": _Format.DISCORD,
        "discordapp.com": _Format.DISCORD,
        "hooks.slack.com": _Format.SLACK,
    }
)
"""Chats that take one format only."""


def format_for(target: Target, chosen: Webhook.Format) -> Webhook.Format:
    """Return the format for an address: what the chat is known to take, or what was chosen."""
    known = _HOSTS.get(target.host, chosen)
    path = target.path.partition("?")[0].rstrip("/")
    if known == _Format.DISCORD and path.endswith("/slack"):
        return _Format.SLACK  # Discord takes Slack's there
    return known


def body_of(format_: str, message: Message) -> bytes:
    """Return what is sent. Nothing in it mentions anybody."""
    return json.dumps(_fields(format_, message), ensure_ascii=False).encode()


def _fields(format_: str, message: Message) -> dict[str, Any]:
    match format_:
        case _Format.DISCORD:
            return {"content": message.text, "allowed_mentions": {"parse": []}}
        case _Format.SLACK:
            return {"text": _escaped(message.text)}
        case _Format.MATRIX:
            return {"text": message.text, "username": SENDER}
        case _:
            return {
                "event": message.event,
                "status": message.status,
                "room": message.room,
                "game": message.game,
                "url": message.url,
                "players": list(message.players),
                "text": message.text,
            }


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
