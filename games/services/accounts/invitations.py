"""Invitations by notice, to people who have notices on."""

from collections.abc import Collection

from games.models import FOUNDER, Contact, Device, Person, Player, Room
from games.notices import planning
from games.people.blocks import devices_of
from games.people.throttle import INVITATIONS


def listening(host: Person, persons: Collection[int]) -> list[Person]:
    """Return those of `persons` who have notices on, without `host` on any device and without
    anybody who blocks `host` or is blocked by `host`."""
    mine = devices_of([host.pk])[host.pk]
    blocks = Contact.objects.filter(blocked=True)
    apart = [
        *blocks.filter(person__in=mine).values_list("other", flat=True),
        *blocks.filter(other__in=mine).values_list("person", flat=True),
    ]
    parted = frozenset[int]().union(*devices_of(apart).values())
    wanted = set(persons) - mine - parted
    with_notices = Device.objects.filter(person__in=wanted).values("person")
    return list(Person.objects.filter(pk__in=with_notices))


def listening_members(room: Room, host: Person) -> list[Person]:
    """Return the members of a room whom a notice of `host` would reach."""
    members = Player.objects.filter(room=room, removed=False).holdings()
    return listening(host, {person for person, _, _ in members})


def send(room: Room, host: Person, persons: Collection[Person]) -> None:
    """Invite them by notice: each once a day, and to a few rooms at most."""
    by = Player.objects.filter(room=room).held_by(host).values_list("seat", flat=True).first()
    for person in persons:
        if INVITATIONS.hit(str(host.pk), str(person.pk)):
            continue
        planning.invite(room, person, by or FOUNDER)
