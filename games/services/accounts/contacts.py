"""Favourites, blocks and invitations: what a person notes about somebody they played with.

A block takes effect on open pages within seconds, when each hub reads what has changed
(`games.realtime.hub`). People are not told that they are blocked.
"""

from collections.abc import Collection
from secrets import token_hex
from typing import Any

from django.db import transaction

from games import clock
from games.models import FOUNDER, Contact, Person, Player, Room
from games.people.blocks import devices_of
from games.protocol.commands import Command, ShutOut
from games.services import executor
from games.services.accounts import invitations


def set_favourite(person: Person, others: Collection[int], *, yes: bool) -> None:
    """Set whether this human, the persons in `others`, is a favourite of `person`."""
    _note(person, others, favourite=yes)


def block(person: Person, others: Collection[int]) -> None:
    """Block this human, the persons in `others`, until `unblock`. They lose their seats in the
    rooms of `person`, after a game in which they play, and can take them again after an `unblock`.
    """
    _note(person, others, blocked=True, favourite=False, room=None)
    mine = devices_of([person.pk])[person.pk]
    seats = Player.objects.held_by_any(others).seated().filter(room__in=Room.objects.open())
    for code, host, seat in set(seats.values_list("room__code", "room__host", "seat")):
        for one in mine:  # whichever of my devices holds the founder's or the host's seat there
            for keeper in {FOUNDER, host or FOUNDER}:
                command = Command(code, one, f"block-{token_hex(8)}", ShutOut(keeper, seat))
                executor.perform(command)


def unblock(person: Person, others: Collection[int]) -> None:
    """End a block, whichever device of `person` it was made on."""
    mine = devices_of([person.pk])[person.pk]
    noted = Contact.objects.filter(person__in=mine, other__in=others, blocked=True)
    noted.update(blocked=False, changed=clock.now())


def invite(person: Person, others: Collection[int], room: Room) -> None:
    """Invite this human to the room: their home page offers it, and a notice tells them."""
    _note(person, others, room=room)
    invitations.send(room, person, invitations.listening(person, others))


def _note(person: Person, others: Collection[int], **values: Any) -> None:
    """Store this for every person in `others`, who are one human, so that it still holds if the
    devices separate."""
    now = clock.now()
    with transaction.atomic():
        for other in others:
            if other != person.pk:
                Contact.objects.update_or_create(
                    person=person, other_id=other, defaults={**values, "changed": now}
                )


def merge_contacts(guest: Person, into: Person) -> None:
    """Move the contacts of `guest`, and what others have noted about `guest`, to `into`."""
    for mine, theirs in (("person", "other"), ("other", "person")):
        for contact in Contact.objects.filter(**{mine: guest}):
            key = {mine: into, theirs: getattr(contact, theirs)}
            if key[theirs] != into:
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
