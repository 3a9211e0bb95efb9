"""The lobby as the server draws it, before the page's first script and its socket."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.players import LEVELS
from games.models import FOUNDER, Player, Room
from games.rules.card import Card
from games.rules.duration import about
from games.state.rights import is_bound
from games.state.room_settings import settings_of

MOST_SEATS = 40
"""How many seats the server draws. `lib/virtual-list.js` keeps no more in the page either."""

_FACES = (1, 5, 3, 6, 2, 4)
"""The dice beside the names, by seat: the same as in `room/lobby.js`."""


@dataclass(frozen=True)
class Seat:
    """A player in the list."""

    name: str
    pen: int
    face: int
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Lobby:
    """The lobby as first drawn. The page's script draws the same, and more, once it is live."""

    count: int
    seats: tuple[Seat, ...]
    seated: bool
    hosting: bool
    owning: bool
    """Whether the reader is host with every right."""
    goal: str
    stakes: str
    start: str
    words: str
    fair: bool
    """Whether there is a next game, whose dice are drawn already."""


def lobby_of(room: Room, players: Sequence[Player], mine: Sequence[Player], card: Card) -> Lobby:
    """Return the lobby for somebody whose seats are `mine`."""
    own = {player.seat for player in mine}
    host = next((player for player in players if player.seat == room.host), None)
    hosting = room.host in own
    return Lobby(
        count=len(players),
        seats=tuple(seat_of(player, room, own) for player in players[:MOST_SEATS]),
        seated=bool(own),
        hosting=hosting,
        owning=hosting and (FOUNDER in own or not is_bound({one.seat: one for one in players})),
        goal=goal_of(card, len(players), room.teams),
        stakes=" · ".join(card.stakes),
        start=_start(len(players)),
        words=_words(room, len(players), host, hosting=hosting),
        fair=room.status == Room.Status.LOBBY,
    )


def goal_of(card: Card, players: int, teams: int) -> str:
    """Return the score or rounds a game goes to, the number of teams if there are any, and how long
    it takes with this many players."""
    goal = str(card.goal)
    if teams:
        goal += " · " + ngettext("%(count)s team", "%(count)s teams", teams) % {"count": teams}
    minutes, longer = about(card.minutes, players)
    if not minutes:
        return goal
    line = _("%(goal)s · over %(count)s min") if longer else _("%(goal)s · about %(count)s min")
    return line % {"goal": goal, "count": minutes}


def seat_of(player: Player, room: Room, own: set[int]) -> Seat:
    """Return a player as a row of a list."""
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
