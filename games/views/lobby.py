"""The lobby as rendered by the server, until the page's script takes over."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.players import LEVELS
from games.models import FOUNDER, Player, Room
from games.rules.card import Card
from games.rules.duration import minutes_for
from games.state.rights import founder_is_seated
from games.state.room_settings import settings_of

MOST_SEATS = 40
"""Maximum seats rendered, as in `lib/virtual-list.js`."""

_FACES = (1, 5, 3, 6, 2, 4)
"""Dice beside the names, by seat, as in `room/lobby.js`."""


class Seat(NamedTuple):
    name: str
    pen: int
    face: int
    tags: tuple[str, ...]


def lobby_of(
    room: Room, players: Sequence[Player], held: Sequence[Player], card: Card
) -> dict[str, Any]:
    own = {player.seat for player in held}
    host = next((player for player in players if player.seat == room.host), None)
    hosting = room.host in own
    with_all_rights = FOUNDER in own or not founder_is_seated(
        {player.seat: player for player in players}
    )
    return {
        "count": len(players),
        "seats": [seat_of(player, room, own) for player in players[:MOST_SEATS]],
        "seated": bool(own),
        "hosting": hosting,
        "owning": hosting and with_all_rights,
        "goal": goal_of(card, len(players), room.teams),
        "stakes": " · ".join(card.stakes),
        "start": _start(len(players)),
        "words": _words(room, len(players), host, hosting=hosting),
        # The dice of the next game, if there is one, are fixed already.
        "fair": room.status == Room.Status.LOBBY,
    }


def goal_of(card: Card, players: int, teams: int) -> str:
    """Return the goal of the game, the number of teams, and the duration with so many players."""
    goal = str(card.goal)
    if teams:
        goal += " · " + ngettext("%(count)s team", "%(count)s teams", teams) % {"count": teams}
    minutes, longer = minutes_for(card.minutes, players)
    if not minutes:
        return goal
    line = _("%(goal)s · over %(count)s min") if longer else _("%(goal)s · about %(count)s min")
    return line % {"goal": goal, "count": minutes}


def seat_of(player: Player, room: Room, own: set[int]) -> Seat:
    tags = []
    if player.seat == room.host:
        tags.append(_("host"))
    if player.seat in own:
        tags.append(_("you"))
    elif player.level:
        level = _(LEVELS[player.level].difficulty)
        tags.append(_("computer · %(level)s") % {"level": level})
    face = _FACES[(player.seat - 1) % len(_FACES)]
    return Seat(player.name, player.colour + 1, face, tuple(tags))


def _start(count: int) -> str:
    if count < 2:
        return _("Start game")
    return _("Start game (%(count)s players)") % {"count": count}


def _words(room: Room, count: int, host: Player | None, *, hosting: bool) -> str:
    if hosting:
        if count < 2:
            return _("You need at least two players. Invite a friend or add a computer.")
        by_seat = room.rules["first_player"] == "seat"
        first = _("Seat 1 goes first.") if by_seat else _("Highest roll goes first.")
        if settings_of(room)["late"] == "play":
            return first
        return first + " " + _("Anyone who joins later plays the next game.")
    if host is None:
        return _("There's no host right now.")
    return _("Waiting for %(name)s to start the game.") % {"name": host.name}
