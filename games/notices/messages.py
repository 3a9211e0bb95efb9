"""What a room's chat is told: who won, or whose turn is taking long.

Names are user input, and chats interpret many characters: mentions, links, bold text. So the text
has look-alikes instead, which no chat interprets. `players` has the names as they are.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from farkle.text.turn_narration import team_letter
from games.models import Game, Player, Room, Standing
from games.models.notices import Notice, Webhook
from games.notices.kinds import LONG_TURN

MOST_PLAYERS: Final = 12
"""How many players the text names; `players` has all of them."""
_HARMLESS: Final = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "@#<>*_~`|[]\\:"})
"""The same characters in full width."""
# "example.com" is a link in some chats. A full stop before a space, or at the end, is not one.
_POINT: Final = re.compile(r"\.(?=\S)")


class Message(NamedTuple):
    """Something to tell. `event` and `status` are words for programs."""

    event: str
    text: str
    url: str
    room: str
    game: int = 0
    status: str = ""
    players: Sequence[dict[str, Any]] = ()


def harmless(name: str) -> str:
    """Return a name in which no chat finds a mention, a link or a format."""
    return _POINT.sub("\uff0e", " ".join(name.split())).translate(_HARMLESS)


def message_of(notice: Notice) -> Message:
    """Return what a notice says, in the language of whoever set the webhook."""
    webhook, room = notice.its_webhook(), notice.room
    with override(webhook.language):
        if notice.kind == LONG_TURN:
            return _long_turn(webhook, room, notice.body)
        return _over(webhook, room, notice.body)


def trial_of(webhook: Webhook, room: Room) -> Message:
    """Return the message with which a host checks that the chat gets messages."""
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
        text = f"{first} {_winners(game, rows)}\n{_scores(rows)}"
    else:
        text = _("Game %(number)s in “%(room)s” was abandoned.") % words
    url = webhook.site + reverse("game", args=[room.code, game.number])
    players = [
        {
            "name": one.player.name,
            "score": one.score,
            "rank": one.rank,
            "won": one.result == Standing.Result.WON,
        }
        for one in rows
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
    won = [one for one in rows if one.result == Standing.Result.WON]
    if game.teams is not None and won:
        team = _("Team %(letter)s") % {"letter": team_letter(game.teams[won[0].seat])}
        return _("%(name)s won!") % {"name": team}
    names = [harmless(one.player.name) for one in won]
    if len(names) == 2:
        return _("%(names)s and %(last)s won!") % {"names": names[0], "last": names[1]}
    return _("%(name)s won!") % {"name": ", ".join(names)}


def _scores(rows: Sequence[Standing]) -> str:
    said = [f"{harmless(one.player.name)} {_points(one.score)}" for one in rows[:MOST_PLAYERS]]
    more = len(rows) - len(said)
    if more:
        said.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return " · ".join(said)


def _points(score: int) -> str:
    return number_format(score, use_l10n=True, force_grouping=True)
