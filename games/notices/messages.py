"""Messages for a room's chat: a game is over, or a turn takes long.

Names are user input, and chats interpret many characters: mentions, links, bold text. So the text
has look-alikes instead; `players` has the names as they are.
"""

import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.formats import list_names, together
from games.models import Game, Player, Room, Standing
from games.models.notices import Notice, Webhook
from games.notices.kinds import LONG_TURN
from games.notices.targets import Target
from games.rules.messages import team_name

MOST_PLAYERS: Final = 12
"""Maximum number of players named in the text; `players` has all of them."""
_FULL_WIDTH: Final = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "@#<>*_~`|[]\\:"})
# Some chats make a link of "example.com". A full stop before a space or at the end is harmless.
_POINT: Final = re.compile(r"\.(?=\S)")


_Format = Webhook.Format
SENDER: Final = "Farkle"
_HOSTS: Final[Mapping[str, Webhook.Format]] = MappingProxyType(
    {
        "discord.com": _Format.DISCORD,
        "discordapp.com": _Format.DISCORD,
        "hooks.slack.com": _Format.SLACK,
    }
)
"""Hosts that take one format only."""


class Message(NamedTuple):
    """A message for a chat; programs read `event` and `status`."""

    event: str
    text: str
    url: str
    room: str
    game: int = 0
    status: str = ""
    players: Sequence[dict[str, Any]] = ()


def harmless(name: str) -> str:
    """Return a name without mentions, links or formats for a chat."""
    return _POINT.sub("\uff0e", " ".join(name.split())).translate(_FULL_WIDTH)


def message_of(notice: Notice) -> Message:
    """Return the message in the language of the host who set the webhook."""
    webhook, room = notice.its_webhook(), notice.room
    with override(webhook.language):
        if notice.kind == LONG_TURN:
            return _long_turn(webhook, room, notice.body)
        return _over(webhook, room, notice.body)


def trial_of(webhook: Webhook, room: Room) -> Message:
    with override(webhook.language):
        text = _("Test: the Farkle room “%(room)s” can write here.") % {"room": _name(room)}
        return _message("test", text, webhook.site + reverse("room", args=[room.code]), room)


def _message(event: str, text: str, url: str, room: Room, **more: Any) -> Message:
    return Message(event, f"{text}\n{url}", url, room.name or _("Farkle"), **more)


def _name(room: Room) -> str:
    return harmless(room.name) or _("Farkle")


def _long_turn(webhook: Webhook, room: Room, turn: dict[str, Any]) -> Message:
    player = Player.objects.get(room=room, seat=turn["seat"])
    text = _("%(name)s has been at turn for a day in “%(room)s”.") % {
        "name": harmless(player.name),
        "room": _name(room),
    }
    url = webhook.site + reverse("room", args=[room.code])
    return _message(
        "long_turn", text, url, room, game=turn["game"], players=[{"name": player.name}]
    )


def _over(webhook: Webhook, room: Room, ended: dict[str, Any]) -> Message:
    game = Game.objects.get(room=room, number=ended["game"])
    rows = list(
        Standing.objects.filter(game=game).select_related("player").order_by("rank", "seat")
    )
    words = {"number": game.number, "room": _name(room)}
    if ended["status"] == "over":
        first = _("Game %(number)s in “%(room)s” is over.") % words
        text = f"{together([first, _winners(game, rows)])}\n{_scores(rows)}"
    else:
        text = _("Game %(number)s in “%(room)s” was abandoned.") % words
    url = webhook.site + reverse("game", args=[room.code, game.number])
    players = [
        {
            "name": row.player.name,
            "score": row.score,
            "rank": row.rank,
            "won": row.result == Standing.Result.WON,
        }
        for row in rows
    ]
    return _message(
        "game_over",
        text,
        url,
        room,
        game=game.number,
        status=str(ended["status"]),
        players=players,
    )


def _winners(game: Game, rows: Sequence[Standing]) -> str:
    winners = [row for row in rows if row.result == Standing.Result.WON]
    names = [harmless(row.player.name) for row in winners]
    if game.teams is not None:
        names = list(dict.fromkeys(team_name(game.teams[row.seat]) for row in winners))
    return _("%(name)s won!") % {"name": list_names(names, len(names))}


def _scores(rows: Sequence[Standing]) -> str:
    scores = [f"{harmless(row.player.name)} {_points(row.score)}" for row in rows[:MOST_PLAYERS]]
    more = len(rows) - len(scores)
    if more:
        scores.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return " · ".join(scores)


def _points(score: int) -> str:
    return number_format(score, use_l10n=True, force_grouping=True)


def format_for(target: Target, chosen: Webhook.Format) -> Webhook.Format:
    """Return the only format that the host takes, or else the chosen one."""
    format_ = _HOSTS.get(target.host, chosen)
    path = target.path.partition("?")[0].rstrip("/")
    if format_ == _Format.DISCORD and path.endswith("/slack"):
        return _Format.SLACK  # Discord's endpoint for that format
    return format_


def body_of(format_: str, message: Message) -> bytes:
    """Return the request body, in which nothing notifies a member of the chat by name."""
    return json.dumps(_fields(format_, message), ensure_ascii=False).encode()


def _fields(format_: str, message: Message) -> dict[str, Any]:
    match format_:
        case _Format.DISCORD:
            return {"content": message.text, "allowed_mentions": {"parse": []}}
        case _Format.SLACK:
            return {"text": _escape(message.text)}
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


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
