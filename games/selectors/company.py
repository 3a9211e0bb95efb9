"""List the people somebody played with, and their games together, in a constant number of queries.

A person on several devices is one: see `games.people.blocks`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac

from games.models import Contact, Game, Person, Player, Room, Standing
from games.people.blocks import devices_of

MOST_GAMES: Final = 2000
"""How many of the newest games are added up."""
MOST_ROOMS: Final = 200
"""In how many of the newest rooms fellow players count even without a game."""


@dataclass
class Companion:
    """Somebody else. `ahead` and `behind`: in how many games the reader came out before them, and
    after them. `key` names them in the reader's forms, and means nothing to anybody else. `persons`
    are all of their devices; `game` is the newest game with them."""

    key: str
    name: str
    persons: frozenset[int]
    games: int = 0
    ahead: int = 0
    behind: int = 0
    last: datetime | None = None
    game: int | None = field(default=None, repr=False)
    favourite: bool = False
    blocked: bool = False


def companions_of(person: Person) -> list[Companion]:
    """Return everybody with whom `person` played or shared a room: favourites first, then by the
    last meeting, and blocked people at the end."""
    mine = devices_of([person.pk])[person.pk]
    seats = _seats(mine)
    ended = Standing.objects.exclude(result=Standing.Result.ABANDONED)
    own = ended.filter(person__in=mine).order_by("-finished")
    ranks: dict[int, int] = {}
    for game, rank in own.values_list("game_id", "rank")[:MOST_GAMES]:
        ranks[game] = min(rank, ranks.get(game, rank))
    others = ended.filter(game__in=ranks, person__isnull=False).exclude(person__in=mine)
    rows = list(
        others.order_by("-finished").values_list(
            *("person_id", "game_id", "rank", "finished"),
            "player__name",
        )
    )
    noted = list(
        Contact.objects.filter(person__in=mine).values_list("other_id", "favourite", "blocked")
    )
    everybody = {row[0] for row in rows} | {seat[0] for seat in seats} | {one[0] for one in noted}
    devices = devices_of(everybody - mine)
    found: dict[int, Companion] = {}

    def companion(pk: int, name: str) -> Companion:
        if pk not in found:
            made = Companion(_key(mine, devices[pk]), name, devices[pk])
            found.update(dict.fromkeys(devices[pk], made))
        return found[pk]

    for pk, game, rank, finished, name in rows:
        one = companion(pk, name)
        one.games += 1
        one.ahead += ranks[game] < rank
        one.behind += rank < ranks[game]
        if one.last is None:
            one.last, one.game = finished, game
    for pk, name in seats:
        if pk not in mine:
            companion(pk, name)
    for pk, favourite, blocked in noted:
        if pk in found:
            found[pk].favourite |= favourite
            found[pk].blocked |= blocked
    return _sorted(found.values())


def _key(mine: Collection[int], theirs: Collection[int]) -> str:
    who = f"{min(mine)} {min(theirs)}"
    return salted_hmac("games.company", who, algorithm="sha256").hexdigest()[:16]


def _seats(mine: Collection[int]) -> list[tuple[int, str]]:
    """Return (person, name) of everybody in the rooms where one of these sat."""
    newest = Player.objects.ever_held_by_any(mine).order_by("-room").values_list("room", flat=True)
    rooms = list(newest.distinct()[:MOST_ROOMS])
    players = Player.objects.filter(room__in=rooms, person__isnull=False).order_by("-room", "seat")
    return list(players.values_list("person_id", "name"))


def _sorted(found: Iterable[Companion]) -> list[Companion]:
    def rank(one: Companion) -> tuple[bool, bool, float, str]:
        last = one.last.timestamp() if one.last else 0.0
        return one.blocked, not one.favourite, -last, one.name

    return sorted({id(one): one for one in found}.values(), key=rank)


def last_rules(companion: Companion) -> Game | None:
    """Return the newest game with them. A new room could play by its rules."""
    return None if companion.game is None else Game.objects.get(pk=companion.game)


@dataclass(frozen=True)
class Invitation:
    """A room to which somebody invites the reader."""

    code: str
    room: str
    by: str


def invitations_to(person: Person) -> list[Invitation]:
    """Return the rooms to which people invite `person`, newest first. Closed rooms, rooms where
    `person` sat already, and invitations across a block are left out."""
    mine = devices_of([person.pk])[person.pk]
    blocked = Contact.objects.filter(person__in=mine, blocked=True).values("other")
    shut = Contact.objects.filter(other__in=mine, blocked=True).values("person")
    sat = Player.objects.held_by_any(mine).values("room")
    contacts = (
        Contact.objects.filter(other__in=mine, room__isnull=False)
        .exclude(room__status=Room.Status.CLOSED)
        .exclude(person__in=blocked)
        .exclude(person__in=shut)
        .exclude(room__in=sat)
        .select_related("room")
        .order_by("-changed")[:MOST_INVITATIONS]
    )
    names = {
        (one.room_id, one.person_id): one.name
        for one in Player.objects.filter(room__in=[one.room_id for one in contacts])
    }
    return [
        Invitation(one.room.code, one.room.name, names.get((one.room.pk, one.person_id), ""))
        for one in contacts
        if one.room is not None
    ]


MOST_INVITATIONS: Final = 5
