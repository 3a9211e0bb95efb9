"""A person's fellow players and invitations, in a constant number of queries.

Several `Person` rows may be devices of one human: see `games.people.blocks`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac

from games.models import Contact, Person, Player, Room, Standing
from games.people.blocks import devices_of

MOST_GAMES: Final = 2000  # the newest count
MOST_INVITATIONS: Final = 5
MOST_ROOMS: Final = 200  # newest rooms whose players count even without a game


@dataclass
class Companion:
    """Another person. `ahead` and `behind` count the games in which the reader placed above and
    below them; `last` and `game` are the newest."""

    key: str  # identifies them in the reader's forms, and nowhere else
    name: str
    persons: frozenset[int]  # all of their devices
    games: int = 0
    ahead: int = 0
    behind: int = 0
    last: datetime | None = None
    game: int | None = field(default=None, repr=False)
    favourite: bool = False
    blocked: bool = False


def companions_of(person: Person) -> list[Companion]:
    """Return the people who shared a game or room with `person`: favourites first, blocked last."""
    own = devices_of([person.pk])[person.pk]
    seats = _seats(own)
    ended = Standing.objects.filter(result__in=Standing.AGAINST_OTHERS)
    played = ended.filter(person__in=own).order_by("-finished")
    ranks: dict[int, int] = {}
    for game, rank in played.values_list("game_id", "rank")[:MOST_GAMES]:
        ranks[game] = min(rank, ranks.get(game, rank))
    others = ended.filter(game__in=ranks, person__isnull=False).exclude(person__in=own)
    rows = list(
        others.order_by("-finished", "rank").values_list(
            *("person_id", "game_id", "rank", "finished", "player_id")
        )
    )
    # Look names up by key: for a join, PostgreSQL would read the players of the whole site.
    names = dict(Player.objects.filter(pk__in={row[4] for row in rows}).values_list("pk", "name"))
    noted = list(
        Contact.objects.filter(person__in=own).values_list("other_id", "favourite", "blocked")
    )
    everyone = {row[0] for row in (*rows, *seats, *noted)}
    devices = devices_of(everyone - own)
    companions: dict[int, Companion] = {}

    def companion_of(pk: int, name: str) -> Companion:
        if pk not in companions:
            companion = Companion(_key(own, devices[pk]), name, devices[pk])
            companions.update(dict.fromkeys(devices[pk], companion))
        return companions[pk]

    counted = set[tuple[str, int]]()
    for pk, game, rank, finished, player in rows:
        companion = companion_of(pk, names[player])
        if (companion.key, game) in counted:  # a further seat of theirs, with a worse rank
            continue
        counted.add((companion.key, game))
        companion.games += 1
        companion.ahead += ranks[game] < rank
        companion.behind += rank < ranks[game]
        if companion.last is None:
            companion.last, companion.game = finished, game
    for pk, name in seats:
        if pk not in own:
            companion_of(pk, name)
    for pk, favourite, blocked in noted:
        if pk in companions:
            companions[pk].favourite |= favourite
            companions[pk].blocked |= blocked
    return _sort(companions.values())


def _key(own: Collection[int], theirs: Collection[int]) -> str:
    pair = f"{min(own)} {min(theirs)}"
    return salted_hmac("games.company", pair, algorithm="sha256").hexdigest()[:16]


def _seats(own: Collection[int]) -> list[tuple[int, str]]:
    """Return person and name of all seats in the rooms of these persons."""
    newest = Player.objects.ever_held_by_any(own).order_by("-room").values_list("room", flat=True)
    rooms = list(newest.distinct()[:MOST_ROOMS])
    players = Player.objects.filter(room__in=rooms, person__isnull=False).order_by("-room", "seat")
    return list(players.values_list("person_id", "name"))


def _sort(companions: Iterable[Companion]) -> list[Companion]:
    def rank(companion: Companion) -> tuple[bool, bool, float, str]:
        last = companion.last.timestamp() if companion.last else 0.0
        return companion.blocked, not companion.favourite, -last, companion.name

    return sorted({id(companion): companion for companion in companions}.values(), key=rank)


@dataclass(frozen=True)
class Invitation:
    """An invitation to a room."""

    code: str
    room: str
    by: str


def invitations_to(person: Person) -> list[Invitation]:
    """Return the invitations of `person`, newest first.

    Closed rooms, rooms where `person` already has a seat, and blocked people are left out.
    """
    own = devices_of([person.pk])[person.pk]
    contacts = (
        Contact.objects.filter(other__in=own, room__isnull=False)
        .exclude(room__status=Room.Status.CLOSED)
        .exclude(person__in=Contact.objects.filter(person__in=own, blocked=True).values("other"))
        .exclude(person__in=Contact.objects.filter(other__in=own, blocked=True).values("person"))
        .exclude(room__in=Player.objects.held_by_any(own).values("room"))
        .select_related("room")
        .order_by("-changed")[:MOST_INVITATIONS]
    )
    players = Player.objects.filter(room__in=[contact.room_id for contact in contacts])
    names = {(player.room_id, player.person_id): player.name for player in players}
    return [
        Invitation(room.code, room.name, names.get((room.pk, contact.person_id), ""))
        for contact in contacts
        if (room := contact.room) is not None
    ]
