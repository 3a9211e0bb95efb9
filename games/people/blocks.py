"""Read the blocks between people. `games.services.accounts.contacts` writes them.

Blocks hold for all devices of both sides (`Holder`).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from games.db.statements import find, moment, placeholders
from games.models import FOUNDER, Contact, FormerLink, Person, Player, Room

_MOST_CHANGES: Final = 1000

_SHARED_SEATS: Final = (
    "SELECT h.player_id, p.person_id, h.person_id"
    " FROM games_holder h JOIN games_player p ON p.id = h.player_id WHERE h.player_id IN"
    " (SELECT player_id FROM games_holder WHERE person_id IN ({0}) UNION"
    " SELECT s.player_id FROM games_holder s JOIN games_player o ON o.id = s.player_id"
    " WHERE o.person_id IN ({0}))"
)
"""All holders of the seats that these persons hold."""
_CHANGED_CONTACTS: Final = (
    "SELECT person_id, other_id FROM games_contact WHERE changed >= %s LIMIT %s"
)
_BLOCKED: Final = "SELECT person_id, other_id FROM games_contact WHERE blocked = %s AND {} IN ({})"


class Blocks(NamedTuple):
    """The effect of blocks in one room.

    `unwelcome`: persons blocked by the founder, or by the host once the founder has left. `muted`:
    by person, the seats whose chat and reactions they do not get.
    """

    unwelcome: frozenset[int]
    muted: Mapping[int, frozenset[int]]


NO_BLOCKS: Final = Blocks(frozenset(), {})


def devices_of(persons: Collection[int]) -> dict[int, frozenset[int]]:
    """Map each person to all who share a seat with them: the same human on other devices, and
    themselves. One query."""
    if not persons:
        return {}
    devices: dict[int, set[int]] = {person: {person} for person in persons}
    groups: dict[int, set[int]] = {}
    for player, owner, holder in find(
        _SHARED_SEATS.format(placeholders(devices)), *devices, *devices
    ):
        groups.setdefault(player, set()).update({owner, holder} - {None})
    for group in groups.values():
        for person in group & devices.keys():
            devices[person] |= group
    return {person: frozenset(group) for person, group in devices.items()}


def blocks_in(seats: Mapping[int, Collection[int]], keepers: Collection[int]) -> Blocks:
    """Return the effect of blocks in a room, given the holders of its seats. Blocks by the holders
    of `keepers` keep people out. Three queries if there are no blocks."""
    held = {person for persons in seats.values() for person in persons}
    if not held:
        return NO_BLOCKS
    devices = devices_of(held)
    present = frozenset[int]().union(*devices.values())
    keeper_devices = frozenset[int]().union(*(devices[p] for seat in keepers for p in seats[seat]))
    pairs = find(_BLOCKED.format("other_id", placeholders(present)), True, *present)
    if keeper_devices:
        pairs += find(
            _BLOCKED.format("person_id", placeholders(keeper_devices)), True, *keeper_devices
        )
    if not pairs:
        return NO_BLOCKS
    devices |= devices_of({person for pair in pairs for person in pair} - devices.keys())
    muted: dict[int, frozenset[int]] = {}
    unwelcome = set[int]()
    for person, other in pairs:
        if person in keeper_devices:
            unwelcome |= devices[other]
        theirs = {seat for seat, persons in seats.items() if devices[other] & set(persons)}
        for device in devices[person]:
            muted[device] = muted.get(device, frozenset()) | theirs
    return Blocks(frozenset(unwelcome), {person: quiet for person, quiet in muted.items() if quiet})


def is_shut_out(room: Room, person: int | None) -> bool:
    """Return True if this person, who has no seat in the room now, is `Blocks.unwelcome`. Founders
    never are. Two queries for a person without a blocker."""
    if person is None:
        return False
    return Room.objects.filter(_shuts_out(person, host=room.host), pk=room.pk).exists()


def rooms_shut_to(person: int) -> Q:
    """Return a condition for the rooms that blocks keep this person out of (`is_shut_out`)."""
    return _shuts_out(person, host=F("room__host"))


def blockers_of(person: int) -> frozenset[int]:
    """Return those who have blocked this person, with all their devices. Two queries for a person
    without a blocker."""
    devices = devices_of([person])[person]
    rows = Contact.objects.filter(blocked=True, other__in=devices)
    blockers = list(rows.values_list("person_id", flat=True))
    return frozenset[int]().union(*devices_of(blockers).values())


def _shuts_out(person: int, host: F | int | None) -> Q:
    persons = blockers_of(person)
    if not persons:
        return Q(pk__in=())
    founder = Player.objects.seated().filter(room=OuterRef("room"), seat=FOUNDER)
    is_heir = Q(seat=host) & ~Exists(founder)
    keepers = Player.objects.seated().filter(Q(seat=FOUNDER) | is_heir)
    held = Player.objects.held_by(person).filter(Q(left=False) | Q(seat=FOUNDER))
    return Q(pk__in=keepers.held_by_any(persons).values("room")) & ~Q(pk__in=held.values("room"))


def codes_for(person: Person, rooms: Iterable[Room]) -> dict[int, str]:
    """Map the keys of these rooms to the codes that `person` may know.

    For a person who was removed or is blocked, that is the code before the newest, which the host
    made to keep them out.
    """
    codes = {room.pk: room.code for room in rooms}
    former = dict(
        FormerLink.objects.filter(room__in=codes).order_by("at").values_list("room", "code")
    )
    if former:
        seats = Player.objects.held_by(person)
        founded = seats.filter(seat=FOUNDER).values("room")
        removed = Q(pk__in=seats.filter(removed=True).values("room")) & ~Q(pk__in=founded)
        unwelcome = Room.objects.filter(removed | rooms_shut_to(person.pk), pk__in=former)
        codes |= {pk: former[pk] for pk in unwelcome.values_list("pk", flat=True)}
    return codes


def changed_since(at: datetime) -> frozenset[int]:
    """Return both sides of the contacts that have changed since then, with all their devices."""
    pairs = find(_CHANGED_CONTACTS, moment(at), _MOST_CHANGES)
    persons = {person for pair in pairs for person in pair}
    return frozenset[int]().union(*devices_of(persons).values()) if persons else frozenset()
