"""Favourites, blocks and invitations among people who have shared a room.

`others` are the persons of one human, one for each device. A block takes effect on open pages
within seconds, as each hub polls for changes; blocked people are not notified.
"""

from collections.abc import Collection
from secrets import token_hex
from typing import Any

from django.db import transaction

from games import clock
from games.models import FOUNDER, Contact, Device, Person, Player, Room
from games.notices import planning
from games.people.blocks import devices_of
from games.people.throttle import INVITATIONS
from games.protocol.commands import Command, ShutOut
from games.services import executor


def set_favourite(person: Person, others: Collection[int], *, yes: bool) -> None:
    """Mark or unmark `others` as a favourite of `person`."""
    _store(person, others, favourite=yes)


def block(person: Person, others: Collection[int]) -> None:
    """Block `others` until `unblock`. They lose their seats in this person's rooms after a game."""
    _store(person, others, blocked=True, favourite=False, room=None)
    own = devices_of([person.pk])[person.pk]
    seats = Player.objects.held_by_any(others).seated().filter(room__in=Room.objects.open())
    for code, host, seat in set(seats.values_list("room__code", "room__host", "seat")):
        for device in own:  # any of them may hold the founder's or the host's seat there
            for keeper in {FOUNDER, host or FOUNDER}:
                command = Command(code, device, f"block-{token_hex(8)}", ShutOut(keeper, seat))
                executor.perform(command)


def unblock(person: Person, others: Collection[int]) -> None:
    """End a block, whichever device of `person` it was made on."""
    own = devices_of([person.pk])[person.pk]
    blocks = Contact.objects.filter(person__in=own, other__in=others, blocked=True)
    blocks.update(blocked=False, changed=clock.now())


def invite(person: Person, others: Collection[int], room: Room) -> None:
    """Invite `others` to the room, on their home page and by notice."""
    _store(person, others, room=room)
    send_invitations(room, person, with_notices(person, others))


def with_notices(host: Person, persons: Collection[int]) -> list[Person]:
    """Return those of `persons` who have notices on, except the host's own persons and people
    separated from the host by a block."""
    own = devices_of([host.pk])[host.pk]
    blocks = Contact.objects.filter(blocked=True)
    apart = [
        *blocks.filter(person__in=own).values_list("other", flat=True),
        *blocks.filter(other__in=own).values_list("person", flat=True),
    ]
    parted = frozenset[int]().union(*devices_of(apart).values())
    wanted = set(persons) - own - parted
    devices = Device.objects.filter(person__in=wanted).values("person")
    return list(Person.objects.filter(pk__in=devices))


def members_with_notices(room: Room, host: Person) -> list[Person]:
    """Return the members of a room that a notice from `host` would reach."""
    members = Player.objects.filter(room=room, removed=False).holdings()
    return with_notices(host, {person for person, _, _ in members})


def send_invitations(room: Room, host: Person, persons: Collection[Person]) -> None:
    """Invite people by notice, within the rate limit."""
    by = Player.objects.filter(room=room).held_by(host).values_list("seat", flat=True).first()
    for person in persons:
        if not INVITATIONS.hit(str(host.pk), str(person.pk)):
            planning.invite(room, person, by or FOUNDER)


def _store(person: Person, others: Collection[int], **values: Any) -> None:
    """Store the values for each of `others`, so that they survive if the devices are separated."""
    now = clock.now()
    with transaction.atomic():
        for other in others:
            if other != person.pk:
                Contact.objects.update_or_create(
                    person=person, other_id=other, defaults={**values, "changed": now}
                )


def merge_contacts(guest: Person, into: Person) -> None:
    """Move the contacts of `guest`, and those of others with `guest`, to `into`."""
    for side, opposite in (("person", "other"), ("other", "person")):
        for contact in Contact.objects.filter(**{side: guest}):
            key = {side: into, opposite: getattr(contact, opposite)}
            if key[opposite] != into:
                same, made = Contact.objects.get_or_create(
                    **key,
                    defaults={
                        "favourite": contact.favourite,
                        "blocked": contact.blocked,
                        "room": contact.room,
                        "changed": clock.now(),
                    },
                )
                if not made:
                    same.favourite |= contact.favourite
                    same.blocked |= contact.blocked
                    same.changed = clock.now()
                    same.save(update_fields=["favourite", "blocked", "changed"])
            contact.delete()
