"""The lobby as rendered by the server, until the page's script takes over."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.players import LEVELS
from farkle.engine.deal import DEFAULT_TURNS
from games.formats import duration
from games.models import FOUNDER, Player, Room
from games.rules.card import Card
from games.rules.duration import minutes_for
from games.rules.messages import team_name
from games.state.rights import founder_is_seated
from games.state.room_settings import LONG_SECONDS, settings_of

MOST_SEATS = 40
"""Maximum seats rendered, as in `lib/virtual-list.js`."""

MOST_DICE = 24
"""Maximum dice on the felt, as in `room/felt.js`."""

_FACES = (1, 5, 3, 6, 2, 4)
"""Dice beside the names, by seat, as in `room/lobby.js`."""


class Seat(NamedTuple):
    id: int
    name: str
    pen: int
    material: str
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
    seated = people_first(players)
    return {
        "count": len(players),
        "seats": [seat_of(player, room, own) for player in seated[:MOST_SEATS]],
        "trays": _trays(room, seated[:MOST_DICE]),
        "seated": bool(own),
        "shared": len(own) > 1,
        "hosting": hosting,
        "owning": hosting and with_all_rights,
        "goal": goal_of(card, len(players), room),
        "slow": settings_of(room)["timer"] >= LONG_SECONDS,
        "together": settings_of(room)["together"],
        "stakes": card.aside,
        "start": _start(len(players)),
        "words": _words(room, len(players), host, hosting=hosting),
        # The dice of the next game, if there is one, are fixed already.
        "fair": room.status == Room.Status.LOBBY,
    }


def _trays(room: Room, players: Sequence[Player]) -> list[tuple[str, list[Seat]]]:
    """Return the dice on the felt: those of each team with its name, or all of them."""
    if not room.teams:
        return [("", [seat_of(player, room, set()) for player in players])]
    return [
        # Its words stay together.
        (
            team_name(team).replace(" ", "\xa0"),
            [seat_of(player, room, set()) for player in players if player.team == team],
        )
        for team in range(room.teams)
    ]


def people_first(players: Sequence[Player]) -> list[Player]:
    """Return the players in the order of the lobby: people before computers."""
    return sorted(players, key=lambda player: bool(player.level))


def goal_of(card: Card, players: int, room: Room) -> str:
    """Return the goal of the game, the number of teams, and the duration with so many players, or
    of a turn if a game goes over days."""
    goal, teams, timer = str(card.goal), room.teams, settings_of(room)["timer"]
    if teams:
        goal += " · " + ngettext("%(count)s team", "%(count)s teams", teams) % {"count": teams}
    if settings_of(room)["together"]:
        turns = room.rules["rounds"] or DEFAULT_TURNS
        line = ngettext("%(count)s turn each, same dice", "%(count)s turns each, same dice", turns)
        goal = line % {"count": turns}
        if not timer:
            return goal
    if timer >= LONG_SECONDS or settings_of(room)["together"]:
        return _("%(goal)s · %(time)s a turn") % {"goal": goal, "time": duration(timer)}
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
        # With several players on this device, "you" would be ambiguous.
        tags.append(_("on this device") if len(own) > 1 else _("you"))
    elif player.level:
        level = _(LEVELS[player.level].difficulty)
        tags.append(_("computer · %(level)s") % {"level": level})
    face = _FACES[(player.seat - 1) % len(_FACES)]
    return Seat(player.seat, player.name, player.colour + 1, player.material, face, tuple(tags))


def _start(count: int) -> str:
    if count < 2:
        return _("Start game")
    words = ngettext("Start game (%(count)s player)", "Start game (%(count)s players)", count)
    return words % {"count": count}


def _words(room: Room, count: int, host: Player | None, *, hosting: bool) -> str:
    if hosting:
        if count < 2:
            return _(
                "You need two players. Invite a friend, add one on this device, or add a computer."
            )
        by_seat = room.rules["first_player"] == "seat"
        first = (
            _("Seat 1 goes first.") if by_seat else _("A roll at the start decides who goes first.")
        )
        if settings_of(room)["late"] == "play":
            return first
        return first + " " + _("Anyone who joins later plays the next game.")
    if host is None:
        return _("There's no host right now.")
    return _("Waiting for %(name)s to start the game.") % {"name": host.name}
